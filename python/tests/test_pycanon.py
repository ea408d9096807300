"""pycanon's measures."""

from __future__ import annotations

import json
import math

import numpy
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lethe
from lethe.compat import pycanon

measures = pycanon.anonymity

rows = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 3), st.integers(0, 4)), min_size=2, max_size=40
)


def table(drawn: list) -> pandas.DataFrame:
    frame = pandas.DataFrame(drawn, columns=["a", "b", "s", "n"])
    return frame.assign(a=frame.a.map("a{}".format), b=frame.b.map("b{}".format), s=frame.s.map("s{}".format))


def classes(frame: pandas.DataFrame, quasi: list[str]) -> list[pandas.DataFrame]:
    return [part for _, part in frame.groupby(quasi)]


@settings(max_examples=60, deadline=None)
@given(rows)
def test_measures_are_those_of_the_definitions(drawn):
    frame = table(drawn)
    quasi, parts = ["a", "b"], classes(table(drawn), ["a", "b"])
    assert measures.k_anonymity(frame, quasi) == min(map(len, parts))
    shares = [part.s.value_counts(normalize=True) for part in parts]
    alpha, k = measures.alpha_k_anonymity(frame, quasi, ["s"])
    assert (pytest.approx(alpha), k) == (max(share.max() for share in shares), min(map(len, parts)))
    assert measures.l_diversity(frame, quasi, ["s"]) == min(map(len, shares))
    entropy = min(-(share * numpy.log(share)).sum() for share in shares)
    assert measures.entropy_l_diversity(frame, quasi, ["s"]) == int(math.exp(entropy) + 1e-9)
    whole = frame.s.value_counts(normalize=True)
    gains = [((share - whole.reindex(share.index)) / whole.reindex(share.index)).max() for share in shares]
    assert measures.basic_beta_likeness(frame, quasi, ["s"]) == pytest.approx(max(gains))
    logs = [numpy.log(share / whole.reindex(share.index)).abs().max() for share in shares]
    assert measures.delta_disclosure(frame, quasi, ["s"]) == pytest.approx(max(logs))
    equal = max((share.reindex(whole.index).fillna(0) - whole).abs().sum() / 2 for share in shares)
    assert measures.t_closeness(frame, quasi, ["s"]) == pytest.approx(equal)
    numbers = sorted(frame.n.unique())
    if len(numbers) > 1:
        total = frame.n.value_counts(normalize=True).reindex(numbers)
        ordered = max(
            (part.n.value_counts(normalize=True).reindex(numbers).fillna(0) - total).cumsum().abs().sum() / (len(numbers) - 1)
            for part in parts
        )
        assert measures.t_closeness(frame, quasi, ["n"]) == pytest.approx(ordered)


@settings(max_examples=60, deadline=None)
@given(rows)
def test_recursive_diversity_holds_with_c_and_not_with_less(drawn):
    frame = table(drawn)
    c, l = measures.recursive_c_l_diversity(frame, ["a", "b"], ["s"])
    if l < 2:
        assert math.isnan(c)
        return

    def holds(c: int) -> bool:
        try:
            return lethe.verify(frame, quasi=["a", "b"], l=f"recursive:{c},{l}@s").holds
        except lethe.RequestError:
            # No table with so few values can satisfy it.
            return False

    assert holds(c) and (c == 1 or not holds(c - 1))


@settings(max_examples=30, deadline=None)
@given(rows)
def test_several_sensitive_columns_take_turns_as_quasi_identifiers(drawn):
    frame = table(drawn)
    alone = min(part.s.nunique() for part in classes(frame, ["a", "n"]))
    other = min(part.n.nunique() for part in classes(frame, ["a", "s"]))
    assert measures.l_diversity(frame, ["a"], ["s", "n"], gen=False) == min(alone, other)


def test_unknown_columns_are_refused():
    with pytest.raises(ValueError, match="Cannot be quasi-identifiers"):
        measures.k_anonymity(table([(0, 0, 0, 0)]), ["z"])
    with pytest.raises(ValueError, match="Cannot be sensitive attributes"):
        measures.t_closeness(table([(0, 0, 0, 0)]), ["a"], ["z"])


def test_columns_may_have_any_name():
    frame = table([(n % 2, n % 3, n % 3, n) for n in range(30)])
    wanted = pycanon.report.get_report_values(frame, ["a", "b"], ["s"])
    for names in (["count", "b", "s", "n"], ["a", "b", "count", "n"], ["a", "count", "row", "n"], [0, 1, 2, 3]):
        renamed = frame.set_axis(names, axis="columns")
        assert pycanon.report.get_report_values(renamed, names[:2], names[2:3]) == wanted


def test_missing_values_are_values_of_their_own():
    frame = pandas.DataFrame({"a": ["x", "x", None, "y", "y"], "s": ["1", "2", "1", None, None]})
    assert measures.k_anonymity(frame, ["a"]) == 1
    assert measures.l_diversity(frame, ["a"], ["s"]) == 1


def test_a_report_has_all_measures():
    frame = table([(0, 0, n % 3, n % 5) for n in range(30)])
    found = json.loads(pycanon.report.get_json_report(frame, ["a", "b"], ["s"]))
    assert found["data"] == {"quasi-identifiers": ["a", "b"], "sensitive attributes": ["s"]}
    assert found["k_anonymity"] == {"k": 30} and found["l_diversity"] == {"l": 3} and found["t_closeness"] == {"t": 0}
    assert found["alpha_k_anonymity"] == {"alpha": pytest.approx(1 / 3), "k": 30}
    assert set(found) - {"data"} == set(measures.__all__)


def test_the_printed_report_has_a_line_for_every_measure(capsys):
    pycanon.report.print_report(table([(0, 0, n % 3, n % 5) for n in range(30)]), ["a", "b"], ["s"])
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(measures.__all__)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.none() | st.integers(-5, 30)), min_size=1, max_size=60))
def test_ordered_closeness_of_many_values_is_that_of_the_definition(drawn):
    frame = pandas.DataFrame(drawn, columns=["a", "n"]).dropna()
    if frame.empty:
        return
    numbers = sorted(frame.n.unique())
    total = frame.n.value_counts(normalize=True).reindex(numbers)
    wanted = max(
        (part.n.value_counts(normalize=True).reindex(numbers).fillna(0) - total).cumsum().abs().sum() / max(len(numbers) - 1, 1)
        for part in classes(frame, ["a"])
    )
    assert measures.t_closeness(frame, ["a"], ["n"]) == pytest.approx(wanted, abs=1e-9)


def test_objects_that_are_equal_and_not_the_same_are_one_value():
    frame = pandas.DataFrame({"a": pandas.Series(["".join(["x", "y"]) for _ in range(6)] + [None, float("nan")], dtype=object)})
    assert measures.k_anonymity(frame, ["a"]) == 2


def test_products_of_many_values_do_not_overflow():
    frame = pandas.DataFrame({f"c{place}": range(1000) for place in range(9)})
    assert measures.k_anonymity(pandas.concat([frame] * 3), list(frame.columns)) == 3
