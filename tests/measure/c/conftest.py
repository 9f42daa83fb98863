"""C on this machine, for the tests beside this file."""

from tests.support.lanes import build, compiler, groups, lane, native, toolchain, x86

__all__ = ["build", "compiler", "groups", "lane", "native", "toolchain", "x86"]
