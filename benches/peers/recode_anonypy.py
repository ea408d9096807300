"""Partitions a table with anonypy's Mondrian, and measures its groups and those of our release in the same way.

usage: recode_anonypy.py FILE.csv K RELEASE.csv

All columns of FILE are quasi-identifiers: numbers are numbers, all others categories, as anonypy wants them. RELEASE has
the same rows in the same order; its groups are the records that look alike. NCP is that of the tightest range or set
of values around each group (Xu et al. 2006): of numbers the share of the range, of categories the share of the values,
nothing for a single value.
"""

import json
import sys
import time

import anonypy
import pandas as pd


def read(file):
    table = pd.read_csv(file, sep=";")
    numbers = set(table.select_dtypes("number").columns)
    return table.astype({name: "category" for name in table.columns if name not in numbers})


def ncp(table, group):
    """The mean over all cells; `group` has the number of each row's group."""
    sizes = group.value_counts()
    total = 0.0
    for name in table.columns:
        values = table[name]
        if values.dtype.name == "category":
            distinct = values.astype(str).groupby(group).nunique()
            cost = distinct.where(distinct > 1, 0) / values.nunique()
        else:
            by_group = values.groupby(group)
            cost = (by_group.max() - by_group.min()) / (values.max() - values.min())
        total += (cost * sizes).sum()
    return total / (len(table) * len(table.columns))


def main(file, k, release):
    start = time.perf_counter()
    table = read(file)
    names = list(table.columns)
    read_seconds = time.perf_counter() - start

    start = time.perf_counter()
    parts = anonypy.Mondrian(table, names).partition(int(k))
    group_seconds = time.perf_counter() - start

    # It counts the values of a sensitive column in each part; one that is always the same costs it least.
    start = time.perf_counter()
    anonypy.anonypy.anonymize(table.assign(record=0), parts, names, "record")
    release_seconds = time.perf_counter() - start

    theirs = pd.Series(0, index=table.index)
    for number, part in enumerate(parts):
        theirs[part] = number
    ours = pd.read_csv(release, dtype=str, keep_default_na=False).groupby(names).ngroup()
    if len(ours) != len(table):
        sys.exit("recode_anonypy.py: the release has other rows than the table")
    line = {"rows": len(table), "columns": len(names), "k": int(k), "read_seconds": read_seconds}
    line |= {"group_seconds": group_seconds, "release_seconds": release_seconds}
    for who, group in (("theirs", theirs), ("ours", ours)):
        sizes = group.value_counts()
        line[who] = {"groups": len(sizes), "smallest": int(sizes.min()), "ncp": ncp(table, group)}
    print(json.dumps(line))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
