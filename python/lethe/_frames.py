"""Data frames in and out, by the Arrow C stream interface."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any, Callable, TypeVar

from . import _lethe
from .errors import Error, RequestError

PathLike = (str, os.PathLike)
T = TypeVar("T")


def _quietly(work: Callable[[], T], problem: str, hint: str) -> T:
    """Does what another library does. Its messages may quote values of cells: an error of ours stands for them, with no trace of theirs."""
    try:
        return work()
    except (Error, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001
        kind = type(error).__name__
    raise RequestError(f"{problem} ({kind})", code="wrong-type", hint=hint)


#: What to do about records that a library cannot give.
LOOK = "look at its records with the library that it is of"


def library_of(data: Any) -> str:
    """The library that a data frame is of: pandas, polars, pyarrow, duckdb, or arrow for others."""
    top = type(data).__module__.split(".")[0].lstrip("_")
    return top if top in ("pandas", "polars", "pyarrow", "duckdb") else "arrow"


def to_arrow_stream(data: Any) -> Any:
    """What has ``__arrow_c_stream__`` of the columns of a data frame, and of nothing else."""
    if library_of(data) == "pandas":
        return _from_pandas(data)
    if library_of(data) == "duckdb" and not hasattr(data, "__arrow_c_stream__"):
        return _quietly(data.fetch_arrow_table, "the relation cannot be read", LOOK)
    if library_of(data) == "polars":
        data = _quietly(data.collect, "the frame cannot be read", LOOK) if hasattr(data, "collect") else data
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

    return _quietly(
        lambda: pyarrow.Table.from_pandas(frame, preserve_index=False),
        "a column of the data frame holds values of several types",
        "convert it, for instance with astype(str)",
    )


def to_table(data: Any, label: str = "the data") -> Any:
    """The table of the core that holds a data frame."""
    if isinstance(data, _lethe.Table):
        return data
    stream = to_arrow_stream(data)
    return _quietly(lambda: _lethe.Table.of(label, stream), "the data frame cannot be read", LOOK)


def from_table(table: Any, library: str) -> Any:
    """A table of the core as a data frame of a library."""
    if library not in CONVERSIONS:
        return table
    convert = CONVERSIONS[library]
    return _quietly(lambda: convert(table), f"the result cannot be converted for {library}", "ask for to_arrow() instead")


def _to_pyarrow(table: Any) -> Any:
    import pyarrow

    return pyarrow.table(table)


def _to_polars(table: Any) -> Any:
    import polars

    return polars.DataFrame(table)


def _to_duckdb(table: Any) -> Any:
    import duckdb

    return duckdb.from_arrow(_to_pyarrow(table))


#: How a table of the core becomes a data frame of a library.
CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "pandas": lambda table: _to_pyarrow(table).to_pandas(),
    "polars": _to_polars,
    "duckdb": _to_duckdb,
    "pyarrow": _to_pyarrow,
}
