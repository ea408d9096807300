"""Recipes as text."""

from fractions import Fraction


class Number(str):
    """A number as it is to be written, digit by digit."""


def write(path, columns=None, privacy=(), search=None):
    lines = []
    for name, keys in (columns or {}).items():
        lines.append(f"[columns.{text(name)}]")
        lines += assignments(keys)
    for model in privacy:
        lines.append("[[privacy]]")
        lines += assignments(model)
    if search:
        lines.append("[search]")
        lines += assignments(search)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def assignments(keys):
    return [f"{key} = {value(v)}" for key, v in keys.items()]


def value(item):
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, Number):
        return str(item)
    if isinstance(item, str):
        return text(item)
    if isinstance(item, (int, float)):
        return str(item)
    if isinstance(item, (list, tuple)):
        return "[" + ", ".join(map(value, item)) + "]"
    if isinstance(item, dict):
        return "{ " + ", ".join(f"{k} = {value(v)}" for k, v in item.items()) + " }"
    raise TypeError(item)


def text(item):
    escaped = item.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def finite(fraction):
    """The decimal digits of a fraction, or None when they never end or a recipe cannot hold them."""
    rest, places = fraction.denominator, 0
    while rest % 10 == 0:
        rest //= 10
        places += 1
    while rest % 5 == 0:
        rest //= 5
        places += 1
    while rest % 2 == 0:
        rest //= 2
        places += 1
    if rest != 1:
        return None
    scaled = fraction * 10**places
    if fraction < 0 or len(str(int(scaled))) > 38:
        return None
    digits = str(int(scaled)).rjust(places + 1, "0")
    return Number(f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def near(rng, fraction, least=None, most=None):
    """A decimal at a fraction, or just below or above it: where rounding would show."""
    digits = finite(fraction)
    if digits is None or rng.random() < 0.5:
        places = rng.choice([1, 2, 3, 6, 12, 17])
        step = Fraction(1, 10**places)
        moved = (fraction // step + rng.choice([0, 1])) * step
        if digits is not None and rng.random() < 0.7:
            moved = fraction + rng.choice([-1, 1]) * step
        digits = finite(moved)
    if digits is None:
        return None
    chosen = Fraction(str(digits))
    if (least is not None and chosen <= least) or (most is not None and chosen > most):
        return None
    return digits
