"""Reports as HTML, for notebooks: figures, tables, charts. Every text is escaped; charts are made, and escaped, by the core."""

from __future__ import annotations

import html
from typing import Any

#: Rows of a table, items of a list and letters of a text that are shown.
MOST_ROWS, MOST_ITEMS, MOST_LETTERS = 20, 8, 200


def is_table(value: Any) -> bool:
    """Whether a part of a report is a list of objects."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def page(title: str, content: dict[str, Any], verdict: str | None, charts: list[str]) -> str:
    """A report: its figures, its tables, its charts.

    >>> page("Risks", {"rows": 1200, "note": "<b>"}, "holds", [])
    '<table><caption>Risks: holds</caption><tr><th>rows</th><td>1,200</td></tr><tr><th>note</th><td>&lt;b&gt;</td></tr></table>'
    """
    heading = title if verdict is None else f"{title}: {verdict.replace('-', ' ')}"
    figures = {key: value for key, value in content.items() if not is_table(value)}
    rows = "".join(f"<tr><th>{escaped(key)}</th><td>{escaped(shown(value))}</td></tr>" for key, value in figures.items())
    tables = (table(key, value) for key, value in content.items() if is_table(value))
    return "".join([f"<table><caption>{escaped(heading)}</caption>{rows}</table>", *tables, *charts])


def table(name: str, rows: list[dict[str, Any]]) -> str:
    """A list of objects, one a row."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    head = "".join(f"<th>{escaped(column)}</th>" for column in columns)
    cells = (
        "".join(f"<td>{escaped(shown(row.get(column, '')))}</td>" for column in columns) for row in rows[:MOST_ROWS]
    )
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    more = f" (first {MOST_ROWS} of {len(rows):,})" if len(rows) > MOST_ROWS else ""
    return f"<table><caption>{escaped(name)}{more}</caption><tr>{head}</tr>{body}</table>"


def shown(value: Any) -> str:
    """A value for people.

    >>> [shown(value) for value in (12345, 0.123456, True, None, ["a", "b"], {"max": 0.5, "avg": 0.25})]
    ['12,345', '0.1235', 'yes', '–', 'a, b', 'max 0.5, avg 0.25']
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, dict):
        return listed([f"{key} {shown(one)}" for key, one in value.items()])
    if isinstance(value, list):
        return listed([f"({shown(one)})" if isinstance(one, (list, dict)) else shown(one) for one in value])
    text = str(value)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def listed(items: list[str]) -> str:
    """The first of some items, and how many there are."""
    text = ", ".join(items[:MOST_ITEMS])
    return text if len(items) <= MOST_ITEMS else f"{text}, … ({len(items):,} in all)"


def escaped(text: str) -> str:
    """A text that is no markup."""
    return html.escape(text)
