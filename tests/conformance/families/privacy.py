"""Differential privacy from files: neighbours that differ by one line, through the whole command.

What a command does with a file includes how it reads it. A cell of one person that changes how the others are read,
or whether there is an answer at all, breaks the promise whatever noise is added. Where chances are compared, the
bounds are those of Clopper and Pearson, and a correct program fails a check with a chance of at most FALSE_ALARM.
"""

import json
from collections import Counter
from fractions import Fraction
from math import comb, exp, log

import recipe
import tables
from families import silo
from lethe import Undecided, Wrong, run
from suite import check

FALSE_ALARM = 1e-6

ODD = ["unknown", "", None, "1e400", "-0", "+5", "007", "1/2", "NaN", "inf", "true", "2020-01-01", "*", "n/a", "é",
       " 30", "30 ", '"', "a,b", "a;b", "x|y", "9" * 500, "line\nbreak", "=cmd"]


def tail(successes, trials, chance):
    """The chance of at least so many successes."""
    if chance <= 0:
        return 0.0 if successes else 1.0
    if chance >= 1:
        return 1.0
    terms = (log(comb(trials, i)) + i * log(chance) + (trials - i) * log(1 - chance) for i in range(successes, trials + 1))
    return min(1.0, sum(exp(t) for t in terms))


def bisect(function, target):
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < target else (low, middle)
    return low


def at_least(successes, trials, error):
    """The chance is below this with a probability of at most `error`."""
    return 0.0 if successes == 0 else bisect(lambda p: tail(successes, trials, p), error)


def at_most(successes, trials, error):
    return 1 - at_least(trials - successes, trials, error)


def hold(first, second, epsilon, delta, events):
    """Neighbours whose outcomes are lists of sets of events: no event may tell them apart by more than the promise."""
    share = FALSE_ALARM / (4 * len(events))
    for event in events:
        for a, b in ((first, second), (second, first)):
            often, seldom = sum(event in x for x in a), sum(event in x for x in b)
            if at_least(often, len(a), share) > exp(epsilon) * at_most(seldom, len(b), share) + delta:
                raise Wrong(f"{event}: {often} of {len(a)} runs against {seldom} of {len(b)} of a neighbour, "
                            f"with epsilon {epsilon} and delta {delta}")


def neighbours(rng, folder, rows, columns, odd):
    tables.Table(columns, rows).write(folder / "one.csv")
    place = rng.randint(0, len(rows))
    tables.Table(columns, rows[:place] + [odd] + rows[place:]).write(folder / "two.csv")


NOISY = ("value", "exact", "choice", "counts", "estimates", "answers", "rows", "noisy_count", "within")


def shape(value):
    """JSON without its numbers and choices: everything that must not depend on a person."""
    if isinstance(value, dict):
        return {k: shape(v) for k, v in value.items()
                if k not in NOISY}
    if isinstance(value, list):
        return [shape(v) for v in value]
    return value


QUESTIONS = [
    ["count"],
    ["count", "--column", "age", "--values", "30,40"],
    ["count", "--delta", "1e-6"],
    ["sum", "--column", "age", "--lower", "0", "--upper", "100", "--grid", "1"],
    ["mean", "--column", "age", "--lower", "0", "--upper", "100", "--grid", "1"],
    ["quantile", "--column", "age", "--lower", "0", "--upper", "100", "--grid", "10", "--share", "0.5"],
    ["histogram", "--column", "age", "--values", "30,40,50"],
    ["select", "--column", "age", "--values", "30,40,50"],
]


@check(cases=16)
def one_odd_cell_never_decides_an_answer(rng, folder):
    """With and without one odd row: the same status, the same message, the same report but for the noisy number."""
    rows = [[rng.choice(["30", "40", "", "50"]), rng.choice("mf")] for _ in range(rng.randint(0, 12))]
    neighbours(rng, folder, rows, ["age", "sex"], [rng.choice(ODD), rng.choice(["m", rng.choice(ODD)])])
    words = rng.choice(QUESTIONS)
    answers = [run("dp", words[0], f, *words[1:], "--epsilon", "1", "--delimiter", ",", "--format", "json", cwd=folder)
               for f in ("one.csv", "two.csv")]
    if answers[0].status != answers[1].status:
        raise Wrong(f"one row more decides about the status: {answers[0]}; {answers[1]}")
    if answers[0].err.replace(b"one.csv", b"") != answers[1].err.replace(b"two.csv", b""):
        raise Wrong(f"one row more decides about the message: {answers[0]}; {answers[1]}")
    if answers[0].status == 0 and shape(answers[0].json) != shape(answers[1].json):
        raise Wrong(f"one row more decides about the report: {shape(answers[0].json)} and {shape(answers[1].json)}")


@check(cases=1)
def noisy_counts(rng, folder):
    """The distribution of a count with and without a row, at thresholds that were fixed beforehand."""
    rows = [["30", "m"]] * 10
    neighbours(rng, folder, rows, ["age", "sex"], [rng.choice(["30", "unknown"]), "m"])
    outcomes = []
    for file in ("one.csv", "two.csv"):
        found = []
        for _ in range(60):
            reported = run("dp", "count", file, "--epsilon", "0.5", "--delimiter", ",", "--format", "json", cwd=folder)
            value = float(reported.expect(0).json["exact"])
            found.append({t for t in range(6, 16) if value >= t} | {-t for t in range(6, 16) if value < t})
        outcomes.append(found)
    hold(*outcomes, 0.5, 0, [*range(6, 16), *range(-15, -5)])


def safepub(folder, file, seed):
    """What a release of true records shows: which cells there are in each column."""
    answer = run("anonymize", file, "--recipe", "safepub.toml", "-o", "release.csv", "--insecure-seed", seed, "--format",
                 "json", cwd=folder)
    answer.expect(0, 1)  # 1: a release from a seed is not private, and the status says so
    if not (folder / "release.csv").exists():
        return {"nothing"}
    raw = (folder / "release.csv").read_text(encoding="utf-8").splitlines()
    events = {"no rows"} if len(raw) < 2 else set()
    for line in raw[1:]:
        first = line.split(",")[0]
        events.add({"": "missing", '""': "empty text", "*": "star", "30": "thirty"}.get(first, "other"))
    (folder / "release.csv").unlink()
    return events


EVENTS = ["nothing", "no rows", "missing", "empty text", "star", "thirty", "other"]


def truthful(rng, folder, odd, runs=60):
    """The levels are given, so that every run shows the cells as they were read."""
    rows = [["30", "m"]] * 200 + [["", "m"]] * 200
    neighbours(rng, folder, rows, ["age", "sex"], odd)
    columns = {"age": {"role": "quasi", "max_level": 0}, "sex": {"role": "quasi", "max_level": 0}}
    privacy = {"model": "differential-privacy", "epsilon": 1, "delta": recipe.Number("1e-6")}
    recipe.write(folder / "safepub.toml", columns, [privacy], {"method": "safepub", "score": "group-size", "steps": 3})
    first = run("anonymize", "one.csv", "--recipe", "safepub.toml", "--format", "json", cwd=folder)
    if first.status == 2:
        raise Undecided(f"refused: {first}")
    start = rng.randrange(10**6)
    outcomes = [[safepub(folder, f, start + i) for i in range(runs)] for f in ("one.csv", "two.csv")]
    hold(*outcomes, 1, 1e-6, EVENTS)


@check(cases=1)
def true_records_and_one_odd_cell(rng, folder):
    """One person's `unknown` must not change how everybody else's cells are read."""
    truthful(rng, folder, ["unknown", "m"])


@check(cases=6)
def true_records_and_any_odd_cell(rng, folder):
    """Refusing a table because of one person's cell is an answer about them, and so is the kind of the report."""
    rows = [[rng.choice(["30", ""]), "m"] for _ in range(60)]
    odd = rng.choice([o for o in ODD if o not in ("line\nbreak",)])
    neighbours(rng, folder, rows, ["age", "sex"], [odd, "m"])
    privacy = {"model": "differential-privacy", "epsilon": 1, "delta": recipe.Number("1e-6")}
    recipe.write(folder / "safepub.toml", {"age": {"role": "quasi"}, "sex": {"role": "quasi"}}, [privacy],
                 {"method": "safepub", "score": "group-size", "steps": 3})
    answers = [run("anonymize", f, "--recipe", "safepub.toml", "--insecure-seed", 5, "-o", f"{f}.out.csv", cwd=folder)
               for f in ("one.csv", "two.csv")]
    if {a.status for a in answers} == {2}:
        raise Undecided("refused whatever the cell is")
    if answers[0].status != answers[1].status:
        raise Wrong(f"one odd cell decides about the status: {answers[0]}; {answers[1]}")


@check(cases=1)
def noisy_models_and_one_odd_cell(rng, folder):
    """`silo sanitize --epsilon`: which values are shown at all must not hang on one person's cell."""
    rows = [["30", "m"]] * 150 + [["", "m"]] * 150
    neighbours(rng, folder, rows, ["age", "sex"], ["unknown", "m"])
    outcomes = []
    for file in ("one.csv", "two.csv"):
        run("silo", "train", file, "-o", "exact.model", "-q", cwd=folder).expect(0)
        found = []
        for _ in range(60):
            run("silo", "sanitize", "exact.model", "--k", 60, "--epsilon", "1", "-o", "noisy.model", "-q",
                cwd=folder).expect(0)
            header = silo.header(folder / "noisy.model")
            found.append({(c["name"], c["values"]) for c in header["columns"]})
        outcomes.append(found)
    hold(*outcomes, 1, 1e-6, [(c, n) for c in ("age", "sex") for n in range(4)])


@check(cases=6)
def spending_is_noted_before_an_answer(rng, folder):
    """A ledger never pays more than it has, and what was refused costs nothing."""
    tables.Table(["age"], [["30"]] * 5).write(folder / "people.csv")
    total = rng.choice(["1", "0.5", "1/3"])
    run("dp", "ledger", "create", "l.ledger", "--data-set", "x", "--epsilon", total, "--delta", "1e-6", cwd=folder).expect(0)
    limit, spent = Fraction(total), Fraction(0)
    for _ in range(6):
        cost = rng.choice(["0.1", "1/6", "0.25", "1/3"])
        answer = run("dp", "count", "people.csv", "--epsilon", cost, "--ledger", "l.ledger", "--delimiter", ",", cwd=folder)
        fits = spent + Fraction(cost) <= limit
        if answer.status != (0 if fits else 3):
            raise Wrong(f"{spent} of {limit} spent, {cost} asked for: {answer}")
        spent += Fraction(cost) if fits else 0
        if not fits and answer.out:
            raise Wrong("an answer that was not paid for")
    noted = json.loads((folder / "l.ledger").read_text())["spends"]
    if sum(Fraction(s["epsilon"]) for s in noted) != spent:
        raise Wrong("the ledger does not add up")


@check(once=True)
def the_delimiter_hangs_on_nobody(_, folder):
    """Semicolons split all rows but one person's: whether there is a column of that name must not depend on it."""
    body = "x;y;z,w\n" + "1;2;3,4\n" * 20
    (folder / "one.csv").write_text(body)
    (folder / "two.csv").write_text(body + "123,4\n")
    for column in ("w", "y", "x;y;z"):
        answers = [run("dp", "count", f, "--column", column, "--values", "4", "--epsilon", "1", cwd=folder)
                   for f in ("one.csv", "two.csv")]
        if answers[0].status != answers[1].status:
            raise Wrong(f"one row decides whether there is a column {column}: {answers[0]}; {answers[1]}")


def smallest_k(p, q, delta):
    """The least k of a promise with epsilon = ln(p/q), from its definition: delta(k) = max over n of P[j >= k and j > gamma n]."""
    chance = 1 - Fraction(q, p)
    gamma = 1 - (1 - chance) * Fraction(q, p)
    worst = {}
    for n in range(1, 130):
        tails, total = [Fraction(0)] * (n + 2), Fraction(0)
        for j in range(n, -1, -1):
            total += comb(n, j) * chance**j * (1 - chance) ** (n - j)
            tails[j] = total
        least = int(gamma * n) + 1
        for k in range(1, n + 1):
            worst[k] = max(worst.get(k, Fraction(0)), tails[max(k, least)] if max(k, least) <= n else Fraction(0))
    k = max(worst)
    while k > 1 and worst[k - 1] <= delta:
        k -= 1
    return k


@check(cases=2)
def parameters_of_true_records(rng, folder):
    """`safepub-parameters` finds the least k, with exact binomial chances."""
    p, q = rng.choice([(2, 1), (3, 1), (5, 2)])
    exponent = rng.choice([1, 2, 3])
    reported = run("safepub-parameters", "--epsilon", f"ln({p}/{q})", "--delta", f"1e-{exponent}", "--format", "json", cwd=folder)
    expected = smallest_k(p, q, Fraction(1, 10**exponent))
    if reported.expect(0).json["k"] != expected:
        raise Wrong(f"k is {reported.json['k']}, the least is {expected}")


@check(cases=3)
def true_records_are_records(rng, folder):
    """A release of true records is part of the table on its levels, in groups of at least k."""
    rows = [[rng.choice(["a", "a", "b"]), rng.choice("mf")] for _ in range(300)]
    tables.Table(["x", "sex"], rows).write(folder / "one.csv")
    privacy = {"model": "differential-privacy", "epsilon": recipe.Number('"ln(3)"'), "delta": recipe.Number("1e-3")}
    recipe.write(folder / "safepub.toml", {"x": {"role": "quasi"}, "sex": {"role": "quasi"}}, [privacy],
                 {"method": "safepub", "score": "group-size", "steps": 4})
    answer = run("anonymize", "one.csv", "--recipe", "safepub.toml", "-o", "release.csv", "--format", "json", cwd=folder)
    if answer.status == 2:
        raise Undecided(str(answer))
    least = answer.expect(0).json["account"]["k"]
    released = tables.read(folder / "release.csv").rows
    shown = Counter(map(tuple, released))
    if any(count < least for count in shown.values()):
        raise Wrong(f"a group is smaller than {least}: {shown}")
    for level in ((0, 0), (0, 1), (1, 0), (1, 1)):
        lifted = Counter(tuple("*" if up else v for v, up in zip(row, level)) for row in rows)
        if not shown - lifted:
            break
    else:
        raise Wrong("the release is no part of the table on any levels")
    if released != sorted(released):
        raise Wrong("rows are not in the order of what they show")
