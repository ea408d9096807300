"""What a check is, and how it is found, run and named."""

import importlib
import random
import shutil
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path

from awaited import AWAITED
from lethe import Undecided, Wrong

FAMILIES = [
    "verify",
    "distributions",
    "discover",
    "risk",
    "figures",
    "attack",
    "anonymize",
    "optimum",
    "requests",
    "compare",
    "eliminate",
    "compartments",
    "stream",
    "silo",
    "privacy",
    "leftovers",
    "process",
    "reading",
]

_REGISTRY = []


@dataclass(frozen=True)
class Check:
    family: str
    name: str
    work: object
    cases: int
    once: bool

    @property
    def label(self):
        return f"{self.family}.{self.name}"


@dataclass
class Outcome:
    label: str
    seed: int
    kind: str
    message: str = ""
    folder: str = ""


def check(cases=10, once=False):
    """Registers a check `work(rng, folder)`. `cases`: how many seeds the fixed slice has; `once`: nothing is random."""

    def register(work):
        family = work.__module__.rsplit(".", 1)[-1]
        _REGISTRY.append(Check(family, work.__name__, work, 1 if once else cases, once))
        return work

    return register


def all_checks():
    for family in FAMILIES:
        importlib.import_module(f"families.{family}")
    return list(_REGISTRY)


def run_case(item, seed, keep=None):
    """Runs one case in a folder of its own, which is kept when the case fails."""
    folder = Path(keep) if keep else Path(tempfile.mkdtemp(prefix=f"lethe-{item.label}-{seed}-"))
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(f"{item.label}:{seed}")
    try:
        item.work(rng, folder)
        outcome = Outcome(item.label, seed, "passed")
    except Undecided as reason:
        outcome = Outcome(item.label, seed, "skipped", str(reason))
    except Wrong as reason:
        kind = "awaited" if item.label in AWAITED else "failed"
        outcome = Outcome(item.label, seed, kind, str(reason), str(folder))
    except Exception:
        outcome = Outcome(item.label, seed, "failed", traceback.format_exc(), str(folder))
    if outcome.kind in ("passed", "skipped") and not keep:
        shutil.rmtree(folder, ignore_errors=True)
    return outcome
