"""The figures of `lethe risk` are those of their formulas."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import definitions as d
import tables
from lethe import Wrong, report
from suite import check


def close(reported, exact, what):
    if abs(reported - float(exact)) > 1e-12 * max(1, abs(float(exact))):
        raise Wrong(f"{what} is {reported}, not {float(exact)}")


@check(cases=10)
def sizes_and_attackers(rng, folder):
    table, _ = tables.random_table(rng, rng.randint(1, 40), rng.randint(1, 4), (1, 4), rng.choice([0, 0.1]))
    table.write(folder / "people.csv")
    k = rng.randint(2, 5)
    words = ["risk", "people.csv", "--quasi", ",".join(table.columns), "--k", k, "--subsets", 2]
    big = None
    if rng.random() < 0.5:
        others = [rng.choice(table.rows) for _ in range(rng.randint(0, 30))]
        everybody = table.rows + others + [["alien"] * len(table.columns)]
        tables.Table(table.columns, everybody).write(folder / "population.csv")
        types = [w for c in table.columns for w in ("--type", f"{c}=text")]
        words += ["--population", "population.csv", *types]
        big = Counter(map(tuple, everybody))
    reported = report(*words, cwd=folder, statuses=(0,))[0]
    small, n = Counter(map(tuple, table.rows)), len(table.rows)
    exact = {
        "rows": n,
        "classes": len(small),
        "min_class": min(small.values()),
        "unique_rows": sum(1 for c in small.values() if c == 1),
    }
    for key, value in exact.items():
        if reported[key] != value:
            raise Wrong(f"{key} is {reported[key]}, not {value}")
    close(reported["avg_class"], Fraction(n, len(small)), "avg_class")
    close(reported["prosecutor"]["max"], Fraction(1, min(small.values())), "prosecutor max")
    close(reported["prosecutor"]["avg"], Fraction(len(small), n), "prosecutor avg")
    at_risk = Fraction(sum(c for c in small.values() if c < k), n)
    close(reported["prosecutor"]["at_risk"], at_risk, "prosecutor at risk")
    if big:
        mean = sum(Fraction(f, big[c]) for c, f in small.items()) / n
        close(reported["journalist"]["max"], Fraction(1, min(big[c] for c in small)), "journalist max")
        close(reported["journalist"]["avg"], mean, "journalist avg")
        close(reported["journalist"]["at_risk"], Fraction(sum(f for c, f in small.items() if big[c] < k), n), "journalist at risk")
        close(reported["marketer"], mean, "marketer")
    else:
        close(reported["marketer"], Fraction(len(small), n), "marketer")
    for entry in reported["columns"]:
        parts = Counter(table.project(entry["columns"]))
        close(entry["distinction"], Fraction(len(parts), n), "distinction")
        if n > 1:
            pairs = Fraction(sum(f * (f - 1) for f in parts.values()), n * (n - 1))
            close(entry["separation"], 1 - pairs, "separation")
        if entry["unique_rows"] != sum(1 for f in parts.values() if f == 1):
            raise Wrong(f"unique rows of {entry['columns']}: {entry['unique_rows']}")


@check(cases=6)
def records_singled_out(rng, folder):
    """Every row's minimal unique column sets, by trying all of them (`discover --records`)."""
    table, _ = tables.random_table(rng, rng.randint(3, 18), rng.randint(2, 4), (2, 4))
    table.write(folder / "people.csv")
    size = rng.randint(1, 3)
    report("discover", "people.csv", "--keep-standalone", "--records", "records.csv", "--record-size", size, cwd=folder,
           statuses=(0,))
    expected = {}
    for number, row in enumerate(table.rows, 1):
        sets = []
        for n in range(1, size + 1):
            for subset in combinations(range(len(row)), n):
                alike = sum(1 for other in table.rows if all(other[i] == row[i] for i in subset))
                if alike == 1 and not any(set(s) < set(subset) for s in sets):
                    sets.append(subset)
        if sets:
            expected[str(number)] = (str(len(sets)), str(min(map(len, sets))))
    written = tables.read(folder / "records.csv")
    found = {r[0]: (r[written.place("sets")], r[written.place("smallest_set")]) for r in written.rows}
    if found != expected:
        raise Wrong(f"records at risk: {found} instead of {expected}")
