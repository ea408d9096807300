"""Runs the public tests of pycanon or anjana against the modules of ``lethe.compat``. They are in the repositories of these packages only, not in
what is installed from PyPI, so that a checkout is needed; nothing runs this by itself.

    pip install ./python pyarrow pycanon anjana pytest
    python their_suites.py pycanon CHECKOUT [arguments of pytest]
"""

from __future__ import annotations

import os
import sys

import anjana.anonymity.utils
import pycanon.anonymity
import pycanon.report.base
import pycanon.report.json
import pytest

from lethe.compat import anjana as our_anjana
from lethe.compat import pycanon as our_pycanon


def replace_pycanon() -> None:
    """Its measures and reports; what its tests use besides, such as the reading of files, stays pycanon's."""
    for name in our_pycanon.anonymity.__all__:
        setattr(pycanon.anonymity, name, getattr(our_pycanon.anonymity, name))
    pycanon.report.base.get_report_values = our_pycanon.report.get_report_values
    pycanon.report.json.get_json_report = our_pycanon.report.get_json_report


def replace_anjana() -> None:
    """The whole of it; results are judged by pycanon itself."""
    sys.modules["anjana.anonymity"] = anjana.anonymity = our_anjana.anonymity
    sys.modules["anjana.anonymity.utils"] = our_anjana.anonymity.utils


def main() -> int:
    package, checkout, *arguments = sys.argv[1:]
    {"pycanon": replace_pycanon, "anjana": replace_anjana}[package]()
    os.chdir(checkout)
    return pytest.main(["-q", "-p", "no:cacheprovider", *arguments, "tests"])


if __name__ == "__main__":
    sys.exit(main())
