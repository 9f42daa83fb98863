// The top module for one stream.
module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter MARK = 1,
    parameter UNROLL = 1
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
    keccak #(
        .PAD(PAD), .OUTPUT(OUTPUT), .MARK(MARK), .UNROLL(UNROLL)
    ) sponge (
        .clk, .rst, .din, .src_ready, .src_read, .dout, .dst_ready, .dst_write, .dst_stream()
    );
endmodule
