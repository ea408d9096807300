"""Privacy models, written as the literature defines them and judged with exact numbers.

A class is the list of the sensitive values of its people, `table` the list of everybody's. The works are named in
docs/src/methods/privacy-models.md. Nothing here is fast.
"""

from collections import Counter
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import combinations
from math import prod

getcontext().prec = 80


def ln(fraction):
    return Decimal(fraction.numerator).ln() - Decimal(fraction.denominator).ln()


def exact(number):
    """A decimal number as written."""
    return Fraction(str(number))


def shares(values):
    return {v: Fraction(c, len(values)) for v, c in Counter(values).items()}


def distinct(group, l):
    return len(set(group)) >= l


def entropy(group, l):
    """-sum p ln p >= ln l, decided as n^n b^n >= a^n prod c^c with l = a/b."""
    n, l = len(group), exact(l)
    counts = Counter(group).values()
    return n**n * l.denominator**n >= l.numerator**n * prod(c**c for c in counts)


def recursive(group, c, l):
    """r1 < c (rl + … + rm)."""
    counts = sorted(Counter(group).values(), reverse=True)
    return counts[0] < exact(c) * sum(counts[l - 1 :])


def positive_recursive(group, c, l, disclosable=()):
    """Definition 4.3 of Machanavajjhala et al. 2007, case by case.

    Let y be the most frequent value that must stay secret, ry its count, in the descending order of counts.
    If it is among the first l - 1: ry < c (rl + … + rm). Otherwise, with s_y from y on in the order:
    ry < c (r(l-1) + … without y …).
    """
    order = sorted(Counter(group).items(), key=lambda item: -item[1])
    secret = [i for i, (value, _) in enumerate(order) if value not in disclosable]
    if not secret:
        return True
    y = secret[0]
    ry = order[y][1]
    if y <= l - 2:
        tail = sum(count for i, (_, count) in enumerate(order) if i >= l - 1)
    else:
        tail = sum(count for i, (_, count) in enumerate(order) if i >= l - 2 and i != y)
    return ry < exact(c) * tail


def negative_positive_recursive(group, c1, c2, l, disclosable=(), protected=()):
    found = shares(group)
    return positive_recursive(group, c1, l, disclosable) and all(
        found.get(value, Fraction(0)) >= exact(c2) for value in protected
    )


def equal_distance(group, table):
    p, q = shares(group), shares(table)
    return sum(max(Fraction(0), p.get(v, 0) - q.get(v, 0)) for v in set(p) | set(q))


def ordered_distance(group, table, order):
    """`order`: all values of the table, ascending."""
    if len(order) < 2:
        return Fraction(0)
    p, q = shares(group), shares(table)
    total, running = Fraction(0), Fraction(0)
    for value in order[:-1]:
        running += p.get(value, Fraction(0)) - q.get(value, Fraction(0))
        total += abs(running)
    return total / (len(order) - 1)


def hierarchical_distance(group, table, hierarchy):
    """The transport that Li et al. 2007 define: cost(N) = height/H * min(pos, neg) over the inner nodes."""
    p, q = shares(group), shares(table)
    height = hierarchy.height - 1

    def path(value):
        if value is not None and value in hierarchy.paths:
            return hierarchy.paths[value]
        return [("alone", value)] * height + ["*"]

    extra = {}
    for value in set(p) | set(q):
        labels = path(value)
        gain = p.get(value, Fraction(0)) - q.get(value, Fraction(0))
        for level in range(height + 1):
            node = (level, labels[level])
            extra[node] = extra.get(node, Fraction(0)) + gain
    children = {}
    for value in set(p) | set(q):
        labels = path(value)
        for level in range(height):
            children.setdefault((level + 1, labels[level + 1]), set()).add((level, labels[level]))
    total = Fraction(0)
    for (level, _), below in children.items():
        above = sum(max(Fraction(0), extra[c]) for c in below)
        lacking = sum(max(Fraction(0), -extra[c]) for c in below)
        total += Fraction(level, height) * min(above, lacking)
    return total


def beta_likeness(group, table, beta, enhanced=False):
    p, q = shares(group), shares(table)
    for value, share in p.items():
        if value not in q:
            return False
        gain = (share - q[value]) / q[value]
        if gain > exact(beta):
            return False
        if enhanced and gain > 0 and decimal(gain) > -ln(q[value]):
            return False
    return True


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def delta_disclosure(group, table, delta):
    p, q = shares(group), shares(table)
    return all(v in p and abs(ln(p[v] / q[v])) < Decimal(str(delta)) for v in q) and all(v in q for v in p)


def alpha_k(group, alpha, k, values=None):
    found = shares(group)
    watched = found if values is None else [v for v in values if v in found]
    return len(group) >= k and all(found[v] <= exact(alpha) for v in watched)


def average_risk(sizes, limit):
    return not sizes or Fraction(len(sizes), sum(sizes)) <= exact(limit)


def marketer_risk(pairs, limit):
    """`pairs`: people of each class in the table and in the population."""
    people = sum(f for f, _ in pairs)
    return people == 0 or sum(Fraction(f, big) for f, big in pairs) <= exact(limit) * people


def exposing_sets(rows, columns, k, max_size=None, min_exposed=1):
    """Every column set on which at least `min_exposed` people have fewer than k alike; as index tuples by size."""
    found = []
    for size in range(1, (max_size or len(columns)) + 1):
        for subset in combinations(range(len(columns)), size):
            if exposed(rows, subset, k) >= min_exposed:
                found.append(subset)
    return found


def exposed(rows, subset, k):
    counts = Counter(tuple(row[i] for i in subset) for row in rows)
    return sum(c for c in counts.values() if c < k)


def rare(rows, size, k):
    """The first combination of at most `size` columns that 1 to k - 1 rows show, or None."""
    width = len(rows[0]) if rows else 0
    for subset in combinations(range(width), min(size, width)):
        counts = Counter(tuple(row[i] for i in subset) for row in rows)
        for values, count in counts.items():
            if count < k:
                return subset, values, count
    return None
