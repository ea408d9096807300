"""A random table with a random recipe, and what must be true of whatever is published from it."""

import definitions as d
import lattice
import recipe
import tables
import truth
from lethe import Undecided, Wrong, run

QUASI = ["q0", "q1", "q2"]
MARK = "Zq7Xw"


# Methods that look for levels: without a hierarchy they would use a default one, which the oracle does not know.
LEVELS = ("auto", "flash", "incognito", "lightning", "top-down", "genetic", "datafly", "fixed")


class Case:
    """Roles: `id` names people, q0… may point at them, `s` is sensitive, `note` is nobody's secret."""

    def __init__(self, rng, rows=(4, 30), hierarchies=0.8, nulls=0.1, models=None, note=True):
        self.rng = rng
        count = rng.randint(*rows)
        self.quasi = QUASI[: rng.randint(1, 3)]
        self.domains, self.hierarchies, self.files, lists = {}, {}, {}, []
        lists.append([f"{MARK}{i}" for i in range(count)])
        for q in self.quasi:
            values = tables.domain(rng, rng.choice(["integer", "word", "code", "date"]), rng.randint(1, 5))
            self.domains[q] = values
            if rng.random() < hierarchies:
                self.hierarchies[q] = tables.random_hierarchy(rng, values, q)
            lists.append(tables.draw(rng, values, count, rng.choice([0, nulls])))
        self.kind = rng.choice(["word", "integer"])
        self.secrets = tables.domain(rng, self.kind, rng.randint(2, 5))
        lists.append(tables.draw(rng, self.secrets, count, rng.choice([0, nulls / 2])))
        lists.append([f"n{i % 3}" for i in range(count)])
        self.note = note
        self.table = tables.Table(["id", *self.quasi, "s", "note"], [list(r) for r in zip(*lists)])
        if not note:
            self.table = self.table.select(self.table.columns[:-1])
        self.models = models if models is not None else random_models(rng, self)
        self.limit = rng.choice(["0", "0", "0.1", "0.25", "1"])

    def write(self, folder, search, suppressed="keep", typed=True):
        self.table.write(folder / "people.csv")
        columns = {"id": {"role": "identifying"}}
        for q in self.quasi:
            columns[q] = {"role": "quasi"}
            if q in self.hierarchies:
                self.hierarchies[q].write(folder / f"{q}.csv")
                columns[q]["hierarchy"] = f"{q}.csv"
            elif search.get("method") in LEVELS:
                columns[q]["hierarchy"] = {"flat": True}
        columns["s"] = {"role": "sensitive"}
        if typed:
            columns["s"]["type"] = "text" if self.kind == "word" else "integer"
        if self.note:
            columns["note"] = {"role": "insensitive"}
        self.suppressed = suppressed
        recipe.write(folder / "recipe.toml", columns, self.models, {**search, "suppressed": suppressed})

    def all_hierarchies(self):
        return lattice.flat_for(self.hierarchies, self.table, self.quasi)

    def problem(self):
        models = [lattice.class_model(m, self.table) for m in self.models]
        return lattice.Problem(self.table, self.quasi, self.all_hierarchies(), models, self.limit)


def random_models(rng, case):
    k = rng.choice([2, 2, 3, 4])
    models = [{"model": "k-anonymity", "k": k}]
    n = recipe.Number
    extra = [
        {"model": "l-diversity", "column": "s", "variant": "distinct", "l": 2},
        {"model": "l-diversity", "column": "s", "variant": "entropy", "l": n(rng.choice(["1.5", "2"]))},
        {"model": "l-diversity", "column": "s", "variant": "recursive", "l": 2, "c": n(rng.choice(["1.5", "3"]))},
        {"model": "t-closeness", "column": "s", "t": n(rng.choice(["0.2", "0.3", "0.5"]))},
        {"model": "beta-likeness", "column": "s", "beta": n(rng.choice(["0.5", "1", "2"]))},
        {"model": "alpha-k", "column": "s", "alpha": n(rng.choice(["0.5", "0.7"])), "k": k},
    ]
    if case.kind == "integer":
        extra.append({"model": "t-closeness", "column": "s", "t": n("0.25"), "distance": "ordered"})
    if rng.random() < 0.6:
        models.append(rng.choice(extra))
    return models


def publish(case, folder, *flags, name="release.csv"):
    """The report and the release, or None where there is no solution."""
    answer = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", name, *flags, "--format", "json", cwd=folder)
    impossible = (b"ask for less", b"would need", b"too few values")
    if answer.status == 2 and any(words in answer.err for words in impossible):
        raise Undecided("no class of this table could satisfy the model")
    answer.expect(0, 1)
    report = answer.json
    if answer.status == 1:
        if (folder / name).exists():
            raise Wrong(f"no solution, but a file: {answer}")
        return report, None
    if not report["holds"] or report["output"] != name:
        raise Wrong(f"status 0, but the report says otherwise: {answer}")
    return report, tables.read(folder / name)


def suppressed(case, row):
    return all(v == "*" for v in row[: len(case.quasi)])


def judge(case, released, report, truthful=True, original=None):
    """Everything that must be true of a release whatever made it."""
    original = original or case.table
    expected = [c for c in original.columns if c != "id"]
    if released.columns != expected:
        raise Wrong(f"columns {released.columns} instead of {expected}")
    pairs = aligned(case, released, original, truthful)
    stars = [row for row in released.rows if suppressed(case, row)]
    limit = int(d.exact(case.limit) * len(original.rows))
    if report["suppressed"] > limit:
        raise Wrong(f"{report['suppressed']} records suppressed, {limit} allowed")
    if len(original.rows) - len(released.rows) > limit:
        raise Wrong(f"{len(original.rows) - len(released.rows)} records left out, {limit} allowed")
    for number, (row, source) in enumerate(pairs, 1):
        place = len(case.quasi)
        if row[place] != source[place] and not (row[place] == "*" and suppressed(case, row)):
            raise Wrong(f"row {number}: the sensitive value is another one")
    models_hold(case, released, stars, original)
    return pairs


def aligned(case, released, original, truthful):
    """Pairs of released and original rows; true cells, and the order of rows kept."""
    hierarchies = [case.hierarchies.get(q) for q in case.quasi]
    sources = [row[1:] for row in original.rows]

    def fits(row, source):
        if not truthful:
            return True
        for place, hierarchy in enumerate(hierarchies):
            if not truth.holds(row[place], source[place], hierarchy):
                return False
        rest = range(len(hierarchies), len(row))
        return all(row[p] == source[p] or (row[p] == "*" and suppressed(case, row)) for p in rest)

    if len(released.rows) == len(sources):
        for number, (row, source) in enumerate(zip(released.rows, sources), 1):
            if not fits(row, source):
                raise Wrong(f"row {number} shows {row}, which is not true of {source}")
        return list(zip(released.rows, sources))
    pairs, place = [], 0
    for row in released.rows:
        while place < len(sources) and not fits(row, sources[place]):
            place += 1
        if place == len(sources):
            raise Wrong(f"the release is no part of the original: {row}")
        pairs.append((row, sources[place]))
        place += 1
    return pairs


def models_hold(case, released, stars, original):
    """Each model on each class of the file, against the distribution of the original."""
    width = len(case.quasi)
    shown = [row for row in released.rows if not suppressed(case, row)]
    groups = list(tables.classes(shown, lambda r: tuple(r[:width])).values())
    for model in case.models:
        if model["model"] == "k-anonymity":
            lists = [[None] * len(g) for g in groups]
        else:
            lists = [[r[width] for r in g if r[width] != "*"] for g in groups]
            lists.append([r[width] for r in stars if r[width] != "*"])
        for values in lists:
            if values and not class_holds(model, values, original):
                raise Wrong(f"{model} does not hold in a class of {len(values)} on the written file")


def class_holds(model, values, original):
    """Asks the definition about a class that is not made of rows of the original."""
    if model["model"] == "k-anonymity":
        return len(values) >= model["k"]
    joined = tables.Table([model["column"]], [[v] for v in original.values(model["column"])])
    base = len(joined.rows)
    joined.rows += [[v] for v in values]
    asked = lattice.class_model(model, Distribution(joined, base))
    return asked(range(base, base + len(values)))


class Distribution:
    """A column whose distribution is that of its first rows only."""

    def __init__(self, table, base):
        self.table, self.base = table, base

    def values(self, column):
        return Split(self.table.values(column), self.base)


class Split(list):
    """All values by index; iterated, counted and searched, only the first ones."""

    def __init__(self, values, base):
        super().__init__(values[:base])
        self.all = values

    def __getitem__(self, place):
        return self.all[place]
