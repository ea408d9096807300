"""The functions of ``anjana.anonymity.utils``: single steps of generalization.

They differ from anjana's in these ways: no argument is changed; an interval contains its lower bound, so that 25 is in ``[25, 30)`` and not in
``[20, 25)``; values outside of all intervals, or missing in a hierarchy, are refused by an error that does not show them.
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy
import pandas

__all__ = [
    "apply_hierarchy",
    "apply_transformation",
    "check_gen_level",
    "generate_intervals",
    "get_transformation",
    "suppress_identifiers",
]

Levels = Mapping[int, Any]


def suppress_identifiers(data: pandas.DataFrame, ident: Sequence[str]) -> pandas.DataFrame:
    """A copy of the table with ``*`` in all cells of some columns.

    >>> suppress_identifiers(pandas.DataFrame({"name": ["Ada", "Bob"], "age": [30, 40]}), ["name"])["name"].tolist()
    ['*', '*']
    """
    for name in ident:
        if name not in data.columns:
            raise ValueError(f"Identifier {name} is not a column in the given dataset")
    return data.assign(**{str(name): "*" for name in ident})


def apply_hierarchy(data: Sequence[Any], hierarchies: Levels, level: int) -> numpy.ndarray:
    """The labels of a level for those of the level below.

    >>> apply_hierarchy(["f", "m"], {0: ["f", "m"], 1: ["*", "*"]}, 1).tolist()
    ['*', '*']
    """
    return _between(data, hierarchies, level - 1, level)


def check_gen_level(data: pandas.DataFrame, quasi_ident: Sequence[str], hierarchies: Mapping[str, Levels]) -> dict[str, int]:
    """The lowest level that has all values of a column, of each column that has a hierarchy with such a level.

    >>> check_gen_level(pandas.DataFrame({"sex": ["*", "*"]}), ["sex"], {"sex": {0: ["f", "m"], 1: ["*", "*"]}})
    {'sex': 1}
    """
    found = {}
    for name in quasi_ident:
        present = set(data[name])
        for level in hierarchies.get(name, {}):
            if present <= set(hierarchies[name][level]):
                found[name] = level
                break
    return found


def get_transformation(
    data_anon: pandas.DataFrame, quasi_ident: Sequence[str], hierarchies: Mapping[str, Levels]
) -> list[int]:
    """The level of each quasi-identifier; 0 where there is no hierarchy.

    >>> get_transformation(pandas.DataFrame({"sex": ["f"], "age": [30]}), ["sex", "age"], {"sex": {0: ["f", "m"], 1: ["*", "*"]}})
    [0, 0]
    """
    found = check_gen_level(data_anon, quasi_ident, hierarchies)
    return [found.get(name, 0) for name in quasi_ident]


def apply_transformation(
    data: pandas.DataFrame, quasi_ident: Sequence[str], hierarchies: Mapping[str, Levels], transformation: Sequence[int]
) -> pandas.DataFrame:
    """A copy of the table with each quasi-identifier at the level that ``transformation`` has for it.

    >>> levels = {"sex": {0: ["f", "m"], 1: ["*", "*"]}}
    >>> apply_transformation(pandas.DataFrame({"sex": ["f", "m"]}), ["sex"], levels, [1])["sex"].tolist()
    ['*', '*']
    """
    present = check_gen_level(data, quasi_ident, hierarchies)
    changed = data.copy()
    for name, level in zip(quasi_ident, transformation):
        if not 0 <= level <= max(hierarchies[name]):
            raise ValueError("Error, invalid hierarchy level")
        if name not in present:
            raise ValueError(f"the hierarchy of column {name} lacks values of the table")
        if level != present[name]:
            changed[name] = _between(data[name], hierarchies[name], present[name], level)
    return changed


def generate_intervals(quasi_ident: Sequence[float], inf: float, sup: float, step: int) -> list[str]:
    """The interval of each value, of the length ``step`` from ``inf``.

    >>> generate_intervals([24, 25, 29], 0, 100, 5)
    ['[20, 25)', '[25, 30)', '[25, 30)']
    """
    bounds = numpy.arange(inf, sup + 1, step)
    places = numpy.searchsorted(bounds, numpy.asarray(quasi_ident), side="right")
    if len(places) and (places.min() < 1 or places.max() >= len(bounds)):
        raise ValueError("a value is outside of all intervals; choose a lower inf or a higher sup")
    return [f"[{bounds[place - 1]}, {bounds[place]})" for place in places]


def _between(data: Sequence[Any], hierarchy: Levels, actual: int, level: int) -> numpy.ndarray:
    """Labels of one level for those of another."""
    if actual not in hierarchy or level not in hierarchy:
        raise ValueError("Error, invalid hierarchy level")
    # As anjana reads them: the first row with a label is the one that counts.
    labels = dict(zip(reversed(list(hierarchy[actual])), reversed(list(hierarchy[level]))))
    try:
        return numpy.array([labels[value] for value in data], dtype=object)
    except KeyError:
        raise ValueError("a value is missing in the hierarchy") from None
