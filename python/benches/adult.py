"""Lethe beside anjana and pycanon, in one run.

Prints a table of times and ratios. anjana and pycanon are installed beside the package; Adult is given with its hierarchies:

    pip install ./python anjana pycanon
    python python/benches/adult.py FOLDER_OF_ADULT [rounds]
"""

from __future__ import annotations

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

import lethe
from lethe.compat import anjana as our_anjana
from lethe.compat import pycanon as our_pycanon

# anjana 1.2 does not know the text columns of pandas 3.
pandas.set_option("future.infer_string", False)

QUASI = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "salary-class"]
MEASURES = [
    "k_anonymity", "alpha_k_anonymity", "l_diversity", "entropy_l_diversity", "recursive_c_l_diversity",
    "basic_beta_likeness", "enhanced_beta_likeness", "delta_disclosure", "t_closeness",
]


def timed(work: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    """The shortest time of some rounds, and the last answer."""
    best, answer = float("inf"), None
    for _ in range(rounds):
        begin = time.perf_counter()
        with redirect_stdout(StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = work()
        best = min(best, time.perf_counter() - begin)
    return best, answer


def hierarchies(folder: Path) -> dict[str, dict[int, list]]:
    found = {}
    for name in QUASI:
        rows = pandas.read_csv(folder / f"adult_hierarchy_{name}.csv", sep=";", header=None, dtype=str)
        levels = {level: rows[level].tolist() for level in rows.columns}
        if name == "age":
            levels[0] = [int(value) for value in levels[0]]
        found[name] = levels
    return found


def main() -> None:
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    adult = pandas.read_csv(folder / "adult.csv", sep=";")
    levels = hierarchies(folder)
    print(f"| Adult, {len(adult)} records | peer | Lethe | ratio | same answer |")
    print("| --- | --- | --- | --- | --- |")

    arguments = (adult[QUASI], [], QUASI, 5, 5, levels)
    theirs, release = timed(lambda: anjana.anonymity.k_anonymity(*arguments), 1)
    ours, better = timed(lambda: our_anjana.anonymity.k_anonymity(*arguments), rounds)
    smallest = [int(frame.groupby(QUASI).size().min()) for frame in (release, better)]
    row("anonymize, k = 5, 5 % suppressed (anjana)", theirs, ours, f"smallest classes {smallest[0]}, {smallest[1]}")

    data = adult[["sex", "race", "education", "occupation"]]
    quasi = ["sex", "race", "education"]
    for name in MEASURES:
        sensitive = () if name == "k_anonymity" else (["occupation"],)
        theirs, their_answer = timed(lambda: getattr(pycanon.anonymity, name)(data, quasi, *sensitive), 1)
        ours, our_answer = timed(lambda: getattr(our_pycanon.anonymity, name)(data, quasi, *sensitive), rounds)
        row(f"{name} (pycanon)", theirs, ours, same(their_answer, our_answer))


def same(one: Any, other: Any) -> str:
    pairs = zip(one if isinstance(one, tuple) else [one], other if isinstance(other, tuple) else [other])
    equal = all(abs(a - b) < 1e-9 or (a != a and b != b) for a, b in pairs)
    return "yes" if equal else f"{one}, not {other}"


def row(name: str, theirs: float, ours: float, answer: str) -> None:
    print(f"| {name} | {theirs:.3f} s | {ours * 1000:.1f} ms | {theirs / ours:.0f} | {answer} |", flush=True)


if __name__ == "__main__":
    main()
