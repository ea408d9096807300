"""How many records of each class have each value of a sensitive column."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy
import pandas

#: Numbers of combinations stay below this, so that no product overflows.
MOST = 2**62


def encoded(column: pandas.Series, sort: bool = False) -> tuple[numpy.ndarray, int]:
    """Every value as a number below the number of different ones; missing values are one of them.

    >>> encoded(pandas.Series(["b", None, "b", "a"]))[0].tolist()
    [0, 1, 0, 2]
    """
    if column.dtype == object:
        return _by_identity(numpy.ascontiguousarray(column.to_numpy()), sort)
    codes, values = pandas.factorize(column, sort=sort, use_na_sentinel=False)
    return codes, len(values)


def _by_identity(values: numpy.ndarray, sort: bool) -> tuple[numpy.ndarray, int]:
    """The same for an array of objects. A column that was read from a file has few objects, to which many cells refer: these are told apart by their
    addresses, and only different objects by their values."""
    cells = (ctypes.c_char * values.nbytes).from_address(values.ctypes.data)
    places, addresses = pandas.factorize(numpy.frombuffer(cells, dtype=numpy.intp))
    first = numpy.empty(len(addresses), dtype=numpy.intp)
    # Of equal places the first one is written last.
    first[places[::-1]] = numpy.arange(len(places))[::-1]
    codes, distinct = pandas.factorize(values[first], sort=sort, use_na_sentinel=False)
    return codes[places], len(distinct)


def classes_of(data: pandas.DataFrame, quasi: list[Any]) -> numpy.ndarray:
    """The number of each record's class.

    >>> classes_of(pandas.DataFrame({"a": ["x", "x", "y"], "b": [1, 1, 1]}), ["a", "b"]).tolist()
    [0, 0, 1]
    """
    combined, size = numpy.zeros(len(data), dtype=numpy.int64), 1
    for name in quasi:
        codes, distinct = encoded(data[name])
        if size * distinct > MOST:
            combined, values = pandas.factorize(combined)
            size = len(values)
        combined, size = combined * distinct + codes, size * distinct
    return pandas.factorize(combined)[0]


class Counts:
    """The records of each class with each value of a sensitive column."""

    def __init__(self, data: pandas.DataFrame, quasi: list[Any], sensitive: Any) -> None:
        classes = classes_of(data, quasi)
        codes, self.values = encoded(data[sensitive], sort=True)
        pairs, present = pandas.factorize(classes * self.values + codes)
        #: Of each class and value that occur together: the class, the value, the records.
        self.classes, self.codes, self.weights = present // self.values, present % self.values, numpy.bincount(pairs)
        self.sizes, self.totals, self.rows = numpy.bincount(classes), numpy.bincount(codes), len(data)
        #: The share in the class, and that in the table.
        self.share = self.weights / self.sizes[self.classes]
        self.whole = (self.totals / self.rows)[self.codes]

    def per_class(self) -> list[numpy.ndarray]:
        """The counts of each class, descending."""
        order = numpy.lexsort((-self.weights, self.classes))
        ends = numpy.flatnonzero(numpy.diff(self.classes[order])) + 1
        return numpy.split(self.weights[order], ends)

    def farthest_equal(self) -> float:
        """The largest distance of a class from the table, where all values are equally far apart."""
        return float(numpy.bincount(self.classes, numpy.maximum(self.share - self.whole, 0)).max())

    def farthest_ordered(self) -> float:
        """The same for values in their order. Between two values of a class its sum stays the same and that of the table grows, so that the differences
        between them add up to a few prefix sums; nothing is as large as classes times values."""
        order = numpy.lexsort((self.codes, self.classes))
        classes, codes, share = self.classes[order], self.codes[order], self.share[order]
        sums = numpy.cumsum(share)
        starts = numpy.flatnonzero(numpy.diff(classes, prepend=-1))
        sums -= numpy.repeat(sums[starts] - share[starts], numpy.diff(numpy.append(starts, len(classes))))
        following = numpy.append(codes[1:], 0)
        following[numpy.append(starts[1:], len(classes)) - 1] = self.values
        table = numpy.cumsum(self.totals / self.rows)
        added = numpy.append(0, numpy.cumsum(table))
        # Up to `turn` the table's sum is the smaller one.
        turn = numpy.clip(numpy.searchsorted(table, sums), codes, following)
        distance = sums * (2 * turn - codes - following) + added[codes] + added[following] - 2 * added[turn]
        whole = numpy.bincount(classes, distance) + added[codes[starts]]
        return float(whole.max() / max(self.values - 1, 1))
