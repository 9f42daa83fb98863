"""The colour and the dash of each name: the same in every figure, and on every page.

There are 12 colours and 4 dashes. Names of the tree that are common have a fixed pair; other names have the pair that
a hash of the name says. Within one figure `for_lines` sees to it that no two lines look the same.

The first four colours are those of Okabe and Ito (Color Universal Design, 2008). The others, and those of the dark
scheme, are the result of a search: the least distance in OKLab between any two is as large as possible, as seen with
normal vision and with each kind of colour blindness (Machado, Oliveira and Fernandes, 2009). All have a contrast of at
least 3:1 to their ground (WCAG 2.2, 1.4.11).
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

GROUND = "#ffffff"
GROUND_DARK = "#171b21"
LIGHT = (
    "#0072b2",  # blue
    "#d55e00",  # vermilion
    "#009e73",  # green
    "#cc79a7",  # pink
    "#ae8d34",  # ochre
    "#493bba",  # indigo
    "#9f66ee",  # violet
    "#643115",  # brown
    "#4d601a",  # olive
    "#c60745",  # crimson
    "#016c6e",  # petrol
    "#00456b",  # dark blue
)
DARK = (
    "#4db2f0",
    "#ff8f4d",
    "#2fd0a0",
    "#f0a3cb",
    "#fedda4",
    "#4666ea",
    "#9279be",
    "#a96406",
    "#c1e132",
    "#cb7d7b",
    "#90fbfc",
    "#97d0f9",
)
OTHERS, OTHERS_DARK = "#9aa3ad", "#66717d"  # lines without a name

# Lengths of dashes and gaps, as multiples of the width of the line: solid, dashed, dash-dotted, dotted.
DASHES: tuple[tuple[float, ...], ...] = ((), (3.6, 1.5), (4.5, 1.3, 1, 1.3), (1, 1.2))

# Code of the tree is solid and libraries are dashed. Names that are often together at the top of a table have colours
# of their own.
_FIXED: dict[str, tuple[int, int]] = {
    "ref": (7, 3),
    "opt64": (4, 0),
    "opt32": (8, 0),
    "sse2": (6, 0),
    "x86-sse2": (6, 0),
    "ssse3": (9, 0),
    "avx2": (2, 0),
    "avx512vl": (1, 0),
    "bmi2": (10, 0),
    "avx512": (5, 0),
    "avx512-vector": (0, 0),
    "avx512-gfni": (5, 0),
    "avx512-vbmi": (5, 0),
    "avx512vl-vprord": (5, 0),
    "x86-shani": (0, 0),
    "aesni": (0, 0),
    "avx2-aesni": (2, 0),
    "amd64-lea": (11, 0),
    "arm64-aes": (0, 0),
    "arm64-sha1": (0, 0),
    "arm64-sha2": (0, 0),
    "arm64-sha3": (0, 0),
    "arm64-sha512": (0, 0),
    "arm64-neon": (1, 0),
    "neon": (1, 0),
    "openssl": (11, 1),
    "gnutls": (3, 1),
    "libgcrypt": (6, 1),
    "nettle": (7, 1),
    "nss": (9, 1),
    "botan": (0, 1),
    "cryptopp": (1, 1),
    "wolfssl": (2, 1),
    "libtomcrypt": (4, 1),
    "rhash": (5, 1),
    "xkcp": (10, 1),
    "decaf": (8, 1),
    "mbedtls": (3, 2),
    "libmd": (6, 2),
    "bearssl": (11, 2),
    "ipsec-mb": (1, 2),
    "libsodium": (5, 2),
    "libb2": (2, 2),
    "libblake3": (9, 2),
    "llvm": (4, 2),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How a line is drawn: an index into `LIGHT` and `DARK`, and one into `DASHES`."""

    colour: int
    dash: int


def colour_of(name: str) -> int:
    """The colour of a name, an index into `LIGHT` and `DARK`."""
    return _wished(name).colour


def dash_of(name: str) -> int:
    """The dash of a name, an index into `DASHES`."""
    return _wished(name).dash


def for_lines(names: Sequence[str]) -> list[Look]:
    """A look for each line of one figure, no two of them the same (of the first 48 lines).

    It depends on which names there are, and not on their order: the figure of another machine, where another line is
    the fastest, has the same looks. Where two names wish for the same, one that is in the table keeps it, and after
    that the first in the alphabet. The other one changes its dash, and if all are taken its colour.
    """
    found: dict[int, Look] = {}
    taken: set[Look] = set()
    for place in sorted(range(len(names)), key=lambda at: (names[at] not in _FIXED, names[at], at)):
        wish = _wished(names[place])
        found[place] = next((look for look in _from(wish) if look not in taken), wish)
        taken.add(found[place])
    return [found[place] for place in range(len(names))]


def style_sheet() -> str:
    """CSS: the colours as variables --s0 to --s11 and --others, in the light and in the dark scheme."""

    def variables(colours: Iterable[str], others: str) -> str:
        named = "".join(f"--s{number}:{colour};" for number, colour in enumerate(colours))
        return f":root{{{named}--others:{others}}}"

    dark = variables(DARK, OTHERS_DARK)
    return f"{variables(LIGHT, OTHERS)}\n@media (prefers-color-scheme:dark){{{dark}}}\n"


def _wished(name: str) -> Look:
    if name in _FIXED:
        return Look(*_FIXED[name])
    number = hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
    return Look(number[0] % len(LIGHT), number[1] % len(DASHES))


def _from(wish: Look) -> Iterable[Look]:
    """All looks, in the order in which a line that wished for one takes another."""
    for colour in range(len(LIGHT)):
        for dash in range(len(DASHES)):
            yield Look((wish.colour + colour) % len(LIGHT), (wish.dash + dash) % len(DASHES))
