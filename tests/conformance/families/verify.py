"""`lethe verify` says "holds" exactly when the definition does: sizes, diversity, risks, populations."""

import definitions as d
import recipe
import tables
from lethe import Undecided, Wrong, run
from released import Case, compare
from suite import check


@check(cases=12)
def k_anonymity(rng, folder):
    case = Case(rng)
    sizes = case.sizes()
    k = max(2, rng.choice(sizes or [2]) + rng.choice([-1, 0, 0, 1]))
    answer = case.ask(folder, {"model": "k-anonymity", "k": k})
    compare(answer, all(n >= k for n in sizes))
    report_ = answer.json
    if sizes and report_["k"]["null_as_value"] != min(sizes):
        raise Wrong(f"the smallest class has {min(sizes)}: {answer}")
    if report_["rows"] != len(case.table.rows) or report_["classes"] != len(sizes):
        raise Wrong(f"{len(sizes)} classes of {len(case.table.rows)} rows: {answer}")


@check(cases=8)
def k_with_missing_as_anything(rng, folder):
    case = Case(rng, hide=False)
    case.ignore = None
    people = case.people()
    alike = lambda a, b: all(x == y or x is None or y is None for x, y in zip(a[:-1], b[:-1]))
    fewest = min(sum(1 for other in people if alike(row, other)) for row in people)
    answer = case.ask(folder, {"model": "k-anonymity", "k": 2}).expect(0, 1)
    reported = answer.json["k"]["null_as_wildcard"]
    if reported is not None and reported != fewest:
        raise Wrong(f"the fewest matches are {fewest}, not {reported}: {answer}")


@check(cases=12)
def distinct_diversity(rng, folder):
    case = Case(rng)
    groups = case.groups()
    l = max(2, rng.choice([len(set(g)) for g in groups] or [2]) + rng.choice([0, 0, 1]))
    answer = case.ask(folder, {"model": "l-diversity", "column": "s", "variant": "distinct", "l": l})
    compare(answer, all(d.distinct(g, l) for g in groups), case.suppressed_groups, not groups)


@check(cases=16)
def entropy_diversity(rng, folder):
    case = Case(rng)
    groups = case.groups()
    if groups and rng.random() < 0.7:
        p = d.shares(rng.choice(groups)).values()
        effective = (-sum(d.decimal(x) * d.ln(x) for x in p)).exp()
        l = recipe.near(rng, d.exact(f"{effective:.40f}"), least=1)
    else:
        l = recipe.Number(rng.choice(["2", "3", "1.5", "2.0"]))
    if l is None:
        raise Undecided("no such l")
    answer = case.ask(folder, {"model": "l-diversity", "column": "s", "variant": "entropy", "l": l})
    compare(answer, all(d.entropy(g, l) for g in groups), case.suppressed_groups, not groups)


def recursive_limit(rng, groups, l):
    """A c near what one of the classes has."""
    quotients = []
    for g in groups:
        counts = sorted(d.Counter(g).values(), reverse=True)
        if sum(counts[l - 1 :]):
            quotients.append(d.Fraction(counts[0], sum(counts[l - 1 :])))
    c = recipe.near(rng, rng.choice(quotients), least=0) if quotients else recipe.Number("2")
    if c is None:
        raise Undecided("no such c")
    return c


@check(cases=12)
def recursive_diversity(rng, folder):
    case = Case(rng)
    groups = case.groups()
    l = rng.choice([2, 2, 3])
    c = recursive_limit(rng, groups, l)
    answer = case.ask(folder, {"model": "l-diversity", "column": "s", "variant": "recursive", "l": l, "c": c})
    compare(answer, all(d.recursive(g, c, l) for g in groups), case.suppressed_groups, not groups)


@check(cases=12)
def positive_recursive_diversity(rng, folder):
    case = Case(rng, sensitive_nulls=0)
    groups = case.groups()
    l = rng.choice([2, 2, 3])
    c = recursive_limit(rng, groups, l)
    present = sorted(set(case.everybody()))
    disclosable = rng.sample(present, rng.randint(0, len(present)))
    model = {"model": "l-diversity", "column": "s", "variant": "positive-recursive", "l": l, "c": c}
    if disclosable:
        model["disclosable"] = disclosable
    answer = case.ask(folder, model)
    compare(answer, all(d.positive_recursive(g, c, l, disclosable) for g in groups), case.suppressed_groups, not groups)


@check(cases=12)
def negative_positive_recursive_diversity(rng, folder):
    case = Case(rng, sensitive_nulls=0)
    groups = case.groups()
    l = 2
    c = recursive_limit(rng, groups, l)
    present = sorted(set(case.everybody()))
    protected = rng.sample(present, rng.randint(0, len(present)))
    c2 = recipe.near(rng, rng.choice([s for g in groups for s in d.shares(g).values()] or [d.Fraction(1, 2)]), most=1)
    if c2 is None or d.exact(c2) < 0:
        raise Undecided("no such c2")
    model = {"model": "l-diversity", "column": "s", "variant": "negative-positive-recursive", "l": l, "c1": c, "c2": c2}
    if protected:
        model["protected"] = protected
    answer = case.ask(folder, model)
    # Without a list every value of the table is protected.
    holds = all(d.negative_positive_recursive(g, c, c2, l, (), protected or present) for g in groups)
    compare(answer, holds, case.suppressed_groups, not groups)


@check(cases=12)
def alpha_k(rng, folder):
    case = Case(rng)
    groups = case.groups()
    alpha = recipe.near(rng, rng.choice([s for g in groups for s in d.shares(g).values()] or [d.Fraction(1)]),
                        least=0, most=1)
    if alpha is None:
        raise Undecided("no such alpha")
    k = max(2, rng.choice([len(g) for g in groups] or [2]) + rng.choice([-1, 0, 1]))
    answer = case.ask(folder, {"model": "alpha-k", "column": "s", "alpha": alpha, "k": k})
    compare(answer, all(d.alpha_k(g, alpha, k) for g in groups), case.suppressed_groups, not groups)


@check(cases=10)
def km_anonymity(rng, folder):
    case = Case(rng)
    m = rng.randint(1, 3)
    k = rng.choice([2, 2, 3, 4])
    rows = [row[:-1] for row in case.people()]
    answer = case.ask(folder, {"model": "km-anonymity", "k": k, "m": m})
    compare(answer, d.rare(rows, m, k) is None)


@check(cases=10)
def lkc_privacy(rng, folder):
    case = Case(rng)
    known, k = rng.randint(1, 3), rng.choice([2, 2, 3])
    known = min(known, len(case.quasi))
    lists = [case.groups(list(choice)) for choice in d.combinations(case.quasi, known)]
    c = recipe.near(rng, rng.choice([s for gs in lists for g in gs for s in d.shares(g).values()] or [d.Fraction(1)]),
                    least=0, most=1)
    if c is None:
        raise Undecided("no such c")
    answer = case.ask(folder, {"model": "lkc-privacy", "column": "s", "l": known, "k": k, "c": c})
    compare(answer, all(d.alpha_k(g, c, k) for groups in lists for g in groups),
            "*" in case.table.values("s"), not any(lists))


@check(cases=10)
def risks(rng, folder):
    case = Case(rng)
    sizes = case.sizes()
    if rng.random() < 0.5:
        limit = recipe.near(rng, d.Fraction(1, rng.choice(sizes or [2])), least=0, most=1)
        model = {"model": "reidentification-risk", "attacker": "prosecutor"}
        holds = lambda x: all(d.Fraction(1, n) <= d.exact(x) for n in sizes)
    else:
        limit = recipe.near(rng, d.Fraction(len(sizes), max(1, sum(sizes))) or d.Fraction(1, 2), least=0, most=1)
        model = {"model": "average-risk"}
        holds = lambda x: d.average_risk(sizes, x)
    if limit is None:
        raise Undecided("no such limit")
    answer = case.ask(folder, {**model, "max": limit})
    compare(answer, holds(limit))


def population(rng, case):
    """The people of the table and others, with the same columns."""
    rows = [row[:-1] for row in case.people()]
    others = [[rng.choice([r[i] for r in rows] + tables.domain(rng, "word", 2)) for i in range(len(case.quasi))]
              for _ in range(rng.randint(0, 15))]
    everybody = rows + others + [[rng.choice(["yew", "zelkova"])] * len(case.quasi)
                                 for r in case.table.rows if case.suppressed(r)]
    rng.shuffle(everybody)
    return tables.Table(case.quasi, everybody)


@check(cases=12)
def populations(rng, folder):
    """k-map, delta-presence, the risk from a journalist and a marketer."""
    case = Case(rng)
    if case.ignore is False or not case.people():
        raise Undecided("suppressed records as a class have no population")
    case.ignore = None
    everybody = population(rng, case)
    everybody.write(folder / "population.csv")
    big = d.Counter(tuple(r) for r in everybody.rows)
    small = d.Counter(tuple(r[:-1]) for r in case.people())
    hidden = sum(1 for r in case.table.rows if case.suppressed(r))
    kind = rng.choice(["k-map", "delta-presence", "journalist", "marketer"])
    extra = []
    if kind == "k-map":
        k = max(2, rng.choice(list(big[c] for c in small)) + rng.choice([0, 0, 1]))
        extra = ["--k-map", f"{k}@population.csv"]
        holds = all(big[c] >= k for c in small)
    elif kind == "delta-presence":
        shares = [d.Fraction(small[c], big[c]) for c in small]
        rest = sum(n for c, n in big.items() if c not in small)
        if rest:
            shares.append(d.Fraction(hidden, rest))
        low = recipe.near(rng, rng.choice(shares)) if rng.random() < 0.6 else recipe.Number("0")
        high = recipe.near(rng, rng.choice(shares))
        if low is None or high is None or not 0 <= d.exact(low) <= d.exact(high) <= 1:
            raise Undecided("no such bounds")
        extra = ["--delta", f"{low},{high}@population.csv"]
        holds = all(d.exact(low) <= s <= d.exact(high) for s in shares)
    else:
        pairs = [(small[c], big[c]) for c in small]
        exact = (d.Fraction(1, min(b for _, b in pairs)) if kind == "journalist" else
                 sum(d.Fraction(f, b) for f, b in pairs) / sum(f for f, _ in pairs))
        limit = recipe.near(rng, exact, least=0, most=1)
        if limit is None:
            raise Undecided("no such limit")
        recipe.write(folder / "risk.toml", {}, [{"model": "reidentification-risk", "attacker": kind, "max": limit,
                                                  "population": "population.csv"}])
        extra = ["--recipe", "risk.toml"]
        holds = (all(d.Fraction(1, b) <= d.exact(limit) for _, b in pairs) if kind == "journalist"
                 else d.marketer_risk(pairs, limit))
    case.table.write(folder / "release.csv")
    types = [w for q in case.quasi for w in ("--type", f"{q}=text")]
    answer = run("verify", "release.csv", "--quasi", ",".join(case.quasi), *extra, *types, "--format", "json", cwd=folder)
    compare(answer, holds)


@check(cases=8)
def populations_of_a_size(rng, folder):
    """k-map by an estimate: the size that a zero-truncated Poisson variable reaches with a chance of at most 0.01."""
    case = Case(rng, hide=False)
    case.ignore = None
    rows, k = len(case.table.rows), rng.choice([2, 3, 5, 8])
    size = rows * rng.choice([1, 2, 3, 10, 1000]) + rng.randrange(5)
    mean = d.Decimal(k) * rows / size
    below, term, need = d.Decimal(0), (-mean).exp(), 1
    whole = 1 - term
    while need < k and (whole - below) / whole > d.Decimal("0.01"):
        term = term * mean / need
        below += term
        need += 1
    case.table.write(folder / "release.csv")
    answer = run("verify", "release.csv", "--quasi", ",".join(case.quasi), "--k-map", f"{k}@{size}", "--format", "json",
                 cwd=folder)
    compare(answer, all(n >= need for n in case.sizes()))


@check(cases=6)
def threads_change_nothing(rng, folder):
    case = Case(rng)
    case.table.write(folder / "release.csv")
    words = ["verify", "release.csv", "--quasi", ",".join(case.quasi), "--k", 2, "--l", "distinct:2@s"]
    one = run(*words, "--threads", 1, "--format", "json", cwd=folder)
    two = run(*words, "--threads", 2, "--format", "json", cwd=folder)
    if (one.status, one.out, one.err) != (two.status, two.out, two.err):
        raise Wrong(f"other bytes with two threads: {two}")


@check(once=True)
def two_spellings_are_one_value(_, folder):
    """`1` and `1.0` are one value, also where another value makes the column text."""
    rows = [["a", "1"], ["a", "1.0"], ["b", "2"], ["b", "unknown"]]
    tables.Table(["q", "s"], rows).write(folder / "release.csv")
    answer = run("verify", "release.csv", "--quasi", "q", "--l", "distinct:2@s", cwd=folder)
    if answer.status == 0:
        raise Wrong(f"two spellings of one number passed as two values: {answer}")
