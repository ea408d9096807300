"""The measures of ``pycanon.anonymity``: for which parameters does a table satisfy a privacy model?

Results are pycanon's, except where it is wrong:

- ``recursive_c_l_diversity`` sorts counts ascending, so that its c belongs to the rarest value; here c is the smallest whole number for
  which the largest count stays below c times the sum of the l-th largest and all smaller ones (Machanavajjhala et al. 2007). With
  ``gen=False`` its l is that of other classes than its c; here both are of the same.
- Values are compared exactly, missing ones as a value of their own; pycanon leaves records with a missing quasi-identifier out of all
  classes and so may report a larger k than the table has.
"""

from __future__ import annotations

import math
from typing import Any, Sequence

import numpy
import pandas

from ._counts import Counts, classes_of

__all__ = [
    "alpha_k_anonymity",
    "basic_beta_likeness",
    "delta_disclosure",
    "enhanced_beta_likeness",
    "entropy_l_diversity",
    "k_anonymity",
    "l_diversity",
    "recursive_c_l_diversity",
    "t_closeness",
]

Columns = Sequence[str]


def _names(data: pandas.DataFrame, names: Columns, role: str) -> list[Any]:
    missing = [name for name in names if name not in data.columns]
    if missing:
        raise ValueError(f"Values not defined: {missing}. Cannot be {role}")
    return list(names)


def _each(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool) -> list[Counts]:
    quasi, sensitive = _names(data, quasi_ident, "quasi-identifiers"), _names(data, sens_att, "sensitive attributes")
    if gen:
        return [Counts(data, quasi, one) for one in sensitive]
    return [Counts(data, quasi + [other for other in sensitive if other != one], one) for one in sensitive]


def k_anonymity(data: pandas.DataFrame, quasi_ident: Columns) -> int:
    """The size of the smallest class.

    >>> k_anonymity(pandas.DataFrame({"sex": ["f", "f", "m"]}), ["sex"])
    1
    """
    return int(numpy.bincount(classes_of(data, _names(data, quasi_ident, "quasi-identifiers"))).min())


def alpha_k_anonymity(
    data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True
) -> tuple[float, int]:
    """The largest share of a sensitive value in a class, and the size of the smallest class."""
    each = _each(data, quasi_ident, sens_att, gen)
    k = int(each[0].sizes.min()) if gen else k_anonymity(data, quasi_ident)
    return max(float(one.share.max()) for one in each), k


def l_diversity(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> int:
    """The least number of different sensitive values in a class."""
    return min(_least_values(one) for one in _each(data, quasi_ident, sens_att, gen))


def _least_values(counts: Counts) -> int:
    return int(numpy.bincount(counts.classes).min())


def entropy_l_diversity(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> int:
    """The whole part of exp(the least entropy of a sensitive column in a class)."""

    def least(one: Counts) -> float:
        return float(numpy.bincount(one.classes, -one.share * numpy.log(one.share)).min())

    # A class of l equally frequent values has exactly l; rounding must not make it l - 1.
    return int(math.exp(min(least(one) for one in _each(data, quasi_ident, sens_att, gen))) + 1e-9)


def recursive_c_l_diversity(
    data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, imp: bool = False, gen: bool = True
) -> tuple[float, int]:
    """The smallest whole c for which recursive (c, l)-diversity holds, with the l of :func:`l_diversity`; NaN where l is 1."""
    each = _each(data, quasi_ident, sens_att, gen)
    l = min(_least_values(one) for one in each)
    if l < 2:
        if imp:
            print(f"c for (c,l)-diversity cannot be calculated as l={l}")
        return numpy.nan, l
    ratios = [counts[0] / counts[l - 1 :].sum() for one in each for counts in one.per_class()]
    return int(math.floor(max(ratios)) + 1), l


def t_closeness(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> float:
    """The largest distance between the distribution in a class and in the table: ordered for numbers, equal for texts."""
    each = zip(_each(data, quasi_ident, sens_att, gen), sens_att)
    return max(
        one.farthest_ordered() if pandas.api.types.is_numeric_dtype(data[name]) else one.farthest_equal() for one, name in each
    )


def _gain(counts: Counts) -> numpy.ndarray:
    """How much likelier each value is in a class, relative to the table; of values that are."""
    return (counts.share - counts.whole) / counts.whole


def basic_beta_likeness(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> float:
    """The largest relative gain of a sensitive value's share in a class."""
    return max(float(_gain(one).max()) for one in _each(data, quasi_ident, sens_att, gen))


def enhanced_beta_likeness(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> float:
    """The same, where no value counts more than the logarithm of how rare it is."""

    def most(one: Counts) -> float:
        largest = float(_gain(one).max())
        return max(min(largest, -math.log(total / one.rows)) for total in one.totals)

    return max(most(one) for one in _each(data, quasi_ident, sens_att, gen))


def delta_disclosure(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> float:
    """The largest logarithm of how much likelier, or less likely, a value is in a class where it occurs."""
    each = _each(data, quasi_ident, sens_att, gen)
    return max(float(numpy.abs(numpy.log(one.share / one.whole)).max()) for one in each)
