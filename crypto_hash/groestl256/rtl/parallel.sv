// Groestl with two permutations' datapaths side by side (P+Q), one round a clock: parameter OUTPUT is 256 or 512.
// With STREAMS = 2 or 4 there are as many pipeline registers in a round, and as many messages take turns.
//
// A turn is the clock in which a message's states are written to the registers `p` and `q`: it has one in STREAMS
// clocks. The result of a last round goes to the chaining value and in the same clock, with the next block, to `p`, so
// that no clock is lost between blocks. The last permutation, P(h), goes the same way.
//
// The clock before a turn prepares it: it decides what comes in, and puts what is added to P into the register
// `addend`, m ^ h or h. In other turns, that is zero.
//
// Registers: one, `p` or `q` before SubBytes. Two: one more after SubBytes. Four: one more in the middle of SubBytes,
// and one in the middle of MixBytes.
module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter STREAMS = 1,
    parameter SBOX = 1,
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
    localparam COLUMNS = OUTPUT / 32;
    localparam ROUNDS = COLUMNS == 8 ? 10 : 14;
    localparam BLOCK = 64 * COLUMNS;
    localparam [3:0] LAST = ROUNDS - 1;
    localparam [BLOCK-1:0] INITIAL = OUTPUT;

    // A source of blocks for each stream.
    logic [STREAMS*BLOCK-1:0] blocks;
    logic [STREAMS-1:0] valid, take, is_last, ready;

    genvar s;
    generate
        for (s = 0; s < STREAMS; s = s + 1) begin : sources
            shell_in #(
                .W(64), .BLOCK(BLOCK), .PAD(PAD), .MARK(8'h80), .LENGTH(64), .BLOCKS(1)
            ) source (
                .clk, .rst, .din(din[64*s+:64]), .src_ready(src_ready[s]), .src_read(src_read[s]),
                .block(blocks[BLOCK*s+:BLOCK]), .valid(valid[s]), .take(take[s]),
                .is_first(), .is_last(is_last[s]), .is_empty(), .count()
            );
        end
    endgenerate

    // Where each message is. These registers go round, the one whose turn is next first.
    logic [STREAMS-1:0] is_busy;  // the turn has a round's result
    logic [STREAMS-1:0] is_final;  // it is of the last permutation; if not busy: that is to come
    logic [STREAMS-1:0] has_last;  // the block is the message's last
    logic [STREAMS-1:0] settles;  // the chaining value was changed in the turn before
    logic [4*STREAMS-1:0] rounds;
    logic [STREAM-1:0] stream, then_stream;  // whose turn is next; whose is now
    logic [STREAMS-1:0] is_stream, was_stream;  // the same, a bit for each

    // What the next turn is for.
    logic ends, ends_block, ends_message, wants_final, enters;
    assign ends = is_busy[0] && rounds[3:0] == LAST;
    assign ends_block = ends && !is_final[0];
    assign ends_message = ends && is_final[0];
    assign wants_final = ends ? !is_final[0] && has_last[0] : is_final[0];
    // One message alone has its turn in the same clock: h is not there yet if that changes it.
    assign enters = (ends || !is_busy[0]) && !(STREAMS == 1 && settles[0])
        && |(is_stream & (wants_final ? ready : valid));
    assign take = enters && !wants_final ? is_stream : {STREAMS{1'b0}};

    logic [STREAMS:0] is_busy_then, is_final_then, has_last_then, settles_then;
    logic [4*STREAMS+3:0] rounds_then;
    assign is_busy_then = {enters || (is_busy[0] && !ends), is_busy};
    assign is_final_then = {wants_final, is_final};
    assign has_last_then = {enters && !wants_final ? |(is_stream & is_last) : has_last[0], has_last};
    assign settles_then = {ends && !enters, settles};
    assign rounds_then = {enters ? 4'd0 : rounds[3:0] + 4'd1, rounds};

    // The turn.
    logic opens;  // states come in, or there are none
    logic closes;  // the digest is there
    logic keeps_p;  // what P has comes back to `p`
    logic chains_p, chains_q;  // it goes to the chaining value, and so does what Q has
    logic [3:0] round;

    integer i;
    always_ff @(posedge clk) begin
        if (rst) begin
            is_busy <= 0;
            is_final <= 0;
            settles <= 0;
            stream <= 0;
            is_stream <= 1;
            opens <= 1;
            closes <= 0;
            chains_p <= 0;
            chains_q <= 0;
        end else begin
            is_busy <= is_busy_then[STREAMS:1];
            is_final <= is_final_then[STREAMS:1];
            settles <= settles_then[STREAMS:1];
            if (STREAMS > 1) stream <= stream + 1'b1;
            is_stream <= {is_stream, is_stream[STREAMS-1]};
            opens <= ends || !is_busy[0];
            closes <= ends_message;
            chains_p <= ends_block;
            chains_q <= ends_block;
        end
        has_last <= has_last_then[STREAMS:1];
        rounds <= rounds_then[4*STREAMS+3:4];
        was_stream <= is_stream;
        keeps_p <= is_busy[0] && !ends_message;
        round <= ends || !is_busy[0] ? 4'd0 : rounds[3:0] + 4'd1;
    end

    // The block of the next turn, and what P gets then.
    logic [BLOCK-1:0] next_block, block, addend, next_chain;
    always_comb begin
        next_block = blocks[BLOCK-1:0];
        for (i = 1; i < STREAMS; i = i + 1) if (stream == i) next_block = blocks[BLOCK*i+:BLOCK];
    end

    always_ff @(posedge clk) begin
        block <= next_block;
        if (is_busy[0] && !ends) addend <= 0;
        else addend <= (ends_message ? INITIAL : next_chain) ^ (wants_final ? {BLOCK{1'b0}} : next_block);
    end

    // Permutations.
    logic [BLOCK-1:0] p, q, mixed_p, mixed_q;
    groestl_permutation #(
        .COLUMNS(COLUMNS), .STAGES(STREAMS), .SBOX(SBOX), .IS_Q(0)
    ) permutation_p (
        .clk, .x(p), .y(mixed_p)
    );
    groestl_permutation #(
        .COLUMNS(COLUMNS), .STAGES(STREAMS), .SBOX(SBOX), .IS_Q(1)
    ) permutation_q (
        .clk, .x(q), .y(mixed_q)
    );

    logic [BLOCK-1:0] constants_p, constants_q;
    genvar j;
    generate
        for (j = 0; j < COLUMNS; j = j + 1) begin : columns
            logic [3:0] column;
            assign column = j;
            assign constants_p[BLOCK-1-64*j-:64] = {column, round, 56'd0};
            assign constants_q[BLOCK-1-64*j-:64] = ~{56'd0, column, round};
        end
    endgenerate

    always_ff @(posedge clk) begin
        p <= (mixed_p & {BLOCK{keeps_p}}) ^ (mixed_q & {BLOCK{chains_q}}) ^ addend ^ constants_p;
        q <= (opens ? block : mixed_q) ^ constants_q;
    end

    // Chaining values go round like the messages, a clock later. What is not a last round's result is not added.
    logic [STREAMS*BLOCK-1:0] chains;
    logic [BLOCK-1:0] chain, chained;
    logic [(STREAMS+1)*BLOCK-1:0] chains_then;
    assign chain = chains[BLOCK-1:0];
    assign chained = chain ^ (mixed_p & {BLOCK{chains_p}}) ^ (mixed_q & {BLOCK{chains_q}});
    assign chains_then = {closes ? INITIAL : chained, chains};
    assign next_chain = chains[BLOCK*(STREAMS > 1 ? 1 : 0)+:BLOCK];

    always_ff @(posedge clk) begin
        if (rst) chains <= {STREAMS{INITIAL}};
        else chains <= chains_then[(STREAMS+1)*BLOCK-1:BLOCK];
    end

    logic [OUTPUT-1:0] digest;
    assign digest = chain[OUTPUT-1:0] ^ mixed_p[OUTPUT-1:0];
    shell_out #(
        .W(64), .OUTPUT(OUTPUT), .STREAMS(STREAMS)
    ) destination (
        .clk, .rst, .digest, .put(closes ? was_stream : {STREAMS{1'b0}}), .ready,
        .dout, .dst_ready, .dst_write, .dst_stream
    );
endmodule

// SubBytes, ShiftBytes and MixBytes of P or Q, with STAGES - 1 registers.
module groestl_permutation #(
    parameter COLUMNS = 8,
    parameter STAGES = 1,
    parameter SBOX = 1,
    parameter IS_Q = 0,
    parameter BLOCK = 64 * COLUMNS
) (
    input  logic             clk,
    input  logic [BLOCK-1:0] x,
    output logic [BLOCK-1:0] y
);
    function automatic integer shift_of(input integer row);
        if (IS_Q) shift_of = row == 3 && COLUMNS == 16 ? 11 : row < 4 ? 2 * row + 1 : 2 * row - 8;
        else shift_of = row == 7 && COLUMNS == 16 ? 11 : row;
    endfunction

    logic [BLOCK-1:0] substituted;
    genvar i, j;
    generate
        for (i = 0; i < BLOCK / 8; i = i + 1) begin : bytes
            logic [15:0] middle, middle_then;
            logic [7:0] result;
            groestl_sbox_first #(.SBOX(SBOX)) first (.x(x[8*i+:8]), .middle);
            groestl_sbox_second #(.SBOX(SBOX)) second (.middle(middle_then), .y(result));
            if (STAGES < 4) assign middle_then = middle;
            else always_ff @(posedge clk) middle_then <= middle;
            if (STAGES < 2) assign substituted[8*i+:8] = result;
            else always_ff @(posedge clk) substituted[8*i+:8] <= result;
        end

        for (j = 0; j < COLUMNS; j = j + 1) begin : columns
            logic [63:0] column, fours, others, fours_then, others_then;
            for (i = 0; i < 8; i = i + 1) begin : rows
                assign column[63-8*i-:8] = substituted[BLOCK-1-64*((j+shift_of(i))%COLUMNS)-8*i-:8];
            end
            groestl_mix_sums sums (.x(column), .fours, .others);
            groestl_mix_products products (
                .fours(fours_then), .others(others_then), .y(y[BLOCK-1-64*j-:64])
            );
            if (STAGES < 4) begin : here
                assign fours_then = fours;
                assign others_then = others;
            end else begin : later
                always_ff @(posedge clk) begin
                    fours_then <= fours;
                    others_then <= others;
                end
            end
        end
    endgenerate
endmodule
