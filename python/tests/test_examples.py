"""Every public function has an example; pytest runs them with ``--doctest-modules``."""

from __future__ import annotations

import doctest
import types

import pytest

import lethe

PARTS = {"lethe": lethe, "dp": lethe.dp, "hierarchy": lethe.hierarchy, "silo": lethe.silo}
FUNCTIONS = {
    f"{part}.{name}": value
    for part, module in PARTS.items()
    for name, value in vars(module).items()
    if isinstance(value, types.FunctionType) and not name.startswith("_") and name != "ask"
}


def test_all_of_them_are_found():
    assert {"lethe.anonymize", "lethe.generate", "lethe.verify", "dp.mean", "hierarchy.make", "silo.train"} <= set(FUNCTIONS)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_public_function_has_an_example(name):
    assert doctest.DocTestParser().get_examples(FUNCTIONS[name].__doc__ or "")
