"""Exceptions. None of their messages holds a value of a cell."""

from __future__ import annotations

from typing import Any

__all__ = ["Error", "InputError", "RequestError", "LimitError", "InternalError", "Interrupted"]


class Error(Exception):
    """What all errors of Lethe have: a stable ``code``, a ``hint`` what to do, and the ``place`` (file, line, column)."""

    def __init__(
        self,
        message: str,
        code: str = "request",
        hint: str | None = None,
        place: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.hint = hint
        self.place = place or {"file": None, "line": None, "column": None}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.code, self.hint, self.place)

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class InputError(Error):
    """The data is at fault."""


class RequestError(Error, ValueError):
    """The call is at fault."""


class LimitError(Error):
    """A limit of memory, time or size was reached."""


class Interrupted(Error):
    """The work was stopped."""


class InternalError(Error):
    """Lethe is at fault."""
