"""Which platforms there are: every package beside this module that has a `PLATFORM`."""

import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from hashcop.platforms.door import Platform


@cache
def platforms() -> tuple[Platform, ...]:
    """All of them, in the order of their names."""
    here = Path(__file__).parent
    names = sorted(found.name for found in pkgutil.iter_modules([str(here)]) if found.ispkg)
    return tuple(import_module(f"hashcop.platforms.{name}").PLATFORM for name in names)


def usual() -> tuple[Platform, ...]:
    """Those that a run includes without being asked to."""
    return tuple(one for one in platforms() if one.is_usual)


def named(names: Iterable[str]) -> tuple[Platform, ...]:
    """Those of these names."""
    return tuple(one for one in platforms() if one.name in names)


def profiles() -> tuple[str, ...]:
    """The names of the profiles of all platforms."""
    return tuple(sorted({name for one in platforms() for name in one.profiles()}))


def target_names() -> tuple[str, ...]:
    """The names of the targets of all platforms, those of other machines included."""
    return tuple(dict.fromkeys(name for one in platforms() for name in one.target_names()))


def effects() -> tuple[str, ...]:
    """The names of the experiments of all platforms."""
    return tuple(dict.fromkeys(name for one in platforms() for name in one.effects))
