"""One file a family of checks."""
