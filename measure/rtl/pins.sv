// What is placed and timed: a circuit whose every port begins and ends at a register, behind three pins.
//
// Inputs come from a shift register; outputs go through a register each, and from there to one pin. So each path from
// and to a port counts, and a circuit of any width has a place on any device. Macros: W, STREAMS, PARAMETERS.
module pins (
    input  logic clk,
    input  logic d,
    output logic q
);
    localparam INPUTS = `W * `STREAMS + `STREAMS + 2;

    logic [INPUTS-1:0] inputs;
    logic [`W*`STREAMS-1:0] din;
    logic [`STREAMS-1:0] src_ready, src_read, read_then;
    logic rst, dst_ready, dst_write, write_then, q_then;
    logic [`W-1:0] dout, dout_then;

    assign {rst, dst_ready, src_ready, din} = inputs;

`ifdef STREAM
    logic [`STREAM-1:0] dst_stream, stream_then;
`endif

    crypto_hash #(`PARAMETERS) core (
        .clk(clk), .rst(rst), .din(din), .src_ready(src_ready), .src_read(src_read),
`ifdef STREAM
        .dst_stream(dst_stream),
`endif
        .dout(dout), .dst_ready(dst_ready), .dst_write(dst_write)
    );

    always_ff @(posedge clk) begin
        inputs <= {inputs[INPUTS-2:0], d};
        dout_then <= dout;
        read_then <= src_read;
        write_then <= dst_write;
`ifdef STREAM
        stream_then <= dst_stream;
        q_then <= ^{dout_then, read_then, write_then, stream_then};
`else
        q_then <= ^{dout_then, read_then, write_then};
`endif
        q <= q_then;
    end
endmodule
