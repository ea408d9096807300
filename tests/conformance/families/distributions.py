"""`lethe verify` says "holds" exactly when the definition does: models that compare a class with the table."""

import definitions as d
import recipe
import tables
from lethe import Undecided, Wrong, run
from released import Case, compare
from suite import check


def closeness(rng, folder, case, distance, keys, extra=()):
    table = case.everybody()
    far = [distance(g, table) for g in case.groups()]
    t = recipe.near(rng, rng.choice(far)) if far else recipe.Number("0.2")
    if t is None or not 0 <= d.exact(t) <= 1:
        raise Undecided("no such t")
    answer = case.ask(folder, {"model": "t-closeness", "column": "s", "t": t, **keys}, extra)
    model = compare(answer, all(x <= d.exact(t) for x in far), case.suppressed_groups, not far)
    if far and not case.suppressed_groups and model["achieved"] is not None:
        low, high = model["bounds"]["lower"], model["bounds"]["upper"]
        if not d.Fraction(low) <= max(far) <= d.Fraction(high):
            raise Wrong(f"bounds {low} and {high} do not enclose {max(far)}: {answer}")


@check(cases=12)
def closeness_equal(rng, folder):
    case = Case(rng)
    closeness(rng, folder, case, d.equal_distance, {"distance": "equal"})


@check(cases=16)
def closeness_ordered(rng, folder):
    case = Case(rng, kind=rng.choice(["integer", "decimal", "date"]))
    order = case.order()
    closeness(rng, folder, case, lambda g, t: d.ordered_distance(g, t, order), {"distance": "ordered"})


@check(cases=12)
def closeness_hierarchical(rng, folder):
    case = Case(rng, kind="word")
    hierarchy = tables.random_hierarchy(rng, case.domain, "s", rng.randint(1, 3))
    hierarchy.write(folder / "s.csv")
    case.table.write(folder / "release.csv")
    table = case.everybody()
    far = [d.hierarchical_distance(g, table, hierarchy) for g in case.groups()]
    t = recipe.near(rng, rng.choice(far)) if far else recipe.Number("0.2")
    if t is None or not 0 <= d.exact(t) <= 1:
        raise Undecided("no such t")
    answer = run("verify", "release.csv", "--quasi", ",".join(case.quasi), "--t", f"{t}@s:hierarchical:s.csv",
                 "--type", "s=text", *case.flags(), "--format", "json", cwd=folder)
    compare(answer, all(x <= d.exact(t) for x in far), case.suppressed_groups, not far)


@check(cases=8)
def closeness_to_a_reference(rng, folder):
    case = Case(rng)
    reference = tables.Table(["s"], [[v] for v in case.everybody() + tables.draw(rng, case.domain, 12)])
    reference.write(folder / "original.csv")
    table = reference.values("s")
    far = [d.equal_distance(g, table) for g in case.groups()]
    t = recipe.near(rng, rng.choice(far)) if far else recipe.Number("0.2")
    if t is None or not 0 <= d.exact(t) <= 1:
        raise Undecided("no such t")
    answer = case.ask(folder, {"model": "t-closeness", "column": "s", "t": t}, ["--reference", "original.csv"])
    compare(answer, all(x <= d.exact(t) for x in far), case.suppressed_groups, not far)


@check(cases=12)
def beta_likeness(rng, folder):
    case = Case(rng)
    table = case.everybody()
    q = d.shares(table)
    gains = [(s - q[v]) / q[v] for g in case.groups() for v, s in d.shares(g).items()]
    beta = recipe.near(rng, rng.choice([x for x in gains if x > 0] or [d.Fraction(1)]), least=0)
    if beta is None:
        raise Undecided("no such beta")
    enhanced = rng.random() < 0.5
    answer = case.ask(folder, {"model": "beta-likeness", "column": "s", "beta": beta, "enhanced": enhanced})
    compare(answer, all(d.beta_likeness(g, table, beta, enhanced) for g in case.groups()), case.suppressed_groups, not case.groups())


@check(cases=10)
def delta_disclosure(rng, folder):
    case = Case(rng)
    table = case.everybody()
    q = d.shares(table)
    logs = [abs(d.ln(s / q[v])) for g in case.groups() for v, s in d.shares(g).items() if s != q[v]]
    near = rng.choice(logs) if logs else d.Decimal(1)
    delta = recipe.near(rng, d.exact(f"{near:.30f}"), least=0)
    if delta is None:
        raise Undecided("no such delta")
    answer = case.ask(folder, {"model": "delta-disclosure", "column": "s", "delta": delta})
    compare(answer, all(d.delta_disclosure(g, table, delta) for g in case.groups()), case.suppressed_groups, not case.groups())


@check(once=True)
def ordered_closeness_needs_an_order(_, folder):
    """Texts have no order by themselves: one `unknown` among salaries must not turn them into bytes."""
    salaries = ["3", "4", "5", "6", "11", "8", "7", "9", "unknown"]
    rows = [["a" if i < 3 else "b" if i < 6 else "c", s] for i, s in enumerate(salaries)]
    tables.Table(["q", "salary"], rows).write(folder / "release.csv")
    answer = run("verify", "release.csv", "--quasi", "q", "--t", "0.4@salary:ordered", cwd=folder)
    if answer.status != 2:
        raise Wrong(f"texts were put into the order of their bytes: {answer}")
