"""`lethe attack` counts candidates as the definition does: a record that may be the person's."""

import json
from fractions import Fraction

import release
import tables
import truth
from lethe import Undecided, Wrong, report
from suite import check


def candidates(case, released, known, columns):
    """The released rows that every known value of the person is consistent with."""
    rows = []
    for row in released.rows:
        if all(
            known[c] is None or row[released.place(c)] is None or
            truth.holds(row[released.place(c)], known[c], case.hierarchies.get(c))
            for c in columns
        ):
            rows.append(row)
    return rows


def counted(case, released, people, columns, k, sensitive):
    """The counts of docs/src/guide/attack.md for a release without suppressed records."""
    counts = {"reidentified": 0, "below_k": 0, "disclosed": 0, "no_candidate": 0}
    success = Fraction(0)
    for person in people.rows:
        known = dict(zip(people.columns, person))
        found = candidates(case, released, known, columns)
        counts["no_candidate"] += not found
        counts["reidentified"] += len(found) == 1
        counts["below_k"] += 0 < len(found) < k
        if found:
            success += Fraction(1, len(found))
            values = {row[released.place(sensitive)] for row in found}
            counts["disclosed"] += len(values) == 1 and not values & {None, "*"}
    counts["mean_success"] = success / len(people.rows)
    return counts


def attacked(rng, folder, case):
    k = rng.choice([2, 3, 5])
    columns = rng.sample(case.quasi, rng.randint(1, len(case.quasi)))
    columns = [q for q in case.quasi if q in columns]
    words = ["attack", "release.csv", "--known", "people.csv", "--columns", ",".join(columns), "--sensitive", "s", "--k", k]
    for q in columns:
        if q in case.hierarchies:
            words += ["--hierarchy", f"{q}={q}.csv"]
    reported, status = report(*words, cwd=folder)
    return reported, status, columns, k


@check(cases=12)
def one_level_for_all(rng, folder):
    """On releases without suppressed records, what is known of each person is held against every record."""
    case = release.Case(rng, models=[{"model": "k-anonymity", "k": rng.choice([2, 3])}])
    if rng.random() < 0.3:
        case.limit = "0"
        levels = {q: rng.randrange(case.all_hierarchies()[q].height) for q in case.quasi}
        rows = case.problem().labels([levels[q] for q in case.quasi])
        body = [[*shown, *row[1 + len(case.quasi):]] for shown, row in zip(rows, case.table.rows)]
        released = tables.Table(case.table.columns[1:], body)
        case.write(folder, {"method": "auto"})
        released.write(folder / "release.csv")
    else:
        case.limit = "0"
        case.write(folder, {"method": rng.choice(["auto", "mondrian"])})
        _, released = release.publish(case, folder)
        if released is None:
            return
    if any(release.suppressed(case, row) for row in released.rows):
        return
    reported, status, columns, k = attacked(rng, folder, case)
    expected = counted(case, released, case.table, columns, k, "s")
    for key, value in expected.items():
        if abs(reported[key] - float(value)) > 1e-12:
            raise Wrong(f"{key} is {reported[key]}, not {float(value)} ({columns}, k = {k})")
    if expected["reidentified"] and status != 1:
        raise Wrong("somebody is re-identified, but the status is 0")
    if not expected["reidentified"] and not expected["disclosed"] and status != 0:
        raise Wrong("nobody is re-identified, but the status is 1")


@check(once=True)
def disclosure_is_a_no(_, folder):
    """Everybody's disease is disclosed although nobody is re-identified: the answer is no."""
    rows = [["a", "flu"]] * 3 + [["b", "cold"]] * 3
    tables.Table(["q", "s"], rows).write(folder / "release.csv")
    tables.Table(["q"], [[r[0]] for r in rows]).write(folder / "people.csv")
    reported, status = report("attack", "release.csv", "--known", "people.csv", "--sensitive", "s", cwd=folder)
    if reported["disclosed"] != 6:
        raise Wrong(f"6 people are disclosed, not {reported['disclosed']}")
    if status != 1:
        raise Wrong("6 of 6 people are disclosed and the status is 0")


@check(once=True)
def the_rule_of_suppression_is_known(_, folder):
    """Suppressed are those who stand out, so they are no candidates of people in a class that is published.

    Two people with q = a would be a class of two; with k = 2 they are published, not suppressed. A third record
    is suppressed. Everybody with q = a is in the class of a, whose disease is one.
    """
    tables.Table(["q", "s"], [["a", "flu"], ["a", "flu"], ["b", "cold"], ["b", "flu"], ["*", "*"]]).write(
        folder / "release.csv")
    tables.Table(["q"], [["a"], ["a"], ["b"], ["b"], ["c"]]).write(folder / "people.csv")
    reported, status = report("attack", "release.csv", "--known", "people.csv", "--sensitive", "s", "--k", 2, cwd=folder)
    if reported["disclosed"] < 2 or status != 1:
        raise Wrong(f"by the rule, 2 people are disclosed: {reported['disclosed']} with status {status}")


@check(once=True)
def a_star_alone_suppresses_nobody(_, folder):
    """Local recoding shows `*` in some cells of a record. It is no suppressed record, and may be anybody's whom it fits:
    the people with a have four candidates of two diseases, and only of those without is something learned."""
    tables.Table(["q0", "q1", "s"], [["a", "x", "flu"], ["a", "x", "flu"], ["*", "x", "cold"], ["*", "x", "cold"]]).write(
        folder / "release.csv")
    tables.Table(["q0", "q1"], [["a", "x"], ["a", "x"], ["a", "x"], ["b", "x"]]).write(folder / "people.csv")
    for columns in ("q0,q1", "q0"):
        reported, _ = report("attack", "release.csv", "--known", "people.csv", "--columns", columns, "--sensitive", "s", cwd=folder)
        if reported["disclosed"] != 1:
            raise Wrong(f"by {columns} 1 person is disclosed, not {reported['disclosed']}")


@check(cases=10)
def suppressed_by_the_rule(rng, folder):
    """Equal records are suppressed together: whose class is published has no suppressed record for a candidate."""
    case = release.Case(rng, nulls=0, note=False, models=[{"model": "k-anonymity", "k": rng.choice([2, 3, 5])}])
    problem = case.problem()
    # Labels of the top look like suppressed cells.
    levels = tuple(rng.randrange(problem.hierarchies[q].height - 1) for q in case.quasi)
    lost, labels = problem.judge(levels), problem.labels(levels)
    if not lost:
        raise Undecided("nobody is suppressed")
    width = len(case.quasi)
    for row in case.table.rows:
        if rng.random() < 0.8:
            row[-1] = case.secrets[0]
    rows = [["*"] * (width + 1) if n in lost else [*labels[n], row[-1]] for n, row in enumerate(case.table.rows)]
    case.write(folder, {"method": "auto"})
    tables.Table(case.table.columns[1:], rows).write(folder / "release.csv")
    reported, status = report("attack", "release.csv", "--known", "people.csv", "--recipe", "recipe.toml", cwd=folder)
    one = open_ = 0
    for n, row in enumerate(case.table.rows):
        if n in lost:
            continue
        found = [r for m, r in enumerate(rows) if m not in lost and labels[m] == labels[n]]
        one += len(found) == 1
        open_ += len({r[-1] for r in found}) == 1
    if (reported["reidentified"], reported["disclosed"]) != (one, open_):
        raise Wrong(f"{reported['reidentified']} re-identified and {reported['disclosed']} disclosed, by the rule {one} and {open_}")
    if status != (1 if one or open_ else 0):
        raise Wrong(f"{open_} people are disclosed, the status is {status}")


@check(cases=6)
def truth_is_scored(rng, folder):
    """Claims are right exactly when the one candidate is the person's own record."""
    case = release.Case(rng, hierarchies=0)
    rows = [row[:] for row in case.table.rows]
    rng.shuffle(rows)
    released = tables.Table(case.table.columns, rows)
    released.write(folder / "release.csv")
    case.table.write(folder / "people.csv")
    types = [w for q in case.quasi for w in ("--type", f"{q}=text")]
    reported, _ = report("attack", "release.csv", "--known", "people.csv", "--columns", ",".join(case.quasi), "--truth", "id",
                     *types, cwd=folder)
    right = wrong = 0
    for person in case.table.rows:
        found = candidates(case, released, dict(zip(case.table.columns, person)), case.quasi)
        if len(found) == 1:
            right += found[0][0] == person[0]
            wrong += found[0][0] != person[0]
    if (reported["correct"], reported["wrong"]) != (right, wrong):
        raise Wrong(f"{reported['correct']} right and {reported['wrong']} wrong, not {right} and {wrong}")


@check(cases=6)
def compartments_by_themselves(rng, folder):
    """Of a folder, the compartment that gets furthest with a person counts."""
    table, _ = tables.random_table(rng, rng.randint(2, 16), rng.randint(2, 4), (1, 4), 0, ("word", "code"))
    table.write(folder / "people.csv")
    parts = folder / "parts"
    parts.mkdir()
    listed, files = [], []
    for number in range(1, rng.randint(2, 3) + 1):
        columns = sorted(rng.sample(table.columns, rng.randint(1, len(table.columns))))
        rows = sorted(table.project(columns))
        tables.Table(columns, [list(r) for r in rows]).write(parts / f"compartment-{number:02}.csv")
        listed.append({"file": f"compartment-{number:02}.csv", "columns": columns, "rows": len(rows)})
        files.append((columns, rows))
    (parts / "compartments.json").write_text(json.dumps(listed))
    k = rng.choice([2, 3, 5])
    reported, status = report("attack", "parts", "--known", "people.csv", "--k", k, cwd=folder)
    one = few = 0
    for row in table.rows:
        person = dict(zip(table.columns, row))
        counts = [sum(tuple(person[c] for c in columns) == r for r in rows) for columns, rows in files]
        one += min(counts) == 1
        few += min(counts) < k
    if (reported["reidentified"], reported["below_k"]) != (one, few):
        raise Wrong(f"{reported['reidentified']} re-identified and {reported['below_k']} below k, not {one} and {few}")
    if status != (1 if one else 0):
        raise Wrong(f"{one} people are re-identified, the status is {status}")
