"""The functions of ``anjana.anonymity``: a pandas DataFrame in, an anonymized one out.

Names and arguments are anjana's; the result is Lethe's: the solution with the least loss that is proven to satisfy the models, not the
first one met. It differs from anjana's in these ways:

- suppressed records are left out, and no column ``index`` with the place that records had is added;
- ``supp_level`` bounds the suppressed records of the whole table, once;
- neither the table nor the hierarchies that are given are changed, and nothing is printed;
- the l of ``entropy_l_diversity`` is held against exp(entropy), not against its whole part;
- recursive (c, l)-diversity is that of its authors (see :mod:`lethe.compat.pycanon.anonymity`);
- likeness and closeness are held against the distribution in the whole table, not in what is left of it.

As with anjana, identifiers stay as columns of ``*``, columns without a role stay as they are, a quasi-identifier without a hierarchy is not
generalized, and where no solution exists the result is an empty DataFrame. An argument of a wrong type is a ``TypeError``.
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import pandas

from . import utils
from ._arguments import check_number, check_table, check_whole

__all__ = [
    "alpha_k_anonymity",
    "basic_beta_likeness",
    "delta_disclosure",
    "enhanced_beta_likeness",
    "entropy_l_diversity",
    "k_anonymity",
    "k_anonymity_inner",
    "l_diversity",
    "recursive_c_l_diversity",
    "t_closeness",
    "utils",
]

Hierarchies = Mapping[str, Mapping[int, Any]]
Model = dict[str, Any]


def _anonymized(
    data: pandas.DataFrame,
    ident: Sequence[str],
    quasi_ident: Sequence[str],
    sens_att: str | None,
    supp_level: float,
    hierarchies: Hierarchies,
    models: Sequence[Model],
    values: int = 1,
) -> tuple[pandas.DataFrame, int, dict[str, int]]:
    """The table, how many records are suppressed, and the levels of columns; nothing where the sensitive column has fewer different values than
    every class needs."""
    from lethe import Recipe, anonymize

    check_table(data, ident, quasi_ident, supp_level, hierarchies)
    if sens_att is not None and data[sens_att].nunique(dropna=False) < values:
        return pandas.DataFrame(), 0, {}
    quasi, identifiers = [str(name) for name in quasi_ident], [str(name) for name in ident]
    recipe = Recipe()
    for model in models:
        recipe.model(**{"name" if key == "model" else key: value for key, value in model.items()})
    recipe.search.update(suppression_limit=_share(supp_level), suppressed="drop")
    named = {*quasi, *identifiers, *([sens_att] if sens_att else [])}
    release = anonymize(
        data,
        recipe=recipe,
        quasi=quasi,
        sensitive=[sens_att] if sens_att else [],
        identifiers=identifiers,
        insensitive=[str(name) for name in data.columns if str(name) not in named],
        hierarchies={name: _rooted(hierarchies[name]) for name in quasi if name in hierarchies},
        max_level={name: max(hierarchies.get(name, {}), default=0) for name in quasi},
        progress=False,
    )
    if release.data is None:
        return pandas.DataFrame(), 0, {}
    complete = release.data.assign(**{name: "*" for name in identifiers})
    levels = (release.report.get("solution") or {}).get("levels") or {}
    return complete[[str(name) for name in data.columns]], len(data) - len(complete), levels


def _rooted(levels: Mapping[int, Any]) -> dict[int, list[str]]:
    """A hierarchy that ends in ``*``: where it does not, a level is added, which ``max_level`` does not allow."""
    rooted = {level: [str(label) for label in levels[level]] for level in sorted(levels)}
    highest = rooted[max(rooted)]
    return rooted if set(highest) == {"*"} else {**rooted, max(rooted) + 1: ["*"] * len(highest)}


def _share(percent: float) -> str:
    from decimal import Decimal

    return str(Decimal(str(percent)) / 100)


def _size(k: int) -> list[Model]:
    check_whole("k", k)
    # One record is always in a class of one.
    return [{"model": "k-anonymity", "k": int(k)}] if k > 1 else []


def _diverse(l_div: int, **model: Any) -> list[Model]:
    check_whole("l_div", l_div)
    # Every class has one value.
    return [{"model": "l-diversity", "l": int(l_div), **model}] if l_div > 1 else []


def _like(name: str, bound: float, sens_att: str, **model: Any) -> list[Model]:
    """A model that bounds the change of shares of values; a bound of 0 asks for equal distributions."""
    check_number(name, bound, 0)
    if bound == 0:
        return [{"model": "t-closeness", "column": sens_att, "t": "0", "distance": "equal"}]
    return [{"column": sens_att, name: str(bound), **model}]


def k_anonymity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], k: int, supp_level: float,
    hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """Every class has at least k records.

    >>> people = pandas.DataFrame({"name": ["Ada", "Bob", "Cyd", "Dan"], "age": [31, 34, 42, 47]})
    >>> levels = {"age": {0: [31, 34, 42, 47], 1: ["30s", "30s", "40s", "40s"], 2: ["*"] * 4}}
    >>> k_anonymity(people, ["name"], ["age"], 2, 0, levels).values.tolist()
    [['*', '30s'], ['*', '30s'], ['*', '40s'], ['*', '40s']]
    """
    return k_anonymity_inner(data, ident, quasi_ident, k, supp_level, hierarchies)[0]


def k_anonymity_inner(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], k: int, supp_level: float,
    hierarchies: Hierarchies,
) -> tuple[pandas.DataFrame, int, dict[str, int]]:
    """The same with the number of suppressed records and the level of each quasi-identifier."""
    return _anonymized(data, ident, quasi_ident, None, supp_level, hierarchies, _size(k))


def alpha_k_anonymity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, alpha: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And no sensitive value has a larger share of a class than alpha."""
    check_whole("k", k)
    check_number("alpha", alpha, 0, 1)
    models = [{"model": "alpha-k", "column": sens_att, "alpha": str(alpha), "k": max(int(k), 2)}]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)[0]


def l_diversity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, l_div: int,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And every class has at least l different sensitive values."""
    models = [*_size(k), *_diverse(l_div, column=sens_att, variant="distinct")]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models, l_div)[0]


def entropy_l_diversity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, l_div: int,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And the entropy of the sensitive values of every class is at least the logarithm of l."""
    models = [*_size(k), *_diverse(l_div, column=sens_att, variant="entropy")]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models, l_div)[0]


def recursive_c_l_diversity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, c: int, l_div: int,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And the most frequent sensitive value of a class occurs less than c times as often as the l-th and all rarer ones."""
    check_whole("c", c)
    models = [*_size(k), *_diverse(l_div, column=sens_att, variant="recursive", c=str(c))]
    # Below l values, or with c = 1 below l + 1, the most frequent one is at least as frequent as the others that count.
    values = l_div if c > 1 or l_div == 1 else l_div + 1
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models, values)[0]


def t_closeness(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, t: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And the distribution in every class is at most t from that in the table: ordered for numbers, equal for texts."""
    check_number("t", t, 0, 1)
    numeric = pandas.api.types.is_numeric_dtype(data[sens_att])
    distance = "ordered" if numeric else "equal"
    models = [*_size(k), {"model": "t-closeness", "column": sens_att, "t": str(t), "distance": distance}]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)[0]


def basic_beta_likeness(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, beta: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And no sensitive value is relatively more frequent in a class by more than beta."""
    models = [*_size(k), *_like("beta", beta, sens_att, model="beta-likeness")]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)[0]


def enhanced_beta_likeness(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, beta: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """The same with the bound of Cao and Karras for frequent values."""
    models = [*_size(k), *_like("beta", beta, sens_att, model="beta-likeness", enhanced=True)]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)[0]


def delta_disclosure(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, delta: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And the logarithm of how much likelier a value is in a class stays below delta."""
    models = [*_size(k), *_like("delta", delta, sens_att, model="delta-disclosure")]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)[0]
