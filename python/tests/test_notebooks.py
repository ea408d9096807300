"""The notebooks of the documentation run, and what they show is what is stored in them."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "docs" / "src" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def texts(notebook: nbformat.NotebookNode) -> list[list[str]]:
    """What cells print and return, but neither reports, whose times differ, nor progress."""
    return [
        [
            output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
            for output in cell["outputs"]
            if output.get("name") != "stderr" and "text/html" not in output.get("data", {})
        ]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def shown(notebook: nbformat.NotebookNode) -> int:
    """How many outputs are HTML."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return sum("text/html" in output.get("data", {}) for output in outputs)


@pytest.mark.skipif(not NOTEBOOKS, reason="the documentation is not there")
def test_there_are_three():
    assert [file.stem for file in NOTEBOOKS] == ["first-release", "utility-and-attack", "wide-health-table"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_shows_what_is_stored(file, tmp_path):
    stored = nbformat.read(file, as_version=4)
    nbformat.validate(stored)
    run = nbformat.read(file, as_version=4)
    NotebookClient(run, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert texts(run) == texts(stored) and shown(run) == shown(stored)
    assert shown(stored) > 0
