"""Circuits that are wrong, each in one way: what of toy.sv or the shell is replaced, and the reason for a refusal."""

from typing import NamedTuple

WRONG = "gave a wrong digest"


class Broken(NamedTuple):
    """A slip: pairs of texts, a regular expression for the reason, and whether it is a finding only."""

    replaced: tuple[tuple[str, str], ...]
    reason: str
    is_finding: bool = False


def _one(before: str, after: str, reason: str, *, is_finding: bool = False) -> Broken:
    return Broken(((before, after),), reason, is_finding)


BROKEN = {
    "one round too few": _one("ROUNDS = 4", "ROUNDS = 3", f"{WRONG} for a message of 0 bytes"),
    "wrong constant": _one("4a7c15", "4a7c16", f"{WRONG} for a message of 0 bytes"),
    "wrong initial value": _one("89abcdef", "89abcdee", f"{WRONG} for a message of 0 bytes"),
    "halves of the digest in the wrong order": _one("{mixed, ~mixed}", "{~mixed, mixed}", WRONG),
    "mark in the wrong byte": _one(
        "0 : tail) ? MARK", "0 : 1) ? MARK", f"{WRONG} for a message of 2 bytes"
    ),
    "no room for the length": _one(
        "index < WORDS - LENGTHS && !(APART", "1 && !(APART", f"{WRONG} for a message of 8 bytes"
    ),
    "a block of padding too many": _one(
        "? index < WORDS - LENGTHS && !(APART && (is_touched || state == DATA))",
        "? index < WORDS - LENGTHS && !is_touched && state != DATA",
        f"{WRONG} for a message of 1 bytes",
    ),
    "a whole block without its padding": _one(
        "else assign is_over = fits_now;",
        "else assign is_over = fits_now || (is_final && is_end);",
        f"{WRONG} for a message of 8 bytes",
    ),
    "length in bytes": _one(
        "BLOCKS ? number : total", "BLOCKS ? number : total >> 3", f"{WRONG} for a message of 1"
    ),
    "length of the last segment only": _one(
        "is_within ? total + header_bits",
        "0 ? total + header_bits",
        "in several segments",
        is_finding=True,
    ),
    "depends on what fills the last word": _one(
        "? MARK : 8'h00;",
        "? MARK : 8'h00 | (state == DATA && i > tail ? din[W-1-8*i-:8] : 8'h00);",
        "with random bits after the end of the message",
        is_finding=True,
    ),
    "reads what is not there": _one(
        "assign src_read = is_read && (", "assign src_read = (", "reads a word that is not there"
    ),
    "takes a word while the source stalls": _one(
        "assign valid = (state == DATA && is_read)",
        "assign valid = state == DATA",
        "while the source stalls|reads a word",
    ),
    "writes where there is no room": _one(
        "assign dst_write = full[dst_stream] && !dst_ready;",
        "assign dst_write = full[dst_stream];",
        "no room",
    ),
    "loses a digest while the destination stalls": _one(
        "(!is_final || ready);", "1;", "while the destination stalls|while both stall"
    ),
    "keeps the state of the message before": _one("is_first ? INITIAL : works", "works", WRONG),
    "goes on after a reset": _one(
        "if (rst) works <= 0;\n        else if (take)", "if (take)", "after a reset|wrong digest"
    ),
    "a word too many": _one(
        "localparam WORDS = OUTPUT / W;",
        "localparam WORDS = OUTPUT / W + 1;",
        "nothing asked for|wrong digest",
    ),
    "never answers": _one(
        "assign put = ends && is_final;", "assign put = 0;", "no progress in 20000 clocks"
    ),
    "stops at the empty message": _one(
        "state <= din[W-2:3] == 0 ? FILL : DATA;",
        "state <= DATA;",
        "no progress in 20000 clocks",
    ),
    "pads what is padded": _one(
        ".PAD(PAD), .MARK(8'h80), .LENGTH(64)\n    ) source",
        ".PAD(1), .MARK(8'h80), .LENGTH(64)\n    ) source",
        "without its padding unit",
    ),
    "a register that is never set": Broken(
        (
            ("logic works, ends,", "logic unset; logic works, ends,"),
            ("^ y;", "^ y ^ {63'd0, unset};"),
        ),
        WRONG,
    ),
    "asks the simulator for C": _one(
        "    assign put =", '    initial $c("exit(0);");\n    assign put =', "asks for \\$c"
    ),
    "reads a file": _one(
        "    assign put =",
        '    initial $readmemh("/etc/passwd", block);\n    assign put =',
        "asks for \\$readmemh",
    ),
    "includes a file": _one(
        "module crypto_hash", '`include "/etc/passwd"\nmodule crypto_hash', "asks for `include"
    ),
    "a port is missing": _one(
        "    output logic        dst_write\n", "    output logic        dst_writes\n", "dst_write"
    ),
}

# What simulates all the same, and no synthesis should take.
NOT_SYNTHESIZED = {
    "a latch": Broken(
        (
            ("logic works, ends,", "logic held; logic works, ends,"),
            ("    assign put =", "    always_comb if (valid) held = round[0];\n    assign put ="),
            ("^ y;", "^ y ^ {63'd0, held & 1'b0};"),
        ),
        "held is a latch",
    ),
    "two drivers": Broken(
        (
            (
                "    assign put =",
                "    always_ff @(posedge clk) if (rst) round <= 3'd7;\n    assign put =",
            ),
        ),
        "round has two drivers",
    ),
}
