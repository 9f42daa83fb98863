// Skein-512-256 and Skein-512-512, several messages in one pipeline: STREAMS stages, with UNROLL rounds in all. hash.sv
// tells how a block goes through the rounds; a turn takes STREAMS clocks here.
//
// Each stream has a slot, which passes all stages in a turn. All about a slot is kept in shift registers of as many
// places, so that it comes to the first place when its slot closes or might: in stage CLOSING, which has the result of
// the injection. Subkeys, rounds' constants and blocks are delayed from there to the stage that needs them.
//
// The pipeline never stands still. A slot for which no block is there, or no place for its digest, waits in this way:
// before a new message it closes again in the next turn; within a message, the ring moves on without a block and the
// slot closes again after nine turns, when the chaining value is back in its place.
module crypto_hash #(
    parameter PAD = 1,
    parameter OUTPUT = 256,
    parameter UNROLL = 4,
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
    localparam TURNS = 72 / UNROLL;  // of a block, but for the one in which it closes
    localparam GROUPS = UNROLL / 4;  // injections in a turn
    localparam CLOSING = STREAMS / (5 * GROUPS);
    localparam WAITING = 9;  // turns in which the ring turns around

    // A word's first byte is its lowest.
    function automatic [511:0] turned(input [511:0] bytes);
        integer i;
        for (i = 0; i < 64; i = i + 1) turned[8*i+:8] = bytes[511-8*i-:8];
    endfunction

    logic [STREAMS-1:0] here;  // the stream whose slot is in stage CLOSING
    always_ff @(posedge clk)
        if (rst) here <= 1;
        else here <= {here[STREAMS-2:0], here[STREAMS-1]};

    // The block of the stream that is here.
    logic [STREAMS-1:0] valid, take, first, last, ready, put;
    logic [512*STREAMS-1:0] blocks;
    logic [64*STREAMS-1:0] counts;
    genvar s;
    generate
        for (s = 0; s < STREAMS; s = s + 1) begin : streams
            shell_in #(
                .W(64), .BLOCK(512), .PAD(PAD), .MARK(8'h00), .LENGTH(0)
            ) source (
                .clk, .rst, .din(din[64*s+:64]), .src_ready(src_ready[s]), .src_read(src_read[s]),
                .block(blocks[512*s+:512]), .valid(valid[s]), .take(take[s]),
                .is_first(first[s]), .is_last(last[s]), .is_empty(), .count(counts[64*s+:64])
            );
        end
    endgenerate

    logic [511:0] taken;
    logic [63:0] count;
    integer i;
    always_comb begin
        taken = 0;
        count = 0;
        for (i = 0; i < STREAMS; i = i + 1) begin
            if (take[i]) taken = taken | turned(blocks[512*i+:512]);
            if (here[i]) count = count | counts[64*i+:64];
        end
    end

    // Control of the slot that is here. `turn` is 0 where it closes.
    localparam CONTROL = 10;
    localparam [CONTROL-1:0] AT_FIRST = {TURNS[4:0], 5'b00010};
    logic [CONTROL*STREAMS-1:0] slots;  // the slot that was here the clock before is lowest
    logic [4:0] turn, next_turn;
    logic closes, next_closes;
    logic chains, next_chains;  // its result is a chaining value,
    logic owes, next_owes;      // or a digest
    logic is_fresh, next_is_fresh;  // its next block is a message's first,
    logic is_over, next_is_over;    // or the output transform
    logic opens, begins_output, waits, here_is_last, here_is_first;
    assign {turn, closes, chains, owes, is_fresh, is_over} = slots[CONTROL*(STREAMS-1)+:CONTROL];
    assign opens = closes && |(here & (is_over ? ready : valid));
    assign begins_output = opens && is_over;
    assign waits = closes && !opens;
    assign take = here & valid & {STREAMS{closes && !is_over}};
    assign put = here & {STREAMS{closes && owes}};
    assign here_is_last = |(here & last);
    assign here_is_first = |(here & first);

    always_comb begin
        next_turn = turn + 1'b1;
        if (turn == TURNS || (waits && is_fresh)) next_turn = 0;
        else if (waits) next_turn = TURNS - WAITING + 2;
        next_closes = next_turn == 0;
        next_chains = closes ? opens && !is_over : chains;
        next_owes = closes ? begins_output : owes;
        next_is_fresh = opens ? is_over : is_fresh;
        next_is_over = opens ? !is_over && here_is_last : is_over;
    end

    always_ff @(posedge clk)
        if (rst) slots <= {STREAMS{AT_FIRST}};
        else slots <= {
            slots[CONTROL*(STREAMS-1)-1:0],
            next_turn, next_closes, next_chains, next_owes, next_is_fresh, next_is_over
        };

    // The tweak: bytes up to the block's end; final, first, type. `phase` says which of its words is next, one-hot.
    logic [74:0] next_tweak;
    logic [75*STREAMS-1:0] tweaks;
    logic [63:0] position;
    logic [7:0] flags;
    logic [2:0] phase;
    assign {phase, flags, position} = tweaks[75*(STREAMS-1)+:75];
    always_comb begin
        next_tweak = {phase[1:0], phase[2], flags, position};
        if (GROUPS == 2) next_tweak[74:72] = {phase[0], phase[2:1]};
        if (next_closes) next_tweak[74:72] = 3'b001;
        if (begins_output) next_tweak[71:0] = {2'b11, 6'd63, 64'd8};
        else if (opens) next_tweak[71:0] = {here_is_last, here_is_first, 6'd48, count >> 3};
    end
    always_ff @(posedge clk) tweaks <= {tweaks[75*(STREAMS-1)-1:0], next_tweak};

    // The block, for the XOR at its end, and delayed to the end of the rounds.
    logic [512*STREAMS-1:0] messages;
    logic [511:0] next_message, message;
    assign message = messages[512*(STREAMS-1)+:512];
    assign next_message = taken | (opens ? 512'd0 : message);
    always_ff @(posedge clk) messages <= {messages[512*(STREAMS-1)-1:0], next_message};

    logic [STREAMS-CLOSING-1:0] openings;
    delays #(
        .WIDTH(1), .CLOCKS(STREAMS - CLOSING - 1)
    ) openings_of_stages (
        .clk, .runs(1'b1), .data(opens), .taps(openings)
    );

    // The ring.
    logic [575:0] ring, next_ring, initial_ring;
    logic [511:0] injected;  // what the first injection leaves
    skein_initial_ring #(.OUTPUT(OUTPUT), .GROUPS(GROUPS)) initial_value (.ring(initial_ring));
    skein_ring #(.GROUPS(GROUPS)) moved (
        .ring, .loads(closes && chains), .chained(injected ^ message), .next(next_ring)
    );

    logic [576*STREAMS-1:0] rings;
    assign ring = rings[576*(STREAMS-1)+:576];
    always_ff @(posedge clk) begin
        rings <= {rings[576*(STREAMS-1)-1:0], next_ring};
        if (next_closes && is_fresh) rings[575:0] <= initial_ring;
    end

    // Subkeys of the next turn are made in the clock after, and delayed to the stages of their injections.
    logic [575:0] made_ring;
    logic [2:0] made_phase;
    logic [4:0] made_turn;
    always_ff @(posedge clk) begin
        made_ring <= next_ring;
        made_phase <= phase;
        made_turn <= turn;
    end

    logic [512*GROUPS-1:0] made_subkeys, subkeys;
    skein_subkeys #(.GROUPS(GROUPS)) made (
        .ring(made_ring), .phase(made_phase), .number(made_turn * GROUPS),
        .position(tweaks[63:0]), .flags(tweaks[71:64]), .subkeys(made_subkeys)
    );

    genvar g;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : groups
            localparam WAY = STREAMS - CLOSING - 1 + g * STREAMS / GROUPS;
            logic [512*(WAY+1)-1:0] on_their_way;
            delays #(
                .WIDTH(512), .CLOCKS(WAY)
            ) way (
                .clk, .runs(1'b1), .data(made_subkeys[512*g+:512]), .taps(on_their_way)
            );
            assign subkeys[512*g+:512] = on_their_way[512*WAY+:512];
        end
    endgenerate

    // The rounds.
    logic [511:0] state, result;
    logic [2:0] set;
    assign set = turn[2:0] - 1'b1;
    threefish_rounds #(
        .UNROLL(UNROLL), .STAGES(STREAMS)
    ) rounds (
        .clk, .state, .subkeys, .set, .injected, .result
    );
    always_ff @(posedge clk)
        state <= openings[STREAMS-CLOSING-1] ? messages[512*(STREAMS-CLOSING-2)+:512] : result;

    // The digest. The output transform's block is zeros, so that nothing is to be XORed.
    logic [511:0] digest;
    assign digest = turned(injected);
    shell_out #(
        .W(64), .OUTPUT(OUTPUT), .STREAMS(STREAMS)
    ) destination (
        .clk, .rst, .digest(digest[511-:OUTPUT]), .put, .ready,
        .dout, .dst_ready, .dst_write, .dst_stream
    );
endmodule
