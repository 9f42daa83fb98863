"""C on this machine, for the tests beside this file."""

import pytest

from hashcop.platforms.c.tools import compilers
from tests.support.lanes import build, compiler, groups, lane, native, toolchain, x86

__all__ = ["build", "compiler", "groups", "lane", "native", "toolchain", "x86"]


@pytest.fixture
def few_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one library is described: trying all of them takes longer than everything else that is tried."""
    first = compilers.libraries()[:1]
    monkeypatch.setattr(compilers, "libraries", lambda: first)


@pytest.fixture
def one_abi(few_libraries: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the native ABI is described, and only one library."""
    ours = next(abi for abi in compilers.abis() if abi.is_ours)
    monkeypatch.setattr(compilers, "abis", lambda: (ours,))
