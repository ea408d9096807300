"""``lethe`` on the command line."""

from __future__ import annotations

import signal
import sys

from . import _lethe


def main() -> int:
    """Runs the command line with the arguments of the process."""
    # The program has its own way to stop.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _lethe.command_line([sys.executable, "-m", "lethe"], ["lethe", *sys.argv[1:]])
