"""What kernels' machine code allows on an H100, without any device: `make bench-sass`.

    python -m tests.bench.sass [HASH ...]

Compiles the kernels of crypto_hashmany/*/device for sm_90, counts the instructions of the loop over blocks, and prints
what the pipes allow. Exit status 1 if a kernel keeps registers in memory, if its loops are not those that it says, or
if it takes more instructions than a plain kernel.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hashcop import ROOT
from hashcop.data.records import Mix
from hashcop.engine.session import kind_of, open_cache, open_lanes
from hashcop.engine.settings import Settings
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.device import machine_code
from hashcop.platforms.device.machine_code import ARCHITECTURE, NoMix
from hashcop.platforms.device.room import open_room
from hashcop.platforms.implementation import Implementation
from hashcop.platforms.registry import named
from hashcop.results import devices

TOLERANCE = 1.02
MOST = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
KERNELS = ROOT / "crypto_hashmany"


def problems(mix: Mix) -> Iterator[str]:
    """What is wrong with a kernel."""
    if mix.spilled:
        yield f"{mix.hash}: {mix.spilled} bytes of registers are kept in memory"
    most = MOST.get(mix.hash)
    if most and mix.alu > TOLERANCE * most:
        yield f"{mix.hash}: {mix.alu:.0f} instructions of the ALU, and a plain kernel has {most}"


def lines(mixes: Sequence[Mix]) -> Iterator[str]:
    """The table."""
    yield "| kernel | registers | ALU | IMAD | shared words | bytes | bound, Tb/s | by | × the study |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |"
    for one in devices.static(mixes):
        mix = one.mix
        counts = (f"{number:.0f}" for number in (mix.alu, mix.multiplier, mix.words))
        bound = f"{one.bound.gigabits / 1e3:.2f}", one.bound.by
        times = f"{one.times:.0f}" if one.times else ""
        cells = [mix.hash, str(mix.registers), *counts, str(mix.bytes), *bound, times]
        yield "| " + " | ".join(cells) + " |"


def main() -> int:
    """See the module."""
    every = sorted(file.parent.parent.name for file in KERNELS.glob("*/device/kernel.cl"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hashes", nargs="*", choices=[*every, []])
    hashes = parser.parse_args().hashes or every
    settings = Settings(profile="quick")
    kept = open_cache(settings).directory
    sandbox, lanes = open_lanes(named(("c",)), settings, kept, print)
    c = lanes.of["c"]
    assert isinstance(c, CLane)
    room = open_room(sandbox, kept / "found" / "device", c.toolchain, c.targets[0])

    def made(hash: str) -> Mix | str:
        directory = KERNELS / hash / "device"
        one = Implementation(hash, "device", directory, "device", "crypto_hashmany")
        try:
            return machine_code.mix(sandbox, room, one, ARCHITECTURE)
        except NoMix as error:
            return f"{hash}: {error}"

    with ThreadPoolExecutor(len(kind_of(settings).usable)) as pool:
        found = list(pool.map(made, hashes))
    mixes = [one for one in found if isinstance(one, Mix)]
    for line in lines(mixes):
        print(line)
    wrong = [one for one in found if isinstance(one, str)]
    wrong += [text for mix in mixes for text in problems(mix)]
    for text in wrong:
        print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
