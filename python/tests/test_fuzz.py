"""Frames of all types: an answer, or an error of ours."""

from __future__ import annotations

import datetime
import decimal
import warnings

import pandas
import polars
import pyarrow
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lethe

VALUES = [
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.booleans(),
    st.text(max_size=5),
    st.binary(max_size=5),
    st.dates(datetime.date(1, 1, 1), datetime.date(9999, 12, 31)),
    st.datetimes(),
    st.times(),
    st.timedeltas(datetime.timedelta(days=-999), datetime.timedelta(days=999)),
    st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**6), max_value=10**6),
    st.lists(st.integers(0, 3), max_size=2),
]


@st.composite
def frames(draw: st.DrawFn) -> dict:
    rows = draw(st.integers(0, 8))
    names = draw(st.lists(st.text(min_size=1, max_size=3), min_size=1, max_size=4, unique=True))
    column = lambda: draw(st.sampled_from(VALUES).flatmap(lambda kind: st.lists(st.none() | kind, min_size=rows, max_size=rows)))
    return {name: column() for name in names}


def answered(call) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call()
        except lethe.Error:
            pass


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(frames())
def test_no_frame_brings_the_interpreter_down(columns):
    made = []
    for make in (pandas.DataFrame, pyarrow.table, lambda columns: polars.DataFrame(columns, strict=False)):
        try:
            made.append(make(columns))
        except Exception:  # noqa: BLE001
            # The library itself cannot make such a frame.
            continue
    names = list(columns)
    for frame in made:
        answered(lambda: lethe.inspect(frame, threads=1))
        answered(lambda: lethe.discover(frame, threads=1))
        answered(lambda: lethe.anonymize(frame, quasi=names[:2], others="drop", k=2, suppression_limit=1, threads=1))
