"""Solutions of ``anonymize``, saved and applied to other tables."""

from __future__ import annotations

import os
from typing import Any

from . import _lethe
from ._call import resources_of
from ._files import write
from ._frames import PathLike, from_table, library_of, to_table


class Solution:
    """What a release did to the values of a record, whatever the table.

    Applying it judges nothing: records whose values were not published when it was found are suppressed, but whether a model holds for
    the result is a question for :func:`lethe.verify`.
    """

    def __init__(self, content: str, name: str = "the solution") -> None:
        self._content = content
        self._inner = _lethe.Solution.from_json(name, content)

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> "Solution":
        """Reads what :meth:`save`, or ``lethe anonymize --freeze``, has written."""
        with open(file, encoding="utf-8") as text:
            return cls(text.read(), os.fspath(file))

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes a file that only its owner can read: hierarchies and published combinations are in it."""
        write(file, self._content, private=True)

    def apply(self, data: Any, **resources: Any) -> Any:
        """What is published of a data frame; of the same library as it."""
        if isinstance(data, PathLike):
            raise TypeError("give a data frame; read the file first")
        settings, _ = resources_of(resources)
        if resources:
            raise TypeError(f"unknown arguments: {', '.join(resources)}")
        applied = self._inner.apply(to_table(data), settings)
        return from_table(applied, library_of(data))

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution, (self._content,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self._content == other._content

    __hash__ = None  # type: ignore[assignment]
