"""Synthetic data sets."""

from __future__ import annotations

from typing import Any

from . import _functions
from ._frames import from_table


def generate(name: str, rows: int = 10_000, *, library: str = "pyarrow", output: Any = None, **options: Any) -> Any:
    """Made-up records, a data frame of a library (pyarrow, pandas or polars), or the report where they go to a file.

    :param name: ``health``, ``amnesia`` or ``census``.
    :param rows: How many records.
    :param output: The file to write; a data frame is returned when not given.

    >>> import lethe
    >>> lethe.generate("census", 3, seed=1).num_rows
    3
    """
    found = _functions.generate(name, rows, output=output, **options)
    return from_table(found.tables["output"], library) if output is None else found
