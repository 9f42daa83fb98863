// Skein-512-256 and Skein-512-512 (version 1.3): OUTPUT is 256 or 512. UNROLL is the number of Threefish rounds a
// clock, 1, 4 or 8. One message at a time.
//
// A block takes 72 / UNROLL turns and one more, in which it closes: the last subkey is added, the block is XORed, and
// the result is the chaining value or, after the output transform, the digest. In that turn the next block enters, too.
// The output transform is a block of zeros that follows the last block of the message; it begins where its digest will
// have a place. The configuration block depends on nothing but the size of the output, so its result is a constant.
//
// The nine words of the extended key go in a ring, which moves by a place with each subkey. Any of them is the parity
// of the other eight. Each subkey is made a turn before it is added, tweak and all, so that an injection costs one
// addition. The next message's initial value is put into the ring, a place behind, before the output transform closes,
// where the last subkey is made already: so it needs no multiplexer, only set and reset of the ring's registers.
module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter UNROLL = 4
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
    localparam TURNS = 72 / UNROLL;  // of a block, but for the one in which it closes
    localparam GROUPS = UNROLL < 4 ? 1 : UNROLL / 4;  // injections in a turn

    logic [511:0] block;
    logic valid, take, block_is_first, block_is_last, ready, put;
    logic [63:0] count;

    shell_in #(
        .W(64), .BLOCK(512), .PAD(PAD), .MARK(8'h00), .LENGTH(0)
    ) source (
        .clk, .rst, .din, .src_ready, .src_read,
        .block, .valid, .take, .is_first(block_is_first), .is_last(block_is_last), .is_empty(), .count
    );

    // A word's first byte is its lowest.
    function automatic [511:0] turned(input [511:0] bytes);
        integer i;
        for (i = 0; i < 64; i = i + 1) turned[8*i+:8] = bytes[511-8*i-:8];
    endfunction

    // Control. `turn` is 0 in the turn in which a block closes. There the circuit waits for what comes next.
    logic [6:0] turn;
    logic [2:0] phase;  // which word of the tweak is next, one-hot
    logic closes;
    logic chains;  // the result is a chaining value,
    logic owes;    // or a digest
    logic is_fresh;  // the next block is a message's first,
    logic is_over;   // or the output transform
    logic opens, runs, injects, ends;
    assign opens = closes && (is_over ? ready : valid);
    assign runs = !closes || opens;
    assign injects = UNROLL >= 4 || turn[1:0] == 0;
    assign ends = turn == TURNS;
    assign take = opens && !is_over;
    assign put = closes && owes;

    always_ff @(posedge clk) begin
        if (rst) begin
            turn <= TURNS;
            closes <= 0;
            chains <= 0;
            owes <= 0;
            is_fresh <= 1;
            is_over <= 0;
        end else begin
            if (runs) begin
                turn <= ends ? 0 : turn + 1'b1;
                closes <= ends;
                if (ends) phase <= 3'b001;
                else if (injects) phase <= GROUPS == 1 ? {phase[1:0], phase[2]} : {phase[0], phase[2:1]};
            end
            if (closes) owes <= opens && is_over;
            if (opens) begin
                chains <= !is_over;
                is_fresh <= is_over;
                is_over <= !is_over && block_is_last;
            end
        end
    end

    // The tweak: bytes up to the block's end; final, first, type.
    logic [63:0] position, next_position;
    logic [7:0] flags, next_flags;
    always_comb begin
        next_position = position;
        next_flags = flags;
        if (opens) begin
            next_position = is_over ? 64'd8 : count >> 3;
            next_flags = is_over ? {2'b11, 6'd63} : {block_is_last, block_is_first, 6'd48};
        end
    end
    always_ff @(posedge clk) begin
        position <= next_position;
        flags <= next_flags;
    end

    // The block, for the XOR at its end.
    logic [511:0] message;
    always_ff @(posedge clk)
        if (opens) message <= is_over ? 512'd0 : turned(block);

    // The ring, and the subkeys of the next turn.
    logic [575:0] ring, next_ring, initial_ring;
    logic [511:0] injected;  // what the first injection leaves
    logic [512*GROUPS-1:0] subkeys, next_subkeys;
    skein_initial_ring #(.OUTPUT(OUTPUT), .GROUPS(GROUPS)) initial_value (.ring(initial_ring));
    skein_ring #(.GROUPS(GROUPS)) moved (
        .ring, .loads(closes && chains), .chained(injected ^ message), .next(next_ring)
    );
    skein_subkeys #(.GROUPS(GROUPS)) made (
        .ring(next_ring), .phase, .number(UNROLL < 4 ? turn[6:2] : turn[4:0] * GROUPS),
        .position(next_position), .flags(next_flags), .subkeys(next_subkeys)
    );

    always_ff @(posedge clk) begin
        if (ends && is_fresh) ring <= initial_ring;
        else if (runs && injects) ring <= next_ring;
        if (runs) subkeys <= injects ? next_subkeys : 0;
    end

    // The rounds.
    logic [511:0] state, result;
    logic [2:0] set;
    assign set = turn[2:0] - 1'b1;
    threefish_rounds #(.UNROLL(UNROLL)) rounds (.clk, .state, .subkeys, .set, .injected, .result);

    always_ff @(posedge clk)
        if (opens && is_over) state <= 0;
        else if (runs) state <= closes ? turned(block) : result;

    // The digest. The output transform's block is zeros, so that nothing is to be XORed.
    logic [511:0] digest;
    assign digest = turned(injected);
    shell_out #(
        .W(64), .OUTPUT(OUTPUT)
    ) destination (
        .clk, .rst, .digest(digest[511-:OUTPUT]), .put, .ready,
        .dout, .dst_ready, .dst_write, .dst_stream()
    );
endmodule
