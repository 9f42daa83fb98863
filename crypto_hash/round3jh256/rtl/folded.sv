// JH (round 3) for one message at a time, folded vertically by two: a clock does half of a round. OUTPUT is 256 or 512,
// and MEM says whether round constants are stored (1) or computed (0).
//
// The compression function adds a block to the first half of the chaining value before its 42 rounds, and to the second
// half after them. Both additions are made behind a round: the last round of a block adds that block to the second half
// and the next block to the first half. So no multiplexer loads a block or an initial value. The first block has a last
// round before it as well: the state is reset to the value from which that round makes H(0).
//
// A block takes 85 clocks, of which one waits for the next block; a message takes a clock more, because its additional
// round is two clocks long.

// A state that goes through half of a round in a clock: first its first half, which lies in `half`, then the other,
// which lies in `waiting` until then. What becomes of each has a part in both halves of the next state. The part in the
// second one goes to `waiting`, where there is room by then; of the first half's, the other part stays in `partial` for
// a clock.
module jh_folded #(
    parameter ELEMENTS = 256
) (
    input  logic                    clk,
    input  logic                    presets,
    input  logic [4*ELEMENTS-1:0]   beginning,
    input  logic                    moves,
    input  logic                    is_second,
    input  logic [ELEMENTS/2-1:0]   c,
    input  logic [2*ELEMENTS-1:0]   addend,
    output logic [2*ELEMENTS-1:0]   half,
    output logic [4*ELEMENTS-1:0]   following
);
    logic [2*ELEMENTS-1:0] substituted, diffused, waiting;
    logic [ELEMENTS-1:0] partial, low, high;
    jh_substitute #(.ELEMENTS(ELEMENTS / 2)) substitute (.a(half), .c, .b(substituted));
    jh_diffuse #(.ELEMENTS(ELEMENTS / 2)) diffuse (.a(substituted), .b(diffused));
    assign {low, high} = diffused ^ addend;
    assign following = {partial, low, waiting[2*ELEMENTS-1:ELEMENTS], high};

    always_ff @(posedge clk) begin
        if (presets) {half, waiting} <= beginning;
        else if (moves) begin
            half <= is_second ? {partial, low} : waiting;
            if (is_second) waiting[ELEMENTS-1:0] <= high;
            else waiting[2*ELEMENTS-1:ELEMENTS] <= high;
        end
        if (moves && !is_second) partial <= low;
    end
endmodule

module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter MEM = 0
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
    localparam STEPS = 84;
    localparam [255:0] FIRST = 256'h6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a;

    logic [511:0] block;
    logic valid, block_is_last, opens;
    shell_in #(
        .W(64), .BLOCK(512), .PAD(PAD), .MARK(8'h80), .LENGTH(128), .APART(1)
    ) source (
        .clk, .rst, .din, .src_ready, .src_read,
        .block, .valid, .take(opens), .is_first(), .is_last(block_is_last), .is_empty(), .count()
    );

    // What this clock does: nothing; the first (`opens`) or second half of the round that joins two blocks; a half of
    // one within a block; the first or second half of the round that ends a message.
    logic waits, opens_then, works, closes, ends;
    logic is_last;  // the block in work ends its message
    logic nearly;  // this is the last clock within the block
    logic is_second;  // the second half of a round is due
    logic [6:0] step;
    logic holds, moves;  // `closes` waits; the state moves on
    logic will_open, will_close;
    logic has_digest;  // the digest of the message before is still there
    assign holds = closes && has_digest;
    assign moves = !waits && !holds;
    assign will_open = (waits || ends) && valid;
    assign will_close = works && nearly && is_last;

    always_ff @(posedge clk) begin
        if (rst) begin
            waits <= 1;
            opens <= 0;
            opens_then <= 0;
            works <= 0;
            closes <= 0;
            ends <= 0;
            is_second <= 0;
        end else begin
            waits <= ((waits || ends) && !valid) || (works && nearly && !is_last);
            opens <= will_open;
            opens_then <= opens;
            works <= opens_then || (works && !nearly);
            closes <= will_close || holds;
            ends <= closes && !holds;
            is_second <= is_second ^ moves;
        end
        if (opens) is_last <= block_is_last;
        nearly <= works && step == 1;
        step <= opens_then ? STEPS - 3 : step - 1'b1;
    end

    // The constants' halves. Those of the first round also serve to begin a message.
    logic presets_constants;
    logic [127:0] c;
    assign presets_constants = rst || opens_then || ends;
    generate
        if (MEM) begin : stored
            logic [255:0] constant;
            logic [6:0] index;  // of the next half
            jh_constant next (.index(index[6:1]), .constant);
            always_ff @(posedge clk) begin
                if (presets_constants) begin
                    c <= FIRST[255:128];
                    index <= 1;
                end else if (moves) begin
                    c <= index[0] ? constant[127:0] : constant[255:128];
                    index <= index + 1'b1;
                end
            end
        end else begin : computed
            jh_folded #(.ELEMENTS(64)) series (
                .clk, .presets(presets_constants), .beginning(FIRST), .moves, .is_second,
                .c(32'd0), .addend(128'd0), .half(c), .following()
            );
        end
    endgenerate

    // What is added, in elements: the block in work to the second half of the ungrouped state, the next one to the
    // first half. `addend` is the part of it that belongs to the half of a round that is due.
    logic [511:0] message, addend;  // `message` is the block in work
    logic [1023:0] added;
    genvar i;
    generate
        for (i = 0; i < 128; i = i + 1) begin : addends
            assign added[1023-8*i-:8] = {
                block[511-i], block[255-i], message[511-i], message[255-i],
                block[383-i], block[127-i], message[383-i], message[127-i]
            };
        end
        for (i = 0; i < 128; i = i + 1) begin : elements
            localparam AT = i < 64 ? 1023 - 4 * i : 767 - 4 * i;
            always_ff @(posedge clk) begin
                if (!holds) begin
                    if (!will_open && !opens) addend[511-4*i-:2] <= 0;
                    else addend[511-4*i-:2] <= opens ? added[AT-256-:2] : added[AT-:2];
                    // With `ends`, the block in work is of the message before.
                    if (!(waits && valid) && !will_close && !opens && !closes) addend[509-4*i-:2] <= 0;
                    else addend[509-4*i-:2] <= opens || closes ? added[AT-258-:2] : added[AT-2-:2];
                end
            end
        end
    endgenerate

    logic [1023:0] beginning, following;
    jh_beginning #(.OUTPUT(OUTPUT), .ROUNDS(1)) begin_with (.state(beginning));
    jh_folded state (
        .clk, .presets(rst || ends), .beginning, .moves, .is_second, .c, .addend, .half(), .following
    );

    always_ff @(posedge clk) begin
        if (rst || ends) message <= 0;
        else if (opens) message <= block;
    end

    jh_digest #(
        .OUTPUT(OUTPUT)
    ) last (
        .clk, .rst, .state(following), .ends, .has_digest, .dout, .dst_ready, .dst_write
    );
endmodule
