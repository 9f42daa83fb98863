"""Blocks are found from sums, and an intermediate code that is not understood is no count."""

import pytest

from hashcop.counts import measure
from hashcop.counts.inside import ir
from hashcop.counts.inside.classes import intrinsic, shape


def _sums(cost: int, block: int, tree: int = 0) -> list[int]:
    """Sums of a hash with blocks, and with as much again for each node of a tree."""
    return [
        100 + cost * (n // block) + (cost * (n // tree) ** 2 if tree else 0)
        for n in range(measure.LONGEST + 1)
    ]


@pytest.mark.parametrize("block", [2, 4, 64, 136, 168, 1024])
def test_the_least_step_that_always_costs_the_same_is_the_block(block: int) -> None:
    assert measure.block_of(_sums(10, block)) == block


def test_a_hash_that_costs_more_and_more_has_no_block() -> None:
    assert measure.block_of(_sums(10, 64, tree=512)) == 0


def test_what_costs_nothing_has_no_block() -> None:
    assert measure.block_of([7] * (measure.LONGEST + 1)) == 0


def test_only_changes_of_the_sum_are_kept() -> None:
    assert measure.changes([5, 5, 6, 6, 5]) == ((0, 5), (2, 6), (4, 5))


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("x86.aesni.aesenc", "aesenc"),
        ("x86.aesni.aesenclast.256", "aesenclast"),
        ("x86.ssse3.pshuf.b.128", "pshufb"),
        ("x86.avx2.pshuf.b", "pshufb"),
        ("x86.avx512.pternlog.d.512", "pternlog"),
        ("x86.sha256rnds2", "sha256rnds2"),
        ("ctpop.i32", "ctpop"),
    ],
)
def test_an_intrinsic_is_called_as_its_instruction(name: str, short: str) -> None:
    assert intrinsic(name) == short


def test_types_have_lanes_and_bits() -> None:
    assert [shape(kind) for kind in ("i1", "i24", "i128", "<4 x i32>", "ptr")] == [
        (1, 0),
        (1, 32),
        (2, 64),
        (4, 32),
        (0, 0),
    ]


TEXT = """\
%struct.s = type { i32, [3 x i8] }
@T = internal unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@p = global ptr getelementptr (i8, ptr @T, i64 4)
define internal fastcc i32 @f(ptr noundef %0, i32 range(i32 0, 5) %n) unnamed_addr #0 {
  %3 = load i32, ptr %0, align 4, !tbaa !5
  switch i32 %3, label %7 [
    i32 0, label %4
    i32 1, label %4
  ]

4:                                                ; preds = %2, %2
  %5 = phi i32 [ %3, %2 ], [ %n, %2 ]
  %6 = tail call i32 @llvm.fshl.i32(i32 %5, i32 %5, i32 7)
  br label %7

7:
  ret i32 0
}
"""


def test_the_text_of_a_module_is_read() -> None:
    module = ir.read(TEXT)
    function = module.functions["@f"]
    assert function.arguments == ("%0", "%n")
    assert [block.counter_line for block in function.blocks] == [4, 12, 16]
    assert [one.opcode for one in function.instructions()] == [
        *("load", "switch", "phi", "call", "br", "ret")
    ]
    (rotation,) = (one for one in function.instructions() if one.opcode == "call")
    assert (rotation.callee, rotation.operands) == ("@llvm.fshl.i32", ("%5", "%5", "7"))
    assert module.variables["@T"].is_constant and module.variables["@p"].names == ("@T",)
    assert ir.size_of(module.variables["@T"].type, module.structs) == 16
    assert ir.size_of("%struct.s", module.structs) == 7
