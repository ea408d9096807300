"""Whether a released label may stand for a value."""

import csv
from decimal import Decimal, InvalidOperation


def holds(label, value, hierarchy=None):
    """A cell is true when its label is the value, a node above it, a range or a set around it, or `*`."""
    if label == value or label == "*":
        return True
    if hierarchy is not None and label is not None and value in hierarchy.holders(label):
        return True
    if label is None or len(label) < 2:
        return False
    if label[0] == "{" and label[-1] == "}":
        items = next(csv.reader([label[1:-1]], skipinitialspace=True), [])
        return (value if value is not None else "") in items
    if label[0] == "[" and label[-1] == "]" and value is not None:
        return any(between(low, value, high) for low, high in ends(label[1:-1]))
    return False


def ends(text):
    """The two ends that stand in the brackets: `a, b`, or numbers `a-b`."""
    if ", " in text:
        places = [i for i in range(len(text)) if text.startswith(", ", i)]
        return [(text[:i], text[i + 2 :]) for i in places]
    places = [i for i in range(1, len(text)) if text[i] == "-"]
    pairs = [(text[:i], text[i + 1 :]) for i in places]
    return [(a, b) for a, b in pairs if number(a) is not None and number(b) is not None]


def between(low, value, high):
    numbers = [number(x) for x in (low, value, high)]
    if None not in numbers:
        return numbers[0] <= numbers[1] <= numbers[2]
    return low.encode() <= value.encode() <= high.encode()


def number(text):
    try:
        return Decimal(text)
    except InvalidOperation:
        return None
