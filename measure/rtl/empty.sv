// A circuit of the contract's ports with nothing in it but wires: what pins.sv itself takes is measured with it.
module crypto_hash #(
    parameter PAD = 1
) (
    input  logic                    clk,
    input  logic                    rst,
    input  logic [`W*`STREAMS-1:0]  din,
    input  logic [`STREAMS-1:0]     src_ready,
    output logic [`STREAMS-1:0]     src_read,
    output logic [`W-1:0]           dout,
    input  logic                    dst_ready,
`ifdef STREAM
    output logic [`STREAM-1:0]      dst_stream,
`endif
    output logic                    dst_write
);
    // Each input has a way to an output, so that nothing of pins.sv is removed.
    assign dout = din[`W-1:0];
    assign src_read = src_ready;
    assign dst_write = dst_ready ^ rst ^ (^din);
`ifdef STREAM
    assign dst_stream = src_ready[`STREAM-1:0];
`endif
endmodule
