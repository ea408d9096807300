"""Recipes: roles of columns, hierarchies, models and search settings."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _lethe
from ._files import write
from .errors import RequestError


class Recipe:
    """A recipe, equal in meaning to a TOML file.

    >>> recipe = Recipe().role("age", "quasi").role("disease", "sensitive").model("k-anonymity", k=5)
    >>> print(recipe.to_toml().strip())
    [columns.age]
    role = "quasi"
    <BLANKLINE>
    [columns.disease]
    role = "sensitive"
    <BLANKLINE>
    [[privacy]]
    model = "k-anonymity"
    k = 5
    >>> Recipe.from_toml(recipe.to_toml()) == recipe
    True
    """

    def __init__(self, content: dict[str, Any] | None = None, folder: str | None = None) -> None:
        self._content: dict[str, Any] = json.loads(json.dumps(content or {}))
        #: Where names of files in the recipe are looked for; None: where the program runs.
        self.folder = folder

    @classmethod
    def of(cls, recipe: Any) -> "Recipe":
        """A recipe from what stands for one: a recipe, a path, or a dict in the shape of the file."""
        if isinstance(recipe, cls):
            return recipe
        if isinstance(recipe, (str, os.PathLike)):
            return cls.load(recipe)
        if isinstance(recipe, dict):
            return cls(recipe)
        raise RequestError(f"a {type(recipe).__name__} is no recipe")

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> "Recipe":
        """Reads a recipe file. Names of files in it are looked for in its folder."""
        with open(file, encoding="utf-8") as text:
            recipe = cls.from_toml(text.read(), os.fspath(file))
        recipe.folder = os.path.dirname(os.path.abspath(file))
        return recipe

    @classmethod
    def from_toml(cls, text: str, name: str = "the recipe") -> "Recipe":
        """Reads the text of a recipe file."""
        return cls(json.loads(_lethe.recipe_from_toml(name, text)))

    @classmethod
    def suggest(cls, data: Any, **options: Any) -> "Recipe":
        """A recipe for a table: roles by what columns hold, hierarchies, models. Look through it before you use it."""
        from ._functions import recipe_init

        return cls.from_toml(recipe_init(data, **options).recipe, "the suggested recipe")

    def check(self, data: Any = None, **options: Any) -> Any:
        """Checks the recipe, and whether it fits a table: ``lethe recipe check``."""
        from ._functions import recipe

        return recipe(self, data=data, **options)

    def role(self, column: str, role: str, **settings: Any) -> "Recipe":
        """Gives a column a role, and settings such as ``hierarchy`` or ``max_level``."""
        self.columns.setdefault(column, {}).update(role=role, **settings)
        return self

    def model(self, name: str, **parameters: Any) -> "Recipe":
        """Adds a privacy model."""
        self.privacy.append({"model": name, **parameters})
        return self

    @property
    def columns(self) -> dict[str, Any]:
        """The settings of columns, by name."""
        return self._content.setdefault("columns", {})

    @property
    def privacy(self) -> list[dict[str, Any]]:
        """The models."""
        return self._content.setdefault("privacy", [])

    @property
    def search(self) -> dict[str, Any]:
        """How a solution is searched for."""
        return self._content.setdefault("search", {})

    @property
    def data(self) -> dict[str, Any]:
        """How the file is read."""
        return self._content.setdefault("data", {})

    def to_dict(self) -> dict[str, Any]:
        """The recipe in the shape of the file."""
        return {key: value for key, value in self._content.items() if value}

    def to_toml(self) -> str:
        """The text of a recipe file that says the same."""
        return _lethe.recipe_to_toml(json.dumps(self.to_dict()))

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes a recipe file. Where it goes to another folder, names of files in it become whole paths."""
        folder = os.path.dirname(os.path.abspath(file))
        moved = self if folder == (self.folder or os.getcwd()) else self._located()
        write(file, moved.to_toml())

    def _located(self) -> "Recipe":
        """The same with whole paths, for a reader in another folder."""
        moved = self.copy()
        folder = self.folder or os.getcwd()
        for column in moved.columns.values():
            if isinstance(column.get("hierarchy"), str):
                column["hierarchy"] = os.path.join(folder, column["hierarchy"])
        for model in moved.privacy:
            if isinstance(model.get("population"), str):
                model["population"] = os.path.join(folder, model["population"])
        return moved

    def copy(self) -> "Recipe":
        """A recipe that says the same."""
        return Recipe(self.to_dict(), self.folder)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and _meaning(self) == _meaning(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Recipe of {len(self.columns)} columns, {len(self.privacy)} models>"


def _meaning(recipe: Recipe) -> Any:
    return json.loads(_lethe.recipe_from_toml("the recipe", recipe.to_toml()))
