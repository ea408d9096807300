"""``lethe.anonymize`` and what it returns."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from typing import Any, Mapping, Sequence

from . import _lethe
from ._call import Call, plain
from ._frames import PathLike, from_table, to_arrow_stream
from ._models import models_of
from .errors import RequestError
from .recipe import Recipe
from .report import Report
from .solution import Solution

#: Methods whose solution is a function of a record's own values.
FREEZABLE = ("auto", "fixed", "flash", "incognito", "lightning", "genetic", "top-down", "datafly", "mondrian")


class Release(Report):
    """A table that was anonymized, verified, and its report."""

    _table: Any = None
    _library = "arrow"
    #: What was done, to be applied to other tables; None where it is no function of a record's own values.
    solution: Solution | None = None

    @property
    def data(self) -> Any:
        """The published table, of the library that the data came in; None where there is no solution, or it went to a file."""
        if self._table is None:
            return None
        if "data" not in self.__dict__:
            self.__dict__["data"] = from_table(self._table, self._library)
        return self.__dict__["data"]

    @property
    def report(self) -> dict[str, Any]:
        """What the command prints with ``--format json``."""
        return self.to_dict()

    def to_arrow(self) -> Any:
        """The published table as a pyarrow Table."""
        return from_table(self._required(), "pyarrow")

    def to_pandas(self, key: str | None = None) -> Any:
        """The published table as a pandas DataFrame, or the table ``key`` of the report."""
        return from_table(self._required(), "pandas") if key is None else super().to_pandas(key)

    def to_polars(self) -> Any:
        """The published table as a polars DataFrame."""
        return from_table(self._required(), "polars")

    def _required(self) -> Any:
        if self._table is None:
            raise RequestError("nothing was published here", hint="see .holds and .notes")
        return self._table

    def __getstate__(self) -> dict[str, Any]:
        # Tables of the core belong to a process; the data frame travels.
        state = dict(self.__dict__)
        if self._table is not None:
            state["data"] = self.data
        state.pop("_table", None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "data" in state and state["data"] is not None:
            self._table = _lethe.Table.of("the release", to_arrow_stream(state["data"]))


def anonymize(
    data: Any,
    *,
    recipe: Any = None,
    quasi: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    identifiers: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    others: str | None = None,
    hierarchies: Mapping[str, Any] | None = None,
    method: str | None = None,
    levels: Mapping[str, int] | None = None,
    min_level: Mapping[str, int] | None = None,
    max_level: Mapping[str, int] | None = None,
    suppression_limit: float | str | None = None,
    aggregate: str | None = None,
    quality: str | None = None,
    gs_factor: float | str | None = None,
    search: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    threads: int = 0,
    memory: str | None = None,
    seed: int = 0,
    progress: bool | None = None,
    **further: Any,
) -> Release:
    """Transforms a table until its privacy models hold, with the least loss, and verifies the result.

    ``data`` is a path or a data frame; columns without a role are refused unless ``others`` is "drop" or "keep". Models are given as on
    the command line: ``k=5``, ``l="3@disease"``, ``t="0.2@salary:ordered"``, a list for several. ``hierarchies`` maps a column to a
    file, a data frame or rows of labels (leaf first), or a dict as in a recipe (``{"intervals": [5, 10]}``). ``search`` has further
    settings of ``[search]``, ``output`` a file to write instead of ``.data`` (a folder for compartments), ``further`` further keys of the request (``lethe schema anonymize --request``).

    >>> import lethe
    >>> rows = {"age": [30, 31, 32, 50, 51, 52], "ill": ["a", "b", "a", "b", "a", "b"]}
    >>> import pyarrow
    >>> release = lethe.anonymize(pyarrow.table(rows), quasi=["age"], sensitive=["ill"], k=3,
    ...     hierarchies={"age": {"intervals": [20]}})
    >>> release.holds
    True
    >>> release.data["age"].to_pylist()
    ['[20, 40)', '[20, 40)', '[20, 40)', '[40, 60)', '[40, 60)', '[40, 60)']
    """
    with ExitStack() as stack:
        call = Call("anonymize", stack)
        complete, folder, own = _recipe(recipe, hierarchies)
        for role, columns in (
            ("quasi", quasi), ("sensitive", sensitive), ("identifying", identifiers), ("insensitive", insensitive)
        ):
            for column in [columns] if isinstance(columns, str) else columns:
                complete.role(column, role)
        for key, wanted in (("min_level", min_level), ("max_level", max_level)):
            for column, level in (wanted or {}).items():
                complete.columns.setdefault(column, {})[key] = level
        settings = {
            "method": method or ("fixed" if levels else None), "levels": levels and dict(levels),
            "suppression_limit": suppression_limit, "aggregate": aggregate, "quality": quality, "gs_factor": gs_factor,
            **(search or {}),
        }
        complete.search.update({key: plain(value) for key, value in settings.items() if value is not None})
        complete = models_of(complete, further)
        place = stack.enter_context(tempfile.TemporaryDirectory(prefix="lethe-"))
        frozen = os.path.join(place, "solution.json")
        if complete.search.get("method", "auto") in FREEZABLE and "freeze" not in further:
            further["freeze"] = frozen
        request = {
            "data": data, "recipe": complete.to_dict(), "folder": folder, "hierarchies": own, "others": others,
            **_place(output, complete.search), "threads": threads, "memory": memory, "seed": seed, "progress": progress,
            **further,
        }
        release = call.answer(Release, request)
        release._library = call.library or "arrow"
        table = call.outputs.get("output")
        release._table = table if table is not None and table.is_filled else None
        if os.path.exists(frozen):
            release.solution = Solution.load(frozen)
        return release


def _place(output: Any, search: Mapping[str, Any]) -> dict[str, Any]:
    """Where the release goes: a file, or a folder for a release in compartments."""
    method, mode = search.get("method"), search.get("mode")
    is_folder = output is not None and not os.path.splitext(os.fspath(output))[1]
    several = method == "compartment" and mode in (None, "global") or method == "compose" and mode == "global"
    if several or (method == "compose" and is_folder and mode is None):
        return {"output": False, "output_folder": output}
    return {"output": output}


def _recipe(recipe: Any, hierarchies: Mapping[str, Any] | None) -> tuple[Recipe, str, dict[str, Any]]:
    """The recipe, the folder of its files, and the hierarchies that are given as rows."""
    complete = Recipe() if recipe is None else Recipe.of(recipe).copy()
    folder = complete.folder or ""
    rows: dict[str, Any] = {}
    for column, hierarchy in (hierarchies or {}).items():
        if isinstance(hierarchy, PathLike):
            complete.columns.setdefault(column, {})["hierarchy"] = os.path.abspath(hierarchy)
        elif isinstance(hierarchy, dict) and set(hierarchy) & HIERARCHY_KINDS:
            complete.columns.setdefault(column, {})["hierarchy"] = plain(hierarchy)
        else:
            rows[column] = hierarchy_rows(hierarchy)
    return complete, folder, rows


#: The keys by which a recipe names a hierarchy.
HIERARCHY_KINDS = {"intervals", "mask", "dates", "order", "groups", "prefix", "flat", "known"}


def hierarchy_rows(hierarchy: Any) -> list[list[str]]:
    """The rows of a hierarchy, a leaf's label first."""
    if isinstance(hierarchy, dict):
        # As anjana has them: a list of labels for each level.
        levels = [hierarchy[level] for level in sorted(hierarchy)]
        # Such lists are often made from a column, with a row for every record.
        rows = dict.fromkeys(tuple(str(label) for label in row) for row in zip(*levels))
        return [list(row) for row in rows]
    if hasattr(hierarchy, "__arrow_c_stream__"):
        import pyarrow

        columns = pyarrow.table(to_arrow_stream(hierarchy)).to_pydict().values()
        return [["" if label is None else str(label) for label in row] for row in zip(*columns)]
    return [[str(label) for label in row] for row in hierarchy]
