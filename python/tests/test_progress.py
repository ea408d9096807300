"""Progress bars: tqdm where somebody watches, nothing on standard output."""

from __future__ import annotations

import sys
import types

import pytest
import tqdm.auto

import lethe
from lethe import _progress


class Bar:
    """A bar that remembers what it was told."""

    made: list["Bar"] = []

    def __init__(self, **settings: object) -> None:
        self.settings, self.n, self.closed, self.note = settings, 0, False, ""
        Bar.made.append(self)

    def update(self, amount: int) -> None:
        self.n += amount

    def set_postfix_str(self, note: str, refresh: bool) -> None:
        self.note = note

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def bars(monkeypatch):
    Bar.made = []
    monkeypatch.setattr(tqdm.auto, "tqdm", Bar)
    return Bar.made


@pytest.fixture(scope="module")
def long_work(hard):
    """Work that takes longer than a bar waits for."""
    return lambda progress: lethe.discover(hard, time_limit="1s", threads=1, progress=progress)


def test_bars_are_shown_moved_and_closed(bars, long_work, capfd):
    long_work(True)
    assert bars and all(bar.closed for bar in bars) and any(bar.settings["desc"] for bar in bars)
    assert capfd.readouterr().out == ""


def test_without_progress_tqdm_is_not_called_and_nothing_is_printed(bars, long_work, capfd):
    long_work(False)
    assert not bars and capfd.readouterr() == ("", "")


def test_nobody_who_watches_means_no_bars(bars, long_work, capfd):
    # Tests have no terminal.
    long_work(None)
    assert not bars and capfd.readouterr() == ("", "")


def test_notebooks_are_watched(monkeypatch):
    notebook = types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(kernel=object()))
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    assert _progress.callback(None) is not None and _progress.callback(False) is None


def test_tqdm_itself_writes_to_standard_error_only(long_work, capfd):
    long_work(True)
    out, err = capfd.readouterr()
    assert out == "" and err != ""


def test_bars_follow_their_tasks(bars):
    shown = _progress.Bars(Bar)
    shown([(0, "reading", 10, 3, ""), (1, "searching", None, 5, "level 2")])
    shown([(1, "searching", None, 9, "level 3")])
    reading, searching = bars
    assert reading.closed and reading.n == 3 and reading.settings["total"] == 10
    assert not searching.closed and searching.n == 9 and searching.note == "level 3"
    shown.close()
    assert searching.closed


def test_without_tqdm_there_is_no_bar_and_no_error(monkeypatch, patients):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert _progress.callback(True) is None
    assert lethe.risk(patients, ["age"], progress=True).rows == len(patients)
