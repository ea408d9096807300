"""Full-domain generalization by trying every combination of levels, and the measures of docs/quality.md."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import log2

import definitions as d
import tables


class Problem:
    """What a release must satisfy, as plain functions of a class (the rows in it)."""

    def __init__(self, table, quasi, hierarchies, models, limit, bounds=None):
        self.table, self.quasi, self.hierarchies = table, quasi, hierarchies
        self.models = models
        self.rows = len(table.rows)
        self.allowed = int(d.exact(limit) * self.rows)
        self.bounds = bounds or {}
        self.columns = [table.values(q) for q in quasi]

    def lattice(self):
        ranges = []
        for q in self.quasi:
            low, high = self.bounds.get(q, (0, self.hierarchies[q].height - 1))
            ranges.append(range(low, high + 1))
        return product(*ranges)

    def labels(self, levels):
        """What every row shows."""
        shown = []
        for q, values, level in zip(self.quasi, self.columns, levels):
            shown.append([self.hierarchies[q].label(v, level) for v in values])
        return list(zip(*shown))

    def judge(self, levels):
        """The rows that have to be suppressed on these levels."""
        groups = {}
        for i, shown in enumerate(self.labels(levels)):
            groups.setdefault(shown, []).append(i)
        lost = set()
        for members in groups.values():
            if not all(holds(members) for holds in self.models):
                lost.update(members)
        return lost

    def solutions(self):
        for levels in self.lattice():
            lost = self.judge(levels)
            if len(lost) <= self.allowed:
                yield levels, lost


def class_model(model, table):
    """A model of a recipe as a function of the rows of a class. Distributions are those of the table as given."""
    kind = model["model"]
    if kind == "k-anonymity":
        return lambda rows: len(rows) >= model["k"]
    values = table.values(model["column"])
    group = lambda rows: [values[i] for i in rows]
    if kind == "l-diversity":
        variant = model["variant"]
        if variant == "distinct":
            return lambda rows: d.distinct(group(rows), model["l"])
        if variant == "entropy":
            return lambda rows: d.entropy(group(rows), model["l"])
        if variant == "recursive":
            return lambda rows: d.recursive(group(rows), model["c"], model["l"])
    if kind == "t-closeness":
        t = d.exact(model["t"])
        if model.get("distance", "equal") == "equal":
            return lambda rows: d.equal_distance(group(rows), values) <= t
        order = sorted({v for v in values if v is not None}, key=d.exact) + [None] * (None in values)
        return lambda rows: d.ordered_distance(group(rows), values, order) <= t
    if kind == "beta-likeness":
        return lambda rows: d.beta_likeness(group(rows), values, model["beta"], model.get("enhanced", False))
    if kind == "alpha-k":
        return lambda rows: d.alpha_k(group(rows), model["alpha"], model["k"])
    if kind == "delta-disclosure":
        return lambda rows: d.delta_disclosure(group(rows), values, model["delta"])
    raise ValueError(model)


def loss(problem, levels, lost, name):
    """A measure of docs/quality.md, with the mean over columns and equal weights."""
    n, s = problem.rows, len(lost)
    if name in ("discernibility", "group-size"):
        sizes = Counter(v for i, v in enumerate(problem.labels(levels)) if i not in lost)
        if name == "discernibility":
            return Fraction(sum(c * c for c in sizes.values()) + s * n, n * n)
        if n == 1:
            return Fraction(1 if s else 0)
        return (Fraction(n, len(sizes) + (1 if s else 0)) - 1) / (n - 1)
    columns = [column(problem, place, levels[place], lost, name) for place in range(len(levels))]
    if name == "entropy":
        weights = [entropy(problem.columns[place]) for place in range(len(levels))]
        if sum(weights) <= 0:
            return Fraction(s, n)
        return sum(x * w for x, w in zip(columns, weights)) / sum(weights)
    return sum(columns) / len(columns)


def entropy(values):
    n = len(values)
    return sum(c / n * log2(n / c) for c in Counter(values).values())


def column(problem, place, level, lost, name):
    values, hierarchy = problem.columns[place], problem.hierarchies[problem.quasi[place]]
    n, s = problem.rows, len(lost)
    domain, top = len(hierarchy.paths), hierarchy.height - 1
    if name == "entropy":
        h = entropy(values)
        if h == 0:
            return s / n
        labels = [hierarchy.label(v, level) for v in values]
        of_value, of_label = Counter(values), Counter(labels)
        bits = sum(log2(of_label[x] / of_value[v]) for v, x in zip(values, labels))
        for x, count in Counter(labels[i] for i in lost).items():
            bits += count * log2(s / count)
        return bits / (n * h)
    total = Fraction(0)
    for i, value in enumerate(values):
        total += 1 if i in lost else cost(hierarchy, value, level, name, domain, top)
    return total / n


def cost(hierarchy, value, level, name, domain, top):
    label = hierarchy.label(value, level)
    covered = 1 if label is None else len(hierarchy.leaves(level, label))
    if name == "loss":
        return Fraction(covered - 1, domain - 1) if domain > 1 else Fraction(0)
    if name == "ncp":
        return Fraction(0) if covered == 1 else Fraction(covered, domain)
    if name == "precision":
        return Fraction(level, top)
    if name == "total":
        if label is None:
            return Fraction(0)
        own = level
        while own > 0 and hierarchy.label(value, own - 1) == label and (
            hierarchy.leaves(own - 1, label) == hierarchy.leaves(level, label)
        ):
            own -= 1
        return Fraction(own, top)
    raise ValueError(name)


def best(problem, name):
    """The least loss of all solutions, or None."""
    found = [loss(problem, levels, lost, name) for levels, lost in problem.solutions()]
    return min(found) if found else None


def flat_for(hierarchies, table, quasi):
    """The hierarchies, and for a column without one the values that it has."""
    found = {}
    for q in quasi:
        values = sorted({v for v in table.values(q) if v is not None})
        found[q] = hierarchies.get(q) or tables.flat(values)
    return found
