"""All tables that agree with published margins: an exact search over whole numbers.

Every file is a margin: how many people show each combination of its columns. A table agrees when all its margins
are these. The question is always whether a table exists in which the people with a combination number at least, or
at most, so many. Bounds of cells are narrowed by every sum until nothing changes; then one cell is tried after
the other. Nothing is rounded, and giving up is said.
"""

from collections import Counter
from itertools import product

PATIENCE = 4000


class GaveUp(Exception):
    """The search was cut short; neither answer is known."""


class Margins:
    """`files`: pairs of a list of columns and a list of rows."""

    def __init__(self, files, most=1500):
        self.columns = sorted({c for columns, _ in files for c in columns})
        self.cells = joined(files, self.columns, most)
        self.sums = []
        for columns, rows in files:
            places = [self.columns.index(c) for c in columns]
            counts = Counter(map(tuple, rows))
            members = {key: [] for key in counts}
            for number, cell in enumerate(self.cells):
                members[tuple(cell[p] for p in places)].append(number)
            self.sums += [(members[key], total) for key, total in counts.items()]

    def exists(self, columns, values, least=0, most=None):
        """Whether some table has at least `least` and at most `most` people with these values."""
        places = [self.columns.index(c) for c in columns]
        chosen = [n for n, cell in enumerate(self.cells) if all(cell[p] == v for p, v in zip(places, values))]
        return self.solve(chosen, least, most)

    def combinations(self, columns):
        places = [self.columns.index(c) for c in columns]
        return sorted({tuple(cell[p] for p in places) for cell in self.cells}, key=repr)

    def solve(self, chosen, least, most):
        low = [0] * len(self.cells)
        high = [min((total for members, total in self.sums if n in members), default=0) for n in range(len(self.cells))]
        if sum(high[n] for n in chosen) < least:
            return False
        limits = [(members, total, total) for members, total in self.sums]
        limits.append((chosen, least, 10**9 if most is None else most))
        self.left = PATIENCE
        return self.search(low, high, limits, chosen if least else [])

    def search(self, low, high, limits, first):
        if not narrow(low, high, limits):
            return False
        open_cells = [n for n in range(len(low)) if low[n] < high[n]]
        if not open_cells:
            return True
        self.left -= 1
        if self.left < 0:
            raise GaveUp
        cell = next((n for n in first if low[n] < high[n]), open_cells[0])
        for value in range(high[cell], low[cell] - 1, -1):
            lower, upper = low[:], high[:]
            lower[cell] = upper[cell] = value
            if self.search(lower, upper, limits, first):
                return True
        return False


def joined(files, columns, most):
    """Every combination of all columns that each file has a row for."""
    partial = [{}]
    for names, rows in files:
        kinds = [dict(zip(names, row)) for row in sorted(set(map(tuple, rows)), key=repr)]
        partial = [{**a, **b} for a, b in product(partial, kinds) if all(a[c] == b[c] for c in a.keys() & b.keys())]
        if len(partial) > most:
            raise GaveUp
    return [tuple(cell[c] for c in columns) for cell in partial]


def narrow(low, high, limits):
    """Narrows bounds by every sum; false when one cannot be met."""
    changed = True
    while changed:
        changed = False
        for members, least, most in limits:
            lows, highs = sum(low[n] for n in members), sum(high[n] for n in members)
            if lows > most or highs < least:
                return False
            for n in members:
                top = most - (lows - low[n])
                bottom = least - (highs - high[n])
                if top < high[n]:
                    highs -= high[n] - top
                    high[n] = top
                    changed = True
                if bottom > low[n]:
                    lows += bottom - low[n]
                    low[n] = bottom
                    changed = True
                if low[n] > high[n]:
                    return False
    return True
