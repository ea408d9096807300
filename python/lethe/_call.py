"""Requests and answers."""

from __future__ import annotations

import decimal
import json
import os
import tempfile
import warnings
from contextlib import ExitStack
from typing import Any, TypeVar

from . import _lethe
from ._frames import PathLike, from_table, library_of, to_table
from ._kinds import KINDS, OUTPUTS
from ._progress import callback
from .errors import RequestError
from .recipe import Recipe
from .report import Report

R = TypeVar("R", bound=Report)

#: Arguments of every function that say how to work, not what to do.
RESOURCES = ("threads", "memory", "seed", "progress")


def ask(verb: str, kind: type[R], arguments: dict[str, Any]) -> R:
    """Answers a request; arguments that are None are left to the command's defaults."""
    with ExitStack() as stack:
        call = Call(verb, stack)
        return call.answer(kind, arguments)


class Call:
    """A call of a verb: the tables that it names live as long as it does."""

    def __init__(self, verb: str, stack: ExitStack) -> None:
        self.verb = verb
        self._stack = stack
        self._tables: list[Any] = []
        #: The library of the first data frame.
        self.library: str | None = None
        #: Places for tables that the command writes.
        self.outputs: dict[str, Any] = {}

    def answer(self, kind: type[R], arguments: dict[str, Any]) -> R:
        """Asks the verb, and gives its report with the tables that it has written."""
        arguments = dict(arguments)
        resources, show = resources_of(arguments)
        request = self.request(arguments)
        try:
            report, verdict, charts = _lethe.answer(self.verb, json.dumps(request), resources, show)
        finally:
            if show is not None:
                show.close()
        found = kind(json.loads(report), verdict)
        for note in found.get("notes") or ():
            if isinstance(note, str):
                warnings.warn(note, stacklevel=4)
        found._attach(
            {
                name: from_table(table, self.library or "arrow")
                for name, table in self.outputs.items()
                # What a release shows is converted when it is asked for.
                if table.is_filled and (self.verb, name) != ("anonymize", "output")
            },
            charts,
        )
        return found

    def request(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The request as JSON has it."""
        kinds = KINDS.get(self.verb, {})
        request: dict[str, Any] = {}
        for name, value in arguments.items():
            name = name.rstrip("_")
            if value is not None:
                request[name] = self._written(name, value, kinds.get(name, "plain"))
        for name in OUTPUTS.get(self.verb, ()):
            wanted = arguments.get(name)
            if wanted is True or (wanted is None and name == "output"):
                self.outputs[name] = _lethe.Table.empty("the result")
                request[name] = self.outputs[name].name
            elif wanted is False:
                request.pop(name, None)
        return request

    def _written(self, name: str, value: Any, kind: str) -> Any:
        if kind == "table" and not isinstance(value, bool):
            return self.location(value, name)
        if kind == "tables":
            several = value if isinstance(value, (list, tuple)) else [value]
            return [self.location(one, name) for one in several]
        if kind == "recipe":
            return self.recipe_file(value)
        return plain(value)

    def location(self, data: Any, label: str) -> str:
        """A path as it is, or the name of a data frame."""
        if isinstance(data, PathLike):
            return os.fspath(data)
        if self.library is None:
            self.library = library_of(data)
        table = to_table(data, "the data frame" if label == "data" else label)
        self._tables.append(table)
        return table.name

    def recipe_file(self, recipe: Any) -> str:
        """The path of a recipe; one that is no file becomes one for as long as the call takes."""
        if isinstance(recipe, PathLike):
            return os.fspath(recipe)
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="lethe-"))
        file = os.path.join(folder, "recipe.toml")
        Recipe.of(recipe).save(file)
        return file


def resources_of(arguments: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Takes what says how to work out of the arguments."""
    threads, memory, seed, progress = (arguments.pop(name, None) for name in RESOURCES)
    resources = {"threads": threads or 0, "memory": None if memory is None else str(memory), "seed": seed or 0}
    return resources, callback(progress)


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, (str, bool, int, float)) or value is None:
        return value
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, PathLike):
        return os.fspath(value)
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, Recipe):
        return value.to_dict()
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        # A number of numpy.
        return value.item()
    if hasattr(value, "__iter__"):
        return [plain(one) for one in value]
    raise RequestError(f"cannot use a {type(value).__name__} here")
