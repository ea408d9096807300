"""The least loss is the least loss: every combination of levels is tried."""

import lattice
import release
from lethe import Undecided, Wrong
from suite import check

MEASURES = ["loss", "precision", "ncp", "total", "discernibility", "group-size", "entropy"]
KEY = {"group-size": "group_size"}


def near(a, b):
    return abs(float(a) - float(b)) <= 1e-9 * max(1, abs(float(b)))


def searched(rng, folder, method):
    case = release.Case(rng, note=False)
    measure = rng.choice(MEASURES)
    case.write(folder, {"method": method, "quality": measure,
                        "suppression_limit": release.recipe.Number(case.limit)})
    reported, released = release.publish(case, folder)
    problem = case.problem()
    least = lattice.best(problem, measure)
    if released is None:
        if least is not None:
            raise Wrong(f"no solution, but the least loss is {float(least)}")
        return
    if least is None:
        raise Wrong("a solution where none exists")
    value = reported["search"].get("found")
    value = reported["search"]["value"] if value is None else value
    if not near(value, least):
        raise Wrong(f"{measure}: {value} is reported, the least is {float(least)} ({method})")
    if reported["search"].get("found") is None and not reported["search"]["optimal"]:
        raise Wrong("an optimum that is not called one")
    figures(case, problem, reported)


def figures(case, problem, reported):
    """All measures of the report, computed anew from the levels and the rows that had to go."""
    if reported["search"].get("found") is not None:
        return
    levels = tuple(reported["solution"]["levels"][q] for q in case.quasi)
    lost = problem.judge(levels)
    if len(lost) != reported["suppressed"]:
        raise Wrong(f"{reported['suppressed']} suppressed, the definition says {len(lost)}")
    for name in MEASURES:
        expected = lattice.loss(problem, levels, lost, name)
        if not near(reported["quality"][KEY.get(name, name)], expected):
            raise Wrong(f"{name} is {reported['quality'][KEY.get(name, name)]}, the formula gives {float(expected)}")


@check(cases=24)
def auto(rng, folder):
    searched(rng, folder, "auto")


@check(cases=10)
def flash(rng, folder):
    searched(rng, folder, "flash")


@check(cases=10)
def incognito(rng, folder):
    searched(rng, folder, "incognito")


@check(cases=6)
def bounds_of_other_searches(rng, folder):
    """A search that need not find the least loss never reports less, and its bound is one."""
    case = release.Case(rng, note=False)
    method = rng.choice(["lightning", "genetic", "top-down", "datafly"])
    case.write(folder, {"method": method, "suppression_limit": release.recipe.Number(case.limit)})
    reported, released = release.publish(case, folder)
    if released is None:
        raise Undecided("none found")
    problem = case.problem()
    least = lattice.best(problem, "loss")
    value = reported["search"].get("found")
    value = reported["search"]["value"] if value is None else value
    if least is None or value < float(least) - 1e-9:
        raise Wrong(f"{value} is reported, the least is {least and float(least)} ({method})")
    bound = reported["search"]["bound"]
    if bound is not None and bound > float(least) + 1e-9:
        raise Wrong(f"{bound} is called a bound, the least is {float(least)} ({method})")
    if reported["search"]["optimal"] and not near(value, least):
        raise Wrong(f"{value} is called optimal, the least is {float(least)} ({method})")
    figures(case, problem, reported)
