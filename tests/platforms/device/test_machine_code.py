"""What is counted in machine code: the loop over blocks, by pipes, with the loops in it as often as they run."""

from pathlib import Path

import pytest

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.device import machine_code, nvrtc
from hashcop.platforms.device.machine_code import NoMix, counted, instructions
from hashcop.platforms.device.room import Room
from hashcop.platforms.implementation import Implementation

KERNEL = Path(__file__).resolve().parents[3] / "crypto_hashmany" / "sha256" / "device"

CODE = """
\t.section\t.text.hashcop_clock,"ax",@progbits
        /*0000*/                   LOP3.LUT R0, R1, R2, R3, 0x96, !PT ;
\t.section\t.text.crypto_hashmany,"ax",@progbits
        /*0000*/                   MOV R1, c[0x0][0x28] ;
.L_x_1:
        /*0010*/                   LOP3.LUT R0, R1, R2, R3, 0x96, !PT ;
        /*0020*/              @P0  IMAD.MOV.U32 R4, RZ, RZ, R5 ;
.L_x_2:
        /*0030*/                   SHF.L.W.U32.HI R4, R5, 0x7, R5 ;
        /*0040*/                   LDS.64 R6, [R4] ;
        /*0050*/              @!P1 BRA `(.L_x_2) ;
        /*0060*/              @!P0 BRA `(.L_x_1) ;
        /*0070*/                   EXIT ;
.L_x_3:
        /*0080*/                   BRA `(.L_x_3);
"""


def test_pipes_are_counted_in_the_loop_over_blocks() -> None:
    alu, multiplier, words, names = counted(instructions(CODE), (10,))
    assert (alu, multiplier, words) == (1 + 10, 1, 2 * 10)
    assert names == {"LOP3": 1, "IMAD": 1, "SHF": 10, "LDS": 10, "BRA": 11}


def test_loops_that_a_kernel_does_not_say_are_an_error() -> None:
    with pytest.raises(NoMix, match="1 loops within the one over blocks, and not 0"):
        counted(instructions(CODE), ())
    with pytest.raises(NoMix, match="no loop"):
        counted(instructions(CODE.split(".L_x_1")[0]), ())


@pytest.mark.skipif(
    nvrtc.library() is None or machine_code.disassembler() is None, reason="no NVRTC or no nvdisasm"
)
def test_a_kernel_of_the_tree_has_a_mix(sandbox: Sandbox, room: Room) -> None:
    """Without a device; more than the least that SHA-256 needs, and no more than a plain kernel takes."""
    kernel = Implementation("sha256", "device", KERNEL, "device", "crypto_hashmany")
    found = machine_code.mix(sandbox, room, kernel, "sm_90")
    assert found.bytes == 64 and found.spilled == 0 and 0 < found.registers <= 128
    assert 1000 < found.alu < 1320
    assert found.key == machine_code.key(kernel, "sm_90")
