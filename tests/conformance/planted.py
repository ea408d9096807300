#!/usr/bin/env python3
"""Plants lies into the answers of the binary and reports whether the suite notices.

A small program is put before the binary. It runs it, and then changes one kind of thing: a verdict, a count, a cell, a
row, a file. Every lie must make at least one case of its families fail.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

BEFORE = '''#!{python}
import json, pathlib, re, subprocess, sys
words = sys.argv[1:]
done = subprocess.run([{real!r}, *words], input=sys.stdin.buffer.read(), capture_output=True)
out, err, status = done.stdout, done.stderr, done.returncode
def written(ends=(".csv",)):
    if "-o" not in words: return []
    path = pathlib.Path(words[words.index("-o") + 1])
    files = sorted(path.glob("compartment-*.csv")) if path.is_dir() else [path]
    return [f for f in files if f.exists() and f.suffix in ends]
def change(text):
    for file in written():
        lines = file.read_text().splitlines()
        if len(lines) > 1:
            file.write_text("\\n".join(text(lines)) + "\\n")
{lie}
sys.stdout.buffer.write(out); sys.stderr.buffer.write(err); sys.exit(status)
'''

LIES = {
    "every model holds": (
        'if words[0] == "verify" and status == 1: status = 0; out = out.replace(b\'"holds": false\', b\'"holds": true\')',
        ["verify", "distributions", "compartments"],
    ),
    "no model holds": (
        'if words[0] == "verify" and status == 0: status = 1; out = out.replace(b\'"holds": true\', b\'"holds": false\')',
        ["verify", "distributions", "anonymize", "eliminate"],
    ),
    "one column set is missing": (
        'if words[0] == "discover" and out[:1] == b"{":\n'
        '    reported = json.loads(out); reported["minimal_qids"] = reported["minimal_qids"][:-1]\n'
        '    reported.get("maximal_safe_sets", [0]).pop(); out = json.dumps(reported).encode()',
        ["discover"],
    ),
    "one person less is counted": (
        'if words[0] in ("risk", "attack") and out[:1] == b"{":\n'
        '    reported = json.loads(out)\n'
        '    for key in ("unique_rows", "classes", "reidentified", "below_k", "correct", "wrong"):\n'
        '        if reported.get(key): reported[key] -= 1\n'
        '    out = json.dumps(reported).encode()',
        ["risk", "attack"],
    ),
    "one cell is another one": (
        'if words[0] == "anonymize": change(lambda l: [*l[:-1], "untrue" + l[-1][l[-1].find(","):] if "," in l[-1] else "untrue"])',
        ["anonymize", "eliminate", "compartments"],
    ),
    "one row is doubled": (
        'if words[0] in ("anonymize", "stream"): change(lambda l: [*l, l[-1]])',
        ["anonymize", "stream", "compartments"],
    ),
    "one row more is shown": (
        'if words[0] == "stream": change(lambda l: [*l, ",".join(["lonely"] * len(l[0].split(",")))])',
        ["stream"],
    ),
    "the loss is smaller": (
        'if words[0] == "anonymize" and out[:1] == b"{":\n'
        '    reported = json.loads(out)\n'
        '    if reported.get("search", {}).get("value"): reported["search"]["value"] *= 0.99\n'
        '    out = json.dumps(reported).encode()',
        ["optimum"],
    ),
    "merging forgets a silo": (
        'if words[:2] == ["silo", "merge"]: pathlib.Path(words[words.index("-o") + 1]).write_bytes(pathlib.Path(words[2]).read_bytes())',
        ["silo"],
    ),
    "nothing is hidden": (
        'if words[:2] == ["silo", "sanitize"] and status == 0 and "--epsilon" not in words:\n'
        '    pathlib.Path(words[words.index("-o") + 1]).write_bytes(pathlib.Path(words[2]).read_bytes())',
        ["silo"],
    ),
    "an odd cell is an error": (
        'if words[0] == "dp" and len(words) > 2 and words[2].endswith(".csv") and re.search("unknown|NaN|inf|1e400|9999", '
        'pathlib.Path(words[2]).read_text()): status, out, err = 2, b"", b"lethe: a cell is no number"',
        ["privacy"],
    ),
    "a name is left in the file": (
        'if words[0] == "anonymize" and status == 0:\n'
        '    for file in written((".csv", ".parquet", ".arrow", ".tsv", ".gz", ".zst")):\n'
        '        file.write_bytes(file.read_bytes() + b"Qz9LethePerson")',
        ["leftovers"],
    ),
    "text is trimmed": (
        'if words[0] == "convert": change(lambda l: [x.replace(" ", "") for x in l])',
        ["reading"],
    ),
    "every answer is good": ("status = 0", ["process"]),
}


def main():
    real = str(Path(os.environ["LETHE"]).resolve())
    missed = []
    for name, (lie, families) in LIES.items():
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "lethe"
            program.write_text(BEFORE.format(python=sys.executable, real=real, lie=lie))
            program.chmod(0o755)
            for family in families:
                done = subprocess.run([sys.executable, HERE / "run.py", "--slice", "ci", "--most", "5",
                                       "--family", family],
                                      env={**os.environ, "LETHE": str(program)}, capture_output=True, text=True)
                failed = done.stdout.count("FAILED ")
                print(f"{name}: {family}: {failed} cases fail", flush=True)
                if not failed:
                    missed.append(f"{name} ({family})")
    print(f"{len(missed)} lies were not noticed{': ' + ', '.join(missed) if missed else ''}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
