// JH (round 3) for one message at a time: OUTPUT is 256 or 512, UNROLL the number of rounds in a clock, 1 or 2, and MEM
// says whether round constants are stored (1) or computed (0). A step is what one clock does: UNROLL rounds.
//
// The compression function adds a block to the first half of the chaining value before its 42 rounds, and to the second
// half after them. Both additions are made behind a round: the last step of a block adds that block to the second half
// and the next block to the first half. So a step is rounds and an addition, with no multiplexer that loads a block or
// an initial value. The first block has a last step before it as well: the state is reset to the value from which that
// step makes H(0).
//
// A block takes 42 / UNROLL + 1 clocks. Within a message, one of them waits for the next block, so that all controls
// can be registers; at its end, it is the additional step.
//
//     waits            the state is one step before its chaining value, or at the beginning; until there is a block
//     opens            the step that joins two blocks; the block register is free from then on
//     works            steps within a block, 42 / UNROLL - 1 of them
//     closes           the step that ends a message: its result is the digest, and the state is reset
module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter UNROLL = 1,
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
    localparam STEPS = 42 / UNROLL;

    logic [511:0] block;
    logic valid, block_is_last, opens;
    shell_in #(
        .W(64), .BLOCK(512), .PAD(PAD), .MARK(8'h80), .LENGTH(128), .APART(1)
    ) source (
        .clk, .rst, .din, .src_ready, .src_read,
        .block, .valid, .take(opens), .is_first(), .is_last(block_is_last), .is_empty(), .count()
    );

    // What this clock does: one of these and `opens`.
    logic waits, works, closes;
    logic is_last;  // the block in work ends its message
    logic nearly;  // this is the last step within the block
    logic [5:0] step;
    logic holds, ends;  // `closes` waits; `closes` does its step
    logic will_open, will_close;
    logic has_digest;  // the digest of the message before is still there
    assign holds = closes && has_digest;
    assign ends = closes && !has_digest;
    assign will_open = (waits || ends) && valid;
    assign will_close = (works && nearly && is_last) || holds;

    always_ff @(posedge clk) begin
        if (rst) begin
            waits <= 1;
            opens <= 0;
            works <= 0;
            closes <= 0;
        end else begin
            waits <= ((waits || ends) && !valid) || (works && nearly && !is_last);
            opens <= will_open;
            works <= opens || (works && !nearly);
            closes <= will_close;
        end
        if (opens) is_last <= block_is_last;
        nearly <= works && step == 1;
        step <= opens ? STEPS - 2 : step - 1'b1;
    end

    // The constants of a step. A message begins with those of the first step.
    logic [256*UNROLL-1:0] c;
    jh_constants #(.ROUNDS(UNROLL), .MEM(MEM)) constants (
        .clk, .first(rst || opens || ends), .next(works), .c
    );

    // The step.
    logic [1023:0] state, stepped, added, beginning;
    logic [1024*(UNROLL+1)-1:0] states;
    assign states[1023:0] = state;
    assign stepped = states[1024*UNROLL+:1024];

    genvar i;
    generate
        for (i = 0; i < UNROLL; i = i + 1) begin : rounds
            logic [1023:0] substituted;
            jh_substitute substitute (
                .a(states[1024*i+:1024]), .c(c[256*(UNROLL-i)-1-:256]), .b(substituted)
            );
            jh_diffuse diffuse (.a(substituted), .b(states[1024*(i+1)+:1024]));
        end
    endgenerate

    // What is added behind it, in elements: the block in work to the second half of the ungrouped state, the next one
    // to the first half. Before the first block of a message there is none in work.
    logic [511:0] message;  // the block in work
    logic [511:0] next_addend, addend;
    logic adds;  // opens || closes
    assign next_addend = block & {512{opens}};
    assign addend = message & {512{adds}};
    generate
        for (i = 0; i < 128; i = i + 1) begin : addends
            assign added[1023-8*i-:8] = {
                next_addend[511-i], next_addend[255-i], addend[511-i], addend[255-i],
                next_addend[383-i], next_addend[127-i], addend[383-i], addend[127-i]
            };
        end
    endgenerate

    logic [1023:0] next_state;
    assign next_state = stepped ^ added;

    jh_beginning #(.OUTPUT(OUTPUT), .ROUNDS(UNROLL)) begin_with (.state(beginning));

    always_ff @(posedge clk) begin
        adds <= will_open || will_close;
        if (rst || ends) state <= beginning;
        else if (opens || works) state <= next_state;
        if (rst || ends) message <= 0;
        else if (opens) message <= block;
    end

    jh_digest #(
        .OUTPUT(OUTPUT)
    ) last (
        .clk, .rst, .state(next_state), .ends, .has_digest, .dout, .dst_ready, .dst_write
    );
endmodule
