"""Every variant of tests/bench/strategies is a hash function, whatever its switches are."""

import shutil
import subprocess
from pathlib import Path

import pytest

from hashcop import ROOT
from hashcop.platforms.jvm.machines import SYSTEM
from hashcop.results.certainty import Interval
from tests.bench import strategies_sources as sources
from tests.bench.strategies_matrix import Ratio, effect, verdict
from tests.bench.strategies_sources import PORT, Case, cases, functions, kind, plus, title, without

HARNESS = ROOT / "measure" / "jvm" / "hashcop" / "CryptoHash.java"
MAIN = """
import hashcop.CryptoHash;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Arguments: a package and a file of known answers, again and again. Prints packages that answer otherwise. */
public class Main {
    public static void main(String[] words) throws Exception {
        for (int i = 0; i < words.length; i += 2) {
            CryptoHash hash =
                    (CryptoHash) Class.forName(words[i] + ".Hash").getDeclaredConstructor().newInstance();
            for (String line : Files.readAllLines(Path.of(words[i + 1]))) {
                String[] pair = line.split("\\t");
                byte[] out = new byte[pair[1].length() / 2 + 3];
                if (Long.parseLong(pair[0]) > MOST) {
                    continue;
                }
                if (!answers(hash, out, Integer.parseInt(pair[0])).equals(pair[1])) {
                    System.out.println(words[i] + " is wrong at " + pair[0] + " bytes");
                    break;
                }
            }
        }
    }

    private static final int MOST = 1100;

    private static String answers(CryptoHash hash, byte[] out, int length) {
        byte[] in = new byte[length + 5];
        for (int i = 0; i < length; i++) {
            in[5 + i] = (byte) (i % 251);
        }
        hash.hash(out, 3, in, 5, length);
        return HexFormat.of().formatHex(out, 3, out.length);
    }
}
"""


def jdk(program: str, *words: object) -> str:
    """What a program of the JDK prints, compiled quickly itself."""
    place = shutil.which("javac") or next(SYSTEM.glob("*/bin/javac"))
    quick = "-J-XX:TieredStopAtLevel=1" if program == "javac" else "-XX:TieredStopAtLevel=1"
    command = [Path(place).with_name(program), quick, *words]
    done = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


@pytest.mark.skipif(not sources.has_preprocessor(), reason="no gcc is here")
@pytest.mark.parametrize("function", functions())
def test_every_variant_gives_the_known_answers(function: str, tmp_path: Path) -> None:
    """Each is in a package of its own, so that one compiler and one JVM do for all of them."""
    (tmp_path / "Main.java").write_text(MAIN)
    variants = [(case, macros) for case in cases([function]) for macros in case.variants()]
    words: list[object] = []
    for number, (case, macros) in enumerate(variants):
        (tmp_path / f"v{number}").mkdir()
        text = f"package v{number};\n{case.source(macros)}"
        (tmp_path / f"v{number}" / "Hash.java").write_text(text)
        words += [f"v{number}", case.known_answers()]
    files = sorted(tmp_path.rglob("*.java"))
    classes = tmp_path / "classes"
    jdk("javac", "--release", 17, "-g:none", "-d", classes, HARNESS, *files)
    wrong = jdk("java", "-XX:+UseSerialGC", "-cp", classes, "Main", *words)
    assert wrong == "", {f"v{n}": title(macros) for n, (_, macros) in enumerate(variants)}


def test_a_strategy_replaces_what_it_excludes() -> None:
    """Of the values of UNROLL and ROTATE, and of the places of the state, a set has one."""
    final = frozenset({"UNROLL=2", "LOCALS", "INLINE"})
    assert plus(final, "UNROLL=4") == {"UNROLL=4", "LOCALS", "INLINE"}
    assert plus(final, "FIELDS") == {"UNROLL=2", "FIELDS", "INLINE"}
    assert without(final, "FIELDS") == {"UNROLL=2", "INLINE"}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.hash)
def test_the_final_form_is_made_of_strategies_that_the_function_has(case: Case) -> None:
    """And of one of each kind."""
    assert case.final <= set(case.strategies)
    assert len({kind(one) for one in case.final}) == len(case.final)
    assert PORT in set(case.variants())


@pytest.mark.parametrize("function", functions())
def test_each_function_has_a_dozen_strategies_or_says_why_not(function: str) -> None:
    """Every strategy has a meaning for a function, or a reason why it has none."""
    every = {one.partition("=")[0] for case in cases() for one in case.strategies}
    own = {one.partition("=")[0] for case in cases([function]) for one in case.strategies}
    assert len(own) >= 12
    assert every - own == set(sources.meaningless(function))


def ratio(middle: float) -> Ratio:
    """One that is sure."""
    return Ratio(middle, Interval(middle - 0.005, middle + 0.005, 0.95))


def test_an_effect_is_of_port_and_final_form() -> None:
    """Small and unsure ones do not count."""
    assert effect(ratio(0.8), ratio(0.9)) == "both"
    assert effect(ratio(0.8), ratio(1.0)) == "port"
    assert effect(ratio(0.8), ratio(1.2)) == "port, not final"
    assert effect(Ratio(0.8, Interval(0.7, 1.01, 0.95)), "same code") == "none"
    assert effect(ratio(1.2), ratio(0.9)) == "final"


def test_a_verdict_goes_by_the_functions_for_which_the_study_names_it() -> None:
    """Of Keccak and Skein, for OR in place of XOR."""
    helped = {("keccak", 256): "both", ("skein", 256): "both", ("blake", 256): "none"}
    assert verdict(helped, "ROTATE=OR") == "still true"
    assert verdict(helped | {("keccak", 256): "port", ("skein", 256): "port"}, "ROTATE=OR") == (
        "the JIT's by now"
    )
    assert verdict(dict.fromkeys(helped, "none"), "ROTATE=OR") == "no longer"
    assert verdict(dict.fromkeys(helped, "none"), "ROTATE=ADD") == "never here"
