"""Runs a command and prints its time and its peak memory as one JSON line.

usage: measure.py COMMAND ARGUMENT...

The command's own output goes to standard error.
"""

import json
import resource
import subprocess
import sys
import time

start = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=sys.stderr, check=False).returncode
seconds = time.perf_counter() - start

if code != 0:
    sys.exit(code if code > 0 else 1)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "peak_mib": peak}))
