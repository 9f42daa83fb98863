// Keccak[c=512] and Keccak[c=1024] (The Keccak reference, version 3.0), SHA3-256 and SHA3-512 (FIPS 202).
//
// UNROLL rounds of Keccak-f[1600] in a row, and STREAMS pipeline stages along them: a ring in which as many messages
// go round, each in a slot of its own. A pass is STREAMS clocks, a block is 24 / UNROLL passes. OUTPUT is the bits of
// the digest; the rate is 1600 - 2 OUTPUT. MARK, the first byte of the padding, is what tells SHA-3 from Keccak.
//
// A block goes from its source to the register `absorbed` in the clock in which the slot's previous block has its last
// round. It is added to the state inside theta of its first round, so absorbing takes no clock; in all other passes
// `absorbed` is zero and needs no gate. The state of a new message is zero because the register is cleared behind the
// last round of the message before. What that round computed leaves through `result`, a second register of its output.
// So from register to register a round is four functions of four inputs deep: two make the parities of columns, one
// adds them and the block, one is chi and iota.
//
// A slot between two messages idles. One that lacks the next block of its message, or the place for its digest, holds
// the whole ring: its state would have to stay where it is while others pass.
//
// Lane(x, y) of a state is bits 64 (5 y + x) and up. A lane is little-endian, a word of the bus big-endian.

// The parities of the columns of state and block: the first half of theta. The parity of column x is lane x.
module keccak_parities (
    input  logic [1599:0] state,
    input  logic [1599:0] absorbed,
    output logic [319:0]  parities
);
    genvar x;
    generate
        for (x = 0; x < 5; x = x + 1) begin : columns
            // Four of the state's lanes fill a function; the fifth shares one with the block's.
            logic [63:0] of_four, of_block;
            assign of_four = state[64*x+:64] ^ state[64*(x+5)+:64] ^ state[64*(x+10)+:64] ^ state[64*(x+15)+:64];
            assign of_block = absorbed[64*x+:64] ^ absorbed[64*(x+5)+:64]
                ^ absorbed[64*(x+10)+:64] ^ absorbed[64*(x+15)+:64] ^ absorbed[64*(x+20)+:64];
            assign parities[64*x+:64] = of_four ^ (state[64*(x+20)+:64] ^ of_block);
        end
    endgenerate
endmodule

// The rest of the round. KEEP: no 4-input function spans the end of theta. Yosys then needs fewer of them where the
// round is cut.
module keccak_rest #(
    parameter KEEP = 0
) (
    input  logic [1599:0] state,
    input  logic [1599:0] absorbed,
    input  logic [319:0]  parities,
    input  logic [63:0]   constant,
    output logic [1599:0] next
);
    // The offset of rho for Lane(x, y), which is not Lane(0, 0): the walk of FIPS 202, section 3.2.2.
    function automatic integer offset(input integer x, input integer y);
        integer t, u, v, w;
        offset = 0;
        u = 1;
        v = 0;
        for (t = 0; t < 24; t = t + 1) begin
            if (u == x && v == y) offset = (t + 1) * (t + 2) / 2 % 64;
            w = (2 * u + 3 * v) % 5;
            u = v;
            v = w;
        end
    endfunction

    logic [1599:0] moved;  // by rho and pi
    logic [1599:0] chi_in;  // the same, for chi
    generate
        if (KEEP) begin : kept
            (* keep *) logic [1599:0] lanes;
            assign lanes = moved;
            assign chi_in = lanes;
        end else begin : free
            assign chi_in = moved;
        end
    endgenerate

    genvar x, y;
    generate
        for (y = 0; y < 5; y = y + 1) begin : rows
            for (x = 0; x < 5; x = x + 1) begin : lanes
                localparam LANE = 5 * y + x, LEFT = (x + 4) % 5, RIGHT = (x + 1) % 5;
                localparam MOVED = 5 * ((2 * x + 3 * y) % 5) + y, BY = offset(x, y);

                logic [63:0] right, lane;
                assign right = parities[64*RIGHT+:64];
                assign lane = state[64*LANE+:64] ^ absorbed[64*LANE+:64]
                    ^ parities[64*LEFT+:64] ^ {right[62:0], right[63]};
                assign moved[64*MOVED+:64] = (lane << BY) | (lane >> (64 - BY));

                localparam AFTER = 5 * y + (x + 1) % 5, AFTER_THAT = 5 * y + (x + 2) % 5;
                assign next[64*LANE+:64] = chi_in[64*LANE+:64]
                    ^ (~chi_in[64*AFTER+:64] & chi_in[64*AFTER_THAT+:64]) ^ (LANE == 0 ? constant : 64'd0);
            end
        end
    endgenerate
endmodule

module keccak #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter MARK = 1,
    parameter UNROLL = 1,
    parameter STREAMS = 1,
    parameter STREAM = STREAMS > 1 ? $clog2(STREAMS) : 1
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic [64*STREAMS-1:0] din,
    input  logic [STREAMS-1:0]    src_ready,
    output logic [STREAMS-1:0]    src_read,
    output logic [63:0]           dout,
    input  logic                  dst_ready,
    output logic                  dst_write,
    output logic [STREAM-1:0]     dst_stream
);
    localparam RATE = 1600 - 2 * OUTPUT;
    localparam PASSES = 24 / UNROLL;

    function automatic [63:0] round_constant(input [4:0] round);
        case (round)
            0: round_constant = 64'h0000000000000001;
            1: round_constant = 64'h0000000000008082;
            2: round_constant = 64'h800000000000808a;
            3: round_constant = 64'h8000000080008000;
            4: round_constant = 64'h000000000000808b;
            5: round_constant = 64'h0000000080000001;
            6: round_constant = 64'h8000000080008081;
            7: round_constant = 64'h8000000000008009;
            8: round_constant = 64'h000000000000008a;
            9: round_constant = 64'h0000000000000088;
            10: round_constant = 64'h0000000080008009;
            11: round_constant = 64'h000000008000000a;
            12: round_constant = 64'h000000008000808b;
            13: round_constant = 64'h800000000000008b;
            14: round_constant = 64'h8000000000008089;
            15: round_constant = 64'h8000000000008003;
            16: round_constant = 64'h8000000000008002;
            17: round_constant = 64'h8000000000000080;
            18: round_constant = 64'h000000000000800a;
            19: round_constant = 64'h800000008000000a;
            20: round_constant = 64'h8000000080008081;
            21: round_constant = 64'h8000000000008080;
            22: round_constant = 64'h0000000080000001;
            23: round_constant = 64'h8000000080008008;
            default: round_constant = 64'hx;
        endcase
    endfunction

    genvar s, u, i;

    // Blocks, as lanes.
    logic [STREAMS*RATE-1:0] blocks;
    logic [STREAMS-1:0] valid, takes, block_is_last;
    generate
        for (s = 0; s < STREAMS; s = s + 1) begin : sources
            logic [RATE-1:0] block;
            shell_in #(
                .W(64), .BLOCK(RATE), .PAD(PAD), .MARK(MARK), .TAIL(8'h80), .LENGTH(0)
            ) source (
                .clk, .rst, .din(din[64*s+:64]), .src_ready(src_ready[s]), .src_read(src_read[s]),
                .block, .valid(valid[s]), .take(takes[s]), .is_first(), .is_last(block_is_last[s]), .is_empty(),
                .count()
            );
            for (i = 0; i < RATE / 8; i = i + 1) begin : bytes
                assign blocks[RATE*s+8*i+:8] = block[RATE-1-8*i-:8];
            end
        end
    endgenerate

    // What is known of the slot in each stage. The last stage ends a pass. All that `takes` and `runs` depend on is
    // known a clock before.
    logic [STREAMS-1:0] is_open;  // takes a block at the end of the pass: it has none, or this pass is its last
    logic [STREAMS-1:0] continues, closes;  // this pass is the block's last: another block follows; none does
    logic [STREAMS-1:0] is_closing;  // its block is its message's last
    logic [5*STREAMS-1:0] rounds;  // the first of the pass
    logic [STREAM-1:0] turn;  // the stream whose slot is in the last stage

    logic [STREAMS-1:0] has_place;
    logic loads, runs, may_close, opens, goes_on, ends;
    assign {opens, goes_on, ends} = {is_open[STREAMS-1], continues[STREAMS-1], closes[STREAMS-1]};
    assign may_close = !ends || has_place[turn];
    assign loads = opens && valid[turn];
    assign runs = may_close && (!goes_on || valid[turn]);

    generate
        for (s = 0; s < STREAMS; s = s + 1) begin : takers
            assign takes[s] = opens && may_close && valid[s] && turn == s;
        end
    endgenerate

    // The slots go on. A pass is known to be the last one when it begins.
    logic [4:0] next_round;
    logic is_last_pass;
    logic [STREAMS:0] open_chain, continues_chain, closes_chain, closing_chain;  // bit 0: what the last stage hands on
    logic [5*STREAMS+4:0] round_chain;
    assign next_round = opens ? 0 : rounds[5*STREAMS-1-:5] + UNROLL;
    assign is_last_pass = !opens && next_round == 24 - UNROLL;
    assign open_chain = {is_open, opens ? !loads : is_last_pass};
    assign continues_chain = {continues, is_last_pass && !is_closing[STREAMS-1]};
    assign closes_chain = {closes, is_last_pass && is_closing[STREAMS-1]};
    assign closing_chain = {is_closing, opens ? block_is_last[turn] : is_closing[STREAMS-1]};
    assign round_chain = {rounds, next_round};

    always_ff @(posedge clk) begin
        if (rst) begin
            is_open <= {STREAMS{1'b1}};
            continues <= 0;
            closes <= 0;
            turn <= 0;
        end else if (runs) begin
            is_open <= open_chain[STREAMS-1:0];
            continues <= continues_chain[STREAMS-1:0];
            closes <= closes_chain[STREAMS-1:0];
            turn <= STREAMS == 1 || turn == STREAMS - 1 ? 0 : turn + 1'b1;
        end
        if (runs) begin
            is_closing <= closing_chain[STREAMS-1:0];
            rounds <= round_chain[5*STREAMS-1:0];
        end
    end

    // Its stream's block. Of four, one function of four inputs chooses between two, or hands on which of the other two
    // a second one takes.
    logic [RATE-1:0] block, low;
    generate
        if (STREAMS == 4) begin : of_four
            assign low = turn[1] ? {RATE{turn[0]}} : turn[0] ? blocks[RATE+:RATE] : blocks[0+:RATE];
            assign block = turn[1] ? (low & blocks[3*RATE+:RATE]) | (~low & blocks[2*RATE+:RATE]) : low;
        end else begin : of_few
            assign block = blocks[turn*RATE+:RATE];
        end
    endgenerate

    // The first stage's registers.
    logic [1599:0] state, next_state;
    logic [RATE-1:0] absorbed;
    always_ff @(posedge clk) begin
        if (runs) begin
            state <= next_state;
            absorbed <= block;
            if (opens && !goes_on) state <= 0;
            if (!loads) absorbed <= 0;
        end
    end

    // The rounds. With a stage for each of them, they end at a register; with two, there is one behind the parities
    // as well, which halves the depth.
    generate
        for (u = 0; u < UNROLL; u = u + 1) begin : round
            localparam STAGES = STREAMS / UNROLL;
            localparam STAGE = STREAMS == 1 ? 0 : (u + 1) * STAGES - 1;  // that has the constant

            logic [63:0] constant;
            always_ff @(posedge clk) if (runs) constant <= round_constant(round_chain[5*STAGE+:5] + u);

            logic [1599:0] entering, entering_block, added_state, added_block, leaving;
            logic [319:0] parities, added_parities;
            if (u == 0) begin : first
                assign entering = state;
                assign entering_block = {{(2*OUTPUT){1'b0}}, absorbed};
            end else begin : later
                assign entering_block = 0;
            end

            keccak_parities parity (.state(entering), .absorbed(entering_block), .parities);
            if (STAGES == 2) begin : cut
                always_ff @(posedge clk)
                    if (runs) {added_state, added_block, added_parities} <= {entering, entering_block, parities};
            end else begin : whole
                assign {added_state, added_block, added_parities} = {entering, entering_block, parities};
            end
            keccak_rest #(.KEEP(STAGES == 2)) rest (
                .state(added_state), .absorbed(added_block), .parities(added_parities), .constant, .next(leaving)
            );
        end
        for (u = 1; u < UNROLL; u = u + 1) begin : between
            if (STREAMS > 1) begin : stage
                always_ff @(posedge clk) if (runs) round[u].entering <= round[u-1].leaving;
            end else begin : none
                assign round[u].entering = round[u-1].leaving;
            end
        end
        assign next_state = round[UNROLL-1].leaving;
    endgenerate

    // Digests. `result` may have one only for a clock, so a message ends only where `destination` is known to have
    // room for it then.
    logic [OUTPUT-1:0] result, digest;
    logic [STREAMS-1:0] puts, put, ready;
    assign puts = {{(STREAMS-1){1'b0}}, ends && runs} << turn;
    always_ff @(posedge clk) begin
        result <= next_state[OUTPUT-1:0];
        has_place <= ready & ~put & ~puts;
        if (rst) put <= 0;
        else put <= puts;
    end
    generate
        for (i = 0; i < OUTPUT / 8; i = i + 1) begin : bytes
            assign digest[OUTPUT-1-8*i-:8] = result[8*i+:8];
        end
    endgenerate

    shell_out #(
        .W(64), .OUTPUT(OUTPUT), .STREAMS(STREAMS)
    ) destination (
        .clk, .rst, .digest, .put, .ready, .dout, .dst_ready, .dst_write, .dst_stream
    );
endmodule
