"""Lethe beside anjana and pycanon on Adult, in turns. Prints one JSON value a line; `cargo xtask bench python` runs it.

    python adult.py FOLDER_OF_ADULT [ROUNDS]
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Callable

import anjana.anonymity
import pandas
import pycanon.anonymity

from lethe.compat import anjana as our_anjana
from lethe.compat import pycanon as our_pycanon

QUASI = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]
MEASURES = [
    "k_anonymity", "alpha_k_anonymity", "l_diversity", "entropy_l_diversity", "recursive_c_l_diversity",
    "basic_beta_likeness", "enhanced_beta_likeness", "delta_disclosure", "t_closeness",
]
#: What is measured: a table of few classes, and one of many.
MEASURED = (["sex", "race", "education"], QUASI[:-1])
SENSITIVE = "occupation"


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.perf_counter()
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        answer = work()
    return time.perf_counter() - begin, answer


def compared(what: str, peer: str, theirs: Callable[[], Any], ours: Callable[[], Any], rounds: int) -> dict[str, Any]:
    """Both in turns; the answers of the last round."""
    runs = [(timed(theirs), timed(ours)) for _ in range(rounds)]
    return {
        "what": what,
        "peer": peer,
        "peer_seconds": [their for (their, _), _ in runs],
        "seconds": [our for _, (our, _) in runs],
        "answers": [runs[-1][0][1], runs[-1][1][1]],
    }


def hierarchies(folder: Path) -> dict[str, dict[int, list]]:
    found = {}
    for name in QUASI:
        rows = pandas.read_csv(folder / f"adult_hierarchy_{name}.csv", sep=";", header=None, dtype=str)
        levels = {level: rows[level].tolist() for level in rows.columns}
        if name == "age":
            levels[0] = [int(value) for value in levels[0]]
        found[name] = levels
    return found


def anonymized(adult: pandas.DataFrame, levels: dict[str, dict[int, list]], rounds: int) -> dict[str, Any]:
    arguments = (adult[QUASI], [], QUASI, 5, 5, levels)
    found = compared(
        "k_anonymity, k = 5, up to 5 % suppressed", "anjana",
        lambda: anjana.anonymity.k_anonymity(*arguments), lambda: our_anjana.anonymity.k_anonymity(*arguments), rounds,
    )
    found["answers"] = [
        {"records": len(frame), "smallest_class": int(frame.groupby(QUASI).size().min()),
         "classes": int(frame.groupby(QUASI).ngroups)}
        for frame in found["answers"]
    ]
    found["same"] = all(answer["smallest_class"] >= 5 for answer in found["answers"])
    return found


def measured(adult: pandas.DataFrame, quasi: list[str], name: str, rounds: int) -> dict[str, Any]:
    data = adult[[*quasi, SENSITIVE]]
    sensitive = () if name == "k_anonymity" else ([SENSITIVE],)
    found = compared(
        f"{name}, {len(quasi)} quasi-identifiers", "pycanon",
        lambda: getattr(pycanon.anonymity, name)(data, quasi, *sensitive),
        lambda: getattr(our_pycanon.anonymity, name)(data, quasi, *sensitive), rounds,
    )
    found["same"] = same(*found["answers"])
    return found


def same(one: Any, other: Any) -> bool:
    pairs = zip(one if isinstance(one, tuple) else [one], other if isinstance(other, tuple) else [other])
    return all(abs(a - b) < 1e-9 or (a != a and b != b) for a, b in pairs)


def main() -> None:
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    adult = pandas.read_csv(folder / "adult.csv", sep=";")
    # What is loaded on first use is loaded.
    our_pycanon.anonymity.l_diversity(adult.head(10), ["sex"], [SENSITIVE])
    show(anonymized(adult, hierarchies(folder), rounds))
    for quasi in MEASURED:
        for name in MEASURES:
            show(measured(adult, quasi, name, rounds))


def show(found: dict[str, Any]) -> None:
    print(json.dumps(found, default=float), flush=True)


if __name__ == "__main__":
    main()
