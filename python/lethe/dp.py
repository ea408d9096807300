"""Questions answered with differential privacy, and the ledger that pays for them: ``lethe dp``."""

from __future__ import annotations

import os
from typing import Any, Sequence

from . import _functions
from . import _reports as reports
from ._call import ask

Number = "float | str"


def _ask(query: str, data: Any, epsilon: Any, arguments: dict[str, Any]) -> reports.DpReport:
    ledger = arguments.get("ledger")
    if isinstance(ledger, Ledger):
        arguments["ledger"] = ledger.file
    return ask("dp", reports.DpReport, {"query": query, "data": data, "epsilon": epsilon, **arguments})


def count(
    data: Any, *, epsilon: Any, column: str | None = None, values: Sequence[str] = (), ledger: Any = None, **options: Any
) -> reports.DpReport:
    """How many records there are, or have one of some values in a column.

    >>> import lethe, pyarrow
    >>> table = pyarrow.table({"ill": ["flu"] * 60 + ["cold"] * 40})
    >>> answer = lethe.dp.count(table, epsilon=1, column="ill", values=["flu"])
    >>> 20 < answer.value < 100
    True
    """
    return _ask("count", data, epsilon, {"column": column, "values": values, "ledger": ledger, **options})


def sum(data: Any, *, epsilon: Any, column: str, lower: Any, upper: Any, ledger: Any = None, **options: Any) -> reports.DpReport:
    """The sum of a column of numbers, each brought into the bounds, which are yours and never the data's.

    >>> import lethe, pyarrow
    >>> ages = pyarrow.table({"age": list(range(20, 70)) * 4})
    >>> 5000 < lethe.dp.sum(ages, epsilon=1, column="age", lower=0, upper=100).value < 13000
    True
    """
    return _ask("sum", data, epsilon, {"column": column, "lower": lower, "upper": upper, "ledger": ledger, **options})


def mean(data: Any, *, epsilon: Any, column: str, lower: Any, upper: Any, ledger: Any = None, **options: Any) -> reports.DpReport:
    """The mean of a column of numbers, each brought into the bounds.

    >>> import lethe, pyarrow
    >>> ages = pyarrow.table({"age": list(range(20, 70)) * 4})
    >>> 20 < lethe.dp.mean(ages, epsilon=1, column="age", lower=0, upper=100).value < 70
    True
    """
    return _ask("mean", data, epsilon, {"column": column, "lower": lower, "upper": upper, "ledger": ledger, **options})


def quantile(
    data: Any, *, epsilon: Any, column: str, lower: Any, upper: Any, share: Any = "0.5", ledger: Any = None, **options: Any
) -> reports.DpReport:
    """A quantile of a column of numbers; the median by default.

    >>> import lethe, pyarrow
    >>> ages = pyarrow.table({"age": list(range(20, 70)) * 4})
    >>> 20 <= lethe.dp.quantile(ages, epsilon=1, column="age", lower=0, upper=100).value <= 70
    True
    """
    arguments = {"column": column, "lower": lower, "upper": upper, "share": share, "ledger": ledger}
    return _ask("quantile", data, epsilon, {**arguments, **options})


def histogram(
    data: Any, *, epsilon: Any, column: str, values: Sequence[str], others: bool = False, ledger: Any = None, **options: Any
) -> reports.DpReport:
    """How many records have each of some values.

    >>> import lethe, pyarrow
    >>> ill = pyarrow.table({"ill": ["flu"] * 300 + ["cold"] * 40})
    >>> found = lethe.dp.histogram(ill, epsilon=1, column="ill", values=["flu", "cold"])
    >>> [one.value for one in found.counts]
    ['flu', 'cold']
    """
    arguments = {"column": column, "values": values, "others": others, "ledger": ledger}
    return _ask("histogram", data, epsilon, {**arguments, **options})


def select(data: Any, *, epsilon: Any, column: str, values: Sequence[str], ledger: Any = None, **options: Any) -> reports.DpReport:
    """The most frequent of some values, by the exponential mechanism.

    >>> import lethe, pyarrow
    >>> ill = pyarrow.table({"ill": ["flu"] * 300 + ["cold"] * 40})
    >>> lethe.dp.select(ill, epsilon=1, column="ill", values=["flu", "cold"]).choice
    'flu'
    """
    return _ask("select", data, epsilon, {"column": column, "values": values, "ledger": ledger, **options})


def randomized_response(
    data: Any, *, epsilon: Any, column: str, values: Sequence[str], ledger: Any = None, **options: Any
) -> reports.DpReport:
    """Counts from answers that each record randomizes for itself.

    >>> import lethe, pyarrow
    >>> ill = pyarrow.table({"ill": ["flu"] * 300 + ["cold"] * 40})
    >>> found = lethe.dp.randomized_response(ill, epsilon=2, column="ill", values=["flu", "cold"])
    >>> [one.value for one in found.counts]
    ['flu', 'cold']
    """
    return _ask("randomized-response", data, epsilon, {"column": column, "values": values, "ledger": ledger, **options})


class Ledger:
    """A file that keeps account of the privacy budget that was spent on a data set."""

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self.file = os.fspath(file)

    @classmethod
    def create(cls, file: str | os.PathLike[str], data_set: str, epsilon: Any, delta: Any = 0, **options: Any) -> "Ledger":
        """A new ledger with a budget."""
        _functions.dp_ledger_create(os.fspath(file), data_set, epsilon, delta=delta, **options)
        return cls(file)

    def show(self) -> reports.LedgerReport:
        """What was spent, and what is left."""
        return _functions.dp_ledger_show(self.file)
