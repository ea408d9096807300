"""A random released table, what models see of it, and how an answer of `verify` is held against a definition."""

import definitions as d
import recipe
import tables
from lethe import Undecided, Wrong, run

QUASI = ["q0", "q1", "q2"]


class Case:
    """A random release, and what the models see of it."""

    def __init__(self, rng, kind=None, sensitive_nulls=0.1, hide=True):
        self.rng = rng
        self.quasi = QUASI[: rng.randint(1, 3)]
        rows = rng.randint(1, 28)
        lists = [
            tables.draw(rng, tables.domain(rng, rng.choice(["integer", "word", "code"]), rng.randint(1, 3)), rows,
                        rng.choice([0, 0, 0.15]))
            for _ in self.quasi
        ]
        self.kind = kind or rng.choice(["word", "integer", "code", "decimal"])
        self.domain = tables.domain(rng, self.kind, rng.randint(1, 6))
        lists.append(tables.draw(rng, self.domain, rows, rng.choice([0, sensitive_nulls])))
        self.table = tables.Table([*self.quasi, "s"], [list(r) for r in zip(*lists)])
        if hide and rng.random() < 0.4:
            self.suppress()
        if hide and rng.random() < 0.2:
            for row in self.table.rows:
                if rng.random() < 0.15:
                    row[-1] = "*"
        self.ignore = rng.choice([None, None, None, True, False])

    def suppress(self):
        shown = self.rng.random() < 0.5
        for row in self.table.rows:
            if self.rng.random() < 0.2:
                row[: len(self.quasi)] = ["*"] * len(self.quasi)
                if not shown:
                    row[-1] = "*"

    def suppressed(self, row):
        return self.ignore is not False and all(v == "*" for v in row[: len(self.quasi)])

    def people(self):
        return [row for row in self.table.rows if not self.suppressed(row)]

    def sizes(self):
        return [len(g) for g in tables.classes(self.people(), lambda r: tuple(r[:-1])).values()]

    def groups(self, columns=None):
        """The shown sensitive values of each class, that of the suppressed records last."""
        places = [self.quasi.index(c) for c in columns or self.quasi]
        found = tables.classes(self.people(), lambda r: tuple(r[p] for p in places))
        lists = [[r[-1] for r in rows if r[-1] != "*"] for rows in found.values()]
        hidden = [r[-1] for r in self.table.rows if self.suppressed(r) and r[-1] != "*"]
        if hidden and self.ignore is None:
            lists.append(hidden)
        self.suppressed_groups = sum(1 for g in lists if not g)
        return [g for g in lists if g]

    def everybody(self):
        return [v for v in self.table.values("s") if v != "*"]

    def order(self):
        values = {v for v in self.everybody()}
        if self.kind in ("integer", "decimal"):
            known = sorted((v for v in values if v is not None), key=d.exact)
        else:
            known = sorted(v for v in values if v is not None)
        return known + ([None] if None in values else [])

    def flags(self):
        if self.ignore is None:
            return []
        return ["--ignore-suppressed"] if self.ignore else ["--ignore-suppressed=false"]

    def ask(self, folder, model, extra=()):
        self.table.write(folder / "release.csv")
        columns = {q: {"role": "quasi"} for q in self.quasi}
        columns["s"] = {"role": "sensitive", "type": {"word": "text", "code": "text"}.get(self.kind, self.kind)}
        recipe.write(folder / "models.toml", columns, [model])
        answer = run("verify", "release.csv", "--recipe", "models.toml", *self.flags(), *extra, "--format", "json",
                     cwd=folder)
        return answer


def compare(answer, holds, suppressed_groups=0, empty=False):
    """Status and JSON agree with the definition. What is refused as impossible must not hold, unless nothing is left."""
    if answer.status == 2:
        if holds and not empty:
            raise Wrong(f"refused, but the definition holds: {answer}")
        raise Undecided("refused")
    answer.expect(0, 1)
    reported = answer.json["holds"]
    if reported != (answer.status == 0) or reported != answer.json["models"][0]["holds"]:
        raise Wrong(f"status, `holds` and the model disagree: {answer}")
    if reported == holds:
        return answer.json["models"][0]
    if suppressed_groups and holds:
        raise Undecided("a class withholds all its values; it may count as broken")
    raise Wrong(f"says {'holds' if reported else 'does not hold'}, the definition says {holds}: {answer}")
