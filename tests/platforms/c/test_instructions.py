"""Which instruction sets a program uses: lines of objdump for every set and encoding, and programs built here."""

import random
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from hashcop.machine.sandbox import Limits
from hashcop.platforms import door
from hashcop.platforms.c import instructions
from hashcop.platforms.c.instruction_sets import ARCHITECTURES
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group
from tests.support.lanes import ROOT, groups_of

Build = Callable[..., Built]
Groups = Callable[..., list[Group]]
MakeTree = Callable[[dict[str, str]], Path]

# What objdump prints of an instruction, without its address: as captured, but for sets that only newer versions know.
AMD64 = {
    # Every 64-bit processor has these.
    "movaps %xmm0,%xmm1": "",
    "paddq  %xmm0,%xmm1": "",
    "lock xadd %eax,(%rdi)": "",
    "rep stos %al,%es:(%rdi)": "",
    "notrack jmp *%rax": "",
    "data16 cs nopw 0x0(%rax,%rax,1)": "",
    # gcc writes `rep bsf` for processors without BMI1: the bytes are the same.
    "tzcnt  %edi,%eax": "",
    "bsf    %edi,%eax": "",
    # General registers.
    "popcnt (%rdi),%eax": "POPCNT",
    "lzcnt  %eax,%eax": "LZCNT",
    "movbe  (%rdi),%rax": "MOVBE",
    "movbe  %eax,(%rdi)": "MOVBE",
    "fcmovbe %st(1),%st": "",
    "andn   %rax,%rbx,%rcx": "BMI1",
    "blsr   %rax,%rbx": "BMI1",
    "rorx   $0x6,%eax,%ebx": "BMI2",
    "shlx   %rax,(%rdi),%rcx": "BMI2",
    "mulx   %rax,%rbx,%rcx": "BMI2",
    "adox   (%rdi),%rbx": "ADX",
    "blcfill %eax,%ebx": "TBM",
    # SSE.
    "lddqu  (%rdi),%xmm0": "SSE3",
    "movddup %xmm0,%xmm1": "SSE3",
    "pshufb %xmm0,%xmm1": "SSSE3",
    "pshufb %mm0,%mm1": "SSSE3",
    "palignr $0x4,%xmm0,%xmm1": "SSSE3",
    "pblendw $0xf,%xmm0,%xmm1": "SSE4.1",
    "pinsrd $0x1,%eax,%xmm0": "SSE4.1",
    "pinsrw $0x1,%eax,%xmm0": "",
    "pmovzxbw (%rdi),%xmm0": "SSE4.1",
    "crc32b (%rdi),%ebx": "SSE4.2",
    "pcmpgtq %xmm0,%xmm1": "SSE4.2",
    "pcmpgtd %xmm0,%xmm1": "",
    "extrq  $0x1,$0x2,%xmm1": "SSE4A",
    "aesenclast (%rdi),%xmm1": "AES",
    "pclmulhqhqdq %xmm0,%xmm1": "PCLMULQDQ",
    "sha256rnds2 %xmm0,%xmm1,%xmm2": "SHA",
    "sha1rnds4 $0x3,%xmm0,%xmm1": "SHA",
    "gf2p8affineqb $0x0,%xmm0,%xmm1": "GFNI",
    # AVX has integers on %xmm, and on %ymm no more than moves.
    "vpxor  %xmm0,%xmm1,%xmm2": "AVX",
    "vxorps %ymm0,%ymm1,%ymm2": "AVX",
    "vmovdqu (%rdi),%ymm0": "AVX",
    "vptest %ymm0,%ymm1": "AVX",
    "vperm2f128 $0x1,%ymm0,%ymm1,%ymm2": "AVX",
    "vbroadcastss (%rdi),%ymm0": "AVX",
    "vphaddw %xmm0,%xmm1,%xmm2": "AVX",
    "vzeroupper": "AVX",
    "vpxor  %ymm0,%ymm1,%ymm2": "AVX2",
    "vpslldq $0x4,%ymm0,%ymm1": "AVX2",
    "vperm2i128 $0x1,%ymm0,%ymm1,%ymm2": "AVX2",
    "vinserti128 $0x1,%xmm0,%ymm1,%ymm2": "AVX2",
    "vbroadcastss %xmm0,%ymm1": "AVX2",
    "vpbroadcastd (%rdi),%xmm0": "AVX2",
    "vpsrlvd %xmm0,%xmm1,%xmm2": "AVX2",
    "vpblendd $0x3,%xmm0,%xmm1,%xmm2": "AVX2",
    "vpgatherdd %ymm0,(%rdi,%ymm1,4),%ymm2": "AVX2",
    "vfmadd231ps %ymm0,%ymm1,%ymm2": "FMA",
    "vfmaddps %xmm0,%xmm1,%xmm2,%xmm3": "FMA4",
    "vcvtps2ph $0x1,%ymm0,%xmm1": "F16C",
    "vprotd $0x7,%xmm0,%xmm1": "XOP",
    "vpcmov %xmm0,%xmm1,%xmm2,%xmm3": "XOP",
    "vpshld %xmm0,%xmm1,%xmm2": "XOP",
    "vaesenc %xmm0,%xmm1,%xmm2": "AVX AES",
    "vaesenc %ymm0,%ymm1,%ymm2": "AVX VAES",
    "vpclmulhqlqdq %xmm0,%xmm1,%xmm2": "AVX PCLMULQDQ",
    "vgf2p8affineqb $0x1,%ymm0,%ymm1,%ymm2": "AVX GFNI",
    "vsha512rnds2 %xmm0,%ymm1,%ymm2": "AVX SHA512",
    "vsm3msg1 %xmm0,%xmm1,%xmm2": "AVX SM3",
    "vsm4rnds4 %ymm0,%ymm1,%ymm2": "AVX SM4",
    "{vex} vpdpbusd %ymm0,%ymm1,%ymm2": "AVX-VNNI",
    "{vex} vpmadd52luq %ymm0,%ymm1,%ymm2": "AVX-IFMA",
    # EVEX: by registers, masks, broadcasts, and by name.
    "vpaddd %zmm0,%zmm1,%zmm2": "AVX-512F",
    "vpaddd %xmm16,%xmm1,%xmm2": "AVX-512F AVX-512VL",
    "vpaddd (%rdi){1to4},%xmm1,%xmm2": "AVX-512F AVX-512VL",
    "vpaddd %ymm0,%ymm1,%ymm2{%k1}{z}": "AVX-512F AVX-512VL",
    "vpabsd %xmm16,%xmm1": "AVX-512F AVX-512VL",
    "vmovdqu64 (%rdi),%xmm0": "AVX-512F AVX-512VL",
    "vmovdqa32 %ymm17,%ymm18": "AVX-512F AVX-512VL",
    "vpternlogd $0x96,%xmm0,%xmm1,%xmm2": "AVX-512F AVX-512VL",
    "vprold $0x7,%ymm0,%ymm1": "AVX-512F AVX-512VL",
    "vprorq $0x20,%zmm0,%zmm1": "AVX-512F",
    "vpermt2d %ymm0,%ymm1,%ymm2": "AVX-512F AVX-512VL",
    "vextracti64x4 $0x1,%zmm0,%ymm1": "AVX-512F",
    "vmovd  %eax,%xmm16": "AVX-512F",
    "vaddsd %xmm16,%xmm1,%xmm2": "AVX-512F",
    "kmovw  %eax,%k1": "AVX-512F",
    "vpcmpltud %ymm0,%ymm1,%k1": "AVX-512F AVX-512VL",
    "vpcmpeqb %zmm0,%zmm1,%k1": "AVX-512F AVX-512BW",
    "vmovdqu8 (%rdi),%ymm0": "AVX-512F AVX-512VL AVX-512BW",
    "{evex} vpsrldq $0x8,(%rsp),%xmm1": "AVX-512F AVX-512VL AVX-512BW",
    "kmovq  %rax,%k1": "AVX-512F AVX-512BW",
    "vpmullq %zmm0,%zmm1,%zmm2": "AVX-512F AVX-512DQ",
    "vextracti64x2 $0x1,%ymm0,%xmm1": "AVX-512F AVX-512VL AVX-512DQ",
    "vpconflictd %zmm0,%zmm1": "AVX-512F AVX-512CD",
    "vpmadd52luq %zmm0,%zmm1,%zmm2": "AVX-512F AVX-512IFMA",
    "vpermt2b %zmm0,%zmm1,%zmm2": "AVX-512F AVX-512VBMI",
    "vpshldd $0x7,%ymm0,%ymm1,%ymm2": "AVX-512F AVX-512VL AVX-512VBMI2",
    "vpdpbusd %ymm0,%ymm1,%ymm2": "AVX-512F AVX-512VL AVX-512VNNI",
    "vpopcntb %zmm0,%zmm1": "AVX-512F AVX-512BITALG",
    "vpopcntd %zmm0,%zmm1": "AVX-512F AVX-512VPOPCNTDQ",
    "vdpbf16ps %zmm0,%zmm1,%zmm2": "AVX-512F AVX-512BF16",
    "vaddph %zmm0,%zmm1,%zmm2": "AVX-512F AVX-512FP16",
    "vaesenc %zmm0,%zmm1,%zmm2": "AVX-512F VAES",
    "vpclmulhqlqdq %zmm0,%zmm1,%zmm2": "AVX-512F VPCLMULQDQ",
}
X86 = {
    "movd   %mm0,%eax": "MMX",
    "paddd  %mm0,%mm1": "MMX",
    "emms": "MMX",
    "pshufw $0x1,%mm0,%mm1": "SSE",
    "movaps %xmm0,%xmm1": "SSE",
    "movss  (%eax),%xmm0": "SSE",
    "paddq  %mm0,%mm1": "SSE2",
    "paddd  %xmm0,%xmm1": "SSE2",
    "movdqa %xmm0,%xmm1": "SSE2",
    "movd   %xmm0,%eax": "SSE2",
    "addsd  %xmm0,%xmm1": "SSE2",
    "pshufb %xmm0,%xmm1": "SSSE3",
    "vpaddd 0x804a010,%ymm0,%ymm1": "AVX2",
    "fldt   0x10(%esp)": "",
}
AARCH64 = {
    "eor\tv0.16b, v1.16b, v2.16b": "",
    "ldr\tq0, [x0]": "",
    "aese\tv0.16b, v1.16b": "AES",
    "pmull\tv0.1q, v1.1d, v2.1d": "PMULL",
    "pmull\tv0.8h, v1.8b, v2.8b": "",
    "sha1c\tq0, s1, v2.4s": "SHA1",
    "sha256h\tq0, q1, v2.4s": "SHA2",
    "sha512su0\tv0.2d, v1.2d": "SHA512",
    "eor3\tv0.16b, v1.16b, v2.16b, v3.16b": "SHA3",
    "xar\tv0.2d, v1.2d, v2.2d, #3": "SHA3",
    "sm3ss1\tv0.4s, v1.4s, v2.4s, v3.4s": "SM3",
    "sm4e\tv0.4s, v1.4s": "SM4",
    "crc32b\tw0, w1, w2": "CRC32",
    "udot\tv0.4s, v1.16b, v2.16b": "DotProd",
    "ld1d\t{z0.d}, p0/z, [x0]": "SVE",
    "eor\tz0.d, z1.d, z2.d": "SVE",
    "eor3\tz0.d, z0.d, z1.d, z2.d": "SVE SVE2",
    "aese\tz0.b, z0.b, z1.b": "SVE SVE2-AES",
    "rax1\tz0.d, z1.d, z2.d": "SVE SVE2-SHA3",
}
ARM = {
    "vadd.f32\ts0, s1, s2": "",
    "vadd.f64\td0, d1, d2": "",
    "vldr\td0, [r0]": "",
    "vpush\t{d8-d9}": "",
    "vmov\tr0, r1, d0": "",
    "vmov.32\tr0, d0[0]": "",
    "vcvt.s32.f64\ts0, d1": "",
    "vmov.i32\td0, #0\t@ 0x00000000": "NEON",
    "vadd.i32\tq0, q1, q2": "NEON",
    "veor\td0, d1, d2": "NEON",
    "vld1.8\t{d0-d1}, [r0]": "NEON",
    "vext.8\td0, d1, d2, #3": "NEON",
    "vdup.32\td0, r0": "NEON",
    "aese.8\tq0, q1": "AES",
    "vmull.p64\tq0, d1, d2": "NEON PMULL",
    "sha256h.32\tq0, q1, q2": "SHA2",
}
PPC64 = {
    "lfd     f1,0(r3)": "",
    "lvx     v1,0,r3": "AltiVec",
    "vrlw    v1,v2,v3": "AltiVec",
    "lxvd2x  vs32,0,r3": "VSX",
    "xxlxor  vs32,vs33,vs34": "VSX",
    "vcipher v1,v2,v3": "AltiVec AES",
    "vshasigmaw v1,v2,0,15": "AltiVec SHA2",
    "vpmsumd v1,v2,v3": "AltiVec PMSUM",
}
S390X = {
    "la\t%r1,0(%r2)": "",
    "vx\t%v0,%v1,%v2": "Vector",
    "verllf\t%v0,%v1,7": "Vector",
    "kimd\t%r0,%r2": "CPACF",
}
RISCV = {
    "xor\ta0,a1,a2": "",
    "sh1add\ta0,a1,a2": "Zba",
    "zext.w\ta0,a1": "Zba",
    "rorw\ta0,a1,0x3": "Zbb",
    "rev8\ta0,a1": "Zbb",
    "bext\ta0,a1,0x3": "Zbs",
    "clmul\ta0,a1,a2": "Zbc",
    "brev8\ta0,a1": "Zbkb",
    "xperm4\ta0,a1,a2": "Zbkx",
    "sha256sum0\ta0,a1": "Zknh",
    "aes64esm\ta0,a1,a2": "Zkne",
    "aes64ds\ta0,a1,a2": "Zknd",
    "sm3p0\ta0,a1": "Zksh",
    "sm4ed\ta0,a1,a2,0x1": "Zksed",
    "vsetvli\tt0,a0,e32,m1,ta,ma": "V",
    "vxor.vv\tv0,v1,v2": "V",
    "vaesem.vv\tv0,v1": "V Zvkned",
}
OTHERS = {"arm": ARM, "ppc64": PPC64, "s390x": S390X, "riscv64": RISCV}
TABLES = {"amd64": AMD64, "x86": X86, "aarch64": AARCH64, **OTHERS}
EVERY = [(name, line, sets) for name, lines in TABLES.items() for line, sets in lines.items()]


def listing(lines: Iterable[str]) -> str:
    """What objdump prints of these instructions."""
    return "".join(f"  40{number:04x}:\t{line}\n" for number, line in enumerate(lines))


def sets_of(name: str, text: str) -> list[str]:
    """The instruction sets of a listing, in order."""
    architecture = ARCHITECTURES[name]
    found = instructions.counted(text, architecture)
    assert set(found) <= set(architecture.names)
    return [one for one in architecture.names if found[one]]


@pytest.mark.parametrize(("name", "line", "sets"), EVERY)
def test_each_instruction_is_of_its_sets(name: str, line: str, sets: str) -> None:
    assert sets_of(name, listing([line])) == sets.split()


def test_vectors_and_their_hashes_are_every_little_endian_power_processor_s() -> None:
    assert sets_of("ppc64le", listing(PPC64)) == ["AES", "SHA2", "PMSUM"]


def test_prefixes_and_comments_do_not_matter() -> None:
    lines = ["cs vpaddd 0x10(%rip),%ymm0,%ymm1        # 2004 <table+0x4>", "repz ret"]
    assert sets_of("amd64", listing(lines)) == ["AVX2"]
    assert sets_of("amd64", "0000 <vpaddd>:\n  10:\tcall   40 <vpxor>  # %ymm0\n") == []


def test_the_sets_are_told_from_the_old_to_the_new() -> None:
    lines = ["sha256rnds2 %xmm0,%xmm1", "rorx $6,%eax,%ebx", "vpxor %ymm0,%ymm1,%ymm2"]
    assert sets_of("amd64", listing(lines)) == ["AVX2", "BMI2", "SHA"]


def test_what_is_near_to_no_code_does_not_count() -> None:
    around = ["add    %eax,%ebx"] * 40
    constants = ["vpaddd %ymm0,%ymm1,%ymm2", "(bad)", "out    %al,(%dx)", "pext %rax,%rbx,%rcx"]
    code = [*around, *constants, *around, "aesenc %xmm0,%xmm1", *around]
    assert sets_of("amd64", listing(code)) == ["AES"]
    assert sets_of("amd64", listing(["aesenc %xmm0,%xmm1", *around, "(bad)"])) == ["AES"]


@pytest.mark.parametrize("seed", range(8))
def test_constants_between_functions_are_not_taken_for_code(
    native: Target, tmp_path: Path, seed: int
) -> None:
    if native.name != "amd64":
        pytest.skip("the assembly is for amd64")
    numbers = random.Random(seed).randbytes(512)
    code = "add %eax, %ebx\nret\n" * 40
    source = f".text\n{code}.byte {', '.join(map(str, numbers))}\n.balign 16\n{code}"
    (tmp_path / "code.s").write_text(source)
    script = "as code.s -o code.o && strip -s code.o && objdump -d --no-show-raw-insn code.o"
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, check=True)
    assert sets_of("amd64", done.stdout.decode()) == []


@pytest.fixture
def look(groups: Groups, build: Build, lane: CLane, native: Target) -> Callable[..., set[str]]:
    """look("sha256/ref", "gcc -O2"): the instruction sets of a build, by default with the processor's own flags."""

    def looked(name: str, options: str = "", **where: Path) -> set[str]:
        (group,) = groups(name, targets=(native.name,), **where)
        if group.skip:
            pytest.skip(f"{name}: {group.skip}")
        if options:
            group = lane.with_options(group, options) or group
        built = build(group)
        assert built.artifact, built.outcome.said
        return set(door.facts_of(group, built.artifact).instructions)

    return looked


@pytest.fixture
def on_x86(native: Target) -> None:
    """The test is for x86 processors, and for gcc."""
    if native.name != "amd64" or "gcc" not in native.flags:
        pytest.skip("for amd64 and gcc")


@pytest.mark.usefixtures("on_x86")
def test_shipped_implementations_show_what_they_are_made_of(look: Callable[..., set[str]]) -> None:
    assert look("sha3256/ref", "gcc -O2") == set()
    assert "SHA" in look("sha256/x86-shani", "gcc -O2")
    assert "AVX" not in look("sha256/x86-shani", "gcc -O2")
    assert {"AVX", "AVX2"} <= look("blake2b/avx2", "gcc -O2")
    assert not any("512" in one for one in look("blake2b/avx2", "gcc -O2"))
    assert "BMI2" in look("sha3256/ref", "gcc -O2 -mbmi2")


@pytest.mark.usefixtures("on_x86")
def test_the_harness_shows_nothing_of_its_own(lane: CLane) -> None:
    for target in lane.targets:
        (group,) = groups_of(lane, ROOT, ["sha256/ref"], [target.name])
        harness = target.harness / "none"
        assert instructions.of_program(Job(group), harness, lane.sandbox) == ()


def test_sse2_is_seen_in_32_bit_code_although_the_harness_has_it(
    x86: Target, groups: Groups, build: Build, lane: CLane
) -> None:
    (group,) = groups("sha3256/sse2", targets=("x86",))
    group = lane.with_options(group, "gcc -O2") or group
    built = build(group)
    assert built.artifact, built.outcome.said
    assert door.facts_of(group, built.artifact).instructions == ("SSE", "SSE2")


def test_what_calls_a_library_tells_nothing(look: Callable[..., set[str]]) -> None:
    assert look("sha256/openssl") == set()


def test_a_library_that_no_header_names_is_seen_in_the_program(
    make_tree: MakeTree, look: Callable[..., set[str]], native: Target
) -> None:
    if "libcrypto" not in native.libraries:
        pytest.skip("no libcrypto")
    source = """#include "crypto_hash.h"
        extern unsigned char *SHA256(const unsigned char *, unsigned long, unsigned char *);
        int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n) {
            return SHA256(in, n, out) == 0;
        }"""
    files = {"sum/ref/api.h": "#define CRYPTO_BYTES 32\n", "sum/ref/hash.c": source}
    assert look("sum/ref", tree_at=make_tree(files)) == set()


def test_what_is_no_program_tells_nothing(lane: CLane, native: Target, tmp_path: Path) -> None:
    (group,) = groups_of(lane, ROOT, ["sha256/ref"], [native.name])
    text, gone = tmp_path / "text", tmp_path / "gone"
    text.write_text("no program")
    assert lane.instructions(group, text) == lane.instructions(group, gone) == ()


def test_a_program_that_objdump_does_not_finish_tells_nothing(
    look: Callable[..., set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instructions, "LIMITS", Limits(seconds=20, file_size=1))
    assert look("sha256/ref") == set()


@pytest.mark.parametrize(
    ("name", "triple", "flags", "sets"),
    [
        ("aarch64", "aarch64-linux-gnu", "-march=armv8-a+crypto", {"SHA2"}),
        ("arm", "arm-linux-gnueabihf", "-mfpu=neon -mfloat-abi=hard", {"NEON"}),
    ],
)
def test_cross_binutils_read_other_processors_code(
    tmp_path: Path, name: str, triple: str, flags: str, sets: set[str]
) -> None:
    if shutil.which(f"{triple}-gcc") is None or shutil.which(f"{triple}-objdump") is None:
        pytest.skip(f"no compiler for {triple}")
    (tmp_path / "hash.c").write_text(
        "#include <arm_neon.h>\n"
        "uint32x4_t f(uint32x4_t a, uint32x4_t b) {\n"
        "#ifdef __aarch64__\n"
        "return vsha256hq_u32(a, b, a);\n"
        "#else\n"
        "return vaddq_u32(a, b);\n"
        "#endif\n}\n"
    )
    objdump = f"{triple}-objdump -d --no-show-raw-insn hash.o"
    script = f"{triple}-gcc {flags} -O2 -c hash.c && {objdump}"
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert set(sets_of(name, done.stdout.decode())) == sets
