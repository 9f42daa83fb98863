"""llvmlite: files of bitcode become one module, optimised by a fixed pipeline; text with counters becomes an object."""

from pathlib import Path

import llvmlite.binding as llvm

BLOAT = 64 << 20  # characters of text that are read
OURS = "hashcop_"


class Unreadable(Exception):
    """Bitcode that this LLVM can't read, or passes that fail: why, in a line."""


def _machine(triple: str, level: int) -> llvm.TargetMachine:
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(
        cpu="", features="", opt=level, reloc="pic", codemodel="default"
    )


def linked(files: list[Path]) -> llvm.ModuleRef:
    """One module of all files. Raises Unreadable."""
    try:
        modules = [llvm.parse_bitcode(file.read_bytes()) for file in files]
        first = modules[0]
        for other in modules[1:]:
            first.link_in(other)
    except RuntimeError as error:
        raise Unreadable(str(error).strip().replace("\n", " ")) from None
    return first


def optimise(module: llvm.ModuleRef, entry: str) -> str:
    """Run the pipeline: all of O3 but for what makes vectors and copies of loops for speed. The text that comes of it.

    Everything but the entry is internal before, so that constants reach the functions that they are for.
    """
    for one in (*module.functions, *module.global_variables):
        if one.name.startswith(OURS):
            raise Unreadable(f"{one.name} is a name of the counters")
        if not one.is_declaration and one.name != entry and not one.name.startswith("llvm."):
            one.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_interleaving = False
    options.loop_unrolling = True
    builder = llvm.create_pass_builder(_machine(module.triple, 3), options)
    builder.getModulePassManager().run(module, builder)
    text = str(module)
    if len(text) > BLOAT:
        raise Unreadable("its code is too large to be counted")
    return text


def compiled(text: str) -> bytes:
    """The object of a module's text. Raises Unreadable."""
    try:
        module = llvm.parse_assembly(text)
        return bytes(_machine(module.triple, 1).emit_object(module))
    except RuntimeError as error:
        raise Unreadable(str(error).strip().replace("\n", " ")) from None


def start() -> None:
    """Make LLVM ready for the processor that this runs on."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
