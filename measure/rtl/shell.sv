// What circuits have in common: words of padded blocks from segments, a register for a block, one for digests.
//
// Padding is described by
//   MARK      the byte after the message; 0: the message is filled up with zeros, and only where it does not end a block
//   TAIL      what is XORed into the last byte before the length
//   LENGTH    bits of the length that ends the last block, a multiple of W; 0: there is none
//   BLOCKS    1: that length counts blocks, not bits
//   APART     1: the block with the length has no byte of the message
// and by BLOCK, the bits of a block. Of the values about a block,
//   is_first, is_last  say where it is in its message
//   is_empty           says that it has no bit of the message
//   count              is how many bits of the message there are up to its end

// Words of padded blocks. What is said of a block is said with its last word, for which `ends` is high.
module shell_words #(
    parameter W = 64,
    parameter BLOCK = 512,
    parameter PAD = 1,
    parameter [7:0] MARK = 8'h80,
    parameter [7:0] TAIL = 8'h00,
    parameter LENGTH = 64,
    parameter BLOCKS = 0,
    parameter APART = 0
) (
    input  logic         clk,
    input  logic         rst,
    input  logic [W-1:0] din,
    input  logic         src_ready,
    output logic         src_read,
    output logic [W-1:0] word,
    output logic         valid,
    input  logic         take,
    output logic         ends,
    output logic         is_first,
    output logic         is_last,
    output logic         is_empty,
    output logic [63:0]  count
);
    localparam WORDS = BLOCK / W;
    localparam LENGTHS = LENGTH / W;
    localparam INDEX = $clog2(WORDS);
    localparam BYTES = W / 8;
    localparam BYTE = $clog2(BYTES);
    localparam LEFT = W - 4 - BYTE;

    localparam [1:0] HEADER = 0, TOTAL = 1, DATA = 2, FILL = 3;

    logic [1:0] state;
    logic [INDEX-1:0] index;
    logic is_within;  // a message: the next header is not its first
    logic is_final;  // the segment is the message's last
    logic [LEFT-1:0] left;  // whole words of the segment, the present one among them
    logic [BYTE-1:0] tail;  // bytes of its last word; 0: that is whole
    logic is_part, is_end;  // of the present word: it has `tail` bytes; it is the segment's last
    logic [63:0] total;  // bits of the message, as far as is known
    logic [63:0] number;  // of the block, from 1
    logic is_marked, fits;  // the mark is set; the length comes in this block
    logic is_touched;  // the block has bits of the message

    logic is_read;
    assign is_read = !src_ready;
    assign valid = (state == DATA && is_read) || state == FILL;
    assign src_read = is_read && (state == HEADER || state == TOTAL || (state == DATA && take));
    assign ends = index == WORDS - 1;

    // The header's parts.
    logic [LEFT-1:0] header_words;
    logic [BYTE-1:0] header_tail;
    assign header_words = din[W-2:BYTE+3];
    assign header_tail = din[BYTE+2:3];

    // Whether the mark is in this word, and whether this block is then the last.
    logic marks, fits_now, is_over;
    assign marks = PAD && MARK != 0 && !is_marked && (state == FILL || (state == DATA && is_part));
    assign fits_now = marks
        ? index < WORDS - LENGTHS && !(APART && (is_touched || state == DATA))
        : fits;

    generate
        if (!PAD) assign is_over = is_final && is_end;
        else if (MARK == 0) assign is_over = state == FILL || (is_final && is_end);
        else assign is_over = fits_now;
    endgenerate
    assign is_last = is_over;

    // The word.
    logic [63:0] length;
    assign length = BLOCKS ? number : total;

    integer i;
    always_comb begin
        word = din;
        if (PAD) begin
            for (i = 0; i < BYTES; i = i + 1)
                if (state == FILL || (is_part && i >= tail))
                    word[W-1-8*i-:8] = marks && i == (state == FILL ? 0 : tail) ? MARK : 8'h00;
            if (LENGTH != 0 && state == FILL && fits && index >= WORDS - LENGTHS) begin
                word = 0;
                if (index == WORDS - 1) word = length[W-1:0];
                else if (W < 64 && index == WORDS - 2) word = length[63-:W];
            end
            if (TAIL != 0 && index == WORDS - LENGTHS - 1 && fits_now && (state == FILL || is_part))
                word[7:0] = word[7:0] ^ TAIL;
        end
    end

    // What is said of the block.
    logic is_whole, is_beyond;
    generate
        if (PAD) begin
            assign count = state == FILL || is_part ? total : number * BLOCK;
            assign is_empty = state == FILL && !is_touched;
        end else begin
            always_ff @(posedge clk) begin
                is_whole <= total >= number * BLOCK;
                is_beyond <= total <= (number - 1) * BLOCK;
            end
            assign count = !is_final || is_whole ? number * BLOCK : total;
            assign is_empty = is_final && is_beyond;
        end
    endgenerate

    logic [63:0] header_bits;
    logic [LEFT-1:0] left_then;
    assign header_bits = {{(65-W){1'b0}}, din[W-2:0]};
    assign left_then = left - 1'b1;

    always_ff @(posedge clk) begin
        if (rst) begin
            state <= HEADER;
            index <= 0;
            is_within <= 0;
        end else case (state)
            HEADER: if (is_read) begin
                is_final <= din[W-1];
                left <= header_words;
                tail <= header_tail;
                is_part <= header_words == 0;
                is_end <= header_words == 0 || (header_words == 1 && header_tail == 0);
                is_marked <= 0;
                is_touched <= 0;
                fits <= 0;
                is_within <= 1;
                if (PAD) total <= is_within ? total + header_bits : header_bits;
                if (!is_within) begin
                    number <= 1;
                    is_first <= 1;
                end
                if (!PAD) state <= din[W-1] ? TOTAL : DATA;
                else state <= din[W-2:3] == 0 ? FILL : DATA;
            end
            TOTAL: if (is_read) begin
                total <= {{(64-W){1'b0}}, din};
                state <= DATA;
            end
            default: if (valid && take) begin
                index <= ends ? 0 : index + 1'b1;
                left <= left_then;
                is_part <= left_then == 0;
                is_end <= left_then == 0 || (left_then == 1 && tail == 0);
                is_marked <= is_marked || marks;
                fits <= fits_now || (ends && (is_marked || marks));
                is_touched <= !ends && (is_touched || state == DATA);
                if (state == DATA && is_end) state <= is_final && PAD ? FILL : HEADER;
                if (ends) begin
                    number <= number + 1'b1;
                    is_first <= 0;
                    if (is_over) begin
                        state <= HEADER;
                        is_within <= 0;
                    end
                end
            end
        endcase
    end
endmodule

// A block, and the next one while the circuit works: `take` may be high only with `valid`.
module shell_in #(
    parameter W = 64,
    parameter BLOCK = 512,
    parameter PAD = 1,
    parameter [7:0] MARK = 8'h80,
    parameter [7:0] TAIL = 8'h00,
    parameter LENGTH = 64,
    parameter BLOCKS = 0,
    parameter APART = 0
) (
    input  logic             clk,
    input  logic             rst,
    input  logic [W-1:0]     din,
    input  logic             src_ready,
    output logic             src_read,
    output logic [BLOCK-1:0] block,
    output logic             valid,
    input  logic             take,
    output logic             is_first,
    output logic             is_last,
    output logic             is_empty,
    output logic [63:0]      count
);
    logic [W-1:0] word;
    logic has_word, moves, ends, word_is_first, word_is_last, word_is_empty;
    logic [63:0] word_count;

    shell_words #(
        .W(W), .BLOCK(BLOCK), .PAD(PAD), .MARK(MARK), .TAIL(TAIL), .LENGTH(LENGTH), .BLOCKS(BLOCKS), .APART(APART)
    ) words (
        .clk, .rst, .din, .src_ready, .src_read, .word, .valid(has_word), .take(moves), .ends,
        .is_first(word_is_first), .is_last(word_is_last), .is_empty(word_is_empty), .count(word_count)
    );

    assign moves = has_word && (!valid || take);

    always_ff @(posedge clk) begin
        if (rst) valid <= 0;
        else if (moves && ends) valid <= 1;
        else if (take) valid <= 0;
        if (moves) begin
            block <= {block[BLOCK-W-1:0], word};
            if (ends) begin
                is_first <= word_is_first;
                is_last <= word_is_last;
                is_empty <= word_is_empty;
                count <= word_count;
            end
        end
    end
endmodule

// Digests on their way out, a register for each stream. `put` names the stream whose register takes `digest`, and may
// be high only where `ready` is.
module shell_out #(
    parameter W = 64,
    parameter OUTPUT = 256,
    parameter STREAMS = 1,
    parameter STREAM = STREAMS > 1 ? $clog2(STREAMS) : 1
) (
    input  logic               clk,
    input  logic               rst,
    input  logic [OUTPUT-1:0]  digest,
    input  logic [STREAMS-1:0] put,
    output logic [STREAMS-1:0] ready,
    output logic [W-1:0]       dout,
    input  logic               dst_ready,
    output logic               dst_write,
    output logic [STREAM-1:0]  dst_stream
);
    localparam WORDS = OUTPUT / W;
    localparam INDEX = $clog2(WORDS);

    logic [STREAMS*W-1:0] tops;  // the next word of each stream's digest
    logic [STREAMS-1:0] full;
    logic [INDEX-1:0] index;
    logic is_done;

    assign dout = tops[dst_stream*W+:W];
    assign dst_write = full[dst_stream] && !dst_ready;
    assign is_done = dst_write && index == WORDS - 1;

    always_ff @(posedge clk) begin
        if (rst) begin
            index <= 0;
            dst_stream <= 0;
        end else begin
            if (dst_write) index <= is_done ? 0 : index + 1'b1;
            // The next stream has its turn when a digest has left, or there is none.
            if (STREAMS > 1 && (is_done || !full[dst_stream]))
                dst_stream <= dst_stream == STREAMS - 1 ? 0 : dst_stream + 1'b1;
        end
    end

    genvar s;
    generate
        for (s = 0; s < STREAMS; s = s + 1) begin : streams
            logic leaves;
            logic [OUTPUT-1:0] kept;
            assign tops[s*W+:W] = kept[OUTPUT-1-:W];
            assign leaves = STREAMS == 1 || dst_stream == s;
            assign ready[s] = !full[s] || (is_done && leaves);
            always_ff @(posedge clk) begin
                if (rst) full[s] <= 0;
                else if (put[s]) full[s] <= 1;
                else if (is_done && leaves) full[s] <= 0;
                if (put[s]) kept <= digest;
                else if (dst_write && leaves) kept <= {kept[OUTPUT-W-1:0], {W{1'b0}}};
            end
        end
    endgenerate
endmodule
