"""Reports: what commands answer."""

from __future__ import annotations

import json
from typing import Any, Iterator, Mapping

from . import _html


class Report(Mapping[str, Any]):
    """An answer: the JSON that the command prints, with its keys as attributes.

    >>> report = Report({"rows": 3, "columns": [{"name": "age"}]}, "holds")
    >>> report.rows, report.columns[0].name, report.holds
    (3, 'age', True)
    >>> report.to_dict() == {"rows": 3, "columns": [{"name": "age"}]}
    True
    """

    def __init__(self, content: dict[str, Any], verdict: str | None = None) -> None:
        self._content = content
        #: ``holds``, ``does-not-hold``, ``limited`` or ``interrupted``; None for a part of a report.
        self.verdict = verdict
        #: Data frames that the command has made, by the argument that asked for them.
        self.tables: dict[str, Any] = {}
        self._charts: list[str] = []

    def _attach(self, tables: dict[str, Any], charts: list[str]) -> None:
        self.tables, self._charts = tables, charts

    @property
    def holds(self) -> bool:
        """Whether the answer is yes: a model holds, a solution was found, nobody was re-identified. Of a part of a report, what
        the part itself says.

        >>> Report({"models": [{"holds": True}, {"holds": False}]}, "does-not-hold").models[0].holds
        True
        """
        if self.verdict is not None:
            return self.verdict == "holds"
        if "holds" not in self._content:
            raise AttributeError("this part of a report has no 'holds'")
        return bool(self._content["holds"])

    def to_dict(self) -> dict[str, Any]:
        """The report as the command prints it with ``--format json``."""
        return self._content

    def to_pandas(self, key: str | None = None) -> Any:
        """A list of the report as a pandas DataFrame: that of ``key``, or the only one there is."""
        import pandas

        tables = [name for name, value in self._content.items() if _html.is_table(value)]
        if key is None:
            if len(tables) != 1:
                raise ValueError(f"name one of the report's tables: {', '.join(tables) or 'it has none'}")
            key = tables[0]
        return pandas.DataFrame(self._content[key])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return wrapped(self._content[name.rstrip("_")])
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no '{name}'") from None

    def __getitem__(self, key: str) -> Any:
        return wrapped(self._content[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def __len__(self) -> int:
        return len(self._content)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._content]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Report) and (self._content, self.verdict) == (other._content, other.verdict)

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        fields = ", ".join(f"{key}={_short(value)}" for key, value in self._content.items())
        verdict = "" if self.verdict is None else f"{self.verdict}: "
        return f"<{type(self).__name__} {verdict}{fields}>"

    def _repr_html_(self) -> str:
        return _html.page(type(self).__name__, self._content, self.verdict, self._charts)


def wrapped(value: Any) -> Any:
    """What is inside a report: objects have attributes, too."""
    if isinstance(value, dict):
        return Report(value)
    if isinstance(value, list):
        return [wrapped(one) for one in value]
    return value


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
