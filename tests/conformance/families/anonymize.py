"""Whatever method made a release: its models hold on the written file and its cells are true."""

import csv
from collections import Counter

import release
import tables
from lethe import Undecided, Wrong, run
from suite import check


def lattice_method(rng, folder, method, cases=release.Case):
    case = cases(rng)
    search = {"method": method, "suppression_limit": release.recipe.Number(case.limit)}
    problem = case.problem()
    if method == "fixed":
        levels = {q: rng.randrange(problem.hierarchies[q].height) for q in case.quasi}
        search["levels"] = levels
    case.write(folder, search, rng.choice(["keep", "keep", "drop"]))
    reported, released = release.publish(case, folder)
    if released is None:
        no_solution(problem, method, search)
        return
    release.judge(case, released, reported)
    if "levels" in reported["solution"]:
        as_reported(case, problem, reported, released)
    recheck(case, folder)


def no_solution(problem, method, search):
    """That there is none is true for methods that look everywhere, and wherever the top is one."""
    if method == "fixed":
        levels = tuple(search["levels"][q] for q in problem.quasi)
        if len(problem.judge(levels)) <= problem.allowed:
            raise Wrong(f"no solution, but the levels {levels} are one")
        return
    top = tuple(problem.hierarchies[q].height - 1 for q in problem.quasi)
    if not problem.judge(top):
        raise Wrong("no solution, but the most general levels are one")
    if method in ("auto", "flash", "incognito"):
        found = next(problem.solutions(), None)
        if found:
            raise Wrong(f"no solution, but {found} is one")


def as_reported(case, problem, reported, released):
    """Every row shows the labels of the reported levels, or is suppressed."""
    levels = tuple(reported["solution"]["levels"][q] for q in case.quasi)
    labels = problem.labels(levels)
    if len(released.rows) != len(labels):
        return
    count = 0
    for row, shown in zip(released.rows, labels):
        if tuple(row[: len(shown)]) != shown:
            if not release.suppressed(case, row):
                raise Wrong(f"a row shows neither the labels of {levels} nor stars: {row}")
            count += 1
    if count > reported["suppressed"]:
        raise Wrong(f"{count} rows of stars, {reported['suppressed']} reported")


def recheck(case, folder):
    """The verifier says of the file what the report said."""
    answer = run("verify", "release.csv", "--recipe", "recipe.toml", "--reference", "people.csv", cwd=folder)
    answer.expect(0)


@check(cases=10)
def auto(rng, folder):
    lattice_method(rng, folder, "auto")


@check(cases=6)
def flash(rng, folder):
    lattice_method(rng, folder, "flash")


@check(cases=6)
def incognito(rng, folder):
    lattice_method(rng, folder, "incognito")


@check(cases=6)
def lightning(rng, folder):
    lattice_method(rng, folder, "lightning")


@check(cases=6)
def genetic(rng, folder):
    lattice_method(rng, folder, "genetic")


@check(cases=6)
def top_down(rng, folder):
    lattice_method(rng, folder, "top-down")


@check(cases=6)
def datafly(rng, folder):
    lattice_method(rng, folder, "datafly")


@check(cases=6)
def fixed(rng, folder):
    lattice_method(rng, folder, "fixed")


@check(cases=6)
def local_recoding(rng, folder):
    case = release.Case(rng)
    case.write(folder, {"method": "auto", "local": True,
                        "suppression_limit": release.recipe.Number(case.limit)})
    reported, released = release.publish(case, folder)
    if released is None:
        no_solution(case.problem(), "auto", {})
        return
    release.judge(case, released, reported)
    recheck(case, folder)


def grouped(rng, folder, search):
    case = release.Case(rng, hierarchies=rng.choice([0, 0.5, 1]))
    case.limit = "0"
    case.write(folder, search)
    reported, released = release.publish(case, folder)
    if released is None:
        everybody = range(len(case.table.rows))
        if all(holds(everybody) for holds in case.problem().models):
            raise Wrong("no solution, but all records together are one")
        return
    release.judge(case, released, reported)
    recheck(case, folder)


@check(cases=10)
def mondrian(rng, folder):
    grouped(rng, folder, {"method": "mondrian", "split": rng.choice(["strict", "relaxed"]),
                          "recode": rng.choice(["hierarchy", "range"])})


@check(cases=10)
def cluster(rng, folder):
    grouped(rng, folder, {"method": "cluster", "algorithm": rng.choice(["hybrid", "oka", "k-member"]),
                          "recode": rng.choice(["hierarchy", "range"])})


@check(cases=6)
def disk_cluster(rng, folder):
    grouped(rng, folder, {"method": "disk-cluster"})


@check(cases=4)
def mdav(rng, folder):
    """Means are not true, but the models hold."""
    case = release.Case(rng, hierarchies=0)
    case.limit = "0"
    case.write(folder, {"method": "cluster", "algorithm": "mdav", "center": rng.choice(["mean", "median"])})
    reported, released = release.publish(case, folder)
    if released is not None:
        release.judge(case, released, reported, truthful=False)


@check(cases=4)
def threads_change_nothing(rng, folder):
    case = release.Case(rng)
    method = rng.choice(["auto", "flash", "genetic", "lightning", "mondrian", "cluster"])
    case.write(folder, {"method": method})
    first = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", "one.csv", "--threads", 1, cwd=folder)
    second = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", "two.csv", "--threads", 2, cwd=folder)
    if first.status != second.status:
        raise Wrong(f"another status with two threads: {second}")
    if first.status == 0 and (folder / "one.csv").read_bytes() != (folder / "two.csv").read_bytes():
        raise Wrong(f"other bytes with two threads: {second}")


@check(cases=4)
def frozen_solutions(rng, folder):
    """A solution that is applied to other people of the same kind: the models hold for these."""
    case = release.Case(rng, hierarchies=1)
    case.write(folder, {"method": "auto", "suppression_limit": release.recipe.Number(case.limit)})
    reported, released = release.publish(case, folder, "--freeze", "solution.json")
    if released is None:
        return
    rows = [rng.choice(case.table.rows)[:] for _ in range(rng.randint(3, 25))]
    later = tables.Table(case.table.columns, rows)
    later.write(folder / "later.csv")
    answer = run("anonymize", "later.csv", "--apply", "solution.json", "-o", "later-release.csv", "--format", "json",
                 cwd=folder)
    if answer.status == 2:
        return
    answer.expect(0, 1)
    if answer.status == 0:
        release.judge(case, tables.read(folder / "later-release.csv"), answer.json, original=later)


ODD = ["*", "n/a", None, "", " ", "a", "{a, b}", "[1, 2]", "**", "*, *", "a*", "A", "-", "?"]


@check(cases=12)
def values_that_look_like_labels(rng, folder):
    """Originals with `*`, `n/a`, sets and ranges of their own: nobody is suppressed, so every class counts, stars too."""
    columns = rng.randint(1, 3)
    pools = [rng.sample(ODD, rng.randint(1, 4)) for _ in range(columns)]
    rows = [[rng.choice(pool) for pool in pools] for _ in range(rng.randint(2, 20))]
    names = [f"q{i}" for i in range(columns)]
    tables.Table([*names, "s"], [[*row, rng.choice("xyz")] for row in rows]).write(folder / "people.csv")
    k = rng.choice([2, 3])
    method = rng.choice(["auto", "flash", "mondrian", "cluster", "suppress", "generalize", "datafly", "disk-cluster"])
    roles = ["--quasi", ",".join(names), "--sensitive", "s"]
    answer = run("anonymize", "people.csv", *roles, "--k", k, "--method", method, "-o", "release.csv", cwd=folder)
    if answer.status == 2:
        raise Undecided(str(answer))
    answer.expect(0, 1)
    if answer.status == 1:
        return
    with open(folder / "release.csv", newline="", encoding="utf-8") as file:
        shown = Counter(tuple(row[:columns]) for row in list(csv.reader(file))[1:])
    few = [key for key, count in shown.items() if count < k]
    if few:
        raise Wrong(f"{shown[few[0]]} of {k} records show {few[0]} ({method})")


@check(cases=6)
def suppressed_records_show_nothing(rng, folder):
    """A suppressed record is suppressed whole: other columns of it are stars as well."""
    case = release.Case(rng, rows=(8, 30), models=[{"model": "k-anonymity", "k": 3}])
    case.limit = "1"
    undeclared = rng.random() < 0.5
    case.write(folder, {"method": "auto", "suppression_limit": release.recipe.Number("1"), "quality": "loss"})
    if undeclared:
        text = (folder / "recipe.toml").read_text().replace('[columns."note"]\nrole = "insensitive"\n', "")
        (folder / "recipe.toml").write_text(text)
    reported, released = release.publish(case, folder, *(["--others", "keep"] if undeclared and keeps_others(folder) else []))
    if released is None or not reported["suppressed"]:
        return
    top = all(reported["solution"]["levels"][q] == case.all_hierarchies()[q].height - 1 for q in case.quasi)
    if top:
        return
    for row in released.rows:
        if release.suppressed(case, row) and row[-1] != "*":
            raise Wrong(f"a suppressed record shows a column that is no quasi-identifier: {row}")


def keeps_others(folder):
    return b"--others" in run("anonymize", "--help", cwd=folder).out


@check(once=True)
def protections_are_used_or_refused(_, folder):
    """`min_level` on a column whose role does not generalize it would protect nothing."""
    case_rows = [[str(i), "4111", "flu"] for i in range(6)]
    tables.Table(["age", "card", "s"], case_rows).write(folder / "people.csv")
    (folder / "recipe.toml").write_text(
        '[columns.age]\nrole = "quasi"\n[columns.card]\nrole = "insensitive"\nmin_level = 1\n'
        '[columns.s]\nrole = "sensitive"\n[[privacy]]\nmodel = "k-anonymity"\nk = 2\n'
    )
    answer = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", "out.csv", cwd=folder)
    if answer.status != 2:
        raise Wrong(f"a protection that does nothing was accepted: {answer}")
