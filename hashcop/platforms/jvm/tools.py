"""The programs and libraries of the system that the JVM can use, and what gets them."""

import shutil

from hashcop.machine.packages import Tool
from hashcop.platforms.jvm.machines import SYSTEM


def has_jdk() -> bool:
    """Whether a JDK is installed."""
    return shutil.which("javac") is not None or any(SYSTEM.glob("*/bin/javac"))


def tools() -> tuple[Tool, ...]:
    """See door.Platform."""
    jdk = Tool("a JDK", "openjdk-17-jdk-headless", "implementations in Java", found=has_jdk)
    return (jdk,)
