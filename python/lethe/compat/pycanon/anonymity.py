"""The measures of ``pycanon.anonymity``: for which parameters does a table satisfy a privacy model?

Results are pycanon's, except where it is wrong:

- ``recursive_c_l_diversity`` sorts counts ascending, so that its c belongs to the rarest value; here c is the smallest whole number for
  which the largest count stays below c times the sum of the l-th largest and all smaller ones (Machanavajjhala et al. 2007).
- Values are compared exactly, missing ones as a value of their own; pycanon leaves records with a missing quasi-identifier out of all
  classes and so may report a larger k than the table has.
"""

from __future__ import annotations

import math
from typing import Any, Sequence

import numpy
import pandas

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


class _Counts:
    """The records of each class with each value of a sensitive column."""

    def __init__(self, data: pandas.DataFrame, quasi: list[Any], sensitive: Any) -> None:
        from lethe import collapse

        # By their places: the column of counts has a name, too.
        places = [str(place) for place in range(len(quasi) + 1)]
        found = collapse([data[[*quasi, sensitive]].set_axis(places, axis="columns")]).tables["output"]
        self.weights = weights = found["count"].to_numpy()
        self.classes = found.groupby(places[:-1], dropna=False, sort=False).ngroup().to_numpy()
        self.codes, self.values = pandas.factorize(found[places[-1]], sort=True, use_na_sentinel=False)
        self.sizes = numpy.bincount(self.classes, weights)
        self.totals = numpy.bincount(self.codes, weights)
        self.rows = weights.sum()
        #: Of each class and value that occur together: the share in the class, and that in the table.
        self.share = weights / self.sizes[self.classes]
        self.whole = (self.totals / self.rows)[self.codes]

    def per_class(self) -> list[numpy.ndarray]:
        """The counts of each class, descending."""
        order = numpy.lexsort((-self.weights, self.classes))
        ends = numpy.flatnonzero(numpy.diff(self.classes[order])) + 1
        return numpy.split(self.weights[order], ends)


def _each(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool) -> list[_Counts]:
    quasi, sensitive = _names(data, quasi_ident, "quasi-identifiers"), _names(data, sens_att, "sensitive attributes")
    if gen:
        return [_Counts(data, quasi, one) for one in sensitive]
    return [_Counts(data, quasi + [other for other in sensitive if other != one], one) for one in sensitive]


def k_anonymity(data: pandas.DataFrame, quasi_ident: Columns) -> int:
    """The size of the smallest class."""
    from lethe import risk

    quasi = data[_names(data, quasi_ident, "quasi-identifiers")]
    return int(risk(quasi, [str(name) for name in quasi.columns]).min_class)


def alpha_k_anonymity(
    data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True
) -> tuple[float, int]:
    """The largest share of a sensitive value in a class, and the size of the smallest class."""
    each = _each(data, quasi_ident, sens_att, gen)
    return max(float(one.share.max()) for one in each), k_anonymity(data, quasi_ident)


def l_diversity(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> int:
    """The least number of different sensitive values in a class."""
    return min(int(numpy.bincount(one.classes).min()) for one in _each(data, quasi_ident, sens_att, gen))


def entropy_l_diversity(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> int:
    """The whole part of exp(the least entropy of a sensitive column in a class)."""

    def least(one: _Counts) -> float:
        return float(numpy.bincount(one.classes, -one.share * numpy.log(one.share)).min())

    # A class of l equally frequent values has exactly l; rounding must not make it l - 1.
    return int(math.exp(min(least(one) for one in _each(data, quasi_ident, sens_att, gen))) + 1e-9)


def recursive_c_l_diversity(
    data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, imp: bool = False, gen: bool = True
) -> tuple[float, int]:
    """The smallest whole c for which recursive (c, l)-diversity holds, with the l of :func:`l_diversity`; NaN where l is 1."""
    l = l_diversity(data, quasi_ident, sens_att)
    if l < 2:
        if imp:
            print(f"c for (c,l)-diversity cannot be calculated as l={l}")
        return numpy.nan, l
    each = _each(data, quasi_ident, sens_att, gen)
    ratios = [counts[0] / counts[l - 1 :].sum() for one in each for counts in one.per_class()]
    return int(math.floor(max(ratios)) + 1), l


def t_closeness(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> float:
    """The largest distance between the distribution in a class and in the table: ordered for numbers, equal for texts."""
    return max(_distance(one, pandas.api.types.is_numeric_dtype(data[name])) for one, name in
               zip(_each(data, quasi_ident, sens_att, gen), sens_att))


def _distance(counts: _Counts, ordered: bool) -> float:
    """The earth mover's distance, of the class where it is largest."""
    present = len(counts.values)
    share = numpy.zeros((len(counts.sizes), present))
    share[counts.classes, counts.codes] = counts.share
    difference = share - counts.totals / counts.rows
    if not ordered:
        return float(numpy.abs(difference).sum(axis=1).max() / 2)
    return float(numpy.abs(difference.cumsum(axis=1)).sum(axis=1).max() / max(present - 1, 1))


def _gain(counts: _Counts) -> numpy.ndarray:
    """How much likelier each value is in a class, relative to the table; of values that are."""
    return (counts.share - counts.whole) / counts.whole


def basic_beta_likeness(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> float:
    """The largest relative gain of a sensitive value's share in a class."""
    return max(float(_gain(one).max()) for one in _each(data, quasi_ident, sens_att, gen))


def enhanced_beta_likeness(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> float:
    """The same, where no value counts more than the logarithm of how rare it is."""

    def most(one: _Counts) -> float:
        largest = float(_gain(one).max())
        return max(min(largest, -math.log(total / one.rows)) for total in one.totals)

    return max(most(one) for one in _each(data, quasi_ident, sens_att, gen))


def delta_disclosure(data: pandas.DataFrame, quasi_ident: Columns, sens_att: Columns, gen: bool = True) -> float:
    """The largest logarithm of how much likelier, or less likely, a value is in a class where it occurs."""
    each = _each(data, quasi_ident, sens_att, gen)
    return max(float(numpy.abs(numpy.log(one.share / one.whole)).max()) for one in each)
