"""The functions of ``anjana.anonymity``: a pandas DataFrame in, an anonymized one out.

Names and arguments are anjana's; the result is Lethe's: the solution with the least loss that is proven to satisfy the models, not the
first one met. It differs from anjana's in these ways:

- suppressed records are left out, and no column ``index`` with the place that records had is added;
- ``supp_level`` bounds the suppressed records of the whole table, once;
- columns that are neither identifiers, quasi-identifiers nor the sensitive attribute stay as they are, as with anjana;
- the l of ``entropy_l_diversity`` is held against exp(entropy), not against its whole part;
- likeness and closeness are held against the distribution in the whole table, not in what is left of it.

Where no solution exists the result is an empty DataFrame, as with anjana.
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence

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

Hierarchies = Mapping[str, Mapping[int, Any]]


def _anonymized(
    data: pandas.DataFrame,
    ident: Sequence[str],
    quasi_ident: Sequence[str],
    sens_att: str | None,
    supp_level: float,
    hierarchies: Hierarchies,
    models: list[dict[str, Any]],
) -> pandas.DataFrame:
    from lethe import Recipe, anonymize

    if not 0 <= supp_level <= 100:
        raise ValueError(f"Invalid value of for the suppression level {supp_level}")
    quasi = [str(name) for name in quasi_ident]
    recipe = Recipe()
    for model in models:
        recipe.model(**{"name" if key == "model" else key: value for key, value in model.items()})
    recipe.search.update(suppression_limit=_share(supp_level), suppressed="drop")
    named = {*quasi, *map(str, ident), *([sens_att] if sens_att else [])}
    others = [str(name) for name in data.columns if str(name) not in named]
    release = anonymize(
        data,
        recipe=recipe,
        quasi=quasi,
        sensitive=[sens_att] if sens_att else [],
        identifiers=[str(name) for name in ident if str(name) in data.columns],
        insensitive=others,
        hierarchies={name: hierarchies[name] for name in quasi if name in hierarchies},
        progress=False,
    )
    return pandas.DataFrame() if release.data is None else release.data


def _share(percent: float) -> str:
    from decimal import Decimal

    return str(Decimal(str(percent)) / 100)


def _size(k: int) -> list[dict[str, Any]]:
    if k < 1:
        raise ValueError(f"Invalid value of k for k-anonymity k={k}")
    # One record is always in a class of one.
    return [{"model": "k-anonymity", "k": k}] if k > 1 else []


def _diverse(l_div: int, **model: Any) -> list[dict[str, Any]]:
    # Every class has one value.
    return [{"model": "l-diversity", "l": l_div, **model}] if l_div > 1 else []


def k_anonymity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], k: int, supp_level: float,
    hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """Every class has at least k records."""
    return _anonymized(data, ident, quasi_ident, None, supp_level, hierarchies, _size(k))


def alpha_k_anonymity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, alpha: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And no sensitive value has a larger share of a class than alpha."""
    if not 0 <= alpha <= 1:
        raise ValueError(f"Invalid value of alpha for (alpha,k)-anonymity alpha={alpha}")
    models = [{"model": "alpha-k", "column": sens_att, "alpha": str(alpha), "k": max(k, 2)}]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)


def l_diversity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, l_div: int,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And every class has at least l different sensitive values."""
    models = [*_size(k), *_diverse(l_div, column=sens_att, variant="distinct")]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)


def entropy_l_diversity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, l_div: int,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And the entropy of the sensitive values of every class is at least the logarithm of l."""
    models = [*_size(k), *_diverse(l_div, column=sens_att, variant="entropy")]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)


def recursive_c_l_diversity(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, c: int, l_div: int,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And the most frequent sensitive value of a class occurs less than c times as often as the l-th and all rarer ones."""
    models = [*_size(k), *_diverse(l_div, column=sens_att, variant="recursive", c=str(c))]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)


def t_closeness(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, t: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And the distribution in every class is at most t from that in the table: ordered for numbers, equal for texts."""
    if not 0 <= t <= 1:
        raise ValueError(f"Invalid value of t for t-closeness, t={t}")
    numeric = pandas.api.types.is_numeric_dtype(data[sens_att])
    distance = "ordered" if numeric else "equal"
    models = [*_size(k), {"model": "t-closeness", "column": sens_att, "t": str(t), "distance": distance}]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)


def basic_beta_likeness(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, beta: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And no sensitive value is relatively more frequent in a class by more than beta."""
    models = [*_size(k), {"model": "beta-likeness", "column": sens_att, "beta": str(beta)}]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)


def enhanced_beta_likeness(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, beta: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """The same with the bound of Cao and Karras for frequent values."""
    models = [*_size(k), {"model": "beta-likeness", "column": sens_att, "beta": str(beta), "enhanced": True}]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)


def delta_disclosure(
    data: pandas.DataFrame, ident: Sequence[str], quasi_ident: Sequence[str], sens_att: str, k: int, delta: float,
    supp_level: float, hierarchies: Hierarchies,
) -> pandas.DataFrame:
    """And the logarithm of how much likelier a value is in a class stays below delta."""
    models = [*_size(k), {"model": "delta-disclosure", "column": sens_att, "delta": str(delta)}]
    return _anonymized(data, ident, quasi_ident, sens_att, supp_level, hierarchies, models)
