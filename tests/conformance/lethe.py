"""Runs the binary that is judged. Nothing else of Lethe is used here."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

SECONDS = 120


class Wrong(AssertionError):
    """The binary did something that the definitions do not allow."""


class Undecided(Exception):
    """The case says nothing: the request was refused for a reason that is allowed, or the oracle gave up."""


@dataclass
class Answer:
    words: list
    status: int
    out: bytes
    err: bytes

    @property
    def json(self):
        try:
            return json.loads(self.out)
        except ValueError as error:
            raise Wrong(f"standard output is not one JSON object: {self}") from error

    def expect(self, *statuses):
        if self.status not in statuses:
            raise Wrong(f"status {self.status} instead of {' or '.join(map(str, statuses))}: {self}")
        return self

    def __str__(self):
        tail = self.err.decode(errors="replace").strip()[-400:]
        return f"`lethe {' '.join(map(str, self.words))}` ended with {self.status}: {tail}"


def binary():
    path = os.environ.get("LETHE")
    if not path:
        raise SystemExit("set LETHE to the binary that is to be judged")
    return str(Path(path).resolve())


def start(*words, cwd=None, **options):
    """A process that the caller ends."""
    return subprocess.Popen([binary(), *map(str, words)], cwd=cwd, **options)


def run(*words, cwd, stdin=b"", seconds=SECONDS):
    """Runs one command; a panic, an abort or a signal is wrong whatever was asked."""
    try:
        done = subprocess.run(
            [binary(), *map(str, words)], cwd=cwd, input=stdin, capture_output=True, timeout=seconds
        )
    except subprocess.TimeoutExpired as error:
        raise Wrong(f"`lethe {' '.join(map(str, words))}` takes more than {seconds} s") from error
    answer = Answer(list(words), done.returncode, done.stdout, done.stderr)
    if done.returncode not in (0, 1, 2, 3):
        raise Wrong(f"a status that nobody asked for: {answer}")
    return answer


def report(*words, cwd, statuses=(0, 1), **options):
    """The JSON of a command, and its status."""
    answer = run(*words, "--format", "json", cwd=cwd, **options)
    answer.expect(*statuses)
    return answer.json, answer.status
