"""Checks of arguments, as anjana makes them."""

from __future__ import annotations

import numbers
from typing import Any, Sequence

import pandas

from .utils import suppress_identifiers


def check_table(data: Any, ident: Any, quasi_ident: Any, supp_level: Any, hierarchies: Any) -> None:
    """Refuses what is no table, names that it does not have, and an impossible share of records."""
    if not isinstance(data, pandas.DataFrame):
        raise TypeError(f"data: expected a pandas DataFrame, not a {type(data).__name__}")
    if not isinstance(hierarchies, dict):
        raise TypeError(f"hierarchies: expected a dict, not a {type(hierarchies).__name__}")
    for name, names in (("ident", ident), ("quasi_ident", quasi_ident)):
        if isinstance(names, str) or not (isinstance(names, Sequence) or hasattr(names, "tolist")):
            raise TypeError(f"{name}: expected a list of names, not a {type(names).__name__}")
    check_number("supp_level", supp_level, 0, 100)
    suppress_identifiers(data.head(0), ident)


def check_whole(name: str, value: Any, lowest: int = 1) -> None:
    """Refuses what is no whole number, or too small."""
    if not isinstance(value, numbers.Integral):
        raise TypeError(f"{name}: expected a whole number, not a {type(value).__name__}")
    if value < lowest:
        raise ValueError(f"Invalid value of {name}: {value} is less than {lowest}")


def check_number(name: str, value: Any, lowest: float, highest: float = float("inf")) -> None:
    """Refuses what is no number, or out of its range."""
    if not isinstance(value, numbers.Real):
        raise TypeError(f"{name}: expected a number, not a {type(value).__name__}")
    if not lowest <= value <= highest:
        raise ValueError(f"Invalid value of {name}: {value} is not in [{lowest}, {highest}]")
