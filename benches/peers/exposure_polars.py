"""Counts value pairs with one group-by a column pair in Polars and prints what it took as one JSON line.

usage: exposure_polars.py FILE SECONDS          (POLARS_MAX_THREADS sets the threads)

Column pairs are taken in an order that mixes small and large columns, until all are counted or the time is up. What is left
is estimated by the mean of those that were counted. Counting only: records are not scored. Reading is not timed.
"""

import itertools
import json
import os
import random
import sys
import time

os.environ.setdefault("POLARS_MAX_THREADS", "2")

import polars as pl

table = pl.read_parquet(sys.argv[1])
texts = [name for name, kind in table.schema.items() if kind == pl.String]
table = table.with_columns(pl.col(texts).cast(pl.Categorical))
limit = float(sys.argv[2])

pairs = list(itertools.combinations(table.columns, 2))
random.Random(1).shuffle(pairs)

edges = counted = 0
start = time.perf_counter()
for left, right in pairs:
    groups = table.select(left, right).drop_nulls().group_by(left, right).len()
    edges += 2 * groups.height
    counted += 1
    if time.perf_counter() - start > limit:
        break
seconds = time.perf_counter() - start

print(
    json.dumps(
        {
            "seconds": seconds,
            "counted": counted,
            "pairs": len(pairs),
            "estimated_seconds": seconds * len(pairs) / counted,
            "edges": edges if counted == len(pairs) else None,
        }
    )
)
