"""The losses that `lethe compare` reads from two files are those of the formulas."""

import lattice
import release
import tables
from lethe import Wrong, report
from suite import check

MEASURES = ["loss", "precision", "ncp", "total", "discernibility", "group-size"]


def compared(rng, folder, measures):
    """A release on random levels, classes below k suppressed, compared with its original. Nothing is missing in it: a label
    does not say on which level a missing value was left."""
    case = release.Case(rng, note=False, nulls=0, models=[{"model": "k-anonymity", "k": rng.choice([2, 3])}])
    problem = case.problem()
    levels = tuple(rng.randrange(problem.hierarchies[q].height) for q in case.quasi)
    if all(level == problem.hierarchies[q].height - 1 for q, level in zip(case.quasi, levels)):
        levels = tuple(0 for _ in levels)
    lost = problem.judge(levels)
    rows = []
    for number, (shown, row) in enumerate(zip(problem.labels(levels), case.table.rows)):
        hidden = number in lost
        rows.append([*(["*"] * len(shown) if hidden else shown), "*" if hidden else row[-1]])
    if any(all(v == "*" for v in row[:-1]) for n, row in enumerate(rows) if n not in lost):
        return
    case.write(folder, {"method": "auto"})
    tables.Table(case.table.columns[1:], rows).write(folder / "release.csv")
    reported, _ = report("compare", "people.csv", "release.csv", "--recipe", "recipe.toml", "--ordered", cwd=folder)
    for name in measures:
        found, expected = reported["quality"][name.replace("-", "_")], float(lattice.loss(problem, levels, lost, name))
        if found is None or abs(found - expected) > 1e-9:
            raise Wrong(f"{name} is {found}, the formula gives {expected} ({levels}, {len(lost)} suppressed)")
    # The column that was left out has as many altered cells as rows.
    changed = sum(1 + sum(a != b for a, b in zip(row, source[1:])) for row, source in zip(rows, case.table.rows))
    if reported["altered_cells"] != changed:
        raise Wrong(f"{reported['altered_cells']} cells altered, {changed} differ")


@check(cases=12)
def losses(rng, folder):
    compared(rng, folder, MEASURES)


@check(cases=8)
def entropy(rng, folder):
    compared(rng, folder, ["entropy"])
