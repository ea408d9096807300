"""Statuses, inputs, pipes and signals."""

import os
import signal
import subprocess
import time

import tables
from lethe import Undecided, Wrong, run, start
from suite import check

PATIENCE = 3.0  # a second, and what a busy machine takes besides


def sample(folder, rows=8):
    body = [[f"P{i}", str(20 + i), "1000" + str(i % 2), ["flu", "cold"][i % 2]] for i in range(rows)]
    tables.Table(["id", "age", "zip", "s"], body).write(folder / "t.csv")
    tables.Table(["id", "age", "zip", "s"], body).write(folder / "other.csv")
    (folder / "age.csv").write_text("".join(f"{20 + i};{20 + i // 4 * 4}..;*\n" for i in range(rows)))
    (folder / "r.toml").write_text('[columns.age]\nrole = "quasi"\n[columns.zip]\nrole = "quasi"\n[columns.id]\n'
                                   'role = "identifying"\n[columns.s]\nrole = "sensitive"\n[[privacy]]\n'
                                   'model = "k-anonymity"\nk = 2\n')
    for name in ("a", "b"):
        run("silo", "train", "t.csv", "--exclude", "id", "-o", f"{name}.model", "-q", cwd=folder).expect(0)


@check(once=True)
def statuses(_, folder):
    sample(folder)
    expected = [
        (0, ["verify", "t.csv", "--quasi", "s", "--k", "2"]),
        (1, ["verify", "t.csv", "--quasi", "age", "--k", "2"]),
        (2, ["verify", "t.csv", "--quasi", "nowhere", "--k", "2"]),
        (2, ["verify", "missing.csv", "--quasi", "age", "--k", "2"]),
        (2, ["nonsense"]),
        (2, ["verify", "t.csv", "--quasi", "age", "--k", "1"]),
        (1, ["discover", "t.csv", "--fail-if-found"]),
        (0, ["discover", "t.csv"]),
        (1, ["anonymize", "t.csv", "--recipe", "r.toml", "--k", "9", "-o", "x.csv"]),
        (3, ["inspect", "t.csv", "--memory", "1KiB"]),
        (1, ["attack", "t.csv", "--known", "other.csv", "--columns", "age"]),
    ]
    for status, words in expected:
        run(*words, cwd=folder).expect(status)


# Each call names its inputs; every one of them must survive being named as the output.
CALLS = [
    (["inspect", "t.csv"], ["t.csv"]),
    (["discover", "t.csv"], ["t.csv"]),
    (["risk", "t.csv", "--quasi", "age"], ["t.csv"]),
    (["risk", "t.csv", "--quasi", "age", "--population", "other.csv"], ["t.csv", "other.csv"]),
    (["exposure", "t.csv"], ["t.csv"]),
    (["convert", "t.csv"], ["t.csv"]),
    (["verify", "t.csv", "--quasi", "zip", "--k", "2"], ["t.csv"]),
    (["verify", "t.csv", "--recipe", "r.toml"], ["t.csv", "r.toml"]),
    (["verify", "t.csv", "--quasi", "zip", "--t", "1@s", "--reference", "other.csv"], ["t.csv", "other.csv"]),
    (["anonymize", "t.csv", "--recipe", "r.toml"], ["t.csv", "r.toml"]),
    (["anonymize", "t.csv", "--recipe", "r.toml", "--hierarchy", "age=age.csv"], ["age.csv"]),
    (["compare", "t.csv", "other.csv"], ["t.csv", "other.csv"]),
    (["attack", "t.csv", "--known", "other.csv", "--columns", "age"], ["t.csv", "other.csv"]),
    (["recipe", "r.toml", "--data", "t.csv"], ["r.toml", "t.csv"]),
    (["hierarchy", "check", "age.csv", "--column", "age", "--data", "t.csv"], ["age.csv", "t.csv"]),
    (["hierarchy", "show", "age.csv"], ["age.csv"]),
    (["hierarchy", "make", "t.csv", "--column", "age", "--intervals", "5"], ["t.csv"]),
    (["silo", "train", "t.csv"], ["t.csv"]),
    (["silo", "merge", "a.model", "b.model"], ["a.model", "b.model"]),
    (["silo", "sanitize", "a.model", "--k", "2"], ["a.model"]),
    (["silo", "score", "a.model", "t.csv", "--k", "2"], ["a.model", "t.csv"]),
    (["silo", "update", "a.model", "t.csv"], ["t.csv"]),
    (["dp", "count", "t.csv", "--epsilon", "1"], ["t.csv"]),
    (["stream", "t.csv", "--state", "state", "--columns", "age", "--k", "2"], ["t.csv"]),
]


def spelling(rng, folder, name):
    """Another way to name a file."""
    kind = rng.choice(["plain", "dot", "absolute", "link", "hard link", "around"])
    if kind == "plain":
        return name
    if kind == "dot":
        return f"./{name}"
    if kind == "absolute":
        return str(folder / name)
    if kind == "around":
        return f"../{folder.name}/{name}"
    if kind == "link":
        (folder / f"link-{name}").symlink_to(name)
        return f"link-{name}"
    os.link(folder / name, folder / f"hard-link-{name}")
    return f"hard-link-{name}"


def unharmed(answer, folder, victim, before, spelled):
    """The input is as it was, and naming it was refused. Another hard link of it may get a file of its own."""
    if not (folder / victim).exists() or (folder / victim).read_bytes() != before:
        raise Wrong(f"an input was replaced: {answer}")
    if answer.status != 2 and not spelled.startswith("hard-link-"):
        raise Wrong(f"an input named as the output was not refused: {answer}")


@check(cases=40)
def inputs_are_never_overwritten(rng, folder):
    sample(folder)
    words, inputs = rng.choice(CALLS)
    victim = rng.choice(inputs)
    before = (folder / victim).read_bytes()
    spelled = spelling(rng, folder, victim)
    unharmed(run(*words, "-o", spelled, cwd=folder), folder, victim, before, spelled)


@check(cases=12)
def other_outputs_are_no_inputs(rng, folder):
    """Reports, frozen solutions, lists of records: they replace no input either."""
    sample(folder)
    words, inputs = rng.choice([
        (["anonymize", "t.csv", "--recipe", "r.toml", "-o", "x.csv", "--report"], ["t.csv", "r.toml"]),
        (["anonymize", "t.csv", "--recipe", "r.toml", "-o", "x.csv", "--freeze"], ["t.csv", "r.toml"]),
        (["discover", "t.csv", "--recipe", "r.toml", "--records"], ["t.csv", "r.toml"]),
        (["exposure", "t.csv", "--edges"], ["t.csv"]),
        (["exposure", "t.csv", "--records"], ["t.csv"]),
        (["silo", "score", "a.model", "t.csv", "--k", "2", "--records"], ["a.model", "t.csv"]),
        (["compare", "t.csv", "other.csv", "--report"], ["t.csv", "other.csv"]),
    ])
    victim = rng.choice(inputs)
    before = (folder / victim).read_bytes()
    spelled = spelling(rng, folder, victim)
    unharmed(run(*words, spelled, cwd=folder), folder, victim, before, spelled)


def to_a_closed_pipe(*words, cwd):
    """The status when nobody reads standard output any more."""
    read, write = os.pipe()
    os.close(read)
    try:
        process = start(*words, cwd=cwd, stdout=write, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    finally:
        os.close(write)
    return process.wait(60)


@check(once=True)
def a_closed_pipe_keeps_the_status(_, folder):
    sample(folder)
    for status, words in [
        (0, ["verify", "t.csv", "--quasi", "s", "--k", "2"]),
        (1, ["verify", "t.csv", "--quasi", "age", "--k", "2"]),
        (1, ["verify", "t.csv", "--quasi", "age", "--k", "2", "--format", "json"]),
        (1, ["discover", "t.csv", "--fail-if-found"]),
        (1, ["attack", "t.csv", "--known", "other.csv", "--columns", "age"]),
        (2, ["verify", "missing.csv", "--quasi", "age", "--k", "2"]),
        (1, ["anonymize", "t.csv", "--recipe", "r.toml", "--k", "9"]),
    ]:
        found = to_a_closed_pipe(*words, cwd=folder)
        if found != status:
            raise Wrong(f"`lethe {' '.join(words)}` ends with {found} instead of {status} when its output is closed")


def interrupted(folder, words, which, **options):
    process = start(*words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    time.sleep(0.5)
    if process.poll() is not None:
        raise Undecided(f"done before it was interrupted: {process.returncode}")
    begin = time.monotonic()
    process.send_signal(which)
    try:
        status = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise Wrong(f"`lethe {' '.join(words)}` goes on for {PATIENCE} s after {which.name}")
    took = time.monotonic() - begin
    if status != 130:
        raise Wrong(f"`lethe {' '.join(words)}` ends with {status} after {which.name}, {took:.1f} s")
    left = [p.name for p in folder.rglob("*") if ".lethe-" in p.name or p.name == "out.csv"]
    if left:
        raise Wrong(f"left behind after {which.name}: {left}")


IDLE = [
    ["inspect", "-"],
    ["discover", "-"],
    ["verify", "-", "--quasi", "age", "--k", "2"],
    ["convert", "-", "-o", "out.csv"],
    ["anonymize", "-", "--quasi", "age", "--k", "2", "-o", "out.csv"],
    ["silo", "train", "-", "-o", "out.model"],
    ["stream", "-", "--state", "state", "--columns", "age", "--k", "2", "-o", "released.csv"],
]


@check(cases=4)
def waiting_for_standard_input(rng, folder):
    """A run that waits for data which does not come ends at the first signal."""
    read, write = os.pipe()
    try:
        os.write(write, b"age,zip\n1,2\n" if rng.random() < 0.5 else b"")
        interrupted(folder, rng.choice(IDLE), rng.choice([signal.SIGINT, signal.SIGTERM]), stdin=read)
    finally:
        os.close(read)
        os.close(write)


@check(cases=2)
def waiting_for_a_fifo(rng, folder):
    os.mkfifo(folder / "in.csv")
    words = rng.choice([["inspect", "in.csv"], ["discover", "in.csv"], ["silo", "train", "in.csv", "-o", "m.model"]])
    interrupted(folder, words, rng.choice([signal.SIGINT, signal.SIGTERM]), stdin=subprocess.DEVNULL)


@check(cases=3)
def in_the_middle_of_work(rng, folder):
    """Work that takes minutes ends at the first signal, and nothing is left behind."""
    names = [f"c{i}" for i in range(30)]
    tables.Table(names, [[rng.choice("01") for _ in names] for _ in range(1500)]).write(folder / "wide.csv")
    tables.Table(names[:6], [[str(rng.randrange(500)) for _ in range(6)] for _ in range(15000)]).write(folder / "long.csv")
    words = rng.choice([
        ["discover", "wide.csv", "--k", "2", "--algorithm", "levelwise"],
        ["discover", "wide.csv", "--k", "2", "--borders"],
        ["anonymize", "long.csv", "--quasi", ",".join(names[:6]), "--k", "5", "--method", "cluster", "--algorithm", "k-member",
         "-o", "out.csv"],
    ])
    interrupted(folder, words, rng.choice([signal.SIGINT, signal.SIGTERM]), stdin=subprocess.DEVNULL)
