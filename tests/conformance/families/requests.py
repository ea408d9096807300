"""What else a recipe may ask for: built hierarchies, populations, risks, pseudonyms, bounds of levels, unknown values."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction

import definitions as d
import lattice
import recipe
import release
import tables
from lethe import Undecided, Wrong, run
from suite import check


def interval(label, value):
    """`[20, 25)`, `<0`, `>=100`."""
    number = Decimal(value)
    if label.startswith(">="):
        return number >= Decimal(label[2:])
    if label.startswith("<"):
        return number < Decimal(label[1:])
    low, high = label[1:-1].split(", ")
    return label[0] == "[" and label[-1] == ")" and Decimal(low) <= number < Decimal(high)


def period(label, value):
    year, month = int(value[:4]), int(value[5:7])
    return label in (value, value[:7], value[:4], f"{year}-Q{(month + 2) // 3}", f"{year // 10 * 10}s")


BUILT = [
    ({"intervals": [5, 10, 20]}, lambda rng: str(rng.randrange(0, 70)), interval),
    ({"intervals": [10, 20], "from": 10, "to": 50}, lambda rng: str(rng.randrange(0, 70)), interval),
    ({"mask": "right"}, lambda rng: str(rng.choice([10115, 10117, 80331, 81667])),
     lambda label, value: label.rstrip("*") == value[: len(label.rstrip("*"))] and len(label) == len(value)),
    ({"mask": "left"}, lambda rng: rng.choice(["ab1", "cb1", "xy2", "zy2"]),
     lambda label, value: value.endswith(label.lstrip("*")) and len(label) == len(value)),
    ({"prefix": [3, 1]}, lambda rng: rng.choice(["E11.9", "E11.0", "I10", "I21.4", "C50"]),
     lambda label, value: label in (value[:3], value[:1])),
    ({"dates": ["month", "quarter", "year", "decade"]}, lambda rng: f"{rng.choice([1969, 1970, 1979])}-{rng.randint(1, 12):02}-15",
     period),
]


@check(cases=12)
def built_hierarchies(rng, folder):
    """Labels that Lethe makes itself hold the values they stand for, and classes have k records."""
    hierarchy, value, fits = rng.choice(BUILT)
    values = [value(rng) for _ in range(rng.randint(6, 30))]
    others = [rng.choice("xyz") for _ in values]
    tables.Table(["v", "o"], [list(r) for r in zip(values, others)]).write(folder / "people.csv")
    k = rng.choice([2, 3])
    columns = {"v": {"role": "quasi", "hierarchy": hierarchy}, "o": {"role": "quasi"}}
    if "mask" in hierarchy or "prefix" in hierarchy:
        columns["v"]["type"] = "text"
    method = rng.choice(["auto", "mondrian", "flash", "cluster", "generalize"])
    recipe.write(folder / "recipe.toml", columns, [{"model": "k-anonymity", "k": k}], {"method": method})
    answer = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", "release.csv", cwd=folder).expect(0, 1)
    if answer.status == 1:
        return
    released = tables.read(folder / "release.csv")
    for row, original in zip(released.rows, values):
        if row[0] not in ("*", original) and not fits(row[0], original):
            raise Wrong(f"{row[0]} does not hold {original}")
    for shown, count in Counter(map(tuple, released.rows)).items():
        if count < k:
            raise Wrong(f"{count} of {k} records show {shown}")


@check(cases=10)
def populations(rng, folder):
    """Releases with k-map and delta-presence, against a population that is brought to the same levels."""
    case = release.Case(rng, hierarchies=1, nulls=0, models=[], note=False)
    extra = [[rng.choice(case.domains[q]) for q in case.quasi] for _ in range(rng.randint(5, 40))]
    everybody = [row[1 : 1 + len(case.quasi)] for row in case.table.rows] + extra
    tables.Table(case.quasi, everybody).write(folder / "population.csv")
    k = rng.choice([2, 3, 4])
    presence = rng.random() < 0.5
    case.models = [{"model": "delta-presence", "min": recipe.Number("0"), "max": recipe.Number("0.6"),
                    "population": "population.csv"} if presence else
                   {"model": "k-map", "k": k, "population": "population.csv"}]
    case.limit = rng.choice(["0", "0.2"])
    case.write(folder, {"method": rng.choice(["auto", "flash"]), "suppression_limit": recipe.Number(case.limit)},
               typed=False)
    reported, released = release.publish(case, folder)
    if released is None:
        return
    levels = [reported["solution"]["levels"][q] for q in case.quasi]
    lift = lambda row: tuple(case.hierarchies[q].label(v, level) for q, v, level in zip(case.quasi, row, levels))
    big = Counter(map(lift, everybody))
    small = Counter(tuple(r[: len(case.quasi)]) for r in released.rows)
    hidden = sum(n for c, n in small.items() if set(c) == {"*"}) if any(
        level < case.hierarchies[q].height - 1 for q, level in zip(case.quasi, levels)) else 0
    for shown, count in small.items():
        if hidden and set(shown) == {"*"}:
            continue
        if presence and not Fraction(count, big[shown]) <= Fraction(3, 5):
            raise Wrong(f"{count} of {big[shown]} people with {shown} are in the table")
        if not presence and big[shown] < k:
            raise Wrong(f"{big[shown]} of {k} people of the population have {shown}")
    rest = sum(n for c, n in big.items() if c not in small)
    if presence and hidden and (rest == 0 or Fraction(hidden, rest) > Fraction(3, 5)):
        raise Wrong(f"{hidden} suppressed records, {rest} people of the population who are in no class")


@check(once=True)
def a_population_need_not_have_every_column(_, folder):
    """A type of a column that only the table has says nothing about the population."""
    tables.Table(["q", "s"], [["1", "x"], ["1", "y"]]).write(folder / "people.csv")
    tables.Table(["q"], [["1"], ["1"], ["1"]]).write(folder / "population.csv")
    recipe.write(folder / "recipe.toml", {"q": {"role": "quasi"}, "s": {"role": "sensitive", "type": "text"}},
                 [{"model": "k-map", "k": 2, "population": "population.csv"}])
    run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", "release.csv", cwd=folder).expect(0)


@check(cases=8)
def average_risk(rng, folder):
    """The mean risk over the published records is at most the limit."""
    case = release.Case(rng, models=[{"model": "average-risk", "max": recipe.Number(rng.choice(["0.5", "0.34", "0.2"]))}])
    case.write(folder, {"method": rng.choice(["auto", "flash", "incognito", "mondrian"]),
                        "suppression_limit": recipe.Number(case.limit)})
    answer = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", "release.csv", "--format", "json", cwd=folder)
    if answer.status == 2:
        raise Undecided("not for this method")
    answer.expect(0, 1)
    if answer.status == 1:
        return
    released = tables.read(folder / "release.csv")
    shown = [tuple(r[: len(case.quasi)]) for r in released.rows if not release.suppressed(case, r)]
    if not d.average_risk(list(Counter(shown).values()), case.models[0]["max"]):
        raise Wrong("the mean risk is above its limit on the written file")


@check(cases=6)
def pseudonyms(rng, folder):
    """Equal values have equal pseudonyms, others have others, suppressed records have none, and no name is left."""
    case = release.Case(rng, models=[{"model": "k-anonymity", "k": 2}])
    for row in case.table.rows:
        if rng.random() < 0.3:
            row[0] = case.table.rows[0][0]
    (folder / "key").write_bytes(bytes(rng.randrange(256) for _ in range(32)))
    case.write(folder, {"method": "auto", "suppression_limit": recipe.Number(case.limit)})
    answer = run("anonymize", "people.csv", "--recipe", "recipe.toml", "--identifying", "pseudonym", "--key", "key", "-o",
                 "release.csv", "--format", "json", cwd=folder).expect(0, 1)
    if answer.status == 1:
        return
    raw = (folder / "release.csv").read_bytes()
    if release.MARK.encode() in raw:
        raise Wrong("a name is left in the release")
    released = tables.read(folder / "release.csv")
    names, seen = {}, {}
    top = all(answer.json["solution"]["levels"][q] == case.all_hierarchies()[q].height - 1 for q in case.quasi)
    for row, source in zip(released.rows, case.table.rows):
        if release.suppressed(case, row[1:]) and not top:
            if row[0] not in ("*", None):
                raise Wrong("a suppressed record has a pseudonym")
            continue
        if row[0] in ("*", None) and top:
            continue
        if names.setdefault(source[0], row[0]) != row[0] or seen.setdefault(row[0], source[0]) != source[0]:
            raise Wrong("pseudonyms do not follow the values")


@check(once=True)
def weak_keys_are_refused(_, folder):
    """Thirty-two equal bytes are no secret."""
    tables.Table(["id", "q"], [["a", "1"], ["b", "1"]]).write(folder / "people.csv")
    (folder / "key").write_bytes(bytes(32))
    answer = run("anonymize", "people.csv", "--identifiers", "id", "--quasi", "q", "--k", 2, "--identifying", "pseudonym",
                 "--key", "key", "-o", "release.csv", cwd=folder)
    if answer.status != 2:
        raise Wrong(f"a key of zero bytes was accepted: {answer}")


@check(cases=10)
def bounds_of_levels(rng, folder):
    """`min_level` and `max_level` are kept, and the least loss is that within them."""
    case = release.Case(rng, hierarchies=1, note=False)
    bounds = {}
    for q in case.quasi:
        top = case.hierarchies[q].height - 1
        low = rng.randint(0, top)
        bounds[q] = (low, rng.randint(low, top))
    case.write(folder, {"method": rng.choice(["auto", "flash", "incognito"]),
                        "suppression_limit": recipe.Number(case.limit)})
    flags = [w for q, (low, high) in bounds.items() for w in ("--min-level", f"{q}={low}", "--max-level", f"{q}={high}")]
    reported, released = release.publish(case, folder, *flags)
    problem = case.problem()
    problem.bounds = bounds
    least = lattice.best(problem, "loss")
    if (released is None) != (least is None):
        raise Wrong(f"a solution was {'not ' if released is None else ''}found, the least loss is {least}")
    if released is None:
        return
    for q, (low, high) in bounds.items():
        if not low <= reported["solution"]["levels"][q] <= high:
            raise Wrong(f"{q} is on level {reported['solution']['levels'][q]}, allowed are {low} to {high}")
    value = reported["search"].get("found")
    value = reported["search"]["value"] if value is None else value
    if abs(value - float(least)) > 1e-9:
        raise Wrong(f"{value} is reported, the least is {float(least)}")


@check(cases=6)
def unknown_values(rng, folder):
    """A value that a hierarchy lacks is refused, or shown as nothing at all."""
    case = release.Case(rng, hierarchies=1, nulls=0, models=[{"model": "k-anonymity", "k": 2}])
    victim = rng.choice(case.table.rows)
    place = rng.randrange(len(case.quasi))
    victim[1 + place] = "Qz9LetheStranger"
    case.write(folder, {"method": "auto", "suppression_limit": recipe.Number(case.limit)})
    text = (folder / "people.csv").read_text()
    refused = run("anonymize", "people.csv", "--recipe", "recipe.toml", "-o", "a.csv", cwd=folder)
    if refused.status != 2 or b"Qz9LetheStranger" in refused.err + refused.out or (folder / "a.csv").exists():
        raise Wrong(f"a value that no hierarchy has: {refused}")
    answer = run("anonymize", "people.csv", "--recipe", "recipe.toml", "--unknown", "suppress", "-o", "a.csv", cwd=folder)
    answer.expect(0, 1)
    if answer.status == 0 and b"Qz9LetheStranger" in (folder / "a.csv").read_bytes():
        raise Wrong("a value that no hierarchy has is shown")
    if (folder / "people.csv").read_text() != text:
        raise Wrong("the input was changed")
