"""`lethe discover` lists exactly the minimal quasi-identifiers and the maximal safe sets."""

from itertools import combinations

import definitions as d
import tables
from lethe import Wrong, report, run
from suite import check

ALGORITHMS = ["auto", "exact", "levelwise", "minimal", "greedy", "fpvi", "mtui", "sql"]


def searched(rng, nulls=0.15):
    count = rng.randint(2, 6)
    table, _ = tables.random_table(rng, rng.randint(1, 24), count, (1, 5), rng.choice([0, nulls]))
    k = rng.choice([2, 2, 3, 5])
    max_size = rng.choice([None, None, 1, 2, 3])
    return table, k, max_size


def minimal(sets):
    found = []
    for candidate in sorted(sets, key=len):
        if not any(set(smaller) < set(candidate) for smaller in found):
            found.append(candidate)
    return found


def by_name(table, sets):
    return sorted([table.columns[i] for i in s] for s in sets)


def asked(folder, k, max_size, *flags):
    words = ["discover", "people.csv", "--k", k, "--keep-standalone", *flags]
    if max_size:
        words += ["--max-size", max_size]
    return report(*words, cwd=folder, statuses=(0,))[0]


def same(table, reported, expected, what):
    if sorted(reported) != by_name(table, expected):
        raise Wrong(f"{what}: {sorted(reported)} instead of {by_name(table, expected)}")


@check(cases=16)
def minimal_sets(rng, folder):
    table, k, max_size = searched(rng)
    table.write(folder / "people.csv")
    least = rng.choice([1, 1, 2, 4])
    found = minimal(d.exposing_sets(table.rows, table.columns, k, max_size, least))
    algorithm = rng.choice(ALGORITHMS)
    answers = [asked(folder, k, max_size, "--min-exposed", least, "--algorithm", algorithm, "--coverage", "--threads", t)
               for t in (1, 2)]
    for reported in answers:
        same(table, reported["minimal_qids"], found, f"minimal sets by {algorithm}")
        if not reported["complete"]:
            raise Wrong("an answer without a limit is not complete")
    reported = answers[0]
    for names, people in zip(reported["minimal_qids"], reported["coverage"]):
        real = d.exposed(table.rows, [table.place(c) for c in names], k)
        if real != people:
            raise Wrong(f"{names} exposes {real} people, not {people}")
    sizes = [(len(s), [table.place(c) for c in s]) for s in reported["minimal_qids"]]
    if sizes != sorted(sizes):
        raise Wrong("sets are not in the order of size and columns")


@check(cases=10)
def maximal_safe_sets(rng, folder):
    table, k, max_size = searched(rng)
    table.write(folder / "people.csv")
    bad = set(d.exposing_sets(table.rows, table.columns, k, max_size))
    most = max_size or len(table.columns)
    safe = [s for n in range(most + 1) for s in combinations(range(len(table.columns)), n) if s not in bad]
    largest = [s for s in safe if not any(set(s) < set(t) for t in safe)]
    for threads in (1, 2):
        reported = asked(folder, k, max_size, "--borders", "--threads", threads)
        same(table, reported["maximal_safe_sets"], largest, "maximal safe sets")


@check(cases=8)
def missing_values_as_wildcards(rng, folder):
    table, k, max_size = searched(rng, nulls=0.3)
    table.write(folder / "people.csv")
    bad = []
    for size in range(1, (max_size or len(table.columns)) + 1):
        for subset in combinations(range(len(table.columns)), size):
            alike = lambda a, b: all(a[i] == b[i] or a[i] is None or b[i] is None for i in subset)
            if any(sum(alike(row, other) for other in table.rows) < k for row in table.rows):
                bad.append(subset)
    reported = asked(folder, k, max_size, "--nulls", "wildcard")
    same(table, reported["minimal_qids"], minimal(bad), "minimal sets with wildcards")


@check(cases=8)
def weights_count_people(rng, folder):
    table, k, max_size = searched(rng)
    weights = [rng.choice([0, 1, 1, 2, 3]) for _ in table.rows]
    if not sum(weights):
        weights[0] = 1
    tables.Table([*table.columns, "w"], [[*row, str(w)] for row, w in zip(table.rows, weights)]).write(folder / "people.csv")
    expanded = table.repeated(weights)
    found = minimal(d.exposing_sets(expanded.rows, table.columns, k, max_size))
    reported = asked(folder, k, max_size, "--weights", "w")
    same(table, reported["minimal_qids"], found, "minimal sets of people")
    if reported["rows"] != sum(weights):
        raise Wrong(f"{reported['rows']} people instead of {sum(weights)}")


@check(cases=6)
def standalone_identifiers(rng, folder):
    table, _, _ = searched(rng, nulls=0.5)
    table.columns.append("id")
    for i, row in enumerate(table.rows):
        row.append(f"P{i}" if rng.random() < 0.8 else None)
    table.write(folder / "people.csv")
    expected = []
    for column in table.columns:
        values = [v for v in table.values(column) if v is not None]
        if len(values) > 1 and len(set(values)) == len(values):
            expected.append(column)
    reported = report("discover", "people.csv", cwd=folder, statuses=(0,))[0]
    if reported["standalone_identifiers"] != expected:
        raise Wrong(f"{reported['standalone_identifiers']} instead of {expected}")


@check(cases=4)
def fail_if_found(rng, folder):
    table, k, max_size = searched(rng)
    table.write(folder / "people.csv")
    found = d.exposing_sets(table.rows, table.columns, k, max_size)
    words = ["discover", "people.csv", "--k", k, "--keep-standalone", "--fail-if-found"]
    answer = run(*words, *(["--max-size", max_size] if max_size else []), cwd=folder)
    alone = [c for c in table.columns if len(v := [x for x in table.values(c) if x is not None]) > 1
             and len(set(v)) == len(v)]
    if answer.status != (1 if found or alone else 0):
        raise Wrong(f"{len(found)} sets, {len(alone)} identifiers: {answer}")
