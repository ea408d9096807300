"""A polars frame, anonymized to a verified polars frame: time beside that of the core, and peak memory. Prints JSON.

    python frame.py [ROWS] [ROUNDS]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy
import polars
import pyarrow

import lethe
from lethe import _lethe

RECIPE = {
    "columns": {
        "age": {"role": "quasi", "hierarchy": {"intervals": [5, 10, 20]}},
        "zip": {"role": "quasi", "hierarchy": {"prefix": [4, 3, 2]}},
        "sex": {"role": "quasi"},
        "education": {"role": "quasi", "hierarchy": {"groups": 4}},
        "disease": {"role": "sensitive"},
        "weight": {"role": "insensitive"},
        "visits": {"role": "insensitive"},
        "ward": {"role": "insensitive"},
    },
    "privacy": [
        {"model": "k-anonymity", "k": 5},
        {"model": "l-diversity", "column": "disease", "variant": "distinct", "l": 2},
    ],
    "search": {"suppression_limit": 0.05},
}


def patients(rows: int) -> polars.DataFrame:
    """Eight columns of numbers and texts."""
    draw = numpy.random.default_rng(7)

    def labels(values: list[str]) -> polars.Series:
        return polars.Series(values).gather(draw.integers(0, len(values), rows))

    return polars.DataFrame(
        {
            "age": draw.integers(18, 95, rows),
            "zip": labels([f"{10000 + 7 * number}" for number in range(2000)]),
            "sex": labels(["f", "m"]),
            "education": labels([f"degree {number}" for number in range(16)]),
            "disease": labels([f"disease {number}" for number in range(200)]),
            "weight": draw.integers(40, 140, rows),
            "visits": draw.integers(0, 30, rows),
            "ward": labels([f"ward {number}" for number in range(50)]),
        }
    )


def size(frame: polars.DataFrame) -> int:
    """The bytes of a frame's buffers; polars' own estimate leaves the views of texts out."""
    return pyarrow.table(frame).get_total_buffer_size()


def memory(field: str) -> int:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def released(frame: polars.DataFrame) -> dict[str, Any]:
    """One call, with what of its time is spent in the core."""
    inside: list[float] = []
    answer = _lethe.answer

    def timed(*arguments: Any) -> Any:
        begin = time.perf_counter()
        try:
            return answer(*arguments)
        finally:
            inside.append(time.perf_counter() - begin)

    _lethe.answer = timed
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before, begin = memory("VmRSS"), time.perf_counter()
    release = lethe.anonymize(frame, recipe=RECIPE, progress=False)
    data = release.data
    seconds = time.perf_counter() - begin
    _lethe.answer = answer
    assert release.holds and isinstance(data, polars.DataFrame) and data.height == frame.height
    return {"seconds": seconds, "core_seconds": sum(inside), "extra_bytes": memory("VmHWM") - before,
            "released_bytes": size(data)}


def on_the_command_line(frame: polars.DataFrame, folder: Path) -> float:
    """The same from an Arrow file to an Arrow file."""
    frame.write_ipc(folder / "in.arrow", compression="uncompressed", compat_level=polars.CompatLevel.oldest())
    lethe.Recipe(RECIPE).save(folder / "r.toml")
    program = Path(sys.executable).with_name("lethe")
    words = [program, "anonymize", folder / "in.arrow", "--recipe", folder / "r.toml", "-o", folder / "out.arrow", "-q"]
    begin = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    frame = patients(rows)
    # What is loaded on first use is loaded.
    lethe.anonymize(frame.head(1000), recipe=RECIPE, search={"suppression_limit": 1}, progress=False)
    runs = [released(frame) for _ in range(rounds)]
    with tempfile.TemporaryDirectory() as folder:
        command = on_the_command_line(frame, Path(folder))
    print(json.dumps({"rows": rows, "frame_bytes": size(frame), "runs": runs, "command_seconds": command}))


if __name__ == "__main__":
    main()
