"""Prints the versions of the peers and of Python as one JSON line."""

import json
import platform
from importlib.metadata import version

import duckdb
import polars
import pyarrow

print(
    json.dumps(
        {
            "polars": polars.__version__,
            "duckdb": duckdb.__version__,
            "pyarrow": pyarrow.__version__,
            "anonypy": version("anonypy"),
            "pandas": version("pandas"),
            "python": platform.python_version(),
        }
    )
)
