"""Cells that are changed until no combination of columns is rare: judged on the written file."""

import definitions as d
import recipe
import tables
import truth
from lethe import Undecided, Wrong, run
from suite import check


class Case:
    def __init__(self, rng, kinds=("integer", "code", "word", "date")):
        self.rng = rng
        columns = rng.randint(2, 5)
        self.table, self.domains = tables.random_table(rng, rng.randint(2, 24), columns, (1, 5), rng.choice([0, 0.1]), kinds)
        self.k = rng.choice([2, 2, 3, 4])
        self.size = rng.choice([None, 1, 2, 3])
        self.hierarchies = {c: tables.random_hierarchy(rng, self.domains[c], c) for c in self.table.columns
                            if rng.random() < 0.4}
        self.keep = rng.sample(self.table.columns, 1) if rng.random() < 0.3 else []

    def write(self, folder, method, **keys):
        self.table.columns.append("id")
        for i, row in enumerate(self.table.rows):
            row.append(f"P{i}")
        self.table.write(folder / "people.csv")
        columns = {"id": {"role": "identifying"}}
        for name in self.table.columns[:-1]:
            entry = {}
            if name in self.hierarchies and method != "suppress":
                self.hierarchies[name].write(folder / f"{name}.csv")
                entry["hierarchy"] = f"{name}.csv"
            if name in self.keep:
                entry["keep"] = True
            columns[name] = entry
        search = {"method": method, **keys}
        if self.size:
            search["max_size"] = self.size
        recipe.write(folder / "recipe.toml", columns, [{"model": "k-anonymity", "k": self.k}], search)

    def publish(self, folder, output):
        answer = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", output, "--format", "json", cwd=folder)
        if answer.status == 2:
            raise Undecided(str(answer))
        answer.expect(0, 1)
        if answer.status == 1:
            if (folder / output).exists():
                raise Wrong(f"no solution, but a file: {answer}")
            if len(self.table.rows) >= self.k and not self.keep:
                raise Wrong(f"with k people and nothing kept there is a solution: {answer}")
            kept = [self.table.place(c) for c in self.keep]
            if len(self.table.rows) >= self.k and not d.exposed(self.table.rows, kept, self.k):
                raise Undecided("a kept column is safe by itself, but other columns may stand in the way")
            return None
        return answer.json

    def judged(self, rows):
        """No combination on at most `max_size` columns is shown by 1 to k - 1 rows; a star is a value."""
        width = len(rows[0]) if rows else 0
        found = d.rare(rows, self.size or width, self.k)
        if found:
            raise Wrong(f"{found[2]} of {self.k} rows show {found[1]} on the columns {found[0]}")


def one_file(rng, folder, method, truthful, **keys):
    case = Case(rng)
    case.write(folder, method, **keys)
    reported = case.publish(folder, "release.csv")
    if reported is None:
        return
    released = tables.read(folder / "release.csv")
    if released.columns != case.table.columns[:-1]:
        raise Wrong(f"columns {released.columns}")
    if len(released.rows) != len(case.table.rows):
        raise Wrong(f"{len(released.rows)} rows of {len(case.table.rows)}")
    case.judged(released.rows)
    for number, (row, source) in enumerate(zip(released.rows, case.table.rows), 1):
        for name, label, value in zip(released.columns, row, source):
            if name in case.keep and label != value:
                raise Wrong(f"row {number}: a kept cell was changed")
            hierarchy = case.hierarchies.get(name) if method != "suppress" else None
            if truthful and not truth.holds(label, value, hierarchy):
                raise Wrong(f"row {number}, {name}: {label} is not true of {value}")
            if method == "suppress" and label not in (value, "*"):
                raise Wrong(f"row {number}, {name}: {label} is neither the value nor a star")
    changed = sum(a != b for row, source in zip(released.rows, case.table.rows) for a, b in zip(row, source))
    if reported["elimination"]["altered_cells"] != changed:
        raise Wrong(f"{reported['elimination']['altered_cells']} cells are reported, {changed} differ")
    again = run("verify", "release.csv", "--recipe", "recipe.toml", cwd=folder)
    again.expect(0)


@check(cases=12)
def suppress(rng, folder):
    one_file(rng, folder, "suppress", True)


@check(cases=12)
def generalize(rng, folder):
    one_file(rng, folder, "generalize", True)


@check(cases=4)
def generalize_to_centers(rng, folder):
    one_file(rng, folder, "generalize", False, center=rng.choice(["mean", "median"]))


@check(cases=10)
def perturb(rng, folder):
    kind = rng.choice(["neighbour", "rounding", "rank-swap", "additive", "multiplicative"])
    keys = {"perturbation": kind}
    if kind != "neighbour":
        keys["amount"] = recipe.Number("0.1")
    one_file(rng, folder, "perturb", False, **keys)


@check(cases=8)
def compose_row_wise(rng, folder):
    """Whole rows among themselves, and what each compartment shows of the split ones, are safe."""
    case = Case(rng)
    case.write(folder, "compose", composition=rng.choice(["coverage", "a", "b", "c", "auto"]))
    reported = case.publish(folder, "release.csv")
    if reported is None:
        return
    split_rows(case, tables.read(folder / "release.csv"))


def split_rows(case, released):
    parts = tables.classes(released.rows, lambda row: tuple(v == "n/a" for v in row))
    for shape, rows in parts.items():
        shown = [[v for v, away in zip(row, shape) if not away] for row in rows]
        if shown[0]:
            case.judged(shown)
    return parts


@check(cases=4)
def least_cost_is_a_bound(rng, folder):
    """For one exposed column set the fewest cells are known: nobody removes fewer than the bound."""
    case = Case(rng)
    case.keep = []
    case.write(folder, "suppress")
    reported = case.publish(folder, "release.csv")
    if reported is None:
        return
    stars = tables.read(folder / "release.csv")
    cost = sum(v == "*" for row in stars.rows for v in row)
    bound = reported["elimination"].get("least_cost")
    if bound is not None and bound > cost + 1e-9:
        raise Wrong(f"{bound} cells at least must go, {cost} are gone")
