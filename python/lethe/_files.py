"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile


def write(file: str | os.PathLike[str], text: str, private: bool = False) -> None:
    """Writes a file beside its place and moves it there; a private one can be read by its owner only, whatever was there before."""
    place = os.path.abspath(file)
    # Such files are their owner's alone.
    descriptor, beside = tempfile.mkstemp(dir=os.path.dirname(place), prefix=".lethe-", suffix=".tmp")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as to:
            to.write(text)
        if not private:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(beside, 0o666 & ~mask)
        os.replace(beside, place)
    except BaseException:
        os.unlink(beside)
        raise
