// Threefish-512 and the parts of Skein-512 (version 1.3) that circuits for one message and for several share. UNROLL is
// the number of rounds a clock (1, 4 or 8), STAGES the number of stages of the pipeline into which they are cut.

// What `data` was 0 to CLOCKS clocks ago, the latest lowest.
module delays #(
    parameter WIDTH = 1,
    parameter CLOCKS = 1
) (
    input  logic                        clk,
    input  logic                        runs,
    input  logic [WIDTH-1:0]            data,
    output logic [(CLOCKS+1)*WIDTH-1:0] taps
);
    assign taps[WIDTH-1:0] = data;
    generate
        if (CLOCKS > 0) begin : registers
            logic [CLOCKS*WIDTH-1:0] kept;
            assign taps[(CLOCKS+1)*WIDTH-1:WIDTH] = kept;
            always_ff @(posedge clk)
                if (runs) kept <= taps[CLOCKS*WIDTH-1:0];
        end
    endgenerate
endmodule

// A round: MIX on four pairs of words, and the permutation. D is the number of the round, but for multiples of SETS;
// `set` says which multiple.
module threefish_round #(
    parameter D = 0,
    parameter SETS = 1
) (
    input  logic [2:0]   set,
    input  logic [511:0] x,
    output logic [511:0] y
);
    function automatic integer distance(input integer i);
        case (i)
            0: distance = 46;
            1: distance = 36;
            2: distance = 19;
            3: distance = 37;
            4: distance = 33;
            5: distance = 27;
            6: distance = 14;
            7: distance = 42;
            8: distance = 17;
            9: distance = 49;
            10: distance = 36;
            11: distance = 39;
            12: distance = 44;
            13: distance = 9;
            14: distance = 54;
            15: distance = 56;
            16: distance = 39;
            17: distance = 30;
            18: distance = 34;
            19: distance = 24;
            20: distance = 13;
            21: distance = 50;
            22: distance = 10;
            23: distance = 17;
            24: distance = 25;
            25: distance = 29;
            26: distance = 39;
            27: distance = 43;
            28: distance = 8;
            29: distance = 35;
            30: distance = 56;
            default: distance = 22;
        endcase
    endfunction

    // The word that goes to place i.
    function automatic integer origin(input integer i);
        case (i)
            0: origin = 2;
            1: origin = 1;
            2: origin = 4;
            3: origin = 7;
            4: origin = 6;
            5: origin = 5;
            6: origin = 0;
            default: origin = 3;
        endcase
    endfunction

    logic [511:0] mixed;
    genvar i, s;
    generate
        for (i = 0; i < 4; i = i + 1) begin : pairs
            logic [63:0] left, right, sum, rotated;
            logic [64*SETS-1:0] rotations;
            assign left = x[128*i+:64];
            assign right = x[128*i+64+:64];
            for (s = 0; s < SETS; s = s + 1) begin : sets
                localparam BY = distance(4 * ((D + s * 8 / SETS) % 8) + i);
                assign rotations[64*s+:64] = {right[63-BY:0], right[63:64-BY]};
            end
            if (SETS == 1) assign rotated = rotations;
            else assign rotated = rotations[64*set[$clog2(SETS)-1:0]+:64];
            assign sum = left + right;
            assign mixed[128*i+:128] = {rotated ^ sum, sum};
        end
        for (i = 0; i < 8; i = i + 1) begin : words
            assign y[64*i+:64] = mixed[64*origin(i)+:64];
        end
    endgenerate
endmodule

// The injections and rounds that a state goes through, without the register at their end. Where the stages are as many
// as the additions, each has an addition. `subkeys` has one for each injection, in the clock in which it is added;
// `set`, the number of the first round modulo 8, comes with `injected`, which is what the first injection leaves.
module threefish_rounds #(
    parameter UNROLL = 4,
    parameter STAGES = 1,
    parameter GROUP = UNROLL < 4 ? UNROLL : 4,  // rounds after each injection
    parameter GROUPS = UNROLL / GROUP
) (
    input  logic                  clk,
    input  logic [511:0]          state,
    input  logic [512*GROUPS-1:0] subkeys,
    input  logic [2:0]            set,
    output logic [511:0]          injected,
    output logic [511:0]          result
);
    localparam ADDITIONS = GROUPS * (GROUP + 1);
    localparam CLOSING = STAGES / ADDITIONS;

    function automatic integer stage(input integer addition);
        stage = addition * STAGES / ADDITIONS;
    endfunction

    logic [3*STAGES-1:0] sets;
    delays #(
        .WIDTH(3), .CLOCKS(STAGES - 1)
    ) sets_of_stages (
        .clk, .runs(1'b1), .data(set), .taps(sets)
    );

    genvar a, i;
    generate
        for (a = 0; a < ADDITIONS; a = a + 1) begin : additions
            logic [511:0] x, y;
            if (a == 0) assign x = state;
            else if (stage(a) == stage(a - 1)) assign x = additions[a-1].y;
            else always_ff @(posedge clk) x <= additions[a-1].y;
            if (a % (GROUP + 1) == 0) begin : injection
                for (i = 0; i < 8; i = i + 1) begin : words
                    assign y[64*i+:64] = x[64*i+:64] + subkeys[512*(a/(GROUP+1))+64*i+:64];
                end
            end else begin : mixing
                threefish_round #(
                    .D(a / (GROUP + 1) * 4 + a % (GROUP + 1) - 1), .SETS(8 / UNROLL)
                ) one (.set(sets[3*(stage(a)-CLOSING)+:3]), .x, .y);
            end
        end
    endgenerate
    assign injected = additions[1].x;
    assign result = additions[ADDITIONS-1].y;
endmodule

// The subkeys of a turn, of which the first has this number; `phase` is that number modulo 3, one-hot. The words of the
// tweak are the position, the flags in its highest byte, and the XOR of both.
module skein_subkeys #(
    parameter GROUPS = 1
) (
    input  logic [575:0]          ring,
    input  logic [2:0]            phase,
    input  logic [4:0]            number,
    input  logic [63:0]           position,
    input  logic [7:0]            flags,
    output logic [512*GROUPS-1:0] subkeys
);
    genvar g;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : groups
            logic [2:0] word;
            logic [4:0] own_number;
            logic [63:0] tweak, next_tweak;
            logic [511:0] plain;
            assign word = g == 0 ? phase : {phase[1:0], phase[2]};
            assign own_number = number + g;
            assign tweak = (word[1] ? 64'd0 : position) ^ (word[0] ? 64'd0 : {flags, 56'd0});
            assign next_tweak = (word[0] ? 64'd0 : position) ^ (word[2] ? 64'd0 : {flags, 56'd0});
            assign plain = ring[64*g+:512];
            assign subkeys[512*g+:512] = {
                plain[511:448] + own_number, plain[447:384] + next_tweak, plain[383:320] + tweak, plain[319:0]
            };
        end
    endgenerate
endmodule

// The words of the extended key, moved on by GROUPS places or, where `loads`, new. The ninth is the parity.
module skein_ring #(
    parameter GROUPS = 1
) (
    input  logic [575:0] ring,
    input  logic         loads,
    input  logic [511:0] chained,
    output logic [575:0] next
);
    localparam [63:0] KEY_PARITY = 64'h1bd11bdaa9fc1a22;

    logic [511:0] words;
    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : places
            assign words[64*i+:64] = loads ? chained[64*i+:64] : ring[64*((i+GROUPS)%9)+:64];
        end
    endgenerate
    assign next = {
        KEY_PARITY
            ^ words[63:0] ^ words[127:64] ^ words[191:128] ^ words[255:192]
            ^ words[319:256] ^ words[383:320] ^ words[447:384] ^ words[511:448],
        words
    };
endmodule

// A ring that is one turn behind the initial value, the result of the configuration block. The parity is not set.
module skein_initial_ring #(
    parameter OUTPUT = 256,
    parameter GROUPS = 1
) (
    output logic [575:0] ring
);
    function automatic [63:0] initial_value(input integer i);
        case (OUTPUT + i)
            256: initial_value = 64'hccd044a12fdb3e13;
            257: initial_value = 64'he83590301a79a9eb;
            258: initial_value = 64'h55aea0614f816e6f;
            259: initial_value = 64'h2a2767a4ae9b94db;
            260: initial_value = 64'hec06025e74dd7683;
            261: initial_value = 64'he7a436cdc4746251;
            262: initial_value = 64'hc36fbaf9393ad185;
            263: initial_value = 64'h3eedba1833edfc13;
            512: initial_value = 64'h4903adff749c51ce;
            513: initial_value = 64'h0d95de399746df03;
            514: initial_value = 64'h8fd1934127c79bce;
            515: initial_value = 64'h9a255629ff352cb1;
            516: initial_value = 64'h5db62599df6ca7b0;
            517: initial_value = 64'heabe394ca9d5c3f4;
            518: initial_value = 64'h991112c71a75b523;
            519: initial_value = 64'hae18a40b660fcc33;
            default: initial_value = 64'h0;  // the parity, which is computed
        endcase
    endfunction

    genvar i;
    generate
        for (i = 0; i < 9; i = i + 1) begin : places
            assign ring[64*((i+GROUPS)%9)+:64] = initial_value(i);
        end
    endgenerate
endmodule
