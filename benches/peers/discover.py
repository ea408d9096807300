"""Finds all minimal quasi-identifiers with DuckDB, level by level, and prints one JSON line.

usage: discover.py plain|batched FILE.arrow THREADS K MAX_SIZE|- MIN_EXPOSED [REPEATS [LIMIT_SECONDS]]

FILE.arrow holds columns of unsigned codes (Arrow IPC). They are loaded into a native table and one query runs
beforehand; neither is timed. Constant columns are dropped. A set is tested when none of its subsets is a
quasi-identifier. A search that has not ended after the limit is stopped after a query.

plain: one GROUP BY a set, all threads on it. A subquery, min(count), EXISTS and keys packed into one number were no
faster than HAVING with LIMIT. Direct addressing of up to 2^20 groups instead of 2^12 is faster on a million rows.
batched: several sets in one query with GROUPING SETS, a query a thread. It takes less work on all our tables (0.6 to 0.9
of plain's processor time) and lets two threads work on a table so small that one query has only one. It holds the
groups of all sets of a query at once, which is too much where nearly every row is a group.
"""

import concurrent.futures
import itertools
import json
import queue
import statistics
import sys
import time

BATCH = 16
# GROUPING() takes no more columns.
BATCH_COLUMNS = 60


class Table:
    """Codes in a table of an in-memory database."""

    def __init__(self, file, threads):
        import duckdb
        import pyarrow as pa

        self.connection = duckdb.connect(":memory:")
        self.connection.execute(f"SET threads = {threads}")
        self.connection.execute("SET preserve_insertion_order = false")
        # Global, because each cursor is a session of its own.
        self.connection.execute("SET GLOBAL perfect_ht_threshold = 20")
        with pa.OSFile(file) as source:
            codes = pa.ipc.open_file(source).read_all()
        self.rows, self.columns = codes.num_rows, codes.column_names
        self.connection.register("arrow_codes", codes)
        self.connection.execute("CREATE TABLE codes AS SELECT * FROM arrow_codes")
        self.connection.unregister("arrow_codes")

    def constants(self):
        """Positions of columns with one value, in one pass."""
        tests = ", ".join(f"min({quoted(name)}) = max({quoted(name)})" for name in self.columns)
        row = self.connection.execute(f"SELECT {tests} FROM codes").fetchone()
        return {index for index, constant in enumerate(row) if constant}

    def keys(self, positions):
        return ", ".join(quoted(self.columns[index]) for index in positions)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Plain:
    """One set a query."""

    def __init__(self, table, threads, k, min_exposed):
        self.table, self.k, self.min_exposed = table, k, min_exposed
        self.workers = 1

    def units(self, level):
        return [[candidate] for candidate in level]

    def exposing(self, connection, unit):
        """Those sets of which at least so many rows are in groups of fewer than k."""
        keys = self.table.keys(unit[0])
        if self.min_exposed == 1:
            query = f"SELECT 1 FROM codes GROUP BY {keys} HAVING count(*) < {self.k} LIMIT 1"
            return unit if connection.execute(query).fetchone() else []
        groups = f"SELECT count(*) AS size FROM codes GROUP BY {keys} HAVING size < {self.k}"
        exposed = connection.execute(f"SELECT sum(size) FROM ({groups})").fetchone()[0]
        return unit if (exposed or 0) >= self.min_exposed else []


class Batched:
    """Many sets a query."""

    def __init__(self, table, threads, k, min_exposed):
        self.table, self.k, self.min_exposed = table, k, min_exposed
        self.workers = threads

    def units(self, level):
        # At least one for each thread.
        most = max(1, min(BATCH, -(-len(level) // self.workers)))
        unit, used = [], set()
        for candidate in level:
            if unit and (len(unit) == most or len(used.union(candidate)) > BATCH_COLUMNS):
                yield unit
                unit, used = [], set()
            unit.append(candidate)
            used.update(candidate)
        if unit:
            yield unit

    def exposing(self, connection, unit):
        used = sorted(set(itertools.chain(*unit)))
        sets = ", ".join(f"({self.table.keys(candidate)})" for candidate in unit)
        sizes = f"SELECT GROUPING({self.table.keys(used)}) AS which, count(*) AS size FROM codes"
        small = f"{sizes} GROUP BY GROUPING SETS ({sets}) HAVING size < {self.k}"
        query = f"SELECT which FROM ({small}) GROUP BY which HAVING sum(size) >= {self.min_exposed}"
        found = {row[0] for row in connection.execute(query).fetchall()}
        return [candidate for candidate in unit if grouping(used, candidate) in found]


def grouping(used, candidate):
    """What GROUPING() says of a set: a bit for each column, the first one highest, 0 where it is in the set."""
    return sum(1 << place for place, index in enumerate(reversed(used)) if index not in candidate)


class Search:
    """A levelwise search; what is found stays when it is stopped."""

    def __init__(self, table, method, max_size):
        self.table, self.method, self.max_size = table, method, max_size
        self.sets, self.tests, self.settled = [], 0, 0
        self.connections = queue.SimpleQueue()
        for _ in range(method.workers):
            self.connections.put(table.connection.cursor())

    def run(self, deadline):
        """Searches until all sizes are settled; whether the deadline left time for it."""
        # Where everybody is exposed even by nothing, a constant exposes them, too.
        constants = self.table.constants() if self.table.rows >= self.method.k else set()
        # As positions, so that supersets are made in column order.
        level = [(index,) for index in range(len(self.table.columns)) if index not in constants]
        with concurrent.futures.ThreadPoolExecutor(self.method.workers) as workers:
            while level and self.settled < self.max_size:
                units = list(self.method.units(level))
                answers = list(workers.map(lambda unit: self.answer(unit, deadline), units))
                if None in answers:
                    return False
                exposing = set(itertools.chain(*answers))
                self.tests += len(level)
                self.sets += [[self.table.columns[index] for index in found] for found in sorted(exposing)]
                self.settled += 1
                level = larger([candidate for candidate in level if candidate not in exposing])
        self.settled = self.max_size
        return True

    def answer(self, unit, deadline):
        """Those sets of the unit that are quasi-identifiers; None when the time is over."""
        if time.perf_counter() > deadline:
            return None
        connection = self.connections.get()
        try:
            return self.method.exposing(connection, unit)
        finally:
            self.connections.put(connection)


def larger(safe):
    """All sets of one more column of which every subset of this size is safe."""
    known = set(safe)
    by_prefix = itertools.groupby(sorted(safe), key=lambda candidate: candidate[:-1])
    joined = (a + b[-1:] for _, same in by_prefix for a, b in itertools.combinations(list(same), 2))
    return [wide for wide in joined if all(part in known for part in itertools.combinations(wide, len(wide) - 1))]


def digest(sets):
    """The FNV-1a hash of the sets, each a line of sorted names, the lines sorted; as in benches/src/discover."""
    hashed = 0xCBF29CE484222325
    for byte in "\n".join(sorted("\t".join(sorted(names)) for names in sets)).encode():
        hashed = ((hashed ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{hashed:016x}"


def main(method, file, threads, k, max_size, min_exposed, repeats="1", limit="inf"):
    table = Table(file, int(threads))
    max_size = len(table.columns) if max_size == "-" else min(int(max_size), len(table.columns))
    queries = {"plain": Plain, "batched": Batched}[method](table, int(threads), int(k), int(min_exposed))
    # Neither threads nor memory are started on the clock.
    queries.exposing(table.connection, [(0,)])
    times = []
    for _ in range(int(repeats)):
        search = Search(table, queries, max_size)
        start = time.perf_counter()
        complete = search.run(start + float(limit))
        times.append(time.perf_counter() - start)
        if not complete:
            break
    line = {"engine": "duckdb", "method": method, "seconds": statistics.median(times)}
    line |= {"rows": table.rows, "columns": len(table.columns), "sets": len(search.sets)}
    line |= {"candidates": search.tests, "complete": complete, "complete_to": search.settled}
    print(json.dumps(line | {"digest": digest(search.sets)}))


if __name__ == "__main__":
    if len(sys.argv) not in (7, 8, 9):
        sys.exit(__doc__)
    main(*sys.argv[1:])
