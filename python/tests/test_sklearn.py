"""The transformer for scikit-learn."""

from __future__ import annotations

import pickle

import numpy
import pandas
import pytest
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils.estimator_checks import parametrize_with_checks

import lethe
from lethe.sklearn import Anonymizer

pytestmark = pytest.mark.filterwarnings("ignore")


def test_what_is_learned_is_applied_to_new_records(patients):
    features = patients[["age", "zip", "sex"]]
    fitted = Anonymizer(k=5, suppression_limit=0.1).fit(features)
    shown = fitted.transform(features)
    assert list(shown.columns) == list(features.columns) == list(fitted.get_feature_names_out())
    published = shown[(shown != "*").any(axis=1)]
    assert published.groupby(list(published.columns)).size().min() >= 5
    stranger = pandas.DataFrame({"age": [5], "zip": ["99999"], "sex": ["x"]})
    assert (fitted.transform(stranger) == "*").all(axis=None)


def test_it_takes_part_in_pipelines(patients):
    model = make_pipeline(
        Anonymizer(k=3, suppression_limit=0.1), OneHotEncoder(handle_unknown="ignore"), RandomForestClassifier(10, random_state=1)
    )
    model.fit(patients[["age", "sex"]], patients["disease"])
    assert model.score(patients[["age", "sex"]], patients["disease"]) > 0.2


def test_settings_are_kept_and_copied(patients):
    recipe = lethe.Recipe().role("age", "quasi", hierarchy={"intervals": [10, 20]}).role("sex", "quasi")
    one = Anonymizer(recipe, k=4)
    assert clone(one).get_params()["k"] == 4
    assert Anonymizer(recipe, k=4).fit(patients[["age", "sex"]]).report_["solution"]


def test_arrays_are_transformed_to_arrays(patients):
    values = patients[["age", "sex"]].to_numpy(dtype=object)
    shown = Anonymizer(k=3, suppression_limit=0.2).fit_transform(values)
    assert shown.shape == values.shape and shown.dtype == object


#: Checks that subtract results from each other, or want the type of numbers that went in: results here are labels, which are texts. What
#: they are about is tested below, by equality.
SUBTRACTS = "subtracts results, which are texts"
NOT_APPLICABLE = {
    "check_estimators_pickle": SUBTRACTS,
    "check_fit_idempotent": SUBTRACTS,
    "check_methods_sample_order_invariance": SUBTRACTS,
    "check_methods_subset_invariance": SUBTRACTS,
    "check_pipeline_consistency": SUBTRACTS,
    "check_transformer_data_not_an_array": SUBTRACTS,
    "check_transformer_general": SUBTRACTS,
    "check_transformer_preserve_dtypes": "numbers become labels of intervals, which are texts",
}


@parametrize_with_checks([Anonymizer(suppression_limit=1)], expected_failed_checks=lambda _: NOT_APPLICABLE)
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def numbers():
    return numpy.random.default_rng(1).integers(0, 30, (60, 2)).astype(float)


def fitted(values) -> Anonymizer:
    return Anonymizer(k=3, suppression_limit=0.5).fit(values)


def test_results_do_not_depend_on_the_order_or_the_company_of_records(numbers):
    one = fitted(numbers)
    whole = one.transform(numbers)
    assert len({*whole[:, 0]}) > 1
    order = numpy.random.default_rng(2).permutation(len(numbers))
    assert (one.transform(numbers[order]) == whole[order]).all()
    assert (numpy.vstack([one.transform(numbers[place : place + 1]) for place in range(60)]) == whole).all()


def test_fitting_again_copying_and_pickling_change_nothing(numbers):
    one = fitted(numbers)
    whole = one.transform(numbers)
    assert (pickle.loads(pickle.dumps(one)).transform(numbers) == whole).all()
    assert (one.fit(numbers).transform(numbers) == whole).all()
    assert (clone(one).fit_transform(numbers) == whole).all()
    assert (make_pipeline(clone(one)).fit_transform(numbers) == whole).all()
    assert (clone(one).fit_transform(numbers.tolist()) == whole).all()
