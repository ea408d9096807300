"""What `lethe inspect` and `lethe exposure` count."""

from collections import Counter
from itertools import permutations
from math import log2

import tables
from lethe import Wrong, report
from suite import check


def close(reported, expected, what):
    if abs(float(reported) - expected) > 1e-8 * max(1, abs(expected)):
        raise Wrong(f"{what} is {reported}, not {expected}")


@check(cases=8)
def columns_of_a_table(rng, folder):
    table, _ = tables.random_table(rng, rng.randint(1, 30), rng.randint(1, 5), (1, 6), rng.choice([0, 0.2]))
    table.write(folder / "people.csv")
    reported = report("inspect", "people.csv", cwd=folder, statuses=(0,))[0]
    for entry, name in zip(reported["columns"], table.columns):
        values = [v for v in table.values(name) if v is not None]
        counts = Counter(values)
        if (entry["nulls"], entry["distinct"]) != (len(table.rows) - len(values), len(counts)):
            raise Wrong(f"{name}: {entry['nulls']} missing, {entry['distinct']} distinct")
        if not values:
            continue
        entropy = sum(c / len(values) * log2(len(values) / c) for c in counts.values())
        close(entry["entropy_bits"], entropy, "entropy")
        close(entry["cardinality"], len(counts) / len(values), "cardinality")
        close(entry["unique_share"], sum(c == 1 for c in counts.values()) / len(counts), "unique share")
        close(entry["kl_uniform"], log2(len(counts)) - entropy, "divergence from uniform")


@check(cases=8)
def inferences(rng, folder):
    """Edges, and the sum and mean of every record, pair by pair."""
    table, _ = tables.random_table(rng, rng.randint(2, 25), rng.randint(2, 4), (1, 5), rng.choice([0, 0.15]), ("word", "code"))
    table.write(folder / "people.csv")
    report("exposure", "people.csv", "--edges", "edges.csv", "--records", "records.csv", cwd=folder, statuses=(0,))
    people, both = Counter(), Counter()
    for row in table.rows:
        have = [(c, v) for c, v in zip(table.columns, row) if v is not None]
        people.update(have)
        both.update(permutations(have, 2))
    edges = {((r[0], r[1]), (r[2], r[3])): (int(r[4]), float(r[5])) for r in tables.read(folder / "edges.csv").rows}
    if set(edges) != set(both):
        raise Wrong(f"{len(edges)} edges instead of {len(both)}")
    for (a, b), (count, probability) in edges.items():
        if count != both[a, b]:
            raise Wrong(f"{count} people instead of {both[a, b]} on an edge")
        close(probability, both[a, b] / people[a], "a probability")
    for row, reported in zip(table.rows, tables.read(folder / "records.csv").rows):
        have = [(c, v) for c, v in zip(table.columns, row) if v is not None]
        pairs = [both[p] / people[p[0]] for p in permutations(have, 2)]
        close(reported[1] or 0, sum(pairs), "the sum of a record")
        if pairs:
            close(reported[2], sum(pairs) / len(pairs), "the mean of a record")
