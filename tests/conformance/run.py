#!/usr/bin/env python3
"""Holds the binary named by LETHE against definitions that share no code with it.

    LETHE=target/debug/lethe python3 tests/conformance/run.py --slice ci
    LETHE=target/release/lethe python3 tests/conformance/run.py --minutes 10 --seed 7 [--family verify]
    LETHE=target/debug/lethe python3 tests/conformance/run.py --case verify.k_anonymity:17 --keep /tmp/case
"""

import argparse
import multiprocessing
import os
import sys
import threading
import time
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import lethe  # noqa: E402
import suite  # noqa: E402
from awaited import AWAITED  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--slice", choices=["ci"], help="the fixed seeds that every change must pass")
    what.add_argument("--minutes", type=float, help="random seeds for so long")
    what.add_argument("--case", metavar="FAMILY.CHECK:SEED", help="one case again")
    what.add_argument("--list", action="store_true", help="the names of all checks")
    parser.add_argument("--family", action="append", help="only checks of this family, or FAMILY.CHECK; repeatable")
    parser.add_argument("--seed", type=int, default=None, help="where random seeds begin; by the clock when not given")
    parser.add_argument("--most", type=int, default=10**9, help="with --slice: at most so many cases of a check")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="cases at the same time")
    parser.add_argument("--keep", metavar="FOLDER", help="with --case: where its files are kept")
    parser.add_argument("--slow", type=float, help="list checks that take longer than so many seconds in all")
    return parser.parse_args()


def main():
    options = arguments()
    checks = suite.all_checks()
    if options.list:
        print("\n".join(item.label for item in checks))
        return 0
    lethe.binary()
    if options.case:
        return again(checks, options)
    if options.family:
        wanted = set(options.family)
        unknown = wanted - {c.family for c in checks} - {c.label for c in checks}
        if unknown:
            raise SystemExit(f"no such family or check: {', '.join(sorted(unknown))}")
        checks = [c for c in checks if c.family in wanted or c.label in wanted]
    cases = fixed(checks, options.most) if options.slice else endless(checks, options)
    return conclude(checks, cases, options)


def again(checks, options):
    label, _, seed = options.case.rpartition(":")
    item = next((c for c in checks if c.label == label), None)
    if item is None:
        raise SystemExit(f"no such check: {label}")
    outcome = suite.run_case(item, int(seed), options.keep)
    print(f"{outcome.kind}: {outcome.message} {outcome.folder}")
    return 0 if outcome.kind in ("passed", "skipped") else 1


def fixed(checks, most):
    """Every check at its first seeds, spread so that long families do not end the run alone."""
    for seed in range(max(c.cases for c in checks)):
        for number, item in enumerate(checks):
            if seed < min(item.cases, most):
                yield number, seed


def endless(checks, options):
    first = options.seed if options.seed is not None else int(time.time()) % 10**9
    print(f"seeds from {first}", flush=True)
    end = time.monotonic() + options.minutes * 60
    seed = first
    while time.monotonic() < end:
        for number, item in enumerate(checks):
            if time.monotonic() >= end:
                return
            if item.once and seed > first:
                continue
            yield number, 0 if item.once else seed
        seed += 1


def paced(cases, room):
    """A pool takes all jobs that it can get at once; this gives it the next one when another is done."""
    room.acquire()
    for case in cases:
        yield case
        room.acquire()


def work(job):
    number, seed = job
    begin = time.monotonic()
    return suite.run_case(suite._REGISTRY[number], seed), time.monotonic() - begin


def conclude(checks, cases, options):
    places = {item.label: number for number, item in enumerate(suite._REGISTRY)}
    room = threading.Semaphore(4 * max(1, options.jobs))
    jobs = paced(((places[checks[number].label], seed) for number, seed in cases), room)
    counts, kinds, seconds = Counter(), {}, Counter()
    begin = time.monotonic()
    with multiprocessing.Pool(max(1, options.jobs)) as pool:
        for outcome, took in pool.imap_unordered(work, jobs):
            room.release()
            counts[outcome.kind] += 1
            kinds.setdefault(outcome.label, Counter())[outcome.kind] += 1
            seconds[outcome.label] += took
            if outcome.kind == "failed":
                print(f"FAILED {outcome.label}:{outcome.seed}: {outcome.message}")
                print(f"  files: {outcome.folder}")
                print(f"  again: LETHE={os.environ['LETHE']} python3 {sys.argv[0]} --case {outcome.label}:{outcome.seed}",
                      flush=True)
    summary(kinds, seconds, options)
    skipped = counts["skipped"] + counts["awaited"]
    print(f"{time.monotonic() - begin:.0f} s")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {skipped} skipped")
    return 1 if counts["failed"] else 0


def summary(kinds, seconds, options):
    for label, found in sorted(kinds.items()):
        if found["awaited"]:
            print(f"awaited: {label}: {found['awaited']} of {sum(found.values())} cases fail: {AWAITED[label]}")
        elif label in AWAITED:
            print(f"awaited: {label} passes in all {sum(found.values())} cases: take it off the list")
        if found["skipped"] and not found["passed"]:
            print(f"note: {label} decided nothing in {found['skipped']} cases")
        if options.slow and seconds[label] > options.slow:
            print(f"slow: {label} took {seconds[label]:.1f} s in {sum(found.values())} cases")


if __name__ == "__main__":
    sys.exit(main())
