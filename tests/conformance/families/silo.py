"""Models of silos: sums are sums, and what was hidden stays hidden."""

import json
import shutil
from collections import Counter
from itertools import combinations

import tables
from lethe import Undecided, Wrong, run
from margins import GaveUp, Margins
from suite import check


def people(rng, rows=(1, 24), columns=(1, 4), nulls=0.15):
    table, _ = tables.random_table(rng, rng.randint(*rows), rng.randint(*columns), (1, 4), rng.choice([0, nulls]),
                                   ("word", "code"))
    return table


def train(folder, name, table):
    table.write(folder / f"{name}.csv")
    run("silo", "train", f"{name}.csv", "-o", f"{name}.model", "-q", cwd=folder).expect(0)
    return (folder / f"{name}.model").read_bytes()


def header(path):
    """The JSON object in the metadata of a model's file."""
    raw = path.read_bytes()
    start = raw.index(b'{"version"')
    return json.JSONDecoder().raw_decode(raw[start:].decode("utf-8", errors="replace"))[0]


class Model:
    """A model as its file tells it, read through `lethe convert` as an Arrow file."""

    def __init__(self, folder, name):
        shutil.copy(folder / name, folder / "model.arrow")
        run("convert", "model.arrow", "-o", "model.csv", cwd=folder).expect(0)
        body = tables.read(folder / "model.csv").rows
        reported = header(folder / name)
        self.people, self.values, self.pairs = reported["people"], {}, {}
        places, row = [], 0
        for column in reported["columns"]:
            for _ in range(column["values"]):
                places.append((column["name"], body[row][0]))
                self.values[places[-1]] = int(body[row][3])
                row += 1
        for left, right, count in ((int(r[1]), int(r[2]), int(r[3])) for r in body[row:]):
            self.pairs[places[left], places[right]] = count
        self.columns = [c["name"] for c in reported["columns"]]


def exact(table):
    """The counts by definition: everybody's values, and pairs of values of different columns; a missing one is none."""
    order = sorted(table.columns)
    values, pairs = Counter(), Counter()
    for row in table.rows:
        have = [(c, row[table.place(c)]) for c in order if row[table.place(c)] is not None]
        values.update(have)
        pairs.update(combinations(have, 2))
    return values, pairs


@check(cases=8)
def counts_are_counts(rng, folder):
    table = people(rng)
    train(folder, "a", table)
    model = Model(folder, "a.model")
    values, pairs = exact(table)
    if model.people != len(table.rows) or model.values != values or model.pairs != pairs:
        raise Wrong("the model is not what is counted")


@check(cases=8)
def merging_is_training_on_all(rng, folder):
    table = people(rng, rows=(2, 24))
    cut = rng.randint(1, len(table.rows) - 1)
    train(folder, "a", tables.Table(table.columns, table.rows[:cut]))
    train(folder, "b", tables.Table(table.columns, table.rows[cut:]))
    whole = train(folder, "all", table)
    order = ["a.model", "b.model"] if rng.random() < 0.5 else ["b.model", "a.model"]
    run("silo", "merge", *order, "-o", "merged.model", "-q", cwd=folder).expect(0)
    if (folder / "merged.model").read_bytes() != whole:
        raise Wrong("the merged model is not that of all rows")
    run("silo", "update", "a.model", "b.csv", "-o", "updated.model", "-q", cwd=folder).expect(0)
    if (folder / "updated.model").read_bytes() != whole:
        raise Wrong("the updated model is not that of all rows")
    run("silo", "update", "all.model", "b.csv", "--remove", "-o", "removed.model", "-q", cwd=folder).expect(0)
    if (folder / "removed.model").read_bytes() != (folder / "a.model").read_bytes():
        raise Wrong("removing rows does not give the model of the others")


@check(cases=16)
def hidden_counts_stay_hidden(rng, folder):
    """From what is shown of two columns no pair can be proven to have 1 to k - 1 people."""
    table = people(rng, rows=(4, 24), columns=(2, 3))
    train(folder, "a", table)
    k = rng.choice([2, 2, 3])
    if len(table.rows) < k:
        raise Undecided("too few people")
    run("silo", "sanitize", "a.model", "--k", k, "-o", "safe.model", "-q", cwd=folder).expect(0)
    model = Model(folder, "safe.model")
    values, pairs = exact(table)
    for reported, real, what in ((model.values, values, "value"), (model.pairs, pairs, "pair")):
        for key, count in reported.items():
            if count < k:
                raise Wrong(f"a {what} of {count} people is reported")
            if real[key] != count:
                raise Wrong(f"a {what} is reported with {count} people and has {real[key]}")
    raw = (folder / "safe.model").read_bytes()
    for (column, text), count in values.items():
        if count < k and (column, text) not in model.values and text.encode() in raw:
            if not any(text in other for _, other in model.values):
                raise Wrong("the text of a hidden value is in the file")
    for a, b in combinations(model.columns, 2):
        two_columns(model, a, b, k)


def two_columns(model, a, b, k):
    """An exact attack on the table of two columns, the people without a shown value being one row and one column."""
    rows = {v: n for (c, v), n in model.values.items() if c == a}
    columns = {v: n for (c, v), n in model.values.items() if c == b}
    hidden_a, hidden_b = model.people - sum(rows.values()), model.people - sum(columns.values())
    for column, hidden in ((a, hidden_a), (b, hidden_b)):
        if 0 < hidden < k:
            raise Wrong(f"{hidden} people have a hidden value of {column}")
    if not rows or not columns:
        return
    left = [v for v, n in rows.items() for _ in range(n)] + [None] * hidden_a
    right = [v for v, n in columns.items() for _ in range(n)] + [None] * hidden_b
    margins = Margins([([f"0{a}"], [(v,) for v in left]), ([f"1{b}"], [(v,) for v in right])])
    reported = {(x, y): model.pairs.get(((a, x), (b, y))) for x in rows for y in columns}
    for (x, y), count in reported.items():
        if count is not None:
            margins.sums.append(([margins.cells.index((x, y))], count))
    for (x, y), count in reported.items():
        if count is not None:
            continue
        try:
            if not margins.exists(margins.columns, (x, y), least=k) and not margins.exists(margins.columns, (x, y), most=0):
                raise Wrong(f"the hidden pair {x}, {y} of {a} and {b} is proven to have 1 to {k - 1} people")
        except GaveUp:
            raise Undecided("too much work")


@check(cases=4)
def too_few_people_are_refused(rng, folder):
    table = people(rng, rows=(1, 4))
    train(folder, "a", table)
    answer = run("silo", "sanitize", "a.model", "--k", len(table.rows) + 1, "-o", "safe.model", cwd=folder)
    if answer.status not in (1, 2) or (folder / "safe.model").exists():
        raise Wrong(f"a model of fewer than k people was released: {answer}")


@check(cases=6)
def scores_are_sums(rng, folder):
    """`sum`, `smallest` and `below_k` of every record, from the exact counts."""
    table = people(rng, columns=(2, 4))
    train(folder, "a", table)
    k = rng.choice([2, 3])
    run("silo", "score", "a.model", "a.csv", "--k", k, "--records", "records.csv", "-q", cwd=folder).expect(0, 1)
    values, pairs = exact(table)
    order = sorted(table.columns)
    written = tables.read(folder / "records.csv")
    for number, row in enumerate(table.rows, 1):
        have = [(c, row[table.place(c)]) for c in order if row[table.place(c)] is not None]
        both = [pairs[p] for p in combinations(have, 2)]
        total = sum(pairs[x, y] / values[x] + pairs[x, y] / values[y] for x, y in combinations(have, 2))
        reported = next(dict(zip(written.columns, r)) for r in written.rows if r[0] == str(number))
        if abs(float(reported["sum"]) - total) > 1e-6 * max(1, total):
            raise Wrong(f"row {number}: the sum is {reported['sum']}, not {total}")
        if both and int(reported["smallest"]) != min(both):
            raise Wrong(f"row {number}: the smallest is {reported['smallest']}, not {min(both)}")
        if int(reported["below_k"]) != sum(c < k for c in both):
            raise Wrong(f"row {number}: {reported['below_k']} pairs below k")
