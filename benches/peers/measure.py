"""Runs a command and prints its time and its peak memory as one JSON line.

usage: measure.py [--limit SECONDS] COMMAND ARGUMENT...

The command's own output goes to standard error. With a limit, a command that takes longer is ended, and how it ended is
printed as well: "ended" is "well", "late" or the exit status of a command that failed.
"""

import json
import resource
import subprocess
import sys
import time

words = sys.argv[1:]
limit = None
if words[:1] == ["--limit"]:
    limit, words = float(words[1]), words[2:]

start = time.perf_counter()
try:
    code = subprocess.run(words, stdout=sys.stderr, check=False, timeout=limit).returncode
    ended = "well" if code == 0 else str(code)
except subprocess.TimeoutExpired:
    code, ended = 0, "late"
seconds = time.perf_counter() - start

if limit is None and code != 0:
    sys.exit(code if code > 0 else 1)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
measured = {"seconds": seconds, "peak_mib": peak}
print(json.dumps(measured if limit is None else measured | {"ended": ended}))
