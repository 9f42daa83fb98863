// SHA-256 and SHA-512 (FIPS 180-4), one round a clock: parameter WORD is 32 or 64, and so is the bus.
//
// UNITS of them may work side by side, on a message each; all that they share is the way out.
//
// A step goes through three stages, a clock each: the schedule makes W; K, W and h are added; the round is done. Words
// go from the bus straight into the schedule's shift register, so that a block begins before it is all there. A stage
// without work passes a bubble on; the schedule makes one after each block, in which the next state begins.
//
// The last four values of a become the chaining values of a, b, c, d, and so it is with e. Each is added to its old one
// when it comes, in a shift register of four words: one adder does for four words.
//
// K and the initial values of SHA-256 are the upper halves of those of SHA-512: fractions of roots of the same primes.
module sha2 #(
    parameter PAD = 1,
    parameter WORD = 32
) (
    input  logic              clk,
    input  logic              rst,
    input  logic [WORD-1:0]   din,
    input  logic              src_ready,
    output logic              src_read,
    output logic [8*WORD-1:0] digest,
    output logic              is_done,
    input  logic              ready
);
    localparam ROUNDS = WORD == 32 ? 64 : 80;
    localparam [511:0] FRACTIONS = {
        64'h6a09e667f3bcc908, 64'hbb67ae8584caa73b, 64'h3c6ef372fe94f82b, 64'ha54ff53a5f1d36f1,
        64'h510e527fade682d1, 64'h9b05688c2b3e6c1f, 64'h1f83d9abfb41bd6b, 64'h5be0cd19137e2179
    };

    function automatic [WORD-1:0] initial_value(input integer i);
        initial_value = FRACTIONS[511-64*i-:WORD];
    endfunction

    function automatic [WORD-1:0] rotated(input [WORD-1:0] x, input integer by);
        rotated = (x >> by) | (x << (WORD - by));
    endfunction

    function automatic [WORD-1:0] mixed_a(input [WORD-1:0] x);
        mixed_a = WORD == 32
            ? rotated(x, 2) ^ rotated(x, 13) ^ rotated(x, 22)
            : rotated(x, 28) ^ rotated(x, 34) ^ rotated(x, 39);
    endfunction

    function automatic [WORD-1:0] mixed_e(input [WORD-1:0] x);
        mixed_e = WORD == 32
            ? rotated(x, 6) ^ rotated(x, 11) ^ rotated(x, 25)
            : rotated(x, 14) ^ rotated(x, 18) ^ rotated(x, 41);
    endfunction

    function automatic [WORD-1:0] spread_15(input [WORD-1:0] x);
        spread_15 = WORD == 32
            ? rotated(x, 7) ^ rotated(x, 18) ^ (x >> 3)
            : rotated(x, 1) ^ rotated(x, 8) ^ (x >> 7);
    endfunction

    function automatic [WORD-1:0] spread_2(input [WORD-1:0] x);
        spread_2 = WORD == 32
            ? rotated(x, 17) ^ rotated(x, 19) ^ (x >> 10)
            : rotated(x, 19) ^ rotated(x, 61) ^ (x >> 6);
    endfunction

    // Words of padded blocks.
    logic [WORD-1:0] word;
    logic has_word, takes_word, word_is_last, ends;
    shell_words #(
        .W(WORD), .BLOCK(16 * WORD), .PAD(PAD), .MARK(8'h80), .LENGTH(2 * WORD)
    ) source (
        .clk, .rst, .din, .src_ready, .src_read, .word, .valid(has_word), .take(takes_word), .ends,
        .is_first(), .is_last(word_is_last), .is_empty(), .count()
    );

    // All stages wait while a digest has no place to go.
    logic runs, closes, is_last;
    assign runs = !(closes && is_last && !ready);

    // The schedule: `step` is the step that is made now; ROUNDS is the bubble.
    logic [6:0] step, added_step;
    logic [WORD-1:0] schedule [0:15];  // the latest word first
    logic [WORD-1:0] partial;  // the next word but for its latest part
    logic [WORD-1:0] next_word;
    logic is_loading, steps, has_schedule, has_sum;
    assign is_loading = step < 16;
    assign takes_word = is_loading && runs && has_word;
    assign steps = runs && step != ROUNDS && (has_word || !is_loading);
    assign next_word = is_loading ? word : spread_2(schedule[1]) + partial;

    always_ff @(posedge clk) begin
        if (rst) begin
            step <= 0;
            has_schedule <= 0;
        end else if (runs) begin
            if (step == ROUNDS) step <= 0;
            else if (steps) step <= step + 1'b1;
            has_schedule <= steps;
        end
        if (steps) begin
            for (int i = 1; i < 16; i = i + 1) schedule[i] <= schedule[i-1];
            schedule[0] <= next_word;
            partial <= schedule[5] + spread_15(schedule[13]) + schedule[14];
            if (is_loading && ends) is_last <= word_is_last;
        end
    end

    logic [63:0] k;
    always_comb begin
        case (WORD == 32 ? added_step[5:0] : added_step)
            0: k = 64'h428a2f98d728ae22;
            1: k = 64'h7137449123ef65cd;
            2: k = 64'hb5c0fbcfec4d3b2f;
            3: k = 64'he9b5dba58189dbbc;
            4: k = 64'h3956c25bf348b538;
            5: k = 64'h59f111f1b605d019;
            6: k = 64'h923f82a4af194f9b;
            7: k = 64'hab1c5ed5da6d8118;
            8: k = 64'hd807aa98a3030242;
            9: k = 64'h12835b0145706fbe;
            10: k = 64'h243185be4ee4b28c;
            11: k = 64'h550c7dc3d5ffb4e2;
            12: k = 64'h72be5d74f27b896f;
            13: k = 64'h80deb1fe3b1696b1;
            14: k = 64'h9bdc06a725c71235;
            15: k = 64'hc19bf174cf692694;
            16: k = 64'he49b69c19ef14ad2;
            17: k = 64'hefbe4786384f25e3;
            18: k = 64'h0fc19dc68b8cd5b5;
            19: k = 64'h240ca1cc77ac9c65;
            20: k = 64'h2de92c6f592b0275;
            21: k = 64'h4a7484aa6ea6e483;
            22: k = 64'h5cb0a9dcbd41fbd4;
            23: k = 64'h76f988da831153b5;
            24: k = 64'h983e5152ee66dfab;
            25: k = 64'ha831c66d2db43210;
            26: k = 64'hb00327c898fb213f;
            27: k = 64'hbf597fc7beef0ee4;
            28: k = 64'hc6e00bf33da88fc2;
            29: k = 64'hd5a79147930aa725;
            30: k = 64'h06ca6351e003826f;
            31: k = 64'h142929670a0e6e70;
            32: k = 64'h27b70a8546d22ffc;
            33: k = 64'h2e1b21385c26c926;
            34: k = 64'h4d2c6dfc5ac42aed;
            35: k = 64'h53380d139d95b3df;
            36: k = 64'h650a73548baf63de;
            37: k = 64'h766a0abb3c77b2a8;
            38: k = 64'h81c2c92e47edaee6;
            39: k = 64'h92722c851482353b;
            40: k = 64'ha2bfe8a14cf10364;
            41: k = 64'ha81a664bbc423001;
            42: k = 64'hc24b8b70d0f89791;
            43: k = 64'hc76c51a30654be30;
            44: k = 64'hd192e819d6ef5218;
            45: k = 64'hd69906245565a910;
            46: k = 64'hf40e35855771202a;
            47: k = 64'h106aa07032bbd1b8;
            48: k = 64'h19a4c116b8d2d0c8;
            49: k = 64'h1e376c085141ab53;
            50: k = 64'h2748774cdf8eeb99;
            51: k = 64'h34b0bcb5e19b48a8;
            52: k = 64'h391c0cb3c5c95a63;
            53: k = 64'h4ed8aa4ae3418acb;
            54: k = 64'h5b9cca4f7763e373;
            55: k = 64'h682e6ff3d6b2b8a3;
            56: k = 64'h748f82ee5defb2fc;
            57: k = 64'h78a5636f43172f60;
            58: k = 64'h84c87814a1f0ab72;
            59: k = 64'h8cc702081a6439ec;
            60: k = 64'h90befffa23631e28;
            61: k = 64'ha4506cebde82bde9;
            62: k = 64'hbef9a3f7b2c67915;
            63: k = 64'hc67178f2e372532b;
            64: k = 64'hca273eceea26619c;
            65: k = 64'hd186b8c721c0c207;
            66: k = 64'heada7dd6cde0eb1e;
            67: k = 64'hf57d4f7fee6ed178;
            68: k = 64'h06f067aa72176fba;
            69: k = 64'h0a637dc5a2c898a6;
            70: k = 64'h113f9804bef90dae;
            71: k = 64'h1b710b35131c471b;
            72: k = 64'h28db77f523047d84;
            73: k = 64'h32caab7b40c72493;
            74: k = 64'h3c9ebe0a15c9bebc;
            75: k = 64'h431d67c49c100d4c;
            76: k = 64'h4cc5d4becb3e42b6;
            77: k = 64'h597f299cfc657e2a;
            78: k = 64'h5fcb6fab3ad6faec;
            79: k = 64'h6c44198c4a475817;
            default: k = 64'h0;
        endcase
    end

    // The state. `h` is known a round before it is used.
    logic [WORD-1:0] a, b, c, d, e, f, g, h, next_h, sum, t, choice, majority;
    logic [WORD-1:0] chain_a [0:3];  // while they are added, the latest first
    logic [WORD-1:0] chain_e [0:3];
    logic [WORD-1:0] chained_a, chained_e;
    logic [8*WORD-1:0] initial_state, chained;
    logic folds;  // the last three rounds, and the clock in which the block closes
    assign choice = g ^ (e & (f ^ g));
    assign majority = (a & b) | (c & (a | b));
    assign t = sum + (mixed_e(e) + choice);
    assign chained_a = chain_a[3] + a;
    assign chained_e = chain_e[3] + e;
    assign chained = {
        chained_a, chain_a[0], chain_a[1], chain_a[2], chained_e, chain_e[0], chain_e[1], chain_e[2]
    };
    assign next_h = closes ? (is_last ? initial_value(7) : chain_e[2]) : has_sum ? g : h;
    always_comb
        for (int i = 0; i < 8; i = i + 1) initial_state[8*WORD-1-WORD*i-:WORD] = initial_value(i);

    always_ff @(posedge clk) begin
        if (rst) begin
            has_sum <= 0;
            closes <= 0;
            folds <= 0;
            added_step <= 0;
        end else if (runs) begin
            has_sum <= has_schedule;
            if (has_schedule) added_step <= added_step == ROUNDS - 1 ? 0 : added_step + 1'b1;
            // The last round is done when the sum of step ROUNDS - 1 is there.
            closes <= has_sum && added_step == 0 && !closes;
            folds <= (has_schedule && added_step >= ROUNDS - 3) || (has_sum && added_step == 0 && !closes);
        end
        if (runs) begin
            if (has_schedule) sum <= next_h + (k[63-:WORD] + schedule[0]);
            if (has_sum) begin
                {b, c, d, f, g, h} <= {a, b, c, e, f, g};
                a <= t + (mixed_a(a) + majority);
                e <= d + t;
            end
            if (closes) {a, b, c, d, e, f, g, h} <= chained;
            if (folds)
                for (int i = 0; i < 4; i = i + 1) begin
                    chain_a[i] <= i == 0 ? chained_a : chain_a[i-1];
                    chain_e[i] <= i == 0 ? chained_e : chain_e[i-1];
                end
        end
        if (rst || (runs && closes && is_last)) begin
            {a, b, c, d, e, f, g, h} <= initial_state;
            for (int i = 0; i < 4; i = i + 1) begin
                chain_a[i] <= initial_value(i);
                chain_e[i] <= initial_value(4 + i);
            end
        end
    end

    assign digest = chained;
    assign is_done = closes && is_last;
endmodule

module crypto_hash #(
    parameter PAD = 1,
    parameter WORD = 32,
    parameter UNITS = 1,
    parameter STREAM = UNITS > 1 ? $clog2(UNITS) : 1
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic [UNITS*WORD-1:0] din,
    input  logic [UNITS-1:0]      src_ready,
    output logic [UNITS-1:0]      src_read,
    output logic [WORD-1:0]       dout,
    output logic [STREAM-1:0]     dst_stream,
    input  logic                  dst_ready,
    output logic                  dst_write
);
    logic [UNITS*8*WORD-1:0] digests;
    logic [UNITS-1:0] is_done, ready, put;
    logic [8*WORD-1:0] digest;

    // Of units that are done in one clock the first goes first, and the others wait.
    assign put = is_done & ready & (~(is_done & ready) + 1'b1);

    always_comb begin
        digest = 0;
        for (int i = 0; i < UNITS; i = i + 1)
            digest = digest | (digests[8*WORD*i+:8*WORD] & {8*WORD{UNITS == 1 || put[i]}});
    end

    genvar u;
    generate
        for (u = 0; u < UNITS; u = u + 1) begin : units
            sha2 #(
                .PAD(PAD), .WORD(WORD)
            ) unit (
                .clk, .rst, .din(din[WORD*u+:WORD]), .src_ready(src_ready[u]), .src_read(src_read[u]),
                .digest(digests[8*WORD*u+:8*WORD]), .is_done(is_done[u]), .ready(put[u])
            );
        end
    endgenerate

    shell_out #(
        .W(WORD), .OUTPUT(8 * WORD), .STREAMS(UNITS)
    ) destination (
        .clk, .rst, .digest, .put, .ready, .dout, .dst_ready, .dst_write, .dst_stream
    );
endmodule
