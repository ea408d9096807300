"""Tables that were split by columns, attacked with everything that their counts allow."""

import json
from collections import Counter
from itertools import combinations

import definitions as d
import tables
from families import eliminate
from lethe import Undecided, Wrong, report, run
from margins import GaveUp, Margins
from suite import check


def folder_of(path):
    """The compartments of a folder, as its list names them."""
    listed = json.loads((path / "compartments.json").read_text())
    files = []
    for entry in listed:
        table = tables.read(path / entry["file"])
        if table.columns != entry["columns"]:
            raise Wrong(f"{entry['file']} has the columns {table.columns}, the list says {entry['columns']}")
        files.append((table.columns, [tuple(row) for row in table.rows]))
    return files


def determined(files, k, size, everything=False):
    """A combination that provably 1 to k - 1 people have, in every table that agrees with the files; or None."""
    try:
        margins = Margins(files)
    except GaveUp:
        raise Undecided("too many tables")
    undecided = 0
    for number in range(1, min(size or len(margins.columns), len(margins.columns)) + 1):
        for columns in combinations(margins.columns, number):
            for values in margins.combinations(columns):
                try:
                    if margins.exists(columns, values, least=k):
                        continue
                    if margins.exists(columns, values, most=0):
                        continue
                except GaveUp:
                    undecided += 1
                    continue
                return columns, values
    if undecided:
        raise Undecided(f"{undecided} combinations were too much work")
    return None


def split(rng, folder, method="compartment", **keys):
    case = eliminate.Case(rng, kinds=("integer", "word"))
    case.hierarchies, case.keep = {}, []
    if len(case.table.columns) > 4:
        case.table = case.table.select(case.table.columns[:4])
    case.write(folder, method, **keys)
    return case


@check(cases=14)
def published_apart(rng, folder):
    """No combination of values of few people can be proven from all files together."""
    case = split(rng, folder)
    reported = case.publish(folder, "parts")
    if reported is None:
        return
    files = folder_of(folder / "parts")
    original(case, files)
    for columns, rows in files:
        case.judged(rows)
    found = determined(files, case.k, case.size)
    if found:
        raise Wrong(f"{found} is proven to be of 1 to {case.k - 1} people")
    run("verify", "parts", "--compartments", "--recipe", "recipe.toml", cwd=folder).expect(0)


def original(case, files):
    """Each column shows what it did, or stars; the same everywhere."""
    shown = {}
    for columns, rows in files:
        for place, name in enumerate(columns):
            counts = Counter(row[place] for row in rows)
            if shown.setdefault(name, counts) != counts:
                raise Wrong(f"the column {name} differs from file to file")
    for name, counts in shown.items():
        known = Counter(case.table.values(name))
        if sum(counts.values()) != sum(known.values()) or Counter({v: c for v, c in counts.items() if v != "*"}) - known:
            raise Wrong(f"the column {name} shows values that it does not have")
    if set(shown) != set(case.table.columns) - {"id"}:
        raise Wrong(f"the columns {sorted(shown)} are published")


@check(cases=8)
def composed(rng, folder):
    """What `compose` writes into a folder resists the same attack; its values need not be true."""
    case = split(rng, folder, method="compose", composition=rng.choice(["coverage", "a", "b", "c", "auto"]))
    reported = case.publish(folder, "parts")
    if reported is None:
        return
    files = folder_of(folder / "parts")
    for columns, rows in files:
        case.judged(rows)
    found = determined(files, case.k, case.size)
    if found:
        raise Wrong(f"{found} is proven to be of 1 to {case.k - 1} people")


@check(cases=8)
def rings_are_attacked(rng, folder):
    """With `cover` pairs or all, what is written resists the attack; what is not has status 1."""
    case = split(rng, folder, cover=rng.choice(["pairs", "all"]))
    reported = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", "parts", "--format", "json", cwd=folder)
    if reported.status == 2:
        raise Undecided(str(reported))
    reported.expect(0, 1)
    if reported.status == 1:
        if (folder / "parts").exists():
            raise Wrong("not safe, but written")
        return
    files = folder_of(folder / "parts")
    original(case, files)
    verdict = run("verify", "parts", "--compartments", "--recipe", "recipe.toml", cwd=folder).expect(0, 1)
    found = determined(files, case.k, case.size)
    if found and verdict.status == 0:
        raise Wrong(f"{found} is proven to be of 1 to {case.k - 1} people, and verify says that it holds")
    if found:
        raise Wrong(f"{found} is proven to be of 1 to {case.k - 1} people, and it was written")


@check(cases=8)
def split_row_by_row(rng, folder):
    case = split(rng, folder, mode="row-wise")
    reported = case.publish(folder, "release.csv")
    if reported is None:
        return
    released = tables.read(folder / "release.csv")
    parts = eliminate.split_rows(case, released)
    run("verify", "release.csv", "--compartments", "--recipe", "recipe.toml", cwd=folder).expect(0)
    whole = parts.get(tuple(False for _ in released.columns), [])
    sizes = {len(rows) for shape, rows in parts.items() if any(shape)}
    if len(sizes) > 1 or len(whole) + (sizes.pop() if sizes else 0) != len(case.table.rows):
        raise Wrong("people were lost or doubled when rows were split")


def family(rng):
    """A random table, column sets of it, and a file of each, sorted."""
    columns = rng.randint(2, 4)
    table, _ = tables.random_table(rng, rng.randint(2, 14), columns, (1, 3), 0, ("word",))
    sets, names = [], table.columns
    for _ in range(rng.randint(2, 4)):
        sets.append(sorted(rng.sample(names, rng.randint(1, columns - 1 if columns > 1 else 1))))
    files = [(s, sorted(table.project(s))) for s in sets]
    return table, files


@check(cases=20)
def verdicts_on_any_files(rng, folder):
    """`verify --compartments` on files of anybody: "holds" is never said where the counts prove somebody rare."""
    table, files = family(rng)
    k, size = rng.choice([2, 2, 3]), rng.choice([None, 2, 3])
    parts = folder / "parts"
    parts.mkdir()
    listed = []
    for number, (columns, rows) in enumerate(files, 1):
        name = f"compartment-{number:02}.csv"
        tables.Table(columns, [list(r) for r in rows]).write(parts / name)
        listed.append({"file": name, "columns": columns, "rows": len(rows)})
    (parts / "compartments.json").write_text(json.dumps(listed))
    words = ["verify", "parts", "--compartments", "--k", k, *(["--max-size", size] if size else [])]
    reported, status = report(*words, cwd=folder)
    found = determined(files, k, size)
    if reported["holds"] != (status == 0):
        raise Wrong("status and report disagree")
    if found and (status == 0 or reported["proven"]):
        raise Wrong(f"{found} is proven to be of 1 to {k - 1} people, but the release holds")
    margins = Margins(files)
    for entry in reported["found"]:
        if not any(proven(margins, entry["columns"], values, k) for values in margins.combinations(entry["columns"])):
            raise Wrong(f"somebody is found on {entry['columns']} who is not")


def proven(margins, columns, values, k):
    try:
        columns_ = sorted(columns)
        ordered = [values[list(columns).index(c)] for c in columns_]
        return not margins.exists(columns_, ordered, least=k) and not margins.exists(columns_, ordered, most=0)
    except GaveUp:
        raise Undecided("too much work")


@check(once=True)
def the_ring_of_three(_, folder):
    """The worked example: three tables of two columns that together single one person out."""
    people = {"000": 1, "001": 1, "010": 2, "011": 2, "100": 2, "101": 2}
    rows = [tuple(key) for key, count in people.items() for _ in range(count)]
    parts = folder / "parts"
    parts.mkdir()
    listed = []
    files = []
    for number, (a, b) in enumerate([(0, 1), (1, 2), (0, 2)], 1):
        shown = sorted((row[a], row[b]) for row in rows)
        files.append((["abc"[a], "abc"[b]], shown))
        tables.Table(files[-1][0], [list(r) for r in shown]).write(parts / f"compartment-0{number}.csv")
        listed.append({"file": f"compartment-0{number}.csv", "columns": files[-1][0], "rows": len(rows)})
    (parts / "compartments.json").write_text(json.dumps(listed))
    if determined(files, 2, None) is None:
        raise AssertionError("the oracle itself does not find the person")
    run("verify", "parts", "--compartments", "--k", 2, cwd=folder).expect(1)


@check(once=True)
def unlisted_files_are_refused(_, folder):
    """A file beside the listed ones is published with them; a verdict that ignores it says too much."""
    parts = folder / "parts"
    parts.mkdir()
    tables.Table(["a"], [["1"], ["1"], ["2"], ["2"]]).write(parts / "compartment-01.csv")
    tables.Table(["b"], [["x"], ["x"], ["y"], ["y"]]).write(parts / "compartment-02.csv")
    tables.Table(["a", "b", "c"], [["1", "x", "alone"], ["2", "y", "unique"]]).write(parts / "compartment-03.csv")
    listed = [{"file": f"compartment-0{i}.csv", "columns": [c], "rows": 4} for i, c in ((1, "a"), (2, "b"))]
    (parts / "compartments.json").write_text(json.dumps(listed))
    answer = run("verify", "parts", "--compartments", "--k", 2, cwd=folder)
    if answer.status not in (1, 2) or b"compartment-03" not in answer.err + answer.out:
        raise Wrong(f"a file that is not listed was ignored: {answer}")
