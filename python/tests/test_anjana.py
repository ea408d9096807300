"""anjana's functions."""

from __future__ import annotations

import copy
import random

import numpy
import pandas
import pytest

from lethe.compat import anjana, pycanon
from lethe.compat.anjana.anonymity import utils

measures = pycanon.anonymity
functions = anjana.anonymity
pytestmark = pytest.mark.filterwarnings("ignore")

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


@pytest.mark.parametrize(("name", "settings", "holds"), CALLS, ids=[call[0] for call in CALLS])
def test_functions_of_anjana_give_what_they_promise(people, name, settings, holds):
    sensitive = {} if name == "k_anonymity" else {"sens_att": "ill"}
    found = getattr(functions, name)(
        people, ident=["name"], quasi_ident=QUASI, supp_level=10, hierarchies=HIERARCHIES, **sensitive, **settings
    )
    assert list(found.columns) == list(people.columns) and set(found["name"]) == {"*"}
    assert len(found) >= 180 and holds(found)
    assert list(found.index) == list(range(len(found)))


def test_hierarchies_may_have_a_row_for_every_record_and_models_that_ask_nothing_are_left_out(people):
    ages = {0: people.age.tolist(), 1: [f"{age // 10 * 10}s" for age in people.age], 2: ["*"] * len(people)}
    found = functions.l_diversity(people, ["name"], QUASI, "ill", 5, 1, 0, {**HIERARCHIES, "age": ages})
    assert measures.k_anonymity(found, QUASI) >= 5 and len(found) == len(people)


def test_what_makes_no_sense_is_refused_and_without_a_solution_the_frame_is_empty(people):
    with pytest.raises(ValueError, match="supp_level"):
        functions.k_anonymity(people, ["name"], QUASI, 5, 101, HIERARCHIES)
    with pytest.raises(ValueError, match="of k"):
        functions.k_anonymity(people, ["name"], QUASI, 0, 0, HIERARCHIES)
    assert functions.k_anonymity(people, ["name"], QUASI, 500, 0, HIERARCHIES).empty


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("l_diversity", {"l_div": 0}),
        ("entropy_l_diversity", {"l_div": -1}),
        ("recursive_c_l_diversity", {"l_div": 2, "c": 0}),
        ("recursive_c_l_diversity", {"l_div": 1, "c": -1}),
        ("alpha_k_anonymity", {"alpha": 1.5}),
        ("alpha_k_anonymity", {"alpha": -1}),
        ("t_closeness", {"t": 1.5}),
        ("t_closeness", {"t": -0.1}),
        ("basic_beta_likeness", {"beta": -1}),
        ("enhanced_beta_likeness", {"beta": -1}),
        ("delta_disclosure", {"delta": -1}),
    ],
)
def test_parameters_out_of_their_range_are_refused(people, name, settings):
    with pytest.raises(ValueError, match=list(settings)[-1] if name != "entropy_l_diversity" else "l_div"):
        getattr(functions, name)(people, ["name"], QUASI, "ill", 2, supp_level=50, hierarchies=HIERARCHIES, **settings)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("k_anonymity", {"k": 1.5}),
        ("l_diversity", {"k": 2, "l_div": 1.5}),
        ("entropy_l_diversity", {"k": 2, "l_div": 1.5}),
        ("recursive_c_l_diversity", {"k": 2, "l_div": 2, "c": 1.5}),
        ("t_closeness", {"k": 2, "t": "0.5"}),
    ],
)
def test_parameters_of_a_wrong_type_are_refused(people, name, settings):
    sensitive = {} if name == "k_anonymity" else {"sens_att": "ill"}
    with pytest.raises(TypeError, match="expected"):
        getattr(functions, name)(
            people, ident=["name"], quasi_ident=QUASI, supp_level=50, hierarchies=HIERARCHIES, **sensitive, **settings
        )
    with pytest.raises(TypeError, match="data"):
        functions.k_anonymity("data.csv", ["name"], QUASI, 2, 50, HIERARCHIES)


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("basic_beta_likeness", measures.basic_beta_likeness),
        ("enhanced_beta_likeness", measures.enhanced_beta_likeness),
        ("delta_disclosure", measures.delta_disclosure),
        ("t_closeness", measures.t_closeness),
    ],
)
def test_a_bound_of_zero_asks_for_the_distribution_of_the_table(people, name, measure):
    found = getattr(functions, name)(people, ["name"], QUASI, "ill", 2, 0, 0, HIERARCHIES)
    assert len(found) == len(people) and measure(found, QUASI, ["ill"]) == 0
    assert len(found.groupby(QUASI)) == 1


def test_a_model_that_no_class_can_satisfy_leaves_an_empty_table(people):
    assert functions.l_diversity(people, ["name"], QUASI, "ill", 2, 4, 0, HIERARCHIES).empty
    assert functions.recursive_c_l_diversity(people, ["name"], QUASI, "ill", 2, 1, 3, 0, HIERARCHIES).empty


def test_columns_without_a_hierarchy_are_not_generalized(people):
    found, suppressed, levels = functions.k_anonymity_inner(
        people, ["name"], QUASI, 5, 0, {"age": HIERARCHIES["age"]}
    )
    assert found["sex"].tolist() == people["sex"].tolist() and suppressed == 0 and levels["sex"] == 0 < levels["age"]
    assert utils.get_transformation(found, QUASI, HIERARCHIES) == [levels["age"], 0]


def test_a_hierarchy_may_end_in_several_labels_which_are_not_generalized_further(people):
    decades = {level: HIERARCHIES["age"][level] for level in (0, 1)}
    found, _, levels = functions.k_anonymity_inner(people, ["name"], QUASI, 15, 0, {**HIERARCHIES, "age": decades})
    assert levels["age"] == 1 and set(found["age"]) <= set(decades[1])
    assert functions.k_anonymity(people, ["name"], QUASI, 100, 0, {"age": decades}).empty


def test_arguments_are_left_as_they_are(people):
    frame, levels = people.copy(), copy.deepcopy(HIERARCHIES)
    levels["age"][0] = numpy.array(levels["age"][0])
    functions.k_anonymity(frame, ["name"], QUASI, 5, 0, levels)
    utils.suppress_identifiers(frame, ["name"])
    utils.apply_transformation(frame, QUASI, levels, [1, 1])
    assert frame.equals(people) and isinstance(levels["age"][0], numpy.ndarray)


def test_identifiers_that_are_no_columns_are_refused(people):
    for work in (
        lambda: utils.suppress_identifiers(people, ["id"]),
        lambda: functions.k_anonymity(people, ["id"], QUASI, 5, 0, HIERARCHIES),
    ):
        with pytest.raises(ValueError, match="id is not a column"):
            work()


def test_transformations_are_applied_and_recognized(people):
    shown = utils.apply_transformation(people, QUASI, HIERARCHIES, [1, 1])
    assert utils.get_transformation(shown, QUASI, HIERARCHIES) == [1, 1]
    assert utils.get_transformation(utils.apply_transformation(shown, QUASI, HIERARCHIES, [2, 1]), QUASI, HIERARCHIES) == [2, 1]
    for levels in ([-1, 0], [0, 9]):
        with pytest.raises(ValueError, match="level"):
            utils.apply_transformation(people, QUASI, HIERARCHIES, levels)


def test_intervals_contain_their_values():
    values = list(range(0, 100))
    for value, label in zip(values, utils.generate_intervals(values, 0, 100, 5)):
        lower, upper = label.strip("[)").split(", ")
        assert int(lower) <= value < int(upper)
    for value in (-1, 100):
        with pytest.raises(ValueError, match="outside") as error:
            utils.generate_intervals([value], 0, 100, 5)
        assert str(value) not in str(error.value)


def test_values_that_a_hierarchy_lacks_are_not_shown():
    frame = pandas.DataFrame({"sex": ["f", "secret"]})
    with pytest.raises(ValueError, match="lacks") as error:
        utils.apply_transformation(frame, ["sex"], HIERARCHIES, [1])
    assert "secret" not in str(error.value)
    with pytest.raises(ValueError, match="missing in the hierarchy") as error:
        utils.apply_hierarchy(["secret"], HIERARCHIES["sex"], 1)
    assert "secret" not in str(error.value)
