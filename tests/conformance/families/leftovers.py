"""A value that was not released is in no byte that a run leaves behind."""

import gzip
import json
import os
import sqlite3
import stat
import subprocess
import time

import tables
from lethe import Wrong, run, start
from suite import check

NAME = "Qz9LethePerson"
RARE = "Qz9LetheCity"
SECRET = "Qz9LetheIllness"
ORIGIN = "Qz9LetheOrigin"
MARKS = [NAME.encode(), RARE.encode()]

FORMATS = ["release.csv", "release.tsv", "release.csv.gz", "release.csv.zst", "release.parquet", "release.arrow",
           "release.sqlite#people"]


def people(rng, rows=24):
    """Names, one city that nobody else has (its record must be suppressed) with a disease of its own."""
    body = []
    for i in range(rows):
        body.append([f"{NAME}{i}", rng.choice(["Bonn", "Kiel"]), str(rng.choice([30, 40])), rng.choice(["flu", "cold"])])
    body[rng.randrange(rows)][1:] = [f"{RARE}", "97", SECRET]
    return tables.Table(["name", "city", "age", "illness"], body)


ROLES = ["--identifiers", "name", "--quasi", "city,age", "--sensitive", "illness", "--suppression-limit", "0.2", "--k", "2",
         "--l", "distinct:2@illness"]


def search(path, marks=MARKS):
    """Every file below a path, as bytes and unpacked as far as the standard library can."""
    files = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]
    for file in files:
        raw = file.read_bytes()
        found = [raw]
        if raw[:2] == b"\x1f\x8b":
            found.append(gzip.decompress(raw))
        for data in found:
            for mark in marks:
                if mark in data or mark.decode().encode("utf-16-le") in data:
                    raise Wrong(f"{mark.decode()} is in the bytes of {file.name}")


def through_lethe(folder, place):
    """The cells of any format, as Lethe reads them."""
    if place.endswith(".csv"):
        return
    run("convert", place, "-o", "again.csv", cwd=folder).expect(0)
    search(folder / "again.csv")
    (folder / "again.csv").unlink()


def suppressed_in(report):
    """Whether the record with the rare city is suppressed, and its illness hidden with it."""
    if not report.exists():
        return False
    reported = json.loads(report.read_text())
    levels = (reported.get("solution") or {}).get("levels") or {}
    return levels.get("city") == 0 and reported["suppressed_values"] == "hidden"


@check(cases=14)
def every_format(rng, folder):
    """Outputs, reports and messages of a release with suppressed records and direct identifiers."""
    source, target = folder / ORIGIN, folder / "out"
    source.mkdir()
    target.mkdir()
    people(rng).write(source / f"{ORIGIN}.csv")
    place = rng.choice(FORMATS)
    method = rng.choice(["auto", "flash", "mondrian", "cluster", "datafly"])
    extra = ["--report", "report.json", *(["--shuffle"] if rng.random() < 0.3 else [])]
    roles = ROLES if method in ("auto", "flash", "datafly") else [w for w in ROLES if w not in ("--suppression-limit", "0.2")]
    answer = run("anonymize", f"../{ORIGIN}/{ORIGIN}.csv", *roles, "--method", method, "-o", place, *extra, cwd=target)
    answer.expect(0, 1)
    marks = MARKS if method in ("auto", "flash", "datafly") else MARKS[:1]
    if suppressed_in(target / "report.json"):
        marks = [*MARKS, SECRET.encode()]
    for stream in (answer.out, answer.err):
        for mark in marks:
            if mark in stream:
                raise Wrong(f"{mark.decode()} is shown in the terminal: {answer}")
    search(target, marks)
    for release in target.glob("release*"):
        search(release, [ORIGIN.encode()])
    if answer.status == 0 and len(marks) > 1:
        through_lethe(target, place)


@check(cases=4)
def over_an_older_table(rng, folder):
    """A database file that held the original under the same name: nothing of it is left in its pages."""
    database = folder / "pub.sqlite"
    table = people(rng, rng.choice([24, 400]))
    connection = sqlite3.connect(database)
    connection.execute("create table people (name text, city text, age integer, illness text)")
    connection.execute("create table kept (x text)")
    connection.executemany("insert into people values (?, ?, ?, ?)", table.rows)
    connection.execute("insert into kept values ('stays')")
    connection.commit()
    if rng.random() < 0.5:
        connection.execute("delete from people where rowid % 2 = 0")
        connection.commit()
    connection.close()
    table.write(folder / "people.csv")
    run("anonymize", "people.csv", *ROLES, "-o", "pub.sqlite#people", cwd=folder).expect(0)
    for file in folder.glob("pub.sqlite*"):
        search(file)
    connection = sqlite3.connect(database)
    if connection.execute("select x from kept").fetchall() != [("stays",)]:
        raise Wrong("another table of the database was changed")
    if connection.execute("pragma integrity_check").fetchone() != ("ok",):
        raise Wrong("the database is damaged")
    connection.close()


def readable(target):
    """What others may read in a folder, as long as it is there."""
    found = set()
    try:
        for path in target.rglob("*"):
            mode = stat.S_IMODE(path.stat().st_mode)
            if path.name != "release.csv" and mode & 0o077:
                found.add(f"{path.relative_to(target)} has the mode {mode:o}")
    except FileNotFoundError:
        pass
    return found


@check(cases=3)
def folders_of_work(rng, folder):
    """What a run on disk keeps while it runs is for nobody else, and gone afterwards."""
    people(rng, 60).write(folder / "people.csv")
    target = folder / "out"
    target.mkdir()
    words = ["--identifiers", "name", "--quasi", "city,age", "--sensitive", "illness", "--k", "2"]
    os.umask(0o022)
    process = start("anonymize", "../people.csv", *words, "--method", "disk-cluster", "-o", "release.csv", cwd=target,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    open_to_all = set()
    while process.poll() is None:
        open_to_all |= readable(target)
        time.sleep(0.002)
    if process.returncode != 0:
        raise Wrong(f"status {process.returncode}")
    left = [p.name for p in target.iterdir() if p.name != "release.csv"]
    if left:
        raise Wrong(f"left behind: {left}")
    search(target, MARKS[:1])
    if open_to_all:
        raise Wrong(f"others may read the originals: {sorted(open_to_all)[0]}")


@check(cases=2)
def the_state_of_a_stream(rng, folder):
    """Held records are in the state: only its owner may read them; what is not written out is not in the output."""
    os.umask(0o022)
    people(rng, 20).write(folder / "in.csv")
    run("stream", "in.csv", "--state", "state", "-o", "out.csv", "--columns", "city,age", "--k", 3, "--exclude", "name",
        cwd=folder).expect(0)
    search(folder / "out.csv", [NAME.encode(), RARE.encode()])
    for path in [folder / "state", *(folder / "state").rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise Wrong(f"others may read held records: {path.relative_to(folder)} has the mode {mode:o}")


@check(cases=4)
def messages_show_no_cell(rng, folder):
    """Errors name file, line and column, never what stands there."""
    mark = "Qz9LetheCell"
    table = tables.Table(["name", "age", "s"], [["a", "1", "x"], ["b", mark, "y"], ["c", "3", "x"]])
    table.write(folder / "people.csv")
    (folder / "age.csv").write_text("1;*\n3;*\n")
    (folder / "ragged.csv").write_text(f"a,b\n1,2\n{mark},2,3\n")
    (folder / "bad.toml").write_text(f'[columns.{mark}]\nrole = "{mark}"\n')
    calls = [
        ["inspect", "people.csv", "--type", "age=integer"],
        ["anonymize", "people.csv", "--quasi", "age", "--hierarchy", "age=age.csv", "--k", "2", "-o", "o.csv"],
        ["inspect", "ragged.csv"],
        ["verify", "people.csv", "--quasi", "age", "--t", "0.1@s:ordered", "--type", "age=date"],
        ["hierarchy", "make", "people.csv", "--column", "age", "--intervals", "5"],
        ["risk", "people.csv", "--quasi", "age", "--population", "ragged.csv"],
    ]
    for words in calls:
        answer = run(*words, cwd=folder)
        if mark.encode() in answer.err:
            raise Wrong(f"a cell is in a message: {answer}")
