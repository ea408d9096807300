"""Random small tables and hierarchies, and the plain reading and writing of delimited text."""

import csv
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Table:
    """Columns and rows of texts; None is a missing value."""

    columns: list
    rows: list = field(default_factory=list)

    def write(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(",".join(map(cell, self.columns)) + "\n")
            for row in self.rows:
                file.write(",".join(map(cell, row)) + "\n")
        return path

    def place(self, column):
        return self.columns.index(column)

    def values(self, column):
        place = self.place(column)
        return [row[place] for row in self.rows]

    def project(self, columns):
        places = [self.place(c) for c in columns]
        return [tuple(row[p] for p in places) for row in self.rows]

    def select(self, columns):
        return Table(list(columns), [list(row) for row in self.project(columns)])

    def repeated(self, weights):
        """Every row as often as the people it stands for."""
        return Table(self.columns, [row for row, w in zip(self.rows, weights) for _ in range(w)])


def cell(value):
    """A cell as it is written: nothing for a missing one, quotes where they are needed."""
    if value is None:
        return ""
    if value == "" or any(c in value for c in ',;\t|"\n\r'):
        return '"' + value.replace('"', '""') + '"'
    return value


def read(path, encoding="utf-8"):
    """A table with the values of a file; an empty field is missing."""
    with open(path, encoding=encoding, newline="") as file:
        records = list(csv.reader(file))
    if not records:
        return Table([])
    head, body = records[0], [r for r in records[1:] if r or len(records[0]) == 1]
    rows = [[v if v != "" else None for v in (r or [""])] for r in body]
    if any(len(r) != len(head) for r in rows):
        raise AssertionError(f"{path}: rows of different lengths")
    return Table(head, rows)


def classes(rows, key):
    """Rows by key, in the order in which keys come first."""
    found = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def domain(rng, kind, size):
    """`size` distinct values of a kind."""
    if kind == "integer":
        start, step = rng.choice([(0, 1), (18, 7), (-5, 3), (95, 5)])
        return [str(start + step * i) for i in range(size)]
    if kind == "decimal":
        return [f"{i}.{5 * (i % 2)}" for i in range(1, size + 1)]
    if kind == "code":
        return [f"0{1000 + 37 * i}" for i in range(size)]
    if kind == "date":
        return [f"{1970 + 3 * i}-0{1 + i % 9}-1{i % 9}" for i in range(size)]
    if kind == "word":
        words = ["ash", "beech", "cedar", "date", "elm", "fir", "gum", "hazel", "ivy", "juniper", "kapok", "larch"]
        return words[:size] if size <= len(words) else [f"tree{i}" for i in range(size)]
    raise ValueError(kind)


def draw(rng, values, count, nulls=0.0):
    """`count` values, some far more frequent than others, some missing."""
    skew = rng.choice([0, 0.5, 1, 2])
    weights = [1 / (1 + i) ** skew for i in range(len(values))]
    return [None if rng.random() < nulls else rng.choices(values, weights)[0] for _ in range(count)]


def random_table(rng, rows, columns, sizes=(1, 5), nulls=0.0, kinds=("integer", "code", "word", "date")):
    """A table of `columns` columns c0, c1, …, and the domain of each."""
    names = [f"c{i}" for i in range(columns)]
    domains, lists = {}, []
    for name in names:
        domains[name] = domain(rng, rng.choice(kinds), rng.randint(*sizes))
        lists.append(draw(rng, domains[name], rows, nulls if rng.random() < 0.5 else 0))
    return Table(names, [list(r) for r in zip(*lists)]), domains


@dataclass
class Hierarchy:
    """The labels of each leaf, from level 0 (itself) to the root `*`."""

    paths: dict

    @property
    def height(self):
        return len(next(iter(self.paths.values()), ["", "*"]))

    def label(self, value, level):
        """What a value shows on a level; a missing value stays missing below the top."""
        if value is None:
            return "*" if level == self.height - 1 else None
        return self.paths[value][level]

    def leaves(self, level, label):
        return [leaf for leaf, path in self.paths.items() if path[level] == label]

    def holders(self, label):
        """Every value that may stand behind a label, on whatever level it occurs."""
        found = set()
        for leaf, path in self.paths.items():
            if label in path:
                found.add(leaf)
        return found

    def write(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            for labels in self.paths.values():
                file.write(";".join(labels) + "\n")
        return path


def random_hierarchy(rng, values, prefix, levels=None):
    """A hierarchy of the values whose labels are like no value and like no label of another column."""
    levels = rng.randint(1, 3) if levels is None else levels
    paths = {v: [v] for v in values}
    groups = [[v] for v in values]
    for level in range(1, levels):
        count = max(1, rng.randint(1, len(groups)))
        merged = [[] for _ in range(count)]
        for i, group in enumerate(groups):
            merged[i if i < count else rng.randrange(count)].extend(group)
        for i, group in enumerate(merged):
            for value in group:
                paths[value].append(f"{prefix}L{level}N{i}")
        groups = merged
    for path in paths.values():
        path.append("*")
    return Hierarchy(paths)


def flat(values):
    """What a column without a hierarchy has: itself, or nothing."""
    return Hierarchy({v: [v, "*"] for v in values})


def contained(small, large):
    """Whether one multiset is part of another."""
    return not Counter(small) - Counter(large)
