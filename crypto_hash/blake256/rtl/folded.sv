// BLAKE-256 and BLAKE-512 (round 3, 14 and 16 rounds, salt zero), half of one G a clock: WORD is 32 or 64.
//
// The four halves of a round are done for one lane after another, 16 clocks a round; closing a block and beginning the
// next takes 16 clocks more. The rows of the state, and those of the chaining value, are memories of four words. In
// the order of hash.sv, in which diagonal i has lane -i (mod 4), a half of G needs no word earlier than it is written,
// if it goes through a pipeline of one addition a stage:
//
//   stage 0   a + x
//   stage 1   a += b, d = (d ^ a) >>> i; a and d are written
//   stage 2   c += d, b = (b ^ c) >>> j; c and b are written
//
// `turn` counts the clocks of a block. From CLOSE on, four clocks add the state to the chaining value; from OPEN on,
// where the circuit waits for a block, four clocks write the state that it begins with.
//
// The chaining value behind the last block of a message is the digest, which leaves from where it is: the first block
// of a message takes the initial value from a table, so that the memory isn't written before that block closes.
module crypto_hash #(
    parameter PAD = 1,
    parameter WORD = 32
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
    localparam ROUNDS = WORD == 32 ? 14 : 16;
    localparam CLOSE = 16 * ROUNDS + 2;
    localparam OPEN = CLOSE + 4;
    localparam LAST = 16 * ROUNDS + 15;

    localparam ROTATE_1 = WORD == 32 ? 16 : 32;
    localparam ROTATE_2 = WORD == 32 ? 12 : 25;
    localparam ROTATE_3 = WORD == 32 ? 8 : 16;
    localparam ROTATE_4 = WORD == 32 ? 7 : 11;

    function automatic [WORD-1:0] rotated(input [WORD-1:0] x, input integer by);
        rotated = (x >> by) | (x << (WORD - by));
    endfunction

    // The initial values of BLAKE-256 are the upper halves of BLAKE-512's.
    function automatic [WORD-1:0] initial_value(input [2:0] i);
        logic [63:0] fraction;
        case (i)
            0: fraction = 64'h6a09e667f3bcc908;
            1: fraction = 64'hbb67ae8584caa73b;
            2: fraction = 64'h3c6ef372fe94f82b;
            3: fraction = 64'ha54ff53a5f1d36f1;
            4: fraction = 64'h510e527fade682d1;
            5: fraction = 64'h9b05688c2b3e6c1f;
            6: fraction = 64'h1f83d9abfb41bd6b;
            default: fraction = 64'h5be0cd19137e2179;
        endcase
        initial_value = fraction[63-:WORD];
    endfunction

    // The constants of BLAKE-256 are the halves of the first four of BLAKE-512's.
    function automatic [WORD-1:0] constant(input [2:0] i);
        logic [63:0] pi;
        case (WORD == 32 ? i >> 1 : i)
            0: pi = 64'h243f6a8885a308d3;
            1: pi = 64'h13198a2e03707344;
            2: pi = 64'ha4093822299f31d0;
            3: pi = 64'h082efa98ec4e6c89;
            4: pi = 64'h452821e638d01377;
            5: pi = 64'hbe5466cf34e90c6c;
            6: pi = 64'hc0ac29b7c97c50dd;
            default: pi = 64'h3f84d5b5b5470917;
        endcase
        constant = WORD == 32 && !i[0] ? pi[63-:WORD] : pi[WORD-1:0];
    endfunction

    // Control. What is said of a block stays until its first word is read, in the clock before its first stage 0.
    logic [8:0] turn;
    logic begins, has_block, has_begun, is_first, is_last, block_is_first, block_is_last;
    logic closes, opens, at_close, at_open, holds;  // at_...: in the first of those clocks, where it may have to wait
    logic leaves;  // a digest is leaving
    logic [63:0] counter;
    logic [WORD-1:0] word, x;
    assign holds = (at_close && leaves) || (at_open && !has_block);

    blake_message #(
        .WORD(WORD), .PAD(PAD), .LANES(1), .GROUPS(1)
    ) message (
        .clk, .rst, .din, .src_ready, .src_read, .moves(1'b1), .begins, .has_block, .has_begun, .is_primed(),
        .is_over(), .words(word), .is_first(block_is_first), .is_last(block_is_last), .counter
    );

    always_ff @(posedge clk) begin
        if (rst) begin
            turn <= OPEN;
            closes <= 0;
            opens <= 1;
            at_close <= 0;
            at_open <= 1;
            begins <= 0;
        end else if (!holds) begin
            turn <= begins ? 0 : turn + 1'b1;
            at_close <= turn == CLOSE - 1;
            closes <= turn == CLOSE - 1 || (closes && turn != OPEN - 1);
            at_open <= turn == OPEN - 1;
            opens <= turn == OPEN - 1 || (opens && turn != OPEN + 3);
            begins <= turn == LAST - 1;
        end
        if (has_begun) begin
            is_first <= block_is_first;
            is_last <= block_is_last;
        end
        x <= word;
    end

    // Where each stage is in its round: the half of the four, the lane; and the places of its words in the rows.
    logic [1:0] half_1, half_2, lane_1, lane_2;
    logic [1:0] place_a, place_b, place_c, place_d, write_place_a, write_place_b;
    logic is_closing, has_half_0, has_half_1, has_half_2;
    assign is_closing = closes || opens;
    assign place_a = is_closing ? lane_2 : turn[3] ? -turn[1:0] : turn[1:0];
    assign place_b = is_closing ? lane_2 : half_1[1] ? 2'd1 - lane_1 : lane_1;
    assign place_c = !is_closing && half_2[1] ? 2'd2 - lane_2 : lane_2;
    assign place_d = is_closing ? lane_2 : half_1[1] ? 2'd3 - lane_1 : lane_1;
    assign write_place_a = is_closing ? lane_2 : half_1[1] ? -lane_1 : lane_1;
    assign write_place_b = !is_closing && half_2[1] ? 2'd1 - lane_2 : lane_2;
    always_ff @(posedge clk) begin
        if (rst) begin
            {half_1, lane_1} <= OPEN - 1;
            {half_2, lane_2} <= OPEN - 2;
            has_half_0 <= 0;
            has_half_1 <= 0;
            has_half_2 <= 0;
        end else if (!holds) begin
            {half_1, lane_1} <= turn[3:0];
            {half_2, lane_2} <= {half_1, lane_1};
            has_half_0 <= begins || (has_half_0 && turn != 16 * ROUNDS - 1);
            has_half_1 <= has_half_0;
            has_half_2 <= has_half_1;
        end
    end

    // The rows of the state and of the chaining value.
    logic [WORD-1:0] row_a [0:3];
    logic [WORD-1:0] row_b [0:3];
    logic [WORD-1:0] row_c [0:3];
    logic [WORD-1:0] row_d [0:3];
    logic [WORD-1:0] chain_low [0:3];
    logic [WORD-1:0] chain_high [0:3];
    logic [WORD-1:0] a, b, c, d, a_x, b_1, d_1, a_then, b_then, c_then, d_then, a_d, b_c;
    logic [WORD-1:0] low, high, low_begin, high_begin;
    logic [1:0] place_chain;
    logic [2:0] out_index;  // of the word of the digest that is next
    assign a = row_a[place_a];
    assign b = row_b[place_b];
    assign c = row_c[place_c];
    assign d = row_d[place_d];
    assign place_chain = leaves ? out_index[1:0] : lane_2;
    assign low = chain_low[place_chain];
    assign high = chain_high[place_chain];
    assign a_then = a_x + b;
    assign a_d = a_then ^ d;
    assign d_then = half_1[0] ? rotated(a_d, ROTATE_3) : rotated(a_d, ROTATE_1);
    assign c_then = c + d_1;
    assign b_c = b_1 ^ c_then;
    assign b_then = half_2[0] ? rotated(b_c, ROTATE_4) : rotated(b_c, ROTATE_2);

    // The chaining value that the closing block, or the one that opens, begins with.
    logic is_initial;
    assign is_initial = opens ? block_is_first : is_first;
    assign low_begin = is_initial ? initial_value({1'b0, lane_2}) : low;
    assign high_begin = is_initial ? initial_value({1'b1, lane_2}) : high;

    logic [WORD-1:0] count;
    assign count = WORD == 64 ? (lane_2[1] ? 0 : counter) : lane_2[1] ? counter[63-:WORD] : counter[WORD-1:0];

    always_ff @(posedge clk) begin
        a_x <= a + x;
        b_1 <= b;
        d_1 <= d_then;
        if (has_half_1 || opens) begin
            row_a[write_place_a] <= opens ? low_begin : a_then;
            row_d[place_d] <= opens ? constant({1'b1, lane_2}) ^ count : d_then;
        end
        if (has_half_2 || opens) begin
            row_b[write_place_b] <= opens ? high_begin : b_then;
            row_c[place_c] <= opens ? constant({1'b0, lane_2}) : c_then;
        end
        if (closes && !holds) begin
            chain_low[lane_2] <= low_begin ^ a ^ c;
            chain_high[lane_2] <= high_begin ^ b ^ d;
        end
    end

    // The digest. Words of BLAKE-256 leave by two, the first of which waits in a register.
    logic [WORD-1:0] out, held;
    logic passes;
    assign out = out_index[2] ? high : low;
    assign dout = {held, out};
    assign dst_write = leaves && !dst_ready && (WORD == 64 || out_index[0]);
    assign passes = leaves && (!dst_ready || (WORD == 32 && !out_index[0]));
    always_ff @(posedge clk) begin
        if (rst) begin
            leaves <= 0;
            out_index <= 0;
        end else begin
            if (closes && !holds && is_last && lane_2 == 3) leaves <= 1;
            else if (passes && out_index == 7) leaves <= 0;
            if (passes) out_index <= out_index + 1'b1;
        end
        if (passes) held <= out;
    end
endmodule
