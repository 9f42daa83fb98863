// JH (round 3) for two messages at once, in two pipeline stages: OUTPUT is 256 or 512, MEM says whether round constants
// are stored (1) or computed (0). UNROLL = 1: a round has its S-boxes in the first stage and the rest in the second.
// UNROLL = 2: a stage is a round.
//
// Two states take turns: while one is in the first stage, the other is in the second. They go in step, stream 0 a clock
// ahead, so that there is one counter and one series of constants, which change every other clock.
//
// The compression function adds a block to the first half of the chaining value before its 42 rounds, and to the second
// half after them. Both additions are made behind the second stage: the last pass of a block adds that block to the
// second half and the next block to the first half. So no multiplexer loads a block or an initial value. The register
// between the stages is reset, before a message's first block, to the value that the second stage makes H(0) from.
//
// Two blocks take 84 / UNROLL + 1 clocks:
//
//     waits            the last pass of stream 0 lacks the second stage, that of stream 1 both. They wait until each
//                      within a message has its next block, or room for its digest. Then the digest of stream 0
//                      leaves, if it is due
//     joins_0          the last pass of stream 0 ends, with a block of it added, if there is one
//     ends_1           only where stream 1 ends a message: its digest leaves; stream 0 stands still
//     joins_1          the last pass of stream 1 ends, with a block of it added, if there is one
//     works            the passes within a block
//
// A stream without a message idles; one that waits within a message makes the other wait when that has done its block.
module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter UNROLL = 1,
    parameter MEM = 0
) (
    input  logic         clk,
    input  logic         rst,
    input  logic [127:0] din,
    input  logic [1:0]   src_ready,
    output logic [1:0]   src_read,
    output logic [63:0]  dout,
    input  logic         dst_ready,
    output logic         dst_write,
    output logic         dst_stream
);
    localparam STEPS = 42 / UNROLL;

    logic [1023:0] blocks;
    logic [1:0] valid, take, block_is_last, ready;
    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : streams
            shell_in #(
                .W(64), .BLOCK(512), .PAD(PAD), .MARK(8'h80), .LENGTH(128), .APART(1)
            ) source (
                .clk, .rst, .din(din[64*i+:64]), .src_ready(src_ready[i]), .src_read(src_read[i]),
                .block(blocks[512*i+:512]), .valid(valid[i]), .take(take[i]),
                .is_first(), .is_last(block_is_last[i]), .is_empty(), .count()
            );
        end
    endgenerate

    // What this clock does: one of the five.
    logic waits, joins_0, ends_1, joins_1, works;
    logic nearly;  // this is the last clock of `works`
    logic [6:0] step;
    logic [1:0] is_within, is_last;  // a block is in work; it ends its message
    logic [1:0] closes, lacks;  // its message is to be ended; something that it needs is not there
    logic goes;  // `waits` is over
    assign closes = is_within & is_last;
    assign lacks = (closes & ~ready) | (is_within & ~is_last & ~valid);
    assign goes = waits && lacks == 0 && (valid | closes) != 0;

    // The stream whose block is next, and whether it is taken, if there is one, to be added in the next clock.
    logic turn, adds;
    assign turn = !waits;
    assign adds = goes || (joins_0 && !closes[1]) || ends_1;
    assign take = {valid[1] && adds && turn, valid[0] && adds && !turn};

    always_ff @(posedge clk) begin
        if (rst) begin
            waits <= 1;
            joins_0 <= 0;
            ends_1 <= 0;
            joins_1 <= 0;
            works <= 0;
            is_within <= 0;
        end else begin
            waits <= (waits && !goes) || (works && nearly);
            joins_0 <= goes;
            ends_1 <= joins_0 && closes[1];
            joins_1 <= (joins_0 && !closes[1]) || ends_1;
            works <= joins_1 || (works && !nearly);
            if (goes) is_within[0] <= valid[0];
            if (adds && turn) is_within[1] <= valid[1];
        end
        if (take[0]) is_last[0] <= block_is_last[0];
        if (take[1]) is_last[1] <= block_is_last[1];
        step <= joins_1 ? 2 * STEPS - 3 : step - 1'b1;
        nearly <= works && step == 1;
    end

    // The two stages, `state` before the first one and `middle` before the second one. A message begins in the middle.
    logic [255:0] c, c_second;
    logic [1023:0] state, middle, first_stage, second_stage, next_state, added, beginning;
    generate
        if (UNROLL == 1) begin : halves
            jh_substitute substitute (.a(state), .c, .b(first_stage));
            jh_diffuse diffuse (.a(middle), .b(second_stage));
            jh_constants #(.ROUNDS(1), .MEM(MEM)) constants (
                .clk, .first(rst || joins_0), .next(works && step[0]), .c
            );
            logic [1023:0] before_round;
            jh_beginning #(.OUTPUT(OUTPUT), .ROUNDS(1)) begin_with (.state(before_round));
            jh_substitute substitute_constant (.a(before_round), .c(constants.beginning), .b(beginning));
        end else begin : whole
            logic [1023:0] substituted_first, substituted_second;
            jh_substitute substitute_first (.a(state), .c, .b(substituted_first));
            jh_diffuse diffuse_first (.a(substituted_first), .b(first_stage));
            jh_substitute substitute_second (.a(middle), .c(c_second), .b(substituted_second));
            jh_diffuse diffuse_second (.a(substituted_second), .b(second_stage));
            logic [511:0] pair;
            jh_constants #(.ROUNDS(2), .MEM(MEM)) constants (
                .clk, .first(rst || joins_0), .next(works && step[0]), .c(pair)
            );
            assign c = pair[511:256];
            jh_beginning #(.OUTPUT(OUTPUT), .LATE(1)) begin_with (.state(beginning));
            // After a reset it is what it is after a block.
            always_ff @(posedge clk) begin
                if (rst) c_second <= 256'h73bd6978c59f2b219449b36770fb313fbe2da28f6b04275f071a1b193dde2072;
                else if (joins_1 || works) c_second <= pair[255:0];
            end
        end
    endgenerate

    // What is added behind the second stage, in elements. `older` and `newer` are the blocks in work, the next to be
    // added first; a block of zeros stands for none.
    logic [511:0] block, addend_first, addend_second, older, newer;
    assign block = turn ? blocks[1023:512] : blocks[511:0];
    generate
        for (i = 0; i < 128; i = i + 1) begin : addends
            assign added[1023-8*i-:8] = {
                addend_first[511-i], addend_first[255-i], addend_second[511-i], addend_second[255-i],
                addend_first[383-i], addend_first[127-i], addend_second[383-i], addend_second[127-i]
            };
        end
    endgenerate
    assign next_state = second_stage ^ added;

    logic ends_0, prepares;  // stream 0 ends a message now; a stream does so in the next clock
    assign ends_0 = goes && closes[0];
    assign prepares = (works && nearly && closes[0]) || (joins_0 && closes[1]);

    always_ff @(posedge clk) begin
        if (!(take[0] || take[1])) addend_first <= 0;
        else addend_first <= block;
        if (prepares || (adds && !ends_0 && !ends_1)) addend_second <= older;
        else if (!waits || goes) addend_second <= 0;
        if (rst) begin
            older <= 0;
            newer <= 0;
        end else if (adds) begin
            older <= newer;
            newer <= take[0] || take[1] ? block : 512'd0;
        end
        if (joins_0 || joins_1 || works) state <= next_state;
        if ((goes && (closes[0] || !is_within[0])) || (joins_0 && !is_within[1]) || ends_1) middle <= beginning;
        else if (joins_0 || joins_1 || works) middle <= first_stage;
    end

    // The digest, in a register of its own, so that the way to the output does not lengthen the stage.
    logic [511:0] second_half;
    logic [OUTPUT-1:0] digest;
    logic [1:0] has_digest;
    jh_second_half ungrouped (.state(next_state), .half(second_half));
    always_ff @(posedge clk) begin
        if (ends_0 || ends_1) digest <= second_half[OUTPUT-1:0];
        if (rst) has_digest <= 0;
        else has_digest <= {ends_1, ends_0};
    end

    shell_out #(
        .W(64), .OUTPUT(OUTPUT), .STREAMS(2)
    ) destination (
        .clk, .rst, .digest, .put(has_digest), .ready,
        .dout, .dst_ready, .dst_write, .dst_stream
    );
endmodule
