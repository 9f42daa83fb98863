"""Which instruction set an instruction belongs to: tables of mnemonics as objdump prints them, by architecture.

The facts are from the manuals: Intel's Software Developer's Manual, AMD's Architecture Programmer's Manual, Arm's
Architecture Reference Manuals, the Power ISA, IBM's z/Architecture Principles of Operation, and the RISC-V
specifications. A line of a table is the name of a set, a colon, and mnemonics, each a regular expression.

Left out on purpose: `tzcnt`, since compilers write `rep bsf`, which has the same code, for processors that lack it; and
instructions that only synchronise, count or identify, such as fences, rdtsc and cpuid.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

Sets = tuple[str, ...]
Rows = tuple[tuple[str, re.Pattern[str]], ...]


def _any(words: str) -> re.Pattern[str]:
    return re.compile("|".join(words.split()))


def _rows(table: str) -> Rows:
    """The rows of a table. A line without a colon continues the row before it."""
    rows: dict[str, str] = {}
    name = ""
    for line in filter(str.strip, table.splitlines()):
        first, colon, rest = line.partition(": ")
        name, words = (first.strip(), rest) if colon else (name, line)
        rows[name] = f"{rows.get(name, '')} {words}"
    return tuple((name, _any(words)) for name, words in rows.items())


def _instruction(mnemonics: str) -> re.Pattern[str]:
    """Finds an instruction in a listing."""
    return re.compile(rf":\t(?:{mnemonics})(?=\s)")


def _named(mnemonic: str, rows: Rows) -> Iterator[str]:
    return (name for name, pattern in rows if pattern.fullmatch(mnemonic))


def _names(*tables: Rows) -> Sets:
    return tuple(name for rows in tables for name, _ in rows)


@dataclass(frozen=True)
class Architecture:
    """How the code of an architecture is read.

    `sets`: the instruction sets of a mnemonic and of what `registers` finds in its operands, joined. `names`: all of
    them, in the order in which people read them. `strange` finds instructions that hardly any hash function has:
    constants between functions look so when they are disassembled.
    """

    sets: Callable[[str, str], Sets]
    names: Sets
    registers: re.Pattern[str]
    strange: re.Pattern[str]


# x86: the operands as AT&T writes them, the destination last.

_GENERAL = _rows(r"""
    POPCNT: popcnt[wlq]?
    LZCNT: lzcnt[wlq]?
    MOVBE: movbe[wlq]?
    BMI1: andn[lq]? bextr[lq]? bls(i|r|msk)[lq]?
    BMI2: (mulx|pdep|pext|rorx|sarx|shlx|shrx|bzhi)[lq]?
    ADX: ad[co]x[lq]?
    TBM: (blcfill|blci|blcic|blcmsk|blcs|blsfill|blsic|t1mskc|tzmsk)[lq]?
""")
_STREAMING = _rows(r"""
    SSE3: addsubp[sd] h(add|sub)p[sd] lddqu movddup movs[hl]dup
    SSSE3: pabs[bwd] palignr ph(add|sub)(w|d|sw) pmaddubsw pmulhrsw pshufb psign[bwd]
    SSE4.1: blendv?p[sd] dpp[sd] extractps insertps movntdqa mpsadbw packusdw pblendvb pblendw pcmpeqq
        pextr[bdq] pinsr[bdq] phminposuw pmax(sb|sd|ud|uw) pmin(sb|sd|ud|uw) pmov[sz]x(b[wdq]|w[dq]|dq)
        pmuldq pmulld ptest round[ps][sd]
    SSE4.2: crc32[bwlq]? pcmp[ei]str[im] pcmpgtq
    SSE4A: extrq insertq movnts[sd]
""")
_CRYPTOGRAPHIC = _rows(r"""
    AES: v?aes(enc|dec)(last)? v?aesimc v?aeskeygenassist
    PCLMULQDQ: v?pclmul([hl]q[hl]q)?dq
    SHA: sha1(rnds4|nexte|msg[12]) sha256(rnds2|msg[12])
    SHA512: vsha512\w+
    SM3: vsm3\w+
    SM4: vsm4\w+
    GFNI: v?gf2p8\w+
""")
_WIDER = {"AES": "VAES", "PCLMULQDQ": "VPCLMULQDQ"}  # on registers of more than 128 bits

_VEX = _rows(r"""
    FMA: vf(n?m(add|sub)|maddsub|msubadd)(132|213|231)[ps][sd]
    F16C: vcvtph2ps vcvtps2ph
    FMA4: vf(n?m(add|sub)|maddsub|msubadd)[ps][sd]
    XOP: vprot[bwdq] vpsha[bwdq] vpshl[bwdq] vpcmov vpperm vpmacs\w+ vpmadcss?wd vfrcz[ps][sd] vpermil2p[sd]
        vph(add|sub)u?(b[wdq]|w[dq]|dq) vpcom(eq|neq|lt|le|gt|ge|true|false)?u?[bwdq]
    AVX-VNNI-INT8: vpdpb(ss|su|uu)ds?
    AVX-VNNI-INT16: vpdpw(us|su|uu)ds?
""")
# objdump marks these with {vex}: without it they are AVX-512's.
_ALSO_VEX = _rows(r"""
    AVX-VNNI: vpdp(busd|wssd)s?
    AVX-IFMA: vpmadd52[hl]uq
""")
_AVX2 = _any(r"""
    vpblendd vpbroadcast[bwdq] v(broadcast|insert|extract)i128 vperm2i128 vperm[dq] vpermp[sd] vpmaskmov[dq]
    vps[lr]lv[dq] vpsravd vp?gather\w+
""")
_AVX2_ON_YMM = _any(r"(?!vptest|vpermilp[sd]|vperm2f128)vp\w+ vmpsadbw vmovntdqa")

_EVEX = _rows(r"""
    AVX-512BW: vpabs[bw] vpadd(u?s)?[bw] vpsub(u?s)?[bw] vpavg[bw] vpblendm[bw] vpbroadcast[bw] vpm(ax|in)[su][bw]
        vpcmp(eq|gt|lt|le|neq|nlt|nle)?u?[bw] vp(extr|insr)[bw] vptestn?m[bw] vpmov[bw]2m vpmovm2[bw] vpmov(u?s)?wb
        vpmov[sz]xbw vpack[su]s(wb|dw) vpunpck[hl](bw|wd) vpmaddubsw vpmaddwd vpmul(hrs|hu|h|l)w vpsadbw vdbpsadbw
        vpshufb vpshuf[hl]w vps[lr]ldq vps[lr]lv?w vpsrav?w vpalignr vperm(w|i2w|t2w) vmovdqu(8|16)
        k(add|andn?|mov|not|or|ortest|shift[lr]|test|xnor|xor)[dq] kunpck(wd|dq)
    AVX-512DQ: v(andn?|x?or)p[sd] vpmullq v(broadcast|extract|insert)[fi](32x2|64x2|32x8) vcvtt?p[sd]2u?qq
        vcvtu?qq2p[sd] v(fpclass|range|reduce)\w+ vpmovm2[dq] vpmov[dq]2m vp(extr|insr)[dq]
        k(add|andn?|mov|not|or|ortest|shift[lr]|test|xnor|xor)b k(add|test)w
    AVX-512CD: vpconflict[dq] vplzcnt[dq] vpbroadcastm(b2q|w2d)
    AVX-512IFMA: vpmadd52[hl]uq
    AVX-512VBMI: vperm(b|i2b|t2b) vpmultishiftqb
    AVX-512VBMI2: vp(compress|expand)[bw] vpsh[lr]dv?[wdq]
    AVX-512VNNI: vpdp(busd|wssd)s?
    AVX-512BITALG: vpopcnt[bw] vpshufbitqmb
    AVX-512VPOPCNTDQ: vpopcnt[dq]
    AVX-512VP2INTERSECT: vp2intersect[dq]
    AVX-512BF16: vcvtne2?ps2bf16 vdpbf16ps
    AVX-512FP16: (?!vcvtps2ph)v\w+ph (?!vp)v\w+sh
""")
_ONLY_EVEX = _any(r"""
    vpternlog[dq] vpro[lr]v?[dq] vperm[it]2\w+ vperm[bw] vmovdq[au](8|16|32|64) vp(andn?|x?or)[dq] vpabsq
    vpm(ax|in)[su]q vpsrav?q vps[lr]lvw vpsravw vpmullq valign[dq] v(shuf|broadcast|extract|insert)[fi]\d+x\d
    v(p?compress|p?expand)\w+ vp?blendm\w+ vpconflict[dq] vplzcnt[dq] vpopcnt[bwdq] vpsh[lr]dv?[wdq]
    vpmultishiftqb vpmadd52[hl]uq vpdp(busd|wssd)s? vpmov(u?s)?(wb|d[bw]|q[bwd]) vp?scatter\w+ vpmovm2[bwdq]
    vdbpsadbw vpshufbitqmb vpbroadcastm(b2q|w2d) vp2intersect[dq] vcvt\w*(uqq|udq|qq)\w*
    v(getexp|getmant|scalef|rndscale|fixupimm|range|reduce|fpclass)\w+ v(rcp|rsqrt)14\w+
""")
# These work on one element, so that they need no AVX-512VL for %xmm16.
_ONE_ELEMENT = _any(
    r"(?!vp|vbroadcast)v\w+s[sdh] vmov[dqw] vp(extr|insr)[bwdq] v(extract|insert)ps vcvt\w*si[lq]? k\w+"
)

# Only 32-bit code may lack these. What is on %xmm registers and in no other row is SSE2.
_SSE = _any(r"""
    (add|sub|mul|div|sqrt|rcp|rsqrt|max|min|andn?|x?or|unpck[lh]|shuf|mov[aulh]?|movnt|movmsk|u?comi|cmp\w*)[ps]s
    mov(hl|lh)ps cvtt?(ps2pi|ss2si[lq]?) cvtpi2ps cvtsi2ss[lq]?
""")
_SSE_ON_MMX = _any(
    r"maskmovq movntq pavg[bw] pextrw pinsrw p(max|min)(sw|ub) pmovmskb pmulhuw psadbw pshufw"
)
_SSE2_ON_MMX = _any(r"paddq psubq pmuludq cvtt?pd2pi cvtpi2pd")


def _vex(mnemonic: str, registers: str) -> str:
    for name in _named(mnemonic, _VEX):
        return name
    # AVX broadcasts from memory only.
    is_copied = mnemonic.startswith("vbroadcasts") and registers.count("%") > 1
    is_wide = "%y" in registers and _AVX2_ON_YMM.fullmatch(mnemonic)
    return "AVX2" if is_copied or is_wide or _AVX2.fullmatch(mnemonic) else "AVX"


def _evex(mnemonic: str, registers: str) -> Iterator[str]:
    yield "AVX-512F"
    yield from _named(mnemonic, _EVEX)
    if "%z" not in registers and not _ONE_ELEMENT.fullmatch(mnemonic):
        yield "AVX-512VL"


def _is_evex(mnemonic: str, registers: str) -> bool:
    """Whether it can't be encoded with VEX: masks, broadcasts (`{1to4}`), and registers that VEX does not have."""
    return bool(re.search(r"%z|%k|\{|mm\d", registers) or _ONLY_EVEX.fullmatch(mnemonic))


def _amd64(mnemonic: str, registers: str) -> Sets:
    if mnemonic.startswith("{vex}"):
        return tuple(_named(mnemonic.removeprefix("{vex} "), _ALSO_VEX))
    if mnemonic.startswith("{evex}"):
        return tuple(_evex(mnemonic.removeprefix("{evex} "), registers))
    found = [*_named(mnemonic, _GENERAL), *_named(mnemonic, _STREAMING)]
    is_long = "%y" in registers or "%z" in registers
    for name in _named(mnemonic, _CRYPTOGRAPHIC):
        found.append(_WIDER.get(name, name) if is_long else name)
    if (mnemonic[0] in "vk" and re.search(r"%[xyzk]", registers)) or mnemonic.startswith("vzero"):
        is_evex = _is_evex(mnemonic, registers)
        found += _evex(mnemonic, registers) if is_evex else [_vex(mnemonic, registers)]
    return tuple(found)


def _x86(mnemonic: str, registers: str) -> Sets:
    found = _amd64(mnemonic, registers)
    if found or not re.search(r"%x|%mm", registers):
        return found or (("MMX",) if mnemonic == "emms" else ())
    if _SSE.fullmatch(mnemonic):
        return ("SSE",)
    if "%x" in registers or _SSE2_ON_MMX.fullmatch(mnemonic):
        return ("SSE2",)
    return ("SSE",) if _SSE_ON_MMX.fullmatch(mnemonic) else ("MMX",)


_X86_NAMES = (
    *("MMX", "SSE", "SSE2", *_names(_STREAMING), "AVX", "AVX2", *_names(_VEX, _ALSO_VEX)),
    *("AVX-512F", "AVX-512VL", *_names(_EVEX), *_names(_GENERAL)),
    *(name for first in _names(_CRYPTOGRAPHIC) for name in (first, _WIDER.get(first)) if name),
)
# The number is kept of registers that only EVEX can name: 16 to 31.
_X86_REGISTERS = re.compile(r"%[xyz]mm(?:1[6-9]|[23]\d)|%[xyz]mm|%mm|%k|\{")
_X86_STRANGE = r"""
    \(bad\) ins[bl]? outs[bl]? in out int into iret\w* lret\w* l(jmp|call)\w* l[de]s bound arpl\w? enter\w? loop\w* xlat
    aa[adms] da[as] sti cli cmc int1 j[er]cxz popf\w? pushf\w? sysret\w* f\w+ verr verw
"""


# The others: of the registers only their kinds count, joined behind a slash.

_AARCH64 = _rows(r"""
    CRC32: crc32\w+/.*
    DotProd: [su]dot/.*v.*
    AES: aes[ed]/v.* aesi?mc/v.*
    PMULL: pmull2?/.*1q.*
    SHA1: sha1\w+/.*
    SHA2: sha256\w+/.*
    SHA512: sha512\w+/.*
    SHA3: (eor3|bcax|rax1|xar)/v.*
    SM3: sm3\w+/.*
    SM4: sm4\w+/v.*
    SVE: \S+/.*z.*
    SVE2: (eor3|bcax|xar|n?bsl|bsl[12]n)/z.*
    SVE2-AES: (aes[ed]|aesi?mc)/z.*
    SVE2-SHA3: rax1/z.*
    SVE2-SM4: sm4\w+/z.*
""")
# %d registers are also those of VFP, which has vmov and vcvt.
_ARM = _rows(r"""
    CRC32: crc32\w+/.*
    NEON: v\w+(\.\w+)*/.*q.* (?!vcvt|vmov)v\w+\.[isup]?\d+/.*d.* vmov\.(i\d+|[su]?8|[su]?16)/.*d.*
        v(eor|orr|orn|and|bic|bsl|bit|bif|swp|mvn)/.*d.*
    AES: aes[ed]\.8/.* aesi?mc\.8/.*
    PMULL: vmull\.p64/.*
    SHA1: sha1\w+\.32/.*
    SHA2: sha256\w+\.32/.*
""")
_PPC64LE = _rows(r"""
    AES: vn?cipher(last)?/ vsbox/
    SHA2: vshasigma[wd]/
    PMSUM: vpmsum[bhwd]/
""")
_PPC64 = _rows(r"""
    AltiVec: v\w+/ lv\w+/ stv\w+/
    VSX: x[xvs]\w+/ lxv\w+/ stxv\w+/ m[tf]vs?r\w+/
""")
_S390X = _rows(r"""
    Vector: v\w+/.*%v.*
    CPACF: (kimd|klmd|km|kmac|kmc|kmctr|kmf|kmo|kma|pcc|ppno|prno)/
""")
_RISCV = _rows(r"""
    Zba: sh[123]add(\.uw)?/ add\.uw/ slli\.uw/ zext\.w/
    Zbb: andn/ orn/ xnor/ c[lt]zw?/ cpopw?/ (max|min)u?/ sext\.[bh]/ zext\.h/ ro[lr]w?/ roriw?/ orc\.b/ rev8/
    Zbc: clmul[hr]?/
    Zbs: b(clr|ext|inv|set)i?/
    Zbkb: pack[hw]?/ brev8/ (un)?zip/
    Zbkx: xperm[48]/
    Zknd: aes\w*d\w+/ aes64(im|ks1i|ks2)/
    Zkne: aes\w*e\w+/
    Zknh: sha(256|512)\w+/
    Zksed: sm4\w+/
    Zksh: sm3p[01]/
    V: vset\w+/.* v\w+(\.\w+)*/v.*
    Zvkned: vaes\w+(\.\w+)*/v.*
    Zvknh: vsha2\w+(\.\w+)*/v.*
    Zvbb: (vandn|vbrev8?|vrev8|vro[lr]|vcpop|vclz|vctz|vwsll)(\.\w+)*/v.*
    Zvbc: vclmulh?(\.\w+)*/v.*
""")


def _tabled(rows: Rows, mnemonic: str, registers: str) -> Sets:
    return tuple(_named(f"{mnemonic}/{registers}", rows))


def _architecture(rows: Rows, registers: str, strange: str) -> Architecture:
    return Architecture(
        partial(_tabled, rows), _names(rows), re.compile(registers), _instruction(strange)
    )


_X86_PATTERNS = _X86_REGISTERS, _instruction("|".join(_X86_STRANGE.split()))
ARCHITECTURES = {
    "amd64": Architecture(_amd64, _X86_NAMES, *_X86_PATTERNS),
    "x86": Architecture(_x86, _X86_NAMES, *_X86_PATTERNS),
    "aarch64": _architecture(_AARCH64, r"\b[vqz](?=\d)|\b1q\b", r"\.inst|udf"),
    "arm": _architecture(_ARM, r"\b[qds](?=\d)", r".*UNDEFINED.*|(udf|cdp|ldc|stc|mcr)\w*"),
    "ppc64": _architecture((*_PPC64, *_PPC64LE), "$^", r"\.long|attn"),
    "ppc64le": _architecture(_PPC64LE, "$^", r"\.long|attn"),
    "s390x": _architecture(_S390X, r"%v(?=\d)", r"\.(long|short|byte)"),
    "riscv64": _architecture(_RISCV, r"\bv(?=\d)", r"\.\w+|(c\.)?unimp"),
}
