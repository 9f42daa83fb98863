"""Which calls HotSpot's C2 does not inline, in ports and final forms, and why: `make bench-jvm-inlining`.

    python -m tests.bench.strategies_inlining [FUNCTION...] [--java java-25]...

Nothing is timed. Each source (see tests.bench.strategies) hashes until it is compiled, by C2 alone, in a JVM that says
what it inlines; the methods of the source that it does not inline somewhere are printed, with the reason.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from hashcop.engine import session
from hashcop.engine.settings import Settings
from hashcop.platforms.jvm.lane import JvmLane
from hashcop.platforms.jvm.machines import Jvm
from hashcop.platforms.registry import named
from tests.bench.place import ROOT
from tests.bench.strategies import JAVA, TARGET
from tests.bench.strategies_sources import PORT, Case, cases, title

API = ROOT / "measure" / "jvm" / "hashcop" / "CryptoHash.java"
CALLS = """
public final class Calls {
    public static void main(String[] words) {
        hashcop.CryptoHash hash = new Hash();
        byte[] in = new byte[1536], out = new byte[64];
        for (int i = 0; i < 20000; i++) {
            hash.hash(out, 0, in, 0, in.length);
        }
    }
}
"""
SAYS = ("-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintInlining", "-XX:-TieredCompilation")
# "@ 12   Hash::round (120 bytes)   failed to inline: too big"; release 17 gives the reason alone.
LINE = re.compile(
    r"@ \d+\s+(?P<method>Hash::\S+) \((?P<bytes>\d+) bytes\)\s+(?:failed to inline: )?(?P<said>.*)"
)
INLINED = ("inline", "accessor", "force inline", "(intrinsic)")


def refused(jvm: Jvm, source: str) -> list[str]:
    """Methods that are called somewhere and not inlined there, with their size and the reasons."""
    with tempfile.TemporaryDirectory() as place:
        for name, text in (("Hash", source), ("Calls", CALLS)):
            (Path(place) / f"{name}.java").write_text(text)
        java = jvm.home / "bin"
        files = [str(API), "Hash.java", "Calls.java"]
        compiled = [java / "javac", "-nowarn", "-d", ".", *files]
        subprocess.run(compiled, cwd=place, check=True, capture_output=True)
        words = [java / "java", *SAYS, "-cp", ".", "Calls"]
        said = subprocess.run(words, cwd=place, check=True, stdout=subprocess.PIPE, text=True)
    return sorted(set(_refused(said.stdout)))


def _refused(said: str) -> Iterator[str]:
    for found in LINE.finditer(said):
        if not found["said"].startswith(INLINED):
            yield f"{found['method']} ({found['bytes']}): {found['said'].strip()}"


def report(case: Case, jvms: Sequence[Jvm]) -> Iterator[str]:
    """The lines of a function."""
    for macros in (PORT, case.final):
        form = "port" if macros == PORT else f"final form ({title(macros)})"
        for jvm in jvms:
            yield f"{case.name}-{case.bits}, {form}, {jvm.command}:"
            yield from (f"    {one}" for one in refused(jvm, case.source(macros)) or ["nothing"])


def main(words: Sequence[str]) -> int:
    """See above."""
    parser = argparse.ArgumentParser(prog="make bench-jvm-inlining")
    parser.add_argument("functions", nargs="*", metavar="FUNCTION")
    parser.add_argument("--java", action="append", help="a JVM; may be given again")
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        settings = Settings(bench=Path(place), cache=Path(place) / "cache", targets=(TARGET,))
        cache = session.open_cache(settings)
        _, lanes = session.open_lanes(named(["jvm"]), settings, cache.directory, print)
        lane = lanes.of["jvm"]
        assert isinstance(lane, JvmLane)
        jvms = [one for one in lane.compilers if one.command in (asked.java or JAVA)]
        cache.close()
    for case in cases(asked.functions):
        print(*report(case, jvms), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
