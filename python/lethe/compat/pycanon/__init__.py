"""pycanon 1.x: ``anonymity`` and ``report``."""

from . import anonymity, report

__all__ = ["anonymity", "report"]
