"""Streams that are fed with data frames."""

from __future__ import annotations

import polars
import pytest

import lethe


@pytest.mark.filterwarnings("ignore")
def test_records_are_shown_once_and_only_when_they_are_safe(patients, tmp_path):
    frame = patients[["id", "sex", "disease"]]
    shown = []
    with lethe.Stream(tmp_path / "state", columns=["sex", "disease"], k=3, id="id", exclude=["id"]) as stream:
        for start in range(0, 200, 50):
            shown.append(stream.feed(frame.iloc[start : start + 50]))
    assert sum(map(len, shown)) <= 200 and stream.report.total["taken"] == 200


@pytest.mark.filterwarnings("ignore")
def test_what_comes_back_is_of_the_library_that_was_fed(patients, tmp_path):
    with lethe.Stream(tmp_path / "state", columns=["sex"], k=2) as stream:
        assert isinstance(stream.feed(polars.from_pandas(patients[["sex"]])), polars.DataFrame)
