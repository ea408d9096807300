"""A transformer for scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy
import pandas
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from .recipe import Recipe
from .release import anonymize


class Anonymizer(TransformerMixin, BaseEstimator):
    """Finds levels of generalization for the columns of ``X``, and generalizes by them.

    ``fit`` anonymizes the table with the recipe and keeps the solution; ``transform`` applies it: records whose values were not
    published when it was found are suppressed (``*`` in every column). The columns are texts then.

    :param recipe: A recipe, its file, or a dict. Without one, all columns are quasi-identifiers, with hierarchies by their types.
    :param k: The k of k-anonymity; it replaces the recipe's.
    :param suppression_limit: The share of records that may be suppressed.
    """

    def __init__(self, recipe: Any = None, *, k: int | None = None, suppression_limit: float | None = None) -> None:
        self.recipe = recipe
        self.k = k
        self.suppression_limit = suppression_limit

    def fit(self, X: Any, y: Any = None) -> "Anonymizer":
        """Finds the solution; ``y`` is not looked at."""
        frame = self._frame(X, reset=True)
        recipe = Recipe() if self.recipe is None else Recipe.of(self.recipe).copy()
        if self.recipe is None:
            for name in frame.columns:
                recipe.role(name, "quasi")
        k = 2 if self.k is None and not recipe.privacy else self.k
        release = anonymize(frame, recipe=recipe, k=k, suppression_limit=self.suppression_limit, progress=False)
        if release.solution is None:
            raise ValueError("no solution satisfies the models")
        self.solution_ = release.solution
        self.report_ = release.report
        return self

    def transform(self, X: Any) -> Any:
        """The table as the solution publishes it."""
        check_is_fitted(self, "solution_")
        frame = self._frame(X, reset=False)
        shown = self.solution_.apply(frame)
        return shown if isinstance(X, pandas.DataFrame) else shown.to_numpy(dtype=object)

    def _frame(self, X: Any, reset: bool) -> pandas.DataFrame:
        if isinstance(X, pandas.DataFrame):
            validate_data(self, X, reset=reset, skip_check_array=True)
            return X.reset_index(drop=True)
        values = validate_data(self, X, reset=reset, dtype=None, ensure_min_samples=2 if reset else 1)
        return pandas.DataFrame(numpy.asarray(values), columns=[f"x{at}" for at in range(values.shape[1])])

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The names of the columns, which stay as they are."""
        check_is_fitted(self, "solution_")
        names = getattr(self, "feature_names_in_", None)
        return names if names is not None else numpy.array([f"x{at}" for at in range(self.n_features_in_)], dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.input_tags.allow_nan = False
        return tags
