"""The transformer for scikit-learn."""

from __future__ import annotations

import pandas
import pytest
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

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
