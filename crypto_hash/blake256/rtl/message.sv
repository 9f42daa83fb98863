// Message words for BLAKE: two blocks in memory, and from them the words of one half of G after another.
//
// In each half of G, in each of four lanes, a word is added that sigma chooses, XORed with a constant that sigma
// chooses too. No word comes twice to the same place in rounds 0 to 9, so each place would need a multiplexer of ten
// words, and those would be most of the circuit. So the block is in memory of look-up tables, a copy for each reader,
// whose cost for a bit is two tables of memory, one for the choice between them and the XOR, and one for the constant.
// There is room for two blocks, so that one loads while the other is read. Where a word of the bus is two of the
// message, one memory has the words with even numbers and one those with odd; else each has a block.
//
// A group is the words of one half of G in four lanes (LANES = 4), or in one (LANES = 1, then GROUPS = 1), whose turn
// it is. What is read is a sequence of positions: in position 0, group `GROUPS - 1` is the first of the block; in later
// ones, groups follow on, GROUPS a position. The last group of the last position is one too many: `is_over`. Position
// 0 is left when a block is there and `begins` is high, the others as soon as `moves` is. With SLOW they take two
// clocks each.
//
// Lanes are mirrored from step to step (see hash.sv): in a diagonal step, lane l does diagonal -l (mod 4).
module blake_message #(
    parameter WORD = 32,
    parameter PAD = 1,
    parameter LANES = 4,
    parameter GROUPS = 4,
    parameter SLOW = 0
) (
    input  logic                     clk,
    input  logic                     rst,
    input  logic [63:0]              din,
    input  logic                     src_ready,
    output logic                     src_read,
    input  logic                     moves,
    input  logic                     begins,
    output logic                     has_block,  // at position 0
    output logic                     has_begun,  // in this clock
    output logic                     is_primed,  // position 1
    output logic                     is_over,  // the last position
    output logic [LANES*GROUPS*WORD-1:0] words,
    output logic                     is_first,
    output logic                     is_last,
    output logic [63:0]              counter  // t: bits up to the end of this block; 0 if it has none
);
    localparam ROUNDS = WORD == 32 ? 14 : 16;
    localparam ENDS = WORD == 32 ? 3 : 4;  // bits of a bus word's number in its block

    function automatic [3:0] sigma(input [3:0] r, input [3:0] place);
        logic [63:0] row;
        case (r)
            0, 10: row = 64'h0123456789abcdef;
            1, 11: row = 64'hea489fd61c02b753;
            2, 12: row = 64'hb8c052fdae367194;
            3, 13: row = 64'h7931dcbe265a40f8;
            4, 14: row = 64'h905724afe1bc683d;
            5, 15: row = 64'h2c6a0b834d75fe19;
            6: row = 64'hc51fed4a0763928b;
            7: row = 64'hdb7ec13950f4862a;
            8: row = 64'h6fe9b308c2d714a5;
            default: row = 64'ha2847615fb9e3cd0;
        endcase
        sigma = row[63-4*place-:4];
    endfunction

    // The fraction of pi, in words of BLAKE-512; those of BLAKE-256 are their halves.
    function automatic [WORD-1:0] constant(input [3:0] i);
        logic [63:0] pi;
        case (WORD == 32 ? i >> 1 : i)
            0: pi = 64'h243f6a8885a308d3;
            1: pi = 64'h13198a2e03707344;
            2: pi = 64'ha4093822299f31d0;
            3: pi = 64'h082efa98ec4e6c89;
            4: pi = 64'h452821e638d01377;
            5: pi = 64'hbe5466cf34e90c6c;
            6: pi = 64'hc0ac29b7c97c50dd;
            7: pi = 64'h3f84d5b5b5470917;
            8: pi = 64'h9216d5d98979fb1b;
            9: pi = 64'hd1310ba698dfb5ac;
            10: pi = 64'h2ffd72dbd01adfb7;
            11: pi = 64'hb8e1afed6a267e96;
            12: pi = 64'hba7c9045f12c7f99;
            13: pi = 64'h24a19947b3916cf7;
            14: pi = 64'h0801f2e2858efc16;
            default: pi = 64'h636920d871574e69;
        endcase
        constant = WORD == 32 && !i[0] ? pi[63-:WORD] : pi[WORD-1:0];
    endfunction

    // The place in sigma of a word: part 0 and 1 are the halves of the column step, 2 and 3 of the diagonal step.
    function automatic [3:0] place_of(input [1:0] part, input [1:0] lane);
        place_of = {part[1], part[1] ? -lane : lane, part[0]};
    endfunction

    // Writing. What is said of a block waits until its first word is read.
    logic [63:0] word, word_count;
    logic has_word, takes, ends, word_is_first, word_is_last, word_is_empty;
    shell_words #(
        .W(64), .BLOCK(16 * WORD), .PAD(PAD), .MARK(8'h80), .TAIL(8'h01), .LENGTH(2 * WORD)
    ) source (
        .clk, .rst, .din, .src_ready, .src_read, .word, .valid(has_word), .take(takes), .ends,
        .is_first(word_is_first), .is_last(word_is_last), .is_empty(word_is_empty), .count(word_count)
    );

    logic [1:0] full;
    logic filled, is_waiting;  // the buffer that is being filled
    logic writes, write_ends;
    logic [63:0] write_word;
    logic [ENDS:0] write_address;  // in the highest bit, the buffer
    logic read_buffer, releases;
    assign takes = has_word && !full[filled] && !(ends && is_waiting);

    always_ff @(posedge clk) begin
        if (rst) begin
            full <= 0;
            filled <= 0;
            is_waiting <= 0;
            writes <= 0;
            write_address <= 0;
        end else begin
            writes <= takes;
            if (writes) write_address <= write_address + 1'b1;
            if (takes && ends) filled <= !filled;
            if (writes && write_ends) full[write_address[ENDS]] <= 1;
            if (releases) full[read_buffer] <= 0;
            if (takes && ends) is_waiting <= 1;
            else if (has_begun) is_waiting <= 0;
        end
        if (takes) begin
            write_word <= word;
            write_ends <= ends;
        end
        if (takes && ends) begin
            is_first <= word_is_first;
            is_last <= word_is_last;
            counter <= word_is_empty ? 0 : word_count;
        end
    end

    // Reading. `round` and `part` are those of the last group of the next position, `round_before` is that of the word
    // before it.
    localparam STEP = LANES == 1 ? 1 : 4 * GROUPS;
    logic [4:0] round;
    logic [3:0] round_before;
    logic [1:0] part, lane;
    logic is_begin, was_over, advances, beat;
    assign has_block = is_begin && full[read_buffer];
    assign has_begun = has_block && begins && moves;
    assign advances = is_begin ? has_begun : moves && (!SLOW || beat);
    assign releases = advances && is_over;

    always_ff @(posedge clk) begin
        if (rst) begin
            is_begin <= 1;
            is_primed <= 0;
            is_over <= 0;
            read_buffer <= 0;
            {round, part, lane} <= STEP;
            round_before <= 0;
            beat <= 0;
        end else begin
            if (moves) beat <= !is_begin && !beat;
            if (advances) begin
                is_begin <= is_over;
                is_primed <= is_begin;
                is_over <= round == ROUNDS;
                if (is_over) read_buffer <= !read_buffer;
                // Of the last position, the successor is position 0.
                {round, part, lane} <= round == ROUNDS ? 9'd0 : {round, part, lane} + STEP;
                round_before <= round;
            end
        end
    end

    genvar g, l;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : groups
            // A memory for each group: tools take one with many readers to be cheaper in registers.
            logic [WORD-1:0] memory_0 [0:15];
            logic [WORD-1:0] memory_1 [0:15];
            always_ff @(posedge clk) begin
                if (WORD == 32) begin
                    if (writes) memory_0[write_address] <= write_word[63-:WORD];
                    if (writes) memory_1[write_address] <= write_word[WORD-1:0];
                end else begin
                    if (writes && !write_address[ENDS]) memory_0[write_address[3:0]] <= write_word[WORD-1:0];
                    if (writes && write_address[ENDS]) memory_1[write_address[3:0]] <= write_word[WORD-1:0];
                end
            end

            logic [3:0] r;
            logic [1:0] p;
            assign r = g == GROUPS - 1 || (GROUPS == 2 && part[1]) ? round[3:0] : round_before;
            assign p = GROUPS == 4 ? g + 1 : GROUPS == 2 ? {part[1] ^ (g == 0), g == 0} : part;
            for (l = 0; l < LANES; l = l + 1) begin : lanes
                logic [3:0] index, other;  // of the word, of the constant
                logic [3:0] place;
                assign place = place_of(p, LANES == 1 ? lane : l);
                logic [WORD-1:0] from_0, from_1;
                always_ff @(posedge clk) begin
                    if (rst) begin
                        index <= 2 * l;
                        other <= 2 * l + 1;
                    end else if (advances) begin
                        index <= sigma(r, place);
                        other <= sigma(r, place ^ 4'd1);
                    end
                end
                assign from_0 = memory_0[WORD == 32 ? {read_buffer, index[3:1]} : index];
                assign from_1 = memory_1[WORD == 32 ? {read_buffer, index[3:1]} : index];
                assign words[(LANES*g+l)*WORD+:WORD] =
                    ((WORD == 32 ? index[0] : read_buffer) ? from_1 : from_0) ^ constant(other);
            end
        end
    endgenerate
endmodule
