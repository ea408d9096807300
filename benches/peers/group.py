"""Counts equal rows with DuckDB or Polars and prints one JSON line a case.

usage: group.py duckdb|polars FILE.arrow CASES.json THREADS

FILE.arrow holds columns of unsigned codes (Arrow IPC). CASES.json is a list of {"case", "columns", "k"}. For each case
the time of counting every class is measured, then that of finding out whether a class is smaller than k. Loading is
not timed, and each query runs once beforehand, so that neither threads nor memory are started on the clock; then the
median of several runs is taken, as on our side.
"""

import json
import os
import statistics
import sys
import time

COUNT = "rows in class"
REPEATS = 5


class DuckDb:
    """Codes in a table of an in-memory database."""

    def __init__(self, file, threads):
        import duckdb

        self.connection = duckdb.connect(":memory:")
        self.connection.execute(f"SET threads = {int(threads)}")
        self.connection.execute("SET preserve_insertion_order = false")
        self.connection.register("arrow_codes", load(file))
        self.connection.execute("CREATE TABLE codes AS SELECT * FROM arrow_codes")
        self.connection.unregister("arrow_codes")

    def columns(self):
        described = self.connection.execute("DESCRIBE codes").fetchall()
        return {name: kind.lower() in ("utinyint", "usmallint", "uinteger") for name, kind, *_ in described}

    def groups(self, columns):
        names = quoted(columns)
        query = f"SELECT {names}, count(*) AS {quoted([COUNT])} FROM codes GROUP BY {names}"
        return self.connection.sql(query).to_arrow_table().num_rows

    def below(self, columns, k):
        query = f"SELECT 1 FROM codes GROUP BY {quoted(columns)} HAVING count(*) < {int(k)}"
        return len(self.connection.sql(f"SELECT 1 FROM ({query}) LIMIT 1").fetchall()) > 0


class Polars:
    """Codes in a data frame."""

    def __init__(self, file, threads):
        os.environ["POLARS_MAX_THREADS"] = threads
        import polars

        self.polars = polars
        self.frame = polars.from_arrow(load(file)).rechunk()

    def columns(self):
        kinds = (self.polars.UInt8, self.polars.UInt16, self.polars.UInt32)
        return {name: kind in kinds for name, kind in self.frame.schema.items()}

    def groups(self, columns):
        return self.counted(columns).collect().height

    def below(self, columns, k):
        return self.counted(columns).filter(self.polars.col(COUNT) < k).head(1).collect().height > 0

    def counted(self, columns):
        """Lazily, because the engine behind lazy queries is up to three times faster than the eager `group_by`."""
        return self.frame.lazy().group_by(columns).len(COUNT)


def load(file):
    """The codes in memory, with no page left in the file."""
    import pyarrow as pa

    with pa.OSFile(file) as source:
        return pa.ipc.open_file(source).read_all()


def quoted(columns):
    return ", ".join('"' + name.replace('"', '""') + '"' for name in columns)


def timed(work):
    """The median time of the work, and its answer."""
    answer = work()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times), answer


def main(name, file, cases, threads):
    engine = {"duckdb": DuckDb, "polars": Polars}[name](file, threads)
    wrong = [column for column, is_code in engine.columns().items() if not is_code]
    if wrong:
        sys.exit(f"group.py: {file}: not unsigned codes: {', '.join(wrong)}")
    with open(cases, encoding="utf-8") as listed:
        cases = json.load(listed)
    for case in cases:
        columns, k = case["columns"], case["k"]
        seconds, groups = timed(lambda: engine.groups(columns))
        below_seconds, below = timed(lambda: engine.below(columns, k))
        line = {"engine": name, "case": case["case"], "seconds": seconds, "groups": groups}
        print(json.dumps(line | {"below_seconds": below_seconds, "below": below}), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
