"""pycanon's measures and anjana's functions."""

from __future__ import annotations

import math
import random

import numpy
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lethe
from lethe.compat import anjana, pycanon

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
    with pytest.raises(ValueError, match="No attributes"):
        measures.k_anonymity(table([(0, 0, 0, 0)]), ["z"])


def test_a_report_has_all_measures():
    frame = table([(0, 0, n % 3, n % 5) for n in range(30)])
    found = pycanon.report.get_json_report(frame, ["a", "b"], ["s"])
    assert found["k_anonymity"] == 30 and found["l_diversity"] == 3 and found["t_closeness"] == 0


HIERARCHIES = {
    "age": {0: list(range(20, 60)), 1: [f"{age // 10 * 10}s" for age in range(20, 60)], 2: ["*"] * 40},
    "sex": {0: ["f", "m"], 1: ["*", "*"]},
}


@pytest.fixture(scope="module")
def people() -> pandas.DataFrame:
    draw = random.Random(5)
    return pandas.DataFrame(
        {
            "name": [f"n{number}" for number in range(200)],
            "age": [draw.randint(20, 59) for _ in range(200)],
            "sex": [draw.choice("fm") for _ in range(200)],
            "ill": [draw.choice(["flu", "cold", "gout"]) for _ in range(200)],
            "note": ["x"] * 200,
        }
    )


CALLS = [
    ("k_anonymity", {"k": 5}, lambda f: measures.k_anonymity(f, QUASI) >= 5),
    ("alpha_k_anonymity", {"k": 5, "alpha": 0.7}, lambda f: measures.alpha_k_anonymity(f, QUASI, ["ill"])[0] <= 0.7),
    ("l_diversity", {"k": 5, "l_div": 3}, lambda f: measures.l_diversity(f, QUASI, ["ill"]) >= 3),
    ("entropy_l_diversity", {"k": 5, "l_div": 2}, lambda f: measures.entropy_l_diversity(f, QUASI, ["ill"]) >= 2),
    ("recursive_c_l_diversity", {"k": 5, "c": 3, "l_div": 2}, lambda f: measures.l_diversity(f, QUASI, ["ill"]) >= 2),
    ("t_closeness", {"k": 5, "t": 0.4}, lambda f: measures.t_closeness(f, QUASI, ["ill"]) <= 0.4 + 1e-9),
    ("basic_beta_likeness", {"k": 5, "beta": 1}, lambda f: measures.basic_beta_likeness(f, QUASI, ["ill"]) <= 1 + 1e-9),
    ("enhanced_beta_likeness", {"k": 5, "beta": 1}, lambda f: measures.k_anonymity(f, QUASI) >= 5),
    ("delta_disclosure", {"k": 5, "delta": 1}, lambda f: measures.delta_disclosure(f, QUASI, ["ill"]) <= 1),
]
QUASI = ["age", "sex"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "settings", "holds"), CALLS, ids=[call[0] for call in CALLS])
def test_functions_of_anjana_give_what_they_promise(people, name, settings, holds):
    sensitive = {} if name == "k_anonymity" else {"sens_att": "ill"}
    found = getattr(anjana.anonymity, name)(
        people, ident=["name"], quasi_ident=QUASI, supp_level=10, hierarchies=HIERARCHIES, **sensitive, **settings
    )
    assert list(found.columns) == ["age", "sex", "ill", "note"]
    assert len(found) >= 180 and holds(found)
    assert list(found.index) == list(range(len(found)))


@pytest.mark.filterwarnings("ignore")
def test_hierarchies_may_have_a_row_for_every_record_and_models_that_ask_nothing_are_left_out(people):
    ages = {0: people.age.tolist(), 1: [f"{age // 10 * 10}s" for age in people.age], 2: ["*"] * len(people)}
    found = anjana.anonymity.l_diversity(people, ["name"], QUASI, "ill", 5, 1, 0, {**HIERARCHIES, "age": ages})
    assert measures.k_anonymity(found, QUASI) >= 5 and len(found) == len(people)


@pytest.mark.filterwarnings("ignore")
def test_what_makes_no_sense_is_refused_and_without_a_solution_the_frame_is_empty(people):
    with pytest.raises(ValueError, match="suppression"):
        anjana.anonymity.k_anonymity(people, ["name"], QUASI, 5, 101, HIERARCHIES)
    with pytest.raises(ValueError, match="k-anonymity"):
        anjana.anonymity.k_anonymity(people, ["name"], QUASI, 0, 0, HIERARCHIES)
    assert anjana.anonymity.k_anonymity(people, ["name"], QUASI, 500, 0, HIERARCHIES).empty
