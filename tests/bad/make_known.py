"""Makes what is known of fnv1a64 from a model of it in Python: `.venv/bin/python tests/bad/make_known.py`."""

import sys
from pathlib import Path

ROOM = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOM.parents[1]))

from tests.support.checksum_model import SIZES, checksum  # noqa: E402

LENGTHS = (*range(33), 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 4096)
# From the specification of FNV: 64 bits, FNV-1a.
PUBLISHED = {b"": 0xCBF29CE484222325, b"a": 0xAF63DC4C8601EC8C, b"foobar": 0x85944171F73967E8}


def fnv1a64(message: bytes) -> bytes:
    """FNV-1a of 64 bits, little-endian."""
    state = 0xCBF29CE484222325
    for byte in message:
        state = (state ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return state.to_bytes(8, "little")


def main() -> None:
    """Write kat.tsv and both checksums."""
    for message, expected in PUBLISHED.items():
        if fnv1a64(message) != expected.to_bytes(8, "little"):
            raise SystemExit(f"the model is wrong for {message!r}")
    place = ROOM / "crypto_hash" / "fnv1a64"
    message = bytes(i % 251 for i in range(max(LENGTHS)))
    rows = (f"{length}\t{fnv1a64(message[:length]).hex()}\n" for length in LENGTHS)
    (place / "kat.tsv").write_text("".join(rows))
    for name, size in SIZES.items():
        (place / f"checksum{name}").write_text(checksum(fnv1a64, *size) + "\n")


if __name__ == "__main__":
    main()
