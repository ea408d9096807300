"""What the tests share."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pandas
import pytest

import lethe

#: The program that comes with the package.
LETHE = Path(sys.executable).with_name("lethe")


@pytest.fixture(scope="session")
def patients() -> pandas.DataFrame:
    """Two hundred made-up patients."""
    draw = random.Random(7)
    rows = [
        {
            "id": f"p{number}",
            "age": draw.randint(20, 79),
            "zip": f"10{draw.randint(1, 3)}{draw.randint(0, 9)}{draw.randint(0, 9)}",
            "sex": draw.choice(["f", "m"]),
            "disease": draw.choice(["flu", "cold", "asthma", "gout"]),
        }
        for number in range(200)
    ]
    return pandas.DataFrame(rows)


@pytest.fixture(scope="session")
def settings() -> dict:
    """How the patients are anonymized."""
    return {
        "quasi": ["age", "zip", "sex"],
        "sensitive": ["disease"],
        "identifiers": ["id"],
        "hierarchies": {"age": {"intervals": [5, 10, 20]}, "zip": {"prefix": [4, 3, 2]}},
        "k": 5,
        "suppression_limit": 0.05,
    }


@pytest.fixture(scope="session")
def release(patients: pandas.DataFrame, settings: dict) -> lethe.Release:
    """The patients as they are published."""
    return lethe.anonymize(patients, **settings)


#: Makes a table whose quasi-identifiers take longer to find than any test waits: many sets of many columns.
HARD = """
import random, pyarrow
draw = random.Random(1)
hard = pyarrow.table({f"c{place}": [draw.randint(0, 1) for _ in range(3000)] for place in range(40)})
"""


@pytest.fixture(scope="session")
def hard():
    """The table of HARD."""
    names: dict = {}
    exec(HARD, names)  # noqa: S102
    return names["hard"]


def run(*arguments: object, folder: Path) -> subprocess.CompletedProcess:
    """Runs the command line."""
    words = [str(LETHE), *map(str, arguments)]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
