"""Publish data about people without giving them away.

Functions are the commands of ``lethe``, arguments their flags with underscores; data is a path or any data frame that exports Arrow.

>>> import lethe, pyarrow
>>> people = pyarrow.table({"zip": ["10115", "10115", "10117", "10119"], "sex": ["f", "f", "m", "f"]})
>>> lethe.discover(people).minimal_qids
[['zip'], ['sex']]
"""

from . import compat, dp, hierarchy, silo
from ._functions import (
    attack,
    collapse,
    compare,
    convert,
    discover,
    exposure,
    inspect,
    risk,
    safepub_parameters,
    verify,
    verify_compartments,
)
from ._functions import report as evidence
from ._generate import generate
from ._lethe import __version__
from .dp import Ledger
from .errors import Error, InputError, InternalError, Interrupted, LimitError, RequestError
from .recipe import Recipe
from .release import Release, anonymize
from .report import Report
from .solution import Solution
from .stream import Stream

__all__ = [
    "Error",
    "InputError",
    "InternalError",
    "Interrupted",
    "Ledger",
    "LimitError",
    "Recipe",
    "Release",
    "Report",
    "RequestError",
    "Solution",
    "Stream",
    "__version__",
    "anonymize",
    "attack",
    "collapse",
    "compare",
    "compat",
    "convert",
    "discover",
    "dp",
    "evidence",
    "exposure",
    "generate",
    "hierarchy",
    "inspect",
    "risk",
    "safepub_parameters",
    "silo",
    "verify",
    "verify_compartments",
]
