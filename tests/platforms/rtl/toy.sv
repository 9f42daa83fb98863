// A hash for tests, small enough to be simulated in seconds: two words of 64 bits a block, in four rounds.
//
//     state = (rotated(state, 13) ^ x) + 0x9e3779b97f4a7c15 ^ y, where (x, y) are the words, in turns
module crypto_hash #(
    parameter PAD = 1,
    parameter ROUNDS = 4
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
    localparam [63:0] INITIAL = 64'h0123456789abcdef;
    localparam [63:0] CONSTANT = 64'h9e3779b97f4a7c15;

    logic [127:0] block;
    logic valid, take, is_first, is_last;
    shell_in #(
        .W(64), .BLOCK(128), .PAD(PAD), .MARK(8'h80), .LENGTH(64)
    ) source (
        .clk, .rst, .din, .src_ready, .src_read,
        .block, .valid, .take, .is_first, .is_last, .is_empty(), .count()
    );

    logic [63:0] state, mixed, x, y;
    logic [2:0] round;
    logic works, ends, is_final, ready, put;
    assign mixed = (({state[50:0], state[63:51]} ^ x) + CONSTANT) ^ y;
    assign ends = works && round == ROUNDS - 1 && (!is_final || ready);
    assign take = valid && (!works || ends);
    assign put = ends && is_final;

    always_ff @(posedge clk) begin
        if (rst) works <= 0;
        else if (take) works <= 1;
        else if (ends) works <= 0;
        if (take) begin
            {x, y} <= block;
            round <= 0;
            is_final <= is_last;
            state <= is_first ? INITIAL : works ? mixed : state;
        end else if (works && (round != ROUNDS - 1 || ends)) begin
            {x, y} <= {y, x};
            round <= round + 1'b1;
            state <= mixed;
        end
    end

    shell_out #(
        .W(64), .OUTPUT(128)
    ) destination (
        .clk, .rst, .digest({mixed, ~mixed}), .put, .ready, .dout, .dst_ready, .dst_write, .dst_stream()
    );
endmodule
