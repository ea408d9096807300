"""Records that arrive one after another: ``lethe stream``."""

from __future__ import annotations

import os
import tempfile
from types import TracebackType
from typing import Any

from . import _reports as reports
from ._call import ask
from ._frames import from_table, library_of, to_table


class Stream:
    """A stream that is fed with data frames; what may be shown of them is given back as soon as it may.

    Records wait until they are safe, also for a later stream with the same ``state``. With ``at_end="finish"`` a batch is the last one,
    and those that still wait are shown with suppressed cells or dropped.

    ::

        with lethe.Stream("state", columns=["age", "zip"], k=5) as stream:
            for batch in batches:
                publish(stream.feed(batch))
    """

    def __init__(self, state: str | os.PathLike[str], **settings: Any) -> None:
        self._state = os.fspath(state)
        self._settings = settings
        self._folder = tempfile.TemporaryDirectory(prefix="lethe-stream-")
        self._fed = 0
        self._library = "pyarrow"
        #: The file with all that was shown, beside the state.
        self.output = f"{self._state}-shown.csv"
        #: The report of the last batch.
        self.report: reports.StreamReport | None = None

    def feed(self, batch: Any) -> Any:
        """Takes a data frame and gives the records that can be shown now, of this or of earlier ones; cells may be ``*``."""
        self._library = library_of(batch)
        return self._run(to_table(batch))

    def close(self) -> None:
        """Ends the feeding; the state stays."""
        self._folder.cleanup()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, table: Any) -> Any:
        from . import _lethe

        source = os.path.join(self._folder.name, f"{self._fed}.csv")
        self._fed += 1
        ask("convert", reports.Converted, {"data": table, "output": source, "progress": False})
        begin = os.path.getsize(self.output) if os.path.exists(self.output) else 0
        request = {"input": source, "state": self._state, "output": self.output, **self._settings}
        self.report = ask("stream", reports.StreamReport, request)
        os.remove(source)
        with open(self.output, "rb") as file:
            heading = file.readline()
            file.seek(max(begin, len(heading)))
            shown = heading + file.read()
        part = os.path.join(self._folder.name, "shown.csv")
        with open(part, "wb") as file:
            file.write(shown)
        place = _lethe.Table.empty("what is shown")
        ask("convert", reports.Converted, {"data": part, "output": place.name, "progress": False})
        return from_table(place, self._library)
