"""Targets of the JVM: all JVMs of one word size. They are C's target of that size with another name."""

from dataclasses import dataclass, fields

from hashcop.platforms.c.tools import toolchain
from hashcop.platforms.jvm.machines import Jvm
from hashcop.platforms.jvm.room import Room

PREFIX = "jvm-"


@dataclass(frozen=True, kw_only=True)
class Target(toolchain.Target):
    """The JVMs of one word size. `beside` is the target of C whose counter and compiler they share."""

    beside: toolchain.Target
    jvms: tuple[Jvm, ...]
    room: Room


def target_of(beside: toolchain.Target, jvms: tuple[Jvm, ...], room: Room) -> Target:
    """The target of the JVMs beside one of C's."""
    own = {one.name: getattr(beside, one.name) for one in fields(beside)}
    return Target(**own | {"name": PREFIX + beside.name}, beside=beside, jvms=jvms, room=room)
