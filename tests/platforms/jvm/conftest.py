"""What tests of the JVM are made of: without a JDK they are skipped."""

import pytest

from hashcop.platforms.jvm.tools import has_jdk
from tests.support.lanes import lane, native

__all__ = ["lane", "native"]


@pytest.fixture(autouse=True, scope="session")
def _jdk() -> None:
    if not has_jdk():
        pytest.skip("no JDK is installed: apt-get install openjdk-17-jdk-headless")
