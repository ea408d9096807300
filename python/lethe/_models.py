"""Privacy models as arguments, with the names and forms of the flags."""

from __future__ import annotations

import json
from typing import Any

from . import _lethe
from .recipe import Recipe

#: The flags of models.
FLAGS = frozenset(_lethe.model_flags())


def models_of(recipe: Recipe, arguments: dict[str, Any]) -> Recipe:
    """The recipe with the models that arguments name, which are taken out of them. A model replaces the recipe's of the same name and
    column.

    >>> models_of(Recipe(), {"k": 5, "l": "distinct:3@ill"}).privacy
    [{'model': 'k-anonymity', 'k': 5}, {'model': 'l-diversity', 'column': 'ill', 'variant': 'distinct', 'l': 3}]
    """
    given = []
    for name in [name for name in arguments if name in FLAGS]:
        value = arguments.pop(name)
        if value is not None:
            several = value if isinstance(value, (list, tuple)) else [value]
            given.extend((name.replace("_", "-"), str(one)) for one in several)
    if not given:
        return recipe
    return Recipe(json.loads(_lethe.recipe_with_models(json.dumps(recipe.to_dict()), given)), recipe.folder)


def with_models(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a function that takes models, with these as a recipe."""
    given = dict(arguments)
    further = given.pop("models")
    given["models"] = models_of(Recipe(), further).to_dict()
    if further:
        raise TypeError(f"unknown arguments: {', '.join(sorted(further))}")
    return given
