"""Progress bars, with tqdm where it is installed."""

from __future__ import annotations

import sys
from typing import Any, Callable

Task = tuple[int, str, "int | None", int, str]


def callback(progress: bool | None) -> "Bars | None":
    """What shows progress: nothing where it is not wanted, or where tqdm is not installed."""
    if progress is False or (progress is None and not _is_watched()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return Bars(tqdm)


def _is_watched() -> bool:
    # Of a notebook's process: other processes may have loaded IPython as well.
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return sys.stderr.isatty() or hasattr(shell, "kernel")


class Bars:
    """A bar for every task that is under way."""

    def __init__(self, tqdm: Callable[..., Any]) -> None:
        self._tqdm = tqdm
        self._bars: dict[int, Any] = {}

    def __call__(self, tasks: list[Task]) -> None:
        for number in set(self._bars) - {task[0] for task in tasks}:
            self._bars.pop(number).close()
        for number, label, total, done, note in tasks:
            bar = self._bars.get(number)
            if bar is None:
                bar = self._bars[number] = self._tqdm(desc=label, total=total, leave=False)
            bar.update(done - bar.n)
            if note:
                bar.set_postfix_str(note, refresh=False)

    def close(self) -> None:
        self([])
