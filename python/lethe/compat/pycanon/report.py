"""``pycanon.report``: all measures of a table at once."""

from __future__ import annotations

import json
from typing import Any, Sequence

import pandas

from . import anonymity


def get_report_values(
    data: pandas.DataFrame, quasi_ident: Sequence[str], sens_att: Sequence[str], gen: bool = True
) -> tuple[Any, ...]:
    """Every measure, in pycanon's order."""
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
    """Prints every measure."""
    for name, value in get_json_report(data, quasi_ident, sens_att, gen).items():
        print(f"{name}: {value}")


def get_json_report(
    data: pandas.DataFrame, quasi_ident: Sequence[str], sens_att: Sequence[str], gen: bool = True
) -> dict[str, Any]:
    """Every measure by its name."""
    names = (
        "k_anonymity", "alpha_k_anonymity", "l_diversity", "entropy_l_diversity", "recursive_c_l_diversity",
        "basic_beta_likeness", "enhanced_beta_likeness", "delta_disclosure", "t_closeness",
    )
    return json.loads(json.dumps(dict(zip(names, get_report_values(data, quasi_ident, sens_att, gen)))))
