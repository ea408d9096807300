"""Releases records of a file in micro-batches with dicts of counters and prints what it took as one JSON line.

usage: stream_dicts.py FILE BATCH K MAX_DELAY "A,B;C,D" OUTPUT

The plain way, with the algorithm of 'lethe stream --overdue drop' and its result: counters for each column set, and records that
lack carriers taken away one after the other, each once. In memory only: nothing is kept for a crash.
"""

import csv
import itertools
import json
import sys
import time
from collections import Counter

path, batch_size, k, max_delay, sets, output = sys.argv[1:]
batch_size, k, max_delay = int(batch_size), int(k), int(max_delay)

start = time.perf_counter()
with open(path, newline="") as source, open(output, "w", newline="") as sink:
    reader, writer = csv.reader(source), csv.writer(sink)
    header = next(reader)
    sets = [[header.index(name) for name in names.split(",")] for names in sets.split(";")]
    released = [Counter() for _ in sets]
    held = []  # (batch, keys, record)
    taken = shown = dropped = 0
    for number in itertools.count():
        records = list(itertools.islice(reader, batch_size))
        if not records:
            break
        taken += len(records)
        held += [(number, [tuple([record[at] for at in columns]) for columns in sets], record) for record in records]
        carriers = [{} for _ in sets]  # key -> held records
        for at, (_, keys, _) in enumerate(held):
            for known, key in zip(carriers, keys):
                known.setdefault(key, []).append(at)
        waiting = [{key: len(those) for key, those in known.items()} for known in carriers]
        stays = [False] * len(held)
        queue = []

        def take_away(those):
            for at in those:
                if not stays[at]:
                    stays[at] = True
                    queue.append(at)

        for known, count in zip(carriers, released):
            for key, those in known.items():
                if len(those) + count[key] < k:
                    take_away(those)
        while queue:
            keys = held[queue.pop()][1]
            for known, count, wait, key in zip(carriers, released, waiting, keys):
                wait[key] -= 1
                if wait[key] + count[key] == k - 1:
                    take_away(known[key])
        waits = []
        for (arrived, keys, record), stay in zip(held, stays):
            if not stay:
                writer.writerow(record)
                shown += 1
                for count, key in zip(released, keys):
                    count[key] += 1
            elif number - arrived < max_delay:
                waits.append((arrived, keys, record))
            else:
                dropped += 1
        held = waits
seconds = time.perf_counter() - start

print(json.dumps({"seconds": seconds, "taken": taken, "released": shown, "dropped": dropped, "held": len(held)}))
