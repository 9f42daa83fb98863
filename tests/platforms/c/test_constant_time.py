"""Branches and addresses that depend on a secret message are found, with the line, by the tool that can tell."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hashcop.machine.processor import features
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.secret import memcheck, verdict
from hashcop.platforms.c.tools import packages
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import ConstantTime, KnowsConstantTime
from tests.support.lanes import groups_of

ROOT = Path(__file__).resolve().parents[3]
MakeTree = Callable[[Mapping[str, str]], Path]
Verdict = Callable[..., ConstantTime]
HEAD = """#include "crypto_hash.h"
#include "crypto_declassify.h"
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
static const unsigned char table[256] = {1, 2, 3};
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char sum = 0;
    unsigned long long i;
    (void)table;
    for (i = 0; i < inlen; ++i) sum = (unsigned char)(sum * 5 + in[i]);
"""
TAIL = "\n    out[0] = sum;\n    return 0;\n}\n"
LINE = HEAD.count("\n") + 1  # of the sin
# What it does -> what is said of that line.
LEAKS = {
    "branch": ("if (sum & 1) { volatile int x = 1; (void)x; }", "a branch"),
    "index": ("sum ^= table[sum];", "an address"),
    "compare": ("sum ^= (unsigned char)memcmp(in, table, inlen & 31);", "cmp: a branch"),
    "loop": ("for (volatile int x = sum & 15; x > 0; --x) ;", "a branch"),
    "store": ("{ volatile unsigned char x[256]; x[sum] = 1; sum += x[0]; }", "an address"),
    "jump": (
        "{ static int (*volatile f[2])(const char *) = {0, 0}; f[0] = f[1] = puts_not;"
        ' if (inlen) sum ^= (unsigned char)f[sum & 1](""); }',
        "an address",
    ),
    "after": (
        "crypto_declassify(in, inlen / 2); if (sum & 1) { volatile int x = 1; (void)x; }",
        "a branch",
    ),
}
# A leaky line -> what MemorySanitizer says of it. Valgrind does not know the instruction before.
SHANI = """
    __m128i a = _mm_set1_epi8((char)sum);
    a = _mm_sha256rnds2_epu32(a, a, a);
    sum = (unsigned char)_mm_extract_epi8(a, 3);
"""
BEYOND = {
    "honest": ("sum ^= 1;", ""),
    "branch": ("if (sum & 1) { volatile int x = 1; (void)x; }", "a branch or an address"),
    "index": ("sum ^= table[sum];", "a branch or an address"),
    "public": ("crypto_declassify(&sum, 1); sum ^= table[sum];", ""),
}
ASSEMBLY = {  # code in a file of its own: what it does, and whether it leaks
    "jump": ("testb $1, %dil\n jz 1f\n nop\n1: mov %edi, %eax\n ret\n", True),
    "load": ("movzbl %dil, %edi\n lea -256(%rsp), %rax\n movzbl (%rax,%rdi), %eax\n ret\n", True),
    "string": (
        "movzbl %dil, %ecx\n lea -512(%rsp), %rdi\n rep stosb\n mov %ecx, %eax\n ret\n",
        True,
    ),
    "honest": ("lea 3(%rdi,%rdi,4), %eax\n ret\n", False),
}
HONEST = {
    "arithmetic": "sum = (unsigned char)(sum * 3 >> 2 | sum << 1);",
    "select": "sum = (unsigned char)((sum & -(sum >> 7)) ^ 3);",
    "length": "if (inlen & 1) sum ^= table[inlen & 255];",
    "copy": "if (inlen > 8) memcpy(out, in + inlen - 1, 1);",
    "public": "crypto_declassify(&sum, 1); if (sum & 1) sum = table[sum];",
}


@pytest.fixture
def judged(lane: CLane, tmp_path: Path) -> Verdict:
    """judged(tree, "sum/x", "amd64", flags=...): the verdict on a build with gcc, or with the command that is named."""

    def judge(
        tree: Path, name: str, target: str = "", flags: str = "-O2", command: str = "gcc"
    ) -> ConstantTime:
        if shutil.which(command) is None:
            pytest.skip(f"{command} is not installed")
        own = CLane(replace(lane.place, cache=tmp_path / "cache"), lane.toolchain)
        group = groups_of(own, tree, [name], [target or lane.targets[0].name])[0]
        typed = own.with_options(group, f"{command} {flags}")
        assert typed is not None
        workshop = own.workshop(typed, tmp_path / "workshop")
        built = workshop.build(typed.option_sets[0])
        workshop.close()
        assert built.artifact, built.outcome
        assert isinstance(own, KnowsConstantTime)
        return own.constant_time(typed, typed.option_sets[0], built.artifact, tmp_path / "watched")

    return judge


def tree_of(make_tree: MakeTree, body: str, **files: str) -> Path:
    """A tree with an implementation that does something between summing up and its answer."""
    helper = "static int puts_not(const char *s) { return s[0]; }\n" if "puts_not" in body else ""
    text = HEAD.replace("static const", f"{helper}static const", 1) if helper else HEAD
    return make_tree(
        {"sum/x/api.h": "#define CRYPTO_BYTES 1\n", "sum/x/hash.c": f"{text}    {body}{TAIL}"}
        | files
    )


@pytest.fixture
def has_valgrind() -> None:
    if not memcheck.version():
        pytest.skip("valgrind is not installed")


@pytest.mark.parametrize("name", LEAKS)
def test_what_depends_on_the_message_fails_with_its_line(
    name: str, make_tree: MakeTree, judged: Verdict, has_valgrind: None
) -> None:
    body, said = LEAKS[name]
    found = judged(tree_of(make_tree, body), "sum/x")
    line = LINE + (name == "jump")
    assert found.outcome == "fail", found
    assert any(w.startswith(f"hash.c:{line}") and said in w for w in found.where), found
    assert all(w.endswith("depends on the message") for w in found.where)


@pytest.mark.parametrize("name", HONEST)
def test_what_does_not_depend_on_it_passes(
    name: str, make_tree: MakeTree, judged: Verdict, has_valgrind: None
) -> None:
    found = judged(tree_of(make_tree, HONEST[name]), "sum/x")
    assert (found.outcome, found.where, found.bytes) == ("pass", (), verdict.LENGTHS), found
    assert found.tool.startswith("valgrind 3") and found.tool.endswith("memcheck")
    assert bool(found.made) == (name == "public")  # only declassification makes other code


def test_what_clang_writes_for_debuggers_ends_no_tool(
    lane: CLane, judged: Verdict, has_valgrind: None
) -> None:
    """Valgrind 3.19 gave up on a program with DWARF 5 of clang 14: this one is large enough."""
    on_amd64(lane)
    found = judged(ROOT, "k12/sse2", flags="-O3", command="clang")
    assert found.outcome == "pass", found


def on_amd64(lane: CLane) -> None:
    if lane.targets[0].name != "amd64":
        pytest.skip("code for amd64")


@pytest.mark.parametrize("name", BEYOND)
def test_what_valgrind_does_not_know_is_judged_by_memory_sanitizer(
    name: str, lane: CLane, make_tree: MakeTree, judged: Verdict
) -> None:
    on_amd64(lane)
    if not {"sha_ni"} <= features():
        pytest.skip("no SHA instructions")
    body, said = BEYOND[name]
    found = judged(tree_of(make_tree, SHANI + body), "sum/x", flags="-O2 -msha -msse4.1")
    if found.outcome == "error" and not shutil.which("clang"):
        pytest.skip("clang is not installed")
    assert "MemorySanitizer of " in found.tool, found
    assert found.outcome == ("fail" if said else "pass"), found.said
    assert [w.partition(":")[2].split(":")[0] for w in found.where] == (
        [str(LINE + SHANI.count("\n"))] if said else []
    )
    assert "-fsanitize=memory" in found.made


def test_a_secret_that_a_shuffle_moves_is_lost_by_memory_sanitizer(
    lane: CLane, make_tree: MakeTree, judged: Verdict
) -> None:
    """Docs say so. If this fails, MemorySanitizer has learnt it: change docs/explanations/constant-time.md."""
    on_amd64(lane)
    if not {"sha_ni"} <= features() or not shutil.which("clang"):
        pytest.skip("no SHA instructions, or no clang")
    body = """volatile __m128i mask = _mm_setzero_si128();
    a = _mm_insert_epi8(_mm_setzero_si128(), sum, 0);
    sum = table[_mm_extract_epi8(_mm_shuffle_epi8(a, mask), 5)];"""
    found = judged(tree_of(make_tree, SHANI + body), "sum/x", flags="-O2 -msha -msse4.1")
    assert found.outcome == "pass", found


@pytest.mark.parametrize("name", ASSEMBLY)
def test_assembly_is_watched_as_any_code(
    name: str, lane: CLane, make_tree: MakeTree, judged: Verdict, has_valgrind: None
) -> None:
    on_amd64(lane)
    code, leaks = ASSEMBLY[name]
    head = ".text\n.globl step\n.hidden step\nstep:\n"
    tail = '.section .note.GNU-stack,"",@progbits\n'
    declared = "extern unsigned step(unsigned); sum = (unsigned char)step(sum);"
    found = judged(
        tree_of(make_tree, declared, **{"sum/x/step.S": f"{head} {code}{tail}"}), "sum/x"
    )
    assert found.outcome == ("fail" if leaks else "pass"), found
    assert all(where.startswith("step.S:") for where in found.where)


def test_assembly_beyond_valgrind_has_no_verdict(
    lane: CLane, make_tree: MakeTree, judged: Verdict, has_valgrind: None
) -> None:
    on_amd64(lane)
    if not {"sha_ni"} <= features():
        pytest.skip("no SHA instructions")
    code = (
        ".text\n.globl step\n.hidden step\nstep: sha256rnds2 %xmm0, %xmm1\n mov %edi, %eax\n ret\n"
    )
    tail = '.section .note.GNU-stack,"",@progbits\n'
    declared = "extern unsigned step(unsigned); sum = (unsigned char)step(sum);"
    found = judged(tree_of(make_tree, declared, **{"sum/x/step.S": code + tail}), "sum/x")
    assert found.outcome == "error"
    assert "does not know an instruction" in found.said[0]
    assert found.said[-1] == "MemorySanitizer: it does not see into assembly files"


def test_a_build_beyond_valgrind_is_not_run_by_it(
    lane: CLane,
    make_tree: MakeTree,
    judged: Verdict,
    has_valgrind: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The build is for AVX-512, and needs no processor that has it. The one for an older processor is run."""
    on_amd64(lane)
    ran: list[Path] = []
    watch = memcheck.watch

    def watched(sandbox: Sandbox, artifact: Path, lengths: Sequence[int], work: Path) -> Any:
        ran.append(artifact)
        return watch(sandbox, artifact, lengths, work)

    monkeypatch.setattr(memcheck, "watch", watched)
    wide = "-O3 -march=skylake-avx512 -mprefer-vector-width=512"
    text = "for (i = 0; i < inlen; ++i) sum ^= in[i];"
    found = judged(tree_of(make_tree, text), "sum/x", flags=wide)
    assert found.outcome == "pass", found
    assert len(ran) == 1 and "-mno-avx512f" in found.made


def test_memory_that_was_never_set_is_no_secret(
    make_tree: MakeTree, judged: Verdict, has_valgrind: None
) -> None:
    body = "unsigned char x[64]; volatile unsigned char *p = x; if (p[3]) { sum ^= 1; p[4] = 1; }"
    found = judged(tree_of(make_tree, body), "sum/x")
    assert found.outcome == "error", found
    assert found.said == (f"hash.c:{LINE}: a branch depends on memory that was never set",)


def test_a_crash_is_no_verdict(make_tree: MakeTree, judged: Verdict, has_valgrind: None) -> None:
    found = judged(tree_of(make_tree, "if (inlen > 60) __builtin_trap();"), "sum/x", flags="-O2")
    assert found.outcome == "error" and found.where == ()


def test_without_a_tool_there_is_no_verdict(
    make_tree: MakeTree, judged: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memcheck, "version", lambda: "")
    found = judged(tree_of(make_tree, '__asm__("");'), "sum/x")
    assert found.outcome == "error"
    assert found.said == (
        "valgrind is not installed",
        "MemorySanitizer: it does not see into inline assembly",
    )


@pytest.mark.parametrize(
    ("body", "has_sanitizer", "lacks"),
    [('__asm__("");', True, True), ("", False, True), ("", True, False)],
)
def test_a_missing_tool_is_named_with_its_package(
    make_tree: MakeTree,
    lane: CLane,
    monkeypatch: pytest.MonkeyPatch,
    body: str,
    has_sanitizer: bool,
    lacks: bool,
) -> None:
    if not any(c.family == "clang" for c in lane.toolchain.compilers_for(lane.targets[0])):
        pytest.skip("no clang is installed")
    (group,) = groups_of(lane, tree_of(make_tree, body), ["sum/x"], [lane.targets[0].name])
    assert not memcheck.version() or lane.constant_time_lacks(group) == ""
    monkeypatch.setattr(memcheck, "version", lambda: "")
    monkeypatch.setattr(packages, "has_memory_sanitizer", lambda: has_sanitizer)
    said = lane.constant_time_lacks(group)
    assert bool(said) == lacks
    assert not lacks or (
        said.startswith("valgrind is not installed") and said.endswith(" valgrind")
    )


def test_32_bit_code_is_watched(
    x86: Target, make_tree: MakeTree, judged: Verdict, has_valgrind: None
) -> None:
    found = judged(tree_of(make_tree, LEAKS["index"][0]), "sum/x", "x86")
    assert found.outcome == "fail" and found.where[0].startswith(f"hash.c:{LINE}"), found


def error(kind: str, aux: str, frames: str) -> str:
    origin = f"<auxwhat>Uninitialised value was {aux}</auxwhat>" if aux else ""
    return f"<error><kind>{kind}</kind><stack>{frames}</stack>{origin}</error>"


FRAME = "<frame><obj>/p</obj><fn>f</fn><file>a.c</file><line>7</line></frame>"
LIBRARY = "<frame><obj>/libc</obj><fn>start</fn></frame>"
CLIENT, STACK = "created by a client request", "created by a stack allocation"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            error("UninitCondition", CLIENT, FRAME),
            [("a.c:7: a branch depends on the message", True)],
        ),
        (error("UninitValue", "", FRAME), [("a.c:7: an address depends on the message", True)]),
        (
            error("UninitValue", CLIENT, LIBRARY + FRAME),
            [("a.c:7, in start: an address depends on the message", True)],
        ),
        (
            error("UninitValue", CLIENT, LIBRARY),
            [("in start: an address depends on the message", True)],
        ),
        (error("UninitValue", STACK, LIBRARY), []),
        (error("InvalidRead", CLIENT, FRAME), []),
        (
            error("UninitCondition", CLIENT, FRAME) + "<error><kind>Unin",
            [("a.c:7: a branch depends on the message", True)],
        ),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]>" + error("UninitCondition", CLIENT, FRAME), []),
        ("<error>&x;</error>", []),
        (
            "<error>" + error("UninitCondition", "", FRAME),
            [("a.c:7: a branch depends on the message", True)],
        ),
        pytest.param("<error>" * 500_000, [], id="many that do not end"),
        ("", []),
    ],
)
def test_complaints_are_read_as_a_strangers_text(
    text: str, expected: list[tuple[str, bool]], tmp_path: Path
) -> None:
    file = tmp_path / "memcheck.xml"
    file.write_text(text)
    found = list(memcheck.read(file, Path("/p")))
    assert [(one.text, one.is_secret) for one in found] == expected
