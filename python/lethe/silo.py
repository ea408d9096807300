"""Models of tables that stay where they are: ``lethe silo train|merge|update|sanitize|score``."""

from ._functions import silo_merge as merge
from ._functions import silo_sanitize as sanitize
from ._functions import silo_score as score
from ._functions import silo_train as train
from ._functions import silo_update as update

__all__ = ["merge", "sanitize", "score", "train", "update"]
