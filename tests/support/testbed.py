"""What the tests want of the system: everything useful, installed as root, and named otherwise."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bootstrap import say
from hashcop.machine import packages
from hashcop.machine.packages import Tool
from hashcop.platforms.c.tools import packages as c_packages
from hashcop.platforms.jvm.tools import JDK
from hashcop.platforms.rtl.tools import VERILATOR
from reports import vendored
from tests.support import browser

# Triple of the GNU tools -> Debian's name in the packages of the C library. About 40 seconds, all together.
CROSS = {
    "aarch64-linux-gnu": "arm64",
    "arm-linux-gnueabihf": "armhf",
    "riscv64-linux-gnu": "riscv64",
    "powerpc64le-linux-gnu": "ppc64el",
    "s390x-linux-gnu": "s390x",
    "mips64el-linux-gnuabi64": "mips64el",
}
SLURM = [
    Tool(program, package, "tests of labs on Slurm")
    for program, package in (
        ("slurmctld", "slurmctld"),
        ("slurmd", "slurmd"),
        ("sbatch", "slurm-client"),
        ("munged", "munge"),
    )
]
OPENSSL = Tool("openssl", "openssl", "certificates of labs")
CHROMIUM = Tool(browser.PROGRAMS[0], browser.PROGRAMS[0], "tests of the pages in a browser")
NPM = Tool("npm", "npm", "the libraries of the pages' scripts")
# Installing a cross compiler would remove it, and it may be there for somebody's purpose.
CONFLICTING = Path("/usr/share/doc/gcc-multilib")


def _cross_tools() -> list[Tool]:
    gives = "tests of counters of other processors"
    tools = []
    for triple, name in CROSS.items():
        library = partial(Path(f"/usr/{triple}/lib/libc.a").exists)
        tools.append(Tool(f"{triple}-gcc", f"gcc-{triple}", gives))
        tools.append(Tool(f"libc of {name}", f"libc6-dev-{name}-cross", gives, False, library))
    return tools


def _tools() -> list[Tool]:
    """Libraries are wanted by no test but libcrypto, which comes among the tools."""
    return [*packages.own(), *c_packages.tools(), JDK, NPM, OPENSSL, VERILATOR]


def _install(wanted: Sequence[Tool]) -> list[Tool]:
    """What is missing after trying to install it."""
    missing = [tool for tool in wanted if not tool.is_there]
    if missing and packages.can_install():
        packages.install(missing, say)
    return [tool for tool in missing if not tool.is_there]


def main() -> None:
    """Tests that lack something skip with a word; what is needed must be there."""
    cross = [] if CONFLICTING.exists() else _cross_tools()
    # One after the other: a package that a system does not know keeps away all that are asked for with it.
    # Asked twice: a compiler that was just installed has libraries to be wanted.
    _install(_tools())
    missing = [*_install(_tools()), *_install(cross), *_install(SLURM)]
    _install([CHROMIUM])
    if browser.program() is None:  # where that package is not known, another Chromium serves
        missing.append(CHROMIUM)
    vendored.install(say)
    if missing:
        say(
            f"tests of what is missing will be skipped; this installs it:\n    {packages.apt_line(missing)}"
        )
    if CONFLICTING.exists():
        say("gcc-multilib keeps cross compilers away; gcc-12-multilib or its like does not")
    if any(tool.needed for tool in missing):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
