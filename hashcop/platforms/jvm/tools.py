"""The programs and libraries of the system that the JVM can use, and what gets them."""

import shutil

from hashcop.machine.packages import Tool
from hashcop.platforms.jvm import jars
from hashcop.platforms.jvm.machines import SYSTEM


def has_jdk() -> bool:
    """Whether a JDK is installed."""
    return shutil.which("javac") is not None or any(SYSTEM.glob("*/bin/javac"))


def has_jars() -> bool:
    """Whether all libraries of compilers/jvm/jars.toml were got."""
    return all((jars.GOT / jar.file).is_file() for jar in jars.rows().values())


JDK = Tool("a JDK", "openjdk-17-jdk-headless", "implementations in Java", found=has_jdk)


def tools() -> tuple[Tool, ...]:
    """See door.Platform."""
    return (
        JDK,
        Tool(
            "libraries in Java", "maven", f"what some of these call, by {jars.HOW}", found=has_jars
        ),
    )
