"""Tables come back as they went out, whatever the format, and other programs read the same cells."""

import gzip
import sqlite3

import tables
from lethe import Wrong, run
from suite import check

TEXTS = ["", "a,b", 'quo"te', "two\nlines", " lead", "trail ", "007", "+1", "1.50", "1e5", "NaN", "TRUE", "é", "日本", "*",
         "n/a", "2020-01-02", "a;b", "a\tb", "x|y", "-0", "=1+1", "'", "\u202eabc", "\\", "null", "NULL"]


def odd_table(rng):
    columns = rng.randint(1, 5)
    rows = []
    kinds = [rng.choice(["odd", "integer", "decimal", "date", "word"]) for _ in range(columns)]
    pools = [TEXTS if k == "odd" else tables.domain(rng, k, 6) for k in kinds]
    for _ in range(rng.randint(0, 15)):
        rows.append([None if rng.random() < 0.1 else rng.choice(pool) for pool in pools])
    names = [rng.choice(["c{}", "Spalte {}", "é{}", 'q"{}', "a,{}"]).format(i) for i in range(columns)]
    return tables.Table(names, rows)


@check(cases=20)
def round_trips(rng, folder):
    """Through every format and back: the same bytes of text."""
    table = odd_table(rng)
    if len(table.columns) == 1 and any(r[0] is None for r in table.rows):
        table.rows = [r for r in table.rows if r[0] is not None]
    table.write(folder / "a.csv")
    types = [w for c in table.columns for w in ("--type", f"{c}=text")]
    place = rng.choice(["b.tsv", "b.psv", "b.csv.gz", "b.csv.zst", "b.parquet", "b.arrow", "b.sqlite#t"])
    run("convert", "a.csv", "-o", place, *types, cwd=folder).expect(0)
    run("convert", place, "-o", "c.csv", *types, cwd=folder).expect(0)
    before, after = (folder / "a.csv").read_bytes(), (folder / "c.csv").read_bytes()
    if before != after:
        raise Wrong(f"other bytes after {place}")


@check(cases=8)
def other_readers(rng, folder):
    """Python's own readers see the cells that were written."""
    table = odd_table(rng)
    table.write(folder / "a.csv")
    types = [w for c in table.columns for w in ("--type", f"{c}=text")]
    run("convert", "a.csv", "-o", "b.csv.gz", *types, cwd=folder).expect(0)
    (folder / "b.csv").write_bytes(gzip.decompress((folder / "b.csv.gz").read_bytes()))
    blank = lambda rows: [[v or None for v in row] for row in rows]
    if len(table.columns) > 1 and blank(tables.read(folder / "b.csv").rows) != blank(table.rows):
        raise Wrong("Python reads other cells from the compressed text")
    run("convert", "a.csv", "-o", "b.sqlite#t", *types, cwd=folder).expect(0)
    connection = sqlite3.connect(folder / "b.sqlite")
    rows = [[None if v is None else str(v) for v in row] for row in connection.execute("select * from t")]
    connection.close()
    if len(table.columns) > 1 and rows != table.rows:
        raise Wrong(f"SQLite holds other cells: {rows} instead of {table.rows}")


@check(cases=6)
def damaged_files(rng, folder):
    """A file that was cut or altered is refused or read; never an abort, and never a table of something else silently."""
    table = odd_table(rng)
    table.write(folder / "a.csv")
    place = rng.choice(["b.parquet", "b.arrow", "b.csv.gz", "b.csv.zst", "b.sqlite"])
    named = place + ("#t" if place.endswith("sqlite") else "")
    run("convert", "a.csv", "-o", named, *[w for c in table.columns for w in ("--type", f"{c}=text")], cwd=folder).expect(0)
    raw = bytearray((folder / place).read_bytes())
    if rng.random() < 0.4:
        raw = raw[: rng.randrange(len(raw))]
    else:
        for _ in range(rng.randint(1, 4)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
    (folder / place).write_bytes(raw)
    run("inspect", named, "--memory", "256MiB", cwd=folder)
