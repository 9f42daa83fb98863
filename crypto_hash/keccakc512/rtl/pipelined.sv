// The top module for several streams.
module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter MARK = 1,
    parameter UNROLL = 1,
    parameter STREAMS = 2
) (
    input  logic                       clk,
    input  logic                       rst,
    input  logic [64*STREAMS-1:0]      din,
    input  logic [STREAMS-1:0]         src_ready,
    output logic [STREAMS-1:0]         src_read,
    output logic [63:0]                dout,
    input  logic                       dst_ready,
    output logic                       dst_write,
    output logic [$clog2(STREAMS)-1:0] dst_stream
);
    keccak #(
        .PAD(PAD), .OUTPUT(OUTPUT), .MARK(MARK), .UNROLL(UNROLL), .STREAMS(STREAMS)
    ) sponge (
        .clk, .rst, .din, .src_ready, .src_read, .dout, .dst_ready, .dst_write, .dst_stream
    );
endmodule
