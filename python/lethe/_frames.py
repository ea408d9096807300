"""Data frames in and out, by the Arrow C stream interface."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

from . import _lethe
from .errors import RequestError

PathLike = (str, os.PathLike)


def library_of(data: Any) -> str:
    """The library that a data frame is of: pandas, polars, pyarrow, duckdb, or arrow for others."""
    top = type(data).__module__.split(".")[0].lstrip("_")
    return top if top in ("pandas", "polars", "pyarrow", "duckdb") else "arrow"


def to_arrow_stream(data: Any) -> Any:
    """What has ``__arrow_c_stream__`` of the columns of a data frame, and of nothing else."""
    if library_of(data) == "pandas":
        return _from_pandas(data)
    if library_of(data) == "duckdb" and not hasattr(data, "__arrow_c_stream__"):
        return data.fetch_arrow_table()
    if library_of(data) == "polars":
        data = data.collect() if hasattr(data, "collect") else data
        # polars itself would end the process.
        if any("\0" in name for name in getattr(data, "columns", ())):
            raise RequestError("the name of a column has a character of code 0", code="malformed-file")
        return data
    if isinstance(data, _lethe.Table) or hasattr(data, "__arrow_c_stream__"):
        return data
    raise RequestError(
        f"cannot read a {type(data).__name__}",
        hint="give a path or a data frame of pandas, polars, pyarrow or DuckDB",
    )


def _from_pandas(frame: Any) -> Any:
    pandas = sys.modules["pandas"]
    if isinstance(frame, pandas.Series):
        frame = frame.to_frame()
    if not isinstance(frame.index, pandas.RangeIndex):
        if frame.index.name is not None or getattr(frame.index, "nlevels", 1) > 1:
            warnings.warn(
                "the index of the data frame is left out; reset_index() makes columns of it", stacklevel=5
            )
        frame = frame.reset_index(drop=True)
    names = [str(name) for name in frame.columns]
    if len(set(names)) < len(names):
        raise RequestError("two columns of the data frame have the same name", code="malformed-file")
    if list(frame.columns) != names:
        frame = frame.set_axis(names, axis="columns")
    import pyarrow

    try:
        return pyarrow.Table.from_pandas(frame, preserve_index=False)
    except (pyarrow.ArrowException, TypeError, ValueError, OverflowError) as error:
        # Its message may quote values.
        raise RequestError(
            "a column of the data frame holds values of several types",
            code="wrong-type",
            hint="convert it, for instance with astype(str)",
        ) from _without_message(error)


def _without_message(error: BaseException) -> BaseException:
    error.args = ()
    return error


def to_table(data: Any, label: str = "the data") -> Any:
    """The table of the core that holds a data frame."""
    if isinstance(data, _lethe.Table):
        return data
    return _lethe.Table.of(label, to_arrow_stream(data))


def from_table(table: Any, library: str) -> Any:
    """A table of the core as a data frame of a library."""
    if library == "pandas":
        import pyarrow

        return pyarrow.table(table).to_pandas()
    if library == "polars":
        import polars

        return polars.DataFrame(table)
    if library == "duckdb":
        import duckdb
        import pyarrow

        return duckdb.from_arrow(pyarrow.table(table))
    if library == "pyarrow":
        import pyarrow

        return pyarrow.table(table)
    return table
