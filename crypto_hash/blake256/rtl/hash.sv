// BLAKE-256 and BLAKE-512 (round 3, 14 and 16 rounds, salt zero): WORD is 32 or 64.
//
// A ring of HALVES halves of G in each of four lanes is cut by STREAMS sets of registers, and has as many messages in
// flight; a round goes 4 / HALVES times through the ring, STREAMS clocks each. A block takes one clock more, in which
// its result becomes the chaining value and the next block begins. The streams do so one after another, so that it is
// one clock for all of them.
//
// A block begins with constants in c and d, which registers are set to; t is XORed into d in the clock behind.
//
// One half of G is a += b + x, d = (d ^ a) >>> i, c += d, b = (b ^ c) >>> j. Of its three additions in a row the first,
// a + x, is done in the half before, where a waits for c and b: so `a` in a register has its next x already, but none
// after the last half of a block. The words x come from message.sv, a clock before they are added.
//
// Lanes. After the column step, a_i, b_i+1, c_i+2, d_i+3 meet, and after the diagonal step a_i, b_i, c_i, d_i again.
// If diagonal i is in lane -i (mod 4), the way there and the way back are the same wires: lane l takes a from lane -l,
// b from lane 1 - l, c from lane 2 - l, d from lane 3 - l. So there is no multiplexer where one step follows another in
// the same logic, only in /4(h), where each half of G has the same logic.
module crypto_hash #(
    parameter PAD = 1,
    parameter WORD = 32,
    parameter HALVES = 4,  // in the ring: 4, 2 or 1
    parameter STREAMS = 1,  // 1, 2 or 4; with HALVES = 1, 1
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
    output logic [STREAM-1:0]     dst_stream  // 0 where there is one stream
);
    localparam ROUNDS = WORD == 32 ? 14 : 16;
    localparam ROW = 4 * WORD;
    localparam QUARTERS = 2 * HALVES;  // of G; a set of registers is behind QUARTERS / STREAMS of them
    localparam SLOW = STREAMS > HALVES;  // a stream adds words every second clock
    localparam GROUPS = SLOW ? 1 : HALVES / STREAMS;  // of four words, for a stream in a clock

    localparam ROTATE_1 = WORD == 32 ? 16 : 32;
    localparam ROTATE_2 = WORD == 32 ? 12 : 25;
    localparam ROTATE_3 = WORD == 32 ? 8 : 16;
    localparam ROTATE_4 = WORD == 32 ? 7 : 11;

    // Word 0 of a row is in its lowest bits. The initial values of BLAKE-256 are the upper halves of BLAKE-512's, and
    // its constants the halves of the first four of them.
    localparam [511:0] FRACTIONS = {
        64'h5be0cd19137e2179, 64'h1f83d9abfb41bd6b, 64'h9b05688c2b3e6c1f, 64'h510e527fade682d1,
        64'ha54ff53a5f1d36f1, 64'h3c6ef372fe94f82b, 64'hbb67ae8584caa73b, 64'h6a09e667f3bcc908
    };
    localparam [255:0] CONSTANTS_32 = 256'hec4e6c89082efa98299f31d0a409382203707344_13198a2e85a308d3243f6a88;
    localparam [511:0] CONSTANTS_64 = {
        64'h3f84d5b5b5470917, 64'hc0ac29b7c97c50dd, 64'hbe5466cf34e90c6c, 64'h452821e638d01377,
        64'h082efa98ec4e6c89, 64'ha4093822299f31d0, 64'h13198a2e03707344, 64'h243f6a8885a308d3
    };

    function automatic [2*ROW-1:0] initial_value(input integer unused);
        integer i;
        for (i = 0; i < 8; i = i + 1) initial_value[i*WORD+:WORD] = FRACTIONS[64*i+63-:WORD];
    endfunction
    localparam [2*ROW-1:0] INITIAL = initial_value(0);
    localparam [2*ROW-1:0] CONSTANTS = WORD == 32 ? CONSTANTS_32 : CONSTANTS_64;

    function automatic [WORD-1:0] rotated(input [WORD-1:0] x, input integer by);
        rotated = (x >> by) | (x << (WORD - by));
    endfunction

    // The row with its lanes mirrored: lane l takes lane k - l.
    function automatic [ROW-1:0] mirrored(input [ROW-1:0] row, input integer k);
        integer i;
        for (i = 0; i < 4; i = i + 1) mirrored[i*WORD+:WORD] = row[((k-i+4)%4)*WORD+:WORD];
    endfunction

    function automatic [ROW-1:0] sums(input [ROW-1:0] x, input [ROW-1:0] y);
        integer i;
        for (i = 0; i < 4; i = i + 1) sums[i*WORD+:WORD] = x[i*WORD+:WORD] + y[i*WORD+:WORD];
    endfunction

    // The words, and what is said of the blocks.
    logic [STREAMS*GROUPS*ROW-1:0] words;
    logic [STREAMS*64-1:0] counters;
    logic [STREAMS-1:0] begins, has_block, has_begun, is_primed, is_over, block_is_first, block_is_last;
    logic moves;
    genvar s;
    generate
        for (s = 0; s < STREAMS; s = s + 1) begin : sources
            blake_message #(
                .WORD(WORD), .PAD(PAD), .GROUPS(GROUPS), .SLOW(SLOW)
            ) message (
                .clk, .rst, .din(din[64*s+:64]), .src_ready(src_ready[s]), .src_read(src_read[s]),
                .moves, .begins(begins[s]), .has_block(has_block[s]), .has_begun(has_begun[s]),
                .is_primed(is_primed[s]), .is_over(is_over[s]),
                .words(words[s*GROUPS*ROW+:GROUPS*ROW]),
                .is_first(block_is_first[s]), .is_last(block_is_last[s]), .counter(counters[64*s+:64])
            );
        end
    endgenerate

    // The block that begins in the next clock.
    logic [63:0] counter, next_counter;
    logic is_first;
    logic [STREAMS-1:0] is_last;
    integer i;
    always_comb begin
        next_counter = 0;
        for (i = 0; i < STREAMS; i = i + 1)
            if (STREAMS == 1 || begins[i]) next_counter = next_counter | counters[64*i+:64];
    end
    always_ff @(posedge clk)
        if (moves) begin
            counter <= next_counter;
            is_first <= |(has_begun & block_is_first);
            is_last <= (has_begun & block_is_last) | (~has_begun & is_last);
        end

    // The ring: rows of the state in the registers where it begins, and where it ends; x for each half of G.
    logic [ROW-1:0] a, b, c, d, end_a, end_b, end_c, end_d;
    logic [ROW-1:0] x [0:HALVES-1];
    logic [63:0] first_counter;  // t in the clock behind the begin of a block, else 0
    logic [ROW-1:0] tops;  // t, as it is XORed into d
    assign tops = WORD == 32
        ? {{2{first_counter[63-:WORD]}}, {2{first_counter[WORD-1:0]}}}
        : {{2*WORD{1'b0}}, {2{first_counter[WORD-1:0]}}};
    logic state_moves, loads, is_second;
    genvar q, l;
    generate
        for (q = 0; q < QUARTERS; q = q + 1) begin : quarters
            localparam IS_SECOND = HALVES > 1 && (q / 2) % 2;
            logic second;
            logic [ROW-1:0] from_a, from_b, from_c, from_d, a_then, b_then, c_then, d_then, to_a, to_b, to_c, to_d;
            if (q == 0) begin : begins_ring
                assign {from_d, from_c, from_b, from_a} = {d ^ tops, c, b, a};
            end else begin : follows
                assign from_a = quarters[q-1].to_a;
                assign from_b = quarters[q-1].to_b;
                assign from_c = quarters[q-1].to_c;
                assign from_d = quarters[q-1].to_d;
            end
            assign second = HALVES == 1 ? is_second : IS_SECOND;
            if (q % 2 == 0) begin : first
                assign {c_then, b_then} = {from_c, from_b};
                assign a_then = sums(from_a, from_b);
                for (l = 0; l < 4; l = l + 1) begin : lanes
                    logic [WORD-1:0] mixed;
                    assign mixed = from_d[l*WORD+:WORD] ^ a_then[l*WORD+:WORD];
                    assign d_then[l*WORD+:WORD] = second ? rotated(mixed, ROTATE_3) : rotated(mixed, ROTATE_1);
                end
            end else begin : then_second
                logic [ROW-1:0] b_mixed, c_sum;
                assign c_sum = sums(from_c, from_d);
                for (l = 0; l < 4; l = l + 1) begin : lanes
                    logic [WORD-1:0] mixed;
                    assign mixed = from_b[l*WORD+:WORD] ^ c_sum[l*WORD+:WORD];
                    assign b_mixed[l*WORD+:WORD] = second ? rotated(mixed, ROTATE_4) : rotated(mixed, ROTATE_2);
                end
                assign a_then = second ? mirrored(from_a, 0) : from_a;
                assign b_then = second ? mirrored(b_mixed, 1) : b_mixed;
                assign c_then = second ? mirrored(c_sum, 2) : c_sum;
                assign d_then = second ? mirrored(from_d, 3) : from_d;
            end
            // The words of the last half are added behind the registers of the ring's begin.
            logic [ROW-1:0] a_next;
            assign a_next = q % 2 == 1 && q < QUARTERS - 1 ? sums(a_then, x[q/2]) : a_then;
            if (q < QUARTERS - 1 && (q + 1) * STREAMS % QUARTERS == 0) begin : registers
                always_ff @(posedge clk)
                    if (state_moves) {to_d, to_c, to_b, to_a} <= {d_then, c_then, b_then, a_next};
            end else begin : wires
                assign {to_d, to_c, to_b, to_a} = {d_then, c_then, b_then, a_next};
            end
        end
        assign end_a = quarters[QUARTERS-1].to_a;
        assign end_b = quarters[QUARTERS-1].to_b;
        assign end_c = quarters[QUARTERS-1].to_c;
        assign end_d = quarters[QUARTERS-1].to_d;
    endgenerate

    // The begin of the ring: a block, or the state that comes round.
    logic [2*ROW-1:0] chained;  // the chaining value behind the block that closes
    logic [ROW-1:0] next_a;
    assign next_a = loads ? (is_first ? INITIAL[ROW-1:0] : chained[ROW-1:0]) : end_a;
    always_ff @(posedge clk)
        if (state_moves) begin
            a <= sums(next_a, x[HALVES-1]);
            if (loads && is_first) b <= INITIAL[ROW+:ROW];
            else b <= loads ? chained[ROW+:ROW] : end_b;
            if (loads) {d, c} <= CONSTANTS;
            else {d, c} <= {end_d, end_c};
            if (loads) first_counter <= counter;
            else first_counter <= 0;
        end

    // Control, the chaining values and the words.
    logic [STREAMS-1:0] put, ready, has_room, closing_is_last;
    always_ff @(posedge clk) has_room <= ready & ~put;

    generate
        if (STREAMS == 1) begin : alone
            // The block closes in the clock in which the next begins; where there is none, it waits, but the last of a
            // message does not.
            logic [2*ROW-1:0] chain;
            logic is_final, closes;
            assign begins = 1;
            assign loads = is_primed && (!closes || !closing_is_last || has_room);
            assign put = closes && closing_is_last && has_room;
            assign moves = !is_primed || loads;
            assign state_moves = !closes || loads;
            assign chained = chain ^ {b ^ d, a ^ c};

            always_ff @(posedge clk) begin
                if (rst) begin
                    is_final <= 0;
                    closes <= 0;
                end else begin
                    is_final <= is_over[0];
                    if (is_final) closes <= 1;
                    else if (loads || put[0]) closes <= 0;
                end
                if (loads) begin
                    chain <= is_first ? INITIAL : chained;
                    closing_is_last <= is_last;
                end
                is_second <= !loads && !is_second;
            end

            for (q = 0; q < HALVES; q = q + 1) begin : halves
                always_ff @(posedge clk)
                    if (moves) x[q] <= q == HALVES - 1 && is_over[0] ? 0 : words[q*ROW+:ROW];
            end
        end else begin : several
            // All streams have their passes together: stream s closes and begins in clock s of a pass, and where it has
            // no block, its slot is empty for the pass. If all are empty, the pass ends when the last one is known to
            // be, and the next waits for a block. The chaining value goes round with the state; both leave the ring for
            // registers of their own, since their place in it is taken by the stream before.
            localparam PASS = (SLOW ? 2 : 1) * 4 * ROUNDS / GROUPS;  // the pass has clocks 0 to PASS
            logic [7:0] time_now;
            logic [STREAMS:0] turn;  // bit 0: the last clock of a pass; bit s + 1: clock s
            logic [STREAMS-1:0] is_active, closes_last;
            logic is_empty, ends, waits;
            assign is_empty = turn[STREAMS] && !(|is_active[STREAMS-2:0] || is_primed[STREAMS-1]);
            assign ends = time_now == PASS - 1 || is_empty;
            assign begins = turn[STREAMS-1:0];
            assign loads = |turn[STREAMS:1];
            assign closes_last = turn[STREAMS:1] & is_active & closing_is_last;
            assign waits = turn[0] && !(|is_active || |has_block);
            assign moves = !waits && !(|(closes_last & ~has_room));
            assign put = moves ? closes_last : 0;
            assign state_moves = moves;

            always_ff @(posedge clk) begin
                if (rst) begin
                    time_now <= PASS;
                    turn <= 1;
                    is_active <= 0;
                end else if (moves) begin
                    time_now <= turn[0] ? 0 : ends ? PASS : time_now + 1'b1;
                    turn <= {turn[STREAMS-1:0], ends};
                    is_active <= (turn[STREAMS:1] & is_primed) | (~turn[STREAMS:1] & is_active);
                end
                if (moves) closing_is_last <= (turn[STREAMS:1] & is_last) | (~turn[STREAMS:1] & closing_is_last);
            end

            logic [STREAMS*2*ROW-1:0] chains;  // the latest in the lowest bits
            logic [2*ROW-1:0] last_chain, left_chain, left_state;
            assign last_chain = chains[STREAMS*2*ROW-1-:2*ROW];
            assign chained = left_chain ^ left_state;
            always_ff @(posedge clk)
                if (moves) begin
                    chains <= {chains, loads ? (is_first ? INITIAL : chained) : last_chain};
                    left_chain <= last_chain;
                    left_state <= |(turn[STREAMS-1:0] & is_active) ? {end_b ^ end_d, end_a ^ end_c} : 0;
                end

            // The stream that is in each stage in the next clock; and the one to whose a words are added at the end of
            // the ring: in clock s of a pass that is stream s, which begins, while s + 1 is in the last stage.
            logic [STREAM-1:0] adds_last;
            logic [STREAMS*STREAM-1:0] in_stage;
            always_ff @(posedge clk) begin
                if (rst) adds_last <= 0;
                else if (moves) adds_last <= ends ? 0 : adds_last + 1'b1;
                if (moves) in_stage <= {in_stage, adds_last};
            end

            for (q = 0; q < HALVES; q = q + 1) begin : halves
                localparam STAGE = (2 * q + 1) * STREAMS / QUARTERS;
                localparam GROUP = q % GROUPS;
                logic [STREAM-1:0] from;
                logic [ROW-1:0] word_0, word_1, word_2, word_3, low;
                assign from = q == HALVES - 1 ? adds_last : in_stage[STAGE*STREAM+:STREAM];
                assign word_0 = words[GROUP*ROW+:ROW];
                assign word_1 = words[(GROUPS+GROUP)*ROW+:ROW];
                if (STREAMS == 2) begin : two
                    always_ff @(posedge clk)
                        if (moves) x[q] <= from[0] ? word_1 : word_0;
                end else begin : four
                    // A multiplexer of two look-up tables a bit: the first says which of the others the second takes.
                    assign word_2 = words[(2*GROUPS+GROUP)*ROW+:ROW];
                    assign word_3 = words[(3*GROUPS+GROUP)*ROW+:ROW];
                    assign low = from[1] ? {ROW{from[0]}} : from[0] ? word_1 : word_0;
                    always_ff @(posedge clk)
                        if (moves) x[q] <= from[1] ? (low & word_3) | (~low & word_2) : low;
                end
            end
        end
    endgenerate

    logic [2*ROW-1:0] digest;
    generate
        for (q = 0; q < 8; q = q + 1) begin : digest_words
            assign digest[2*ROW-1-q*WORD-:WORD] = chained[q*WORD+:WORD];
        end
    endgenerate
    shell_out #(
        .W(64), .OUTPUT(2 * ROW), .STREAMS(STREAMS)
    ) destination (
        .clk, .rst, .digest, .put, .ready, .dout, .dst_ready, .dst_write, .dst_stream
    );
endmodule
