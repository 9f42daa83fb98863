"""Fields of facts, looked at as they are read: a field of another type is an error, an absent one has a default."""

import math
from typing import Any

Fact = dict[str, Any]


def text(fact: Fact, field: str) -> str:
    """A string; empty where the field is absent."""
    value = fact.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(f"{field} is a string")
    return value


def texts(fact: Fact, field: str) -> tuple[str, ...]:
    """A list of strings; empty where the field is absent."""
    value = fact.get(field) or []
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise TypeError(f"{field} is a list of strings")
    return tuple(value)


def number(fact: Fact, field: str) -> float:
    """A finite number; 0 where the field is absent."""
    value = fact.get(field)
    if value is None:
        return 0
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError(f"{field} is a finite number")
    return value
