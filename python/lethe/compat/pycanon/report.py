"""``pycanon.report``: all measures of a table at once. The reports as PDF are not there; see :func:`lethe.evidence`."""

from __future__ import annotations

import json
from typing import Any, Sequence

import pandas

from . import anonymity

__all__ = ["get_json_report", "get_report_values", "print_report"]


def get_report_values(
    data: pandas.DataFrame, quasi_ident: Sequence[str], sens_att: Sequence[str], gen: bool = True
) -> tuple[Any, ...]:
    """Every measure, in pycanon's order.

    >>> people = pandas.DataFrame({"sex": ["f", "f", "m", "m"], "ill": ["flu", "cold", "flu", "cold"]})
    >>> get_report_values(people, ["sex"], ["ill"])
    (2, (0.5, 2), 2, 2, (2, 2), 0.0, 0.0, 0.0, 0.0)
    """
    return (
        anonymity.k_anonymity(data, quasi_ident),
        anonymity.alpha_k_anonymity(data, quasi_ident, sens_att, gen),
        anonymity.l_diversity(data, quasi_ident, sens_att, gen),
        anonymity.entropy_l_diversity(data, quasi_ident, sens_att, gen),
        anonymity.recursive_c_l_diversity(data, quasi_ident, sens_att, gen=gen),
        anonymity.basic_beta_likeness(data, quasi_ident, sens_att, gen),
        anonymity.enhanced_beta_likeness(data, quasi_ident, sens_att, gen),
        anonymity.delta_disclosure(data, quasi_ident, sens_att, gen),
        anonymity.t_closeness(data, quasi_ident, sens_att, gen),
    )


def print_report(
    data: pandas.DataFrame, quasi_ident: Sequence[str], sens_att: Sequence[str], gen: bool = True
) -> None:
    """Prints every measure; the only function here that prints."""
    k, (alpha, _), l, entropy, (c, _), basic, enhanced, delta, t = get_report_values(data, quasi_ident, sens_att, gen)
    lines = [
        f"k-anonymity with k = {k}",
        f"(alpha,k)-anonymity with alpha = {alpha} and k = {k}",
        f"l-diversity with l = {l}",
        f"entropy l-diversity with l = {entropy}",
        f"(c,l)-diversity with c = {c} and l = {l}",
        f"basic beta-likeness with beta = {basic}",
        f"enhanced beta-likeness with beta = {enhanced}",
        f"t-closeness with t = {t}",
        f"delta-disclosure privacy with delta = {delta}",
    ]
    print("The dataset verifies:", *(f"\t - {line}" for line in lines), sep="\n")


def get_json_report(
    data: pandas.DataFrame, quasi_ident: Sequence[str], sens_att: Sequence[str], gen: bool = True
) -> str:
    """Every measure by its name, and the names of columns, as JSON.

    >>> people = pandas.DataFrame({"sex": ["f", "f", "m", "m"], "ill": ["flu", "cold", "flu", "cold"]})
    >>> json.loads(get_json_report(people, ["sex"], ["ill"]))["alpha_k_anonymity"]
    {'alpha': 0.5, 'k': 2}
    """
    k, (alpha, alpha_k), l, entropy, (c, c_l), basic, enhanced, delta, t = get_report_values(
        data, quasi_ident, sens_att, gen
    )
    return json.dumps(
        {
            "data": {"quasi-identifiers": list(quasi_ident), "sensitive attributes": list(sens_att)},
            "k_anonymity": {"k": k},
            "alpha_k_anonymity": {"alpha": alpha, "k": alpha_k},
            "l_diversity": {"l": l},
            "entropy_l_diversity": {"l": entropy},
            "recursive_c_l_diversity": {"c": c, "l": c_l},
            "basic_beta_likeness": {"beta": basic},
            "enhanced_beta_likeness": {"beta": enhanced},
            "t_closeness": {"t": t},
            "delta_disclosure": {"delta": delta},
        }
    )
