"""Hierarchies of columns: ``lethe hierarchy make|check|show|convert``."""

from ._functions import hierarchy_check as check
from ._functions import hierarchy_convert as convert
from ._functions import hierarchy_make as make
from ._functions import hierarchy_show as show

__all__ = ["check", "convert", "make", "show"]
