"""anjana 1.x: ``anonymity``."""

from . import anonymity

__all__ = ["anonymity"]
