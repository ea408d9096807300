"""What `lethe stream` has shown so far: every combination on every set has k carriers, a star being a value."""

from collections import Counter
from itertools import combinations

import tables
from lethe import Wrong, run
from suite import check


class Case:
    def __init__(self, rng):
        self.rng = rng
        self.table, _ = tables.random_table(rng, rng.randint(1, 30), rng.randint(1, 3), (1, 4), rng.choice([0, 0.1]))
        self.judged = list(self.table.columns)
        self.table.columns.append("s")
        for i, row in enumerate(self.table.rows):
            row.append(rng.choice(["flu", "cold", "hiv"]))
        self.k = rng.choice([2, 2, 3])
        size = rng.randint(1, len(self.judged))
        self.sets = [s for n in range(1, size + 1) for s in combinations(self.judged, n)]
        self.flags = ["--columns", ",".join(self.judged), "--max-size", size, "--k", self.k]
        self.size = size

    def call(self, folder, *flags):
        return run("stream", "in.csv", "--state", "state", "-o", "out.csv", *self.flags, *flags, cwd=folder).expect(0)

    def released(self, folder):
        return tables.read(folder / "out.csv") if (folder / "out.csv").exists() else tables.Table(self.table.columns)


def carried(case, released):
    """Nothing on a configured set is shown by 1 to k - 1 records."""
    for names in case.sets:
        for values, count in Counter(released.project(names)).items():
            if count < case.k:
                raise Wrong(f"{count} of {case.k} records show {values} on {names}")


def true_of(case, released):
    """Every released record is one of the input, cells as they were or stars; each input record at most once."""
    left = [list(row) for row in case.table.rows]
    for shown in sorted(released.rows, key=lambda r: sum(v == "*" for v in r)):
        fit = [row for row in left if all(a == b or (a == "*" and c in case.judged)
                                          for a, b, c in zip(shown, row, released.columns))]
        if not fit:
            raise Wrong(f"{shown} is no record of the input")
        left.remove(fit[0])


@check(cases=12)
def finished(rng, folder):
    case = Case(rng)
    case.table.write(folder / "in.csv")
    case.call(folder, "--finish", "--batch", rng.choice([1, 2, 5, 100]), "--max-delay", rng.choice([0, 1, 3]),
              "--overdue", rng.choice(["suppress", "suppress", "drop"]))
    released = case.released(folder)
    carried(case, released)
    true_of(case, released)
    if not released.rows:
        return
    answer = run("verify", "out.csv", "--quasi", ",".join(case.judged), "--km", f"{case.k},{case.size}",
                 "--ignore-suppressed=false", cwd=folder)
    if answer.status != 0:
        raise Wrong(f"the verifier does not agree with the output of a stream: {answer}")


@check(once=True)
def stars_need_carriers(_, folder):
    """One record `*, x, hiv` among others singles its person out, whatever the other sets show."""
    rows = [["1", "x", "flu"], ["1", "x", "cold"], ["2", "x", "hiv"]]
    tables.Table(["age", "zip", "disease"], rows).write(folder / "in.csv")
    run("stream", "in.csv", "--state", "state", "-o", "out.csv", "--columns", "age,zip", "--max-size", 1, "--k", 2,
        "--finish", cwd=folder).expect(0)
    if ["*", "x", "hiv"] in tables.read(folder / "out.csv").rows:
        raise Wrong("a record with a star that nobody else has was released")


@check(cases=10)
def largest_release(rng, folder):
    """Without overdue records, what goes is the largest set that may go, found by peeling one batch."""
    case = Case(rng)
    case.table.write(folder / "in.csv")
    case.call(folder, "--batch", 1000, "--max-delay", 50)
    left = [dict(zip(case.table.columns, row)) for row in case.table.rows]
    while True:
        counts = {names: Counter(tuple(r[c] for c in names) for r in left) for names in case.sets}
        kept = [r for r in left if all(counts[n][tuple(r[c] for c in n)] >= case.k for n in case.sets)]
        if len(kept) == len(left):
            break
        left = kept
    released = case.released(folder)
    shown = Counter(map(tuple, released.rows))
    if shown != Counter(tuple(r.values()) for r in left):
        raise Wrong(f"{len(released.rows)} records released, the largest set has {len(left)}")


@check(cases=8)
def between_calls(rng, folder):
    """Records that arrive in several files: after every call all that is shown is carried, and nothing is taken back."""
    case = Case(rng)
    box = folder / "box"
    box.mkdir()
    cuts = sorted(rng.sample(range(len(case.table.rows) + 1), min(2, len(case.table.rows))))
    parts = [case.table.rows[a:b] for a, b in zip([0, *cuts], [*cuts, len(case.table.rows)])]
    before = b""
    for number, part in enumerate(parts):
        tables.Table(case.table.columns, part).write(box / f"{number}.csv")
        last = ["--finish"] if number == len(parts) - 1 else []
        run("stream", "box", "--state", "state", "-o", "out.csv", *case.flags, "--batch", rng.choice([1, 3, 50]),
            "--max-delay", 2, *last, cwd=folder).expect(0)
        now = (folder / "out.csv").read_bytes() if (folder / "out.csv").exists() else b""
        if not now.startswith(before):
            raise Wrong("what was shown was taken back")
        before = now
        carried(case, case.released(folder))
    true_of(case, case.released(folder))
