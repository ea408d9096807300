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
    """A report: its figures, its charts, its tables.

    >>> page("Risks", {"rows": 1200, "note": "<b>"}, "holds", []).count("&lt;b&gt;")
    1
    """
    heading = title if verdict is None else f"{title}: {verdict.replace('-', ' ')}"
    figures = [[escaped(key), escaped(shown(value))] for key, value in content.items() if not is_table(value)]
    tables = (table(key, value) for key, value in content.items() if is_table(value))
    return "".join([made(heading, [], figures), *charts, *tables])


def table(name: str, rows: list[dict[str, Any]]) -> str:
    """A list of objects, one a row. Columns of objects in objects are left out: they are in ``to_dict()``."""
    columns = [key for key in dict.fromkeys(key for row in rows for key in row) if not any(is_deep(row.get(key)) for row in rows)]
    body = [[escaped(shown(row.get(column, ""))) for column in columns] for row in rows[:MOST_ROWS]]
    more = f" (first {MOST_ROWS} of {len(rows):,})" if len(rows) > MOST_ROWS else ""
    return made(name + more, columns, body)


def is_deep(value: Any) -> bool:
    """Whether an object holds objects."""
    return isinstance(value, dict) and any(isinstance(one, (dict, list)) for one in value.values())


def made(caption: str, headings: list[str], rows: list[list[str]]) -> str:
    """A table of cells that are HTML; the first cell of a row is its name. A wide one is scrolled."""
    left = ' style="text-align: left"'
    head = "".join(f"<th{left}>{escaped(heading)}</th>" for heading in headings)
    body = "".join(f"<tr><th{left}>{row[0]}</th>{''.join(f'<td{left}>{cell}</td>' for cell in row[1:])}</tr>" for row in rows if row)
    return f'<div style="overflow-x: auto"><table><caption{left}>{escaped(caption)}</caption><tr>{head}</tr>{body}</table></div>'


def shown(value: Any, inside: bool = False) -> str:
    """A value for people; of objects in objects only that they are there.

    >>> [shown(value) for value in (12345, 0.123456, True, None, ["a", "b"], {"max": 0.5, "avg": {"a": 1}})]
    ['12,345', '0.1235', 'yes', '–', 'a, b', 'max 0.5, avg …']
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
        return "…" if inside else listed([f"{key} {shown(one, inside=True)}" for key, one in value.items()])
    if isinstance(value, list):
        return listed([f"({shown(one, inside)})" if isinstance(one, (list, dict)) else shown(one) for one in value])
    text = str(value)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def listed(items: list[str]) -> str:
    """The first of some items, and how many there are."""
    text = ", ".join(items[:MOST_ITEMS])
    return text if len(items) <= MOST_ITEMS else f"{text}, … ({len(items):,} in all)"


def escaped(text: str) -> str:
    """A text that is no markup."""
    return html.escape(text)
