"""Reads a CSV file into categories with Polars and prints what it took as one JSON line.

usage: read_polars.py FILE          (POLARS_MAX_THREADS sets the threads)

Which columns are text is found out beforehand and not timed, to the peer's benefit: ours infers types while it reads.

The size of the table includes each column's distinct texts, which Polars keeps apart and leaves out of its estimate.
"""

import json
import os
import resource
import sys
import time

os.environ.setdefault("POLARS_MAX_THREADS", "2")

import polars as pl

SAMPLE = 10_000

file = sys.argv[1]
schema = pl.scan_csv(file, infer_schema_length=SAMPLE).collect_schema()
overrides = {name: pl.Categorical for name, kind in schema.items() if kind == pl.String}

start = time.perf_counter()
table = pl.read_csv(file, schema_overrides=overrides, infer_schema_length=SAMPLE)
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

texts = sum(table[name].unique().cast(pl.String).estimated_size("mb") for name in overrides)

print(
    json.dumps(
        {
            "seconds": seconds,
            "peak_mib": peak,
            "rows": table.height,
            "columns": table.width,
            "encoded_mib": table.estimated_size("mb") + texts,
        }
    )
)
