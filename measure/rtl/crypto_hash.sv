// The contract of circuits for hash functions. Copy the list of ports; the text below is an example that answers every
// message with zeros.
//
// One clock. `rst`, high for a clock, starts anew.
//
// Source: a FIFO whose flag "empty" is `src_ready`: low when a word waits in `din`. The circuit raises `src_read` in
// the clock in which it takes the word, and never while `src_ready` is high.
//
// Destination: a FIFO whose flag "full" is `dst_ready`: low when there is room. The circuit raises `dst_write` in the
// clock in which `dout` is to be taken, and never while `dst_ready` is high.
//
// Both may stall at any clock, for any time.
//
// A message is one segment or more. A segment is a header and its bytes. The highest bit of the header is 1 in the
// last segment of a message; the other W-1 bits are the segment's length in bits. Bytes follow in words of W bits, the
// first byte in the highest bits; the last word is filled up, with what must not matter. Every segment but the last
// has whole blocks, and the last is empty only where the message is. Lengths are multiples of 8.
//
// PAD = 1: the circuit pads. PAD = 0: segments have whole blocks that are padded already, and after the header of the
// last segment comes a word with the length of the message before padding, in bits. The last segment then has at least
// the block in which the message ends, and all after it.
//
// The digest leaves in words of W bits, its first byte in the highest bits. Messages follow each other without pause.
//
// Several streams (design.toml: `streams = n`): `din`, `src_ready`, `src_read` are n times as wide, stream 0 lowest;
// each is a source of its own. There is one destination, and a port `dst_stream`, $clog2(n) bits wide, says whose
// digest `dout` has; a digest leaves as a whole before the next one begins.
module crypto_hash #(
    parameter PAD = 1
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [63:0] din,
    input  logic        src_ready,
    output logic        src_read,
    output logic [63:0] dout,
    input  logic        dst_ready,
    output logic        dst_write
);
    logic [511:0] block;
    logic valid, take, is_first, is_last, is_empty;
    logic [63:0] count;

    shell_in #(
        .W(64), .BLOCK(512), .PAD(PAD), .MARK(8'h80), .LENGTH(64)
    ) source (
        .clk, .rst, .din, .src_ready, .src_read,
        .block, .valid, .take, .is_first, .is_last, .is_empty, .count
    );

    logic ready;
    assign take = valid && ready;

    shell_out #(
        .W(64), .OUTPUT(256)
    ) destination (
        .clk, .rst, .digest(256'd0), .put(take && is_last), .ready,
        .dout, .dst_ready, .dst_write, .dst_stream()
    );
endmodule
