// Groestl with one permutation's datapath for P and Q (P/Q): parameter OUTPUT is 256 or 512. The datapath is FOLD times
// narrower than the state: it works on a part, COLUMNS/FOLD of the columns, in each clock.
//
// A round has two stages. SubBytes takes a part from the register `added` and puts it into `substituted`; ShiftBytes,
// MixBytes and the next AddRoundConstant take it from there back into `added`. P and Q take turns: while one is in the
// first stage, the other is in the second. What a stage does with a state is a step of FOLD clocks.
//
//     step      second stage, result               what comes into `added`     first stage
//     0         last round of Q, to the chain      m ^ h for P                 -
//     1         -                                  m for Q                     P, round 0
//     2         P, round 0                         P                           Q, round 0
//     3         Q, round 0                         Q                           P, round 1
//     ...
//     2*ROUNDS  last round of P, to the chain      -                           Q, last round
//
// So a block takes 2*ROUNDS + 1 steps. The first stage passes zeros on where it has no work; the second stage makes
// zeros of them, to which m and h are added. The last permutation, P(h), goes the same way with zeros in Q's place.
module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter FOLD = 1,
    parameter SBOX = 1
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
    localparam COLUMNS = OUTPUT / 32;
    localparam ROUNDS = COLUMNS == 8 ? 10 : 14;
    localparam BLOCK = 64 * COLUMNS;
    localparam WIDTH = COLUMNS / FOLD;  // columns of a part
    localparam PART = 64 * WIDTH;
    localparam WINDOW = 2 * FOLD - 1;  // parts
    localparam [4:0] LAST = 2 * ROUNDS;
    localparam [BLOCK-1:0] INITIAL = OUTPUT;

    // A source of blocks.
    logic [BLOCK-1:0] block;
    logic valid, take, is_last;
    shell_in #(
        .W(64), .BLOCK(BLOCK), .PAD(PAD), .MARK(8'h80), .LENGTH(64), .BLOCKS(1)
    ) source (
        .clk, .rst, .din, .src_ready, .src_read,
        .block, .valid, .take, .is_first(), .is_last, .is_empty(), .count()
    );

    // Control. A pass is the work on a block, or the last permutation; step 0 waits for what it needs.
    logic [4:0] step, next_step;
    logic [2:0] part, next_part;
    logic is_final;  // the pass is the last permutation; at step 0: the pass to come
    logic has_last;  // its block is the message's last
    logic is_closed;  // at step 0: the chain is complete, and the second stage has nothing but zeros
    logic is_loading, was_loading, waits, part_is_last, ready;

    assign is_loading = part == 0 ? (is_final ? ready : valid) : was_loading;
    assign waits = is_closed && !is_loading;
    assign part_is_last = part == FOLD - 1;
    assign next_part = FOLD == 1 || waits || part_is_last ? 3'd0 : part + 3'd1;

    always_comb begin
        next_step = step;
        if (part_is_last) begin
            if (step == 0) next_step = {4'd0, is_loading};
            else next_step = step == LAST ? 5'd0 : step + 5'd1;
        end
        if (rst) next_step = 0;
    end

    // What the clock is for.
    logic adds_block, adds_chain;
    logic of_q;  // the second stage has a state of Q
    logic adds_constant;  // which gets a round constant
    logic is_idle;  // the first stage has none
    logic chains;  // what leaves the second stage goes to the chain
    logic closes;  // this is the last clock of the last permutation
    logic then_final;

    assign then_final = step == LAST && part_is_last ? !is_final && has_last : is_final;

    always_ff @(posedge clk) begin
        step <= next_step;
        was_loading <= is_loading;
        if (rst) begin
            part <= 0;
            is_final <= 0;
            is_closed <= 1;
        end else begin
            part <= next_part;
            is_final <= then_final;
            if (step == 0) is_closed <= !is_loading && (is_closed || part_is_last);
            else is_closed <= 0;
        end
        if (take) has_last <= is_last;
        adds_block <= next_step[4:1] == 0 && (rst || !then_final);
        adds_chain <= next_step == 0;
        of_q <= next_step == 0 || next_step[0];
        adds_constant <= next_step[0];
        is_idle <= next_step == 0 || (!next_step[0] && then_final);
        chains <= next_step == 0 || next_step == LAST;
        closes <= next_step == LAST && then_final && next_part == FOLD - 1 && !rst;
        take <= next_step == 1 && next_part == FOLD - 1 && !then_final && !rst;
    end

    // The first stage.
    logic [BLOCK-1:0] added;  // the oldest part highest
    logic [PART-1:0] newest;
    logic [WINDOW*PART-1:0] substituted;  // the newest part lowest
    groestl_sub_bytes #(
        .BYTES(PART / 8), .SBOX(SBOX)
    ) sub_bytes (
        .clk, .clears(is_idle), .x(added[BLOCK-1-:PART]), .y(newest)
    );

    // The second stage. Its states come one after the other through the window. Parts that its part needs are in the
    // places where they were when part 0 left, except those that come before it in the state: these have moved on.
    logic [PART-1:0] shifted, mixed;
    groestl_shift_bytes #(
        .COLUMNS(COLUMNS), .FOLD(FOLD)
    ) shift_bytes (
        .clk, .next_part(rst ? 3'd0 : next_part), .of_q, .adds_constant, .x(substituted), .y(shifted)
    );

    groestl_mix_bytes #(
        .COLUMNS(WIDTH)
    ) mix_bytes (
        .x(shifted), .y(mixed)
    );

    // What is added: the state of a new pass, and round constants but for the ones that all bytes of Q get.
    logic [BLOCK-1:0] chain;
    logic [PART-1:0] block_part, chain_part, constants;
    assign block_part = block[(FOLD-1-part)*PART+:PART];
    assign chain_part = chain[BLOCK-1-:PART];

    genvar j;
    generate
        for (j = 0; j < WIDTH; j = j + 1) begin : columns
            logic [3:0] column;
            logic [7:0] constant;
            assign column = part * WIDTH + j;
            assign constant = {column, step[4:1]};
            assign constants[PART-1-64*j-:64] = {step[0] ? 8'd0 : constant, 48'd0, step[0] ? constant : 8'd0};
        end

        if (FOLD == 1) begin : whole
            assign substituted = newest;
        end else begin : folded
            logic [(WINDOW-1)*PART-1:0] older;
            assign substituted = {older, newest};
            always_ff @(posedge clk) older <= substituted[(WINDOW-1)*PART-1:0];
        end
    endgenerate

    // The chaining value goes round by parts.
    logic [BLOCK+PART-1:0] chain_then;
    assign chain_then = {chain, chain_part ^ mixed};
    always_ff @(posedge clk) begin
        if (rst || closes) chain <= INITIAL;
        else if (chains && !waits) chain <= chain_then[BLOCK-1:0];
    end

    logic [PART-1:0] addend;
    assign addend = (block_part & {PART{adds_block}}) ^ (chain_part & {PART{adds_chain}});

    logic [BLOCK+PART-1:0] added_then;
    assign added_then = {added, mixed ^ addend ^ constants};
    always_ff @(posedge clk) added <= added_then[BLOCK-1:0];

    shell_out #(
        .W(64), .OUTPUT(OUTPUT)
    ) destination (
        .clk, .rst, .digest(chain_then[OUTPUT-1:0]), .put(closes), .ready,
        .dout, .dst_ready, .dst_write, .dst_stream()
    );
endmodule

// ShiftBytes of a part. Where `adds_constant` is high, the ones that AddRoundConstant adds to all bytes of Q are added
// here, ahead of MixBytes: a column of 55 becomes a column of ff. The multiplexers have an input to spare for it.
module groestl_shift_bytes #(
    parameter COLUMNS = 8,
    parameter FOLD = 1,
    parameter WIDTH = COLUMNS / FOLD,
    parameter PART = 64 * WIDTH,
    parameter WINDOW = 2 * FOLD - 1
) (
    input  logic                   clk,
    input  logic [2:0]             next_part,
    input  logic                   of_q,
    input  logic                   adds_constant,
    input  logic [WINDOW*PART-1:0] x,
    output logic [PART-1:0]        y
);
    function automatic integer shift_of(input integer row, input integer q);
        if (q) shift_of = row == 3 && COLUMNS == 16 ? 11 : row < 4 ? 2 * row + 1 : 2 * row - 8;
        else shift_of = row == 7 && COLUMNS == 16 ? 11 : row;
    endfunction

    // wraps[d]: the part that is d parts after this one, cyclically, comes before it in the state.
    logic [FOLD-1:0] wraps;
    integer d;
    always_ff @(posedge clk) for (d = 0; d < FOLD; d = d + 1) wraps[d] <= next_part + d >= FOLD;

    genvar j, row;
    generate
        for (j = 0; j < WIDTH; j = j + 1) begin : columns
            for (row = 0; row < 8; row = row + 1) begin : rows
                localparam P = (j + shift_of(row, 0)) % COLUMNS;
                localparam Q = (j + shift_of(row, 1)) % COLUMNS;
                localparam P_AT = (FOLD - P / WIDTH) * PART - 1 - P % WIDTH * 64 - 8 * row;
                localparam Q_AT = (FOLD - Q / WIDTH) * PART - 1 - Q % WIDTH * 64 - 8 * row;
                logic [7:0] of_p_byte, of_q_byte;
                if (P < WIDTH) assign of_p_byte = x[P_AT-:8];
                else assign of_p_byte = wraps[P/WIDTH] ? x[P_AT+FOLD*PART-:8] : x[P_AT-:8];
                if (Q < WIDTH) assign of_q_byte = x[Q_AT-:8];
                else assign of_q_byte = wraps[Q/WIDTH] ? x[Q_AT+FOLD*PART-:8] : x[Q_AT-:8];
                assign y[PART-1-64*j-8*row-:8] = (of_q ? of_q_byte : of_p_byte) ^ (adds_constant ? 8'h55 : 8'h00);
            end
        end
    endgenerate
endmodule
