// The parts of JH (Hongjun Wu, "The Hash Function JH", January 16, 2011) that all its circuits are made of: the two
// layers of a round, the round constants, and the value that a message begins with.
//
// The state is kept grouped: as 256 elements of 4 bits, element 0 in the highest bits, and of an element bit 0 of the
// specification highest. Grouping and its inverse are then wires at the message and at the digest.

// Layer S: an S-box an element, S0 or S1 as the element's bit of the round constant says. It is written as the gates of
// the specification's bit-sliced form, where the constant comes late into two of the four bits.
module jh_substitute #(
    parameter ELEMENTS = 256
) (
    input  logic [4*ELEMENTS-1:0] a,
    input  logic [ELEMENTS-1:0]   c,
    output logic [4*ELEMENTS-1:0] b
);
    function automatic [3:0] substituted(input [3:0] a, input c);
        logic m0, m1, m2, m3, t;
        {m0, m1, m2, m3} = a;
        m3 = ~m3;
        m0 = m0 ^ (c & ~m2);
        t = c ^ (m0 & m1);
        m0 = m0 ^ (m2 & m3);
        m3 = m3 ^ (~m1 & m2);
        m1 = m1 ^ (m0 & m2);
        m2 = m2 ^ (m0 & ~m3);
        m0 = m0 ^ (m1 | m3);
        m3 = m3 ^ (m1 & m2);
        m1 = m1 ^ (t & m0);
        m2 = m2 ^ t;
        substituted = {m0, m1, m2, m3};
    endfunction

    genvar i;
    generate
        for (i = 0; i < ELEMENTS; i = i + 1) begin : boxes
            assign b[4*i+:4] = substituted(a[4*i+:4], c[i]);
        end
    endgenerate
endmodule

// Layer L on pairs of elements, (C, D) = (5A + 2B, 2A + B) in GF(16) modulo x^4 + x + 1, and then the permutation P.
module jh_diffuse #(
    parameter ELEMENTS = 256
) (
    input  logic [4*ELEMENTS-1:0] a,
    output logic [4*ELEMENTS-1:0] b
);
    localparam HIGHEST = 4 * ELEMENTS - 1;
    localparam MIDDLE = 2 * ELEMENTS - 1;

    function automatic [3:0] twice(input [3:0] a);
        twice = {a[2], a[1], a[3] ^ a[0], a[3]};
    endfunction

    // P swaps the elements of every other pair; then the first elements make the first half, and the second ones the
    // other half, where neighbours are swapped.
    genvar i;
    generate
        for (i = 0; i < ELEMENTS / 2; i = i + 1) begin : pairs
            logic [3:0] first, second, mixed_first, mixed_second;
            assign {first, second} = a[HIGHEST-8*i-:8];
            assign mixed_second = second ^ twice(first);
            assign mixed_first = first ^ twice(mixed_second);
            assign b[HIGHEST-4*i-:4] = i % 2 == 1 ? mixed_second : mixed_first;
            assign b[MIDDLE-4*(i^1)-:4] = i % 2 == 1 ? mixed_first : mixed_second;
        end
    endgenerate
endmodule

// The constant of a round.
module jh_constant (
    input  logic [5:0]   index,
    output logic [255:0] constant
);
    always_comb begin
        case (index)
            0: constant = 256'h6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a;
            1: constant = 256'hbb896bf05955abcd5281828d66e7d99ac4203494f89bf12817deb43288712231;
            2: constant = 256'h1836e76b12d79c55118a1139d2417df52a2021225ff6350063d88e5f1f91631c;
            3: constant = 256'h263085a7000fa9c3317c6ca8ab65f7a7713cf4201060ce886af855a90d6a4eed;
            4: constant = 256'h1cebafd51a156aeb62a11fb3be2e14f60b7e48de85814270fd62e97614d7b441;
            5: constant = 256'he5564cb574f7e09c75e2e244929e9549279ab224a28e445d57185e7d7a09fdc1;
            6: constant = 256'h5820f0f0d764cff3a5552a5e41a82b9eff6ee0aa615773bb07e8603424c3cf8a;
            7: constant = 256'hb126fb741733c5bfcef6f43a62e8e5706a26656028aa897ec1ea4616ce8fd510;
            8: constant = 256'hdbf0de32bca77254bb4f562581a3bc991cf94f225652c27f14eae958ae6aa616;
            9: constant = 256'he6113be617f45f3de53cff03919a94c32c927b093ac8f23b47f7189aadb9bc67;
            10: constant = 256'h80d0d26052ca45d593ab5fb3102506390083afb5ffe107dacfcba7dbe601a12b;
            11: constant = 256'h43af1c76126714dfa950c368787c81ae3beecf956c85c962086ae16e40ebb0b4;
            12: constant = 256'h9aee8994d2d74a5cdb7b1ef294eed5c1520724dd8ed58c92d3f0e174b0c32045;
            13: constant = 256'h0b2aa58ceb3bdb9e1eef66b376e0c565d5d8fe7bacb8da866f859ac521f3d571;
            14: constant = 256'h7a1523ef3d970a3a9b0b4d610e02749d37b8d57c1885fe4206a7f338e8356866;
            15: constant = 256'h2c2db8f7876685f2cd9a2e0ddb64c9d5bf13905371fc39e0fa86e1477234a297;
            16: constant = 256'h9df085eb2544ebf62b50686a71e6e828dfed9dbe0b106c9452ceddff3d138990;
            17: constant = 256'he6e5c42cb2d460c9d6e4791a1681bb2e222e54558eb78d5244e217d1bfcf5058;
            18: constant = 256'h8f1f57e44e126210f00763ff57da208a5093b8ff7947534a4c260a17642f72b2;
            19: constant = 256'hae4ef4792ea148608cf116cb2bff66e8fc74811266cd641112cd17801ed38b59;
            20: constant = 256'h91a744efbf68b192d0549b608bdb3191fc12a0e83543cec5f882250b244f78e4;
            21: constant = 256'h4b5d27d3368f9c17d4b2a2b216c7e74e7714d2cc03e1e44588cd9936de74357c;
            22: constant = 256'h0ea17cafb8286131bda9e3757b3610aa3f77a6d0575053fc926eea7e237df289;
            23: constant = 256'h848af9f57eb1a616e2c342c8cea528b8a95a5d16d9d87be9bb3784d0c351c32b;
            24: constant = 256'hc0435cc3654fb85dd9335ba91ac3dbde1f85d567d7ad16f9de6e009bca3f95b5;
            25: constant = 256'h927547fe5e5e45e2fe99f1651ea1cbf097dc3a3d40ddd21cee260543c288ec6b;
            26: constant = 256'hc117a3770d3a34469d50dfa7db020300d306a365374fa828c8b780ee1b9d7a34;
            27: constant = 256'h8ff2178ae2dbe5e872fac789a34bc228debf54a882743caad14f3a550fdbe68f;
            28: constant = 256'habd06c52ed58ff091205d0f627574c8cbc1fe7cf79210f5a2286f6e23a27efa0;
            29: constant = 256'h631f4acb8d3ca4253e301849f157571d3211b6c1045347befb7c77df3c6ca7bd;
            30: constant = 256'hae88f2342c23344590be2014fab4f179fd4bf7c90db14fa4018fcce689d2127b;
            31: constant = 256'h93b89385546d71379fe41c39bc602e8b7c8b2f78ee914d1f0af0d437a189a8a4;
            32: constant = 256'h1d1e036abeef3f44848cd76ef6baa889fcec56cd7967eb909a464bfc23c72435;
            33: constant = 256'ha8e4ede4c5fe5e88d4fb192e0a0821e935ba145bbfc59c2508282755a5df53a5;
            34: constant = 256'h8e4e37a3b970f079ae9d22a499a714c875760273f74a9398995d32c05027d810;
            35: constant = 256'h61cfa42792f93b9fde36eb163e978709fafa7616ec3c7dad0135806c3d91a21b;
            36: constant = 256'hf037c5d91623288b7d0302c1b941b72676a943b372659dcd7d6ef408a11b40c0;
            37: constant = 256'h2a306354ca3ea90b0e97eaebcea0a6d7c6522399e885c613de824922c892c490;
            38: constant = 256'h3ca6cdd788a5bdc5ef2dceeb16bca31e0a0d2c7e9921b6f71d33e25dd2f3cf53;
            39: constant = 256'hf72578721db56bf8f49538b0ae6ea470c2fb1339dd26333f135f7def45376ec0;
            40: constant = 256'he449a03eab359e34095f8b4b55cd7ac7c0ec6510f2c4cc79fa6b1fee6b18c59e;
            41: constant = 256'h73bd6978c59f2b219449b36770fb313fbe2da28f6b04275f071a1b193dde2072;
            default: constant = 256'bx;
        endcase
    end
endmodule

// Round constants of ROUNDS rounds at a time, the first one in the highest bits: those of the first rounds after
// `first`, and the following after each `next`. MEM = 1: they are stored. MEM = 0: each is computed from the one before
// it, which is a round on 64 elements whose S-boxes are all S0.
module jh_constants #(
    parameter ROUNDS = 1,
    parameter MEM = 0
) (
    input  logic                  clk,
    input  logic                  first,
    input  logic                  next,
    output logic [256*ROUNDS-1:0] c
);
    logic [5:0] index;  // of the next constant
    logic [256*ROUNDS-1:0] beginning;
    logic [256*(ROUNDS+1)-1:0] series;  // the latest constant, and the next ones
    assign series[256*ROUNDS+:256] = c[255:0];

    genvar i;
    generate
        for (i = 0; i < ROUNDS; i = i + 1) begin : rounds
            localparam [5:0] NUMBER = i;
            jh_constant first_constant (.index(NUMBER), .constant(beginning[256*(ROUNDS-i)-1-:256]));
            if (!MEM) begin : computed
                logic [255:0] substituted;
                jh_substitute #(.ELEMENTS(64)) substitute (
                    .a(series[256*(ROUNDS-i)+:256]), .c(64'd0), .b(substituted)
                );
                jh_diffuse #(.ELEMENTS(64)) diffuse (.a(substituted), .b(series[256*(ROUNDS-i-1)+:256]));
            end else begin : stored
                // The index is a multiple of ROUNDS, so that the sum is a matter of wires.
                jh_constant next_constant (.index(index | NUMBER), .constant(series[256*(ROUNDS-i-1)+:256]));
            end
        end
    endgenerate

    always_ff @(posedge clk) begin
        if (first) begin
            c <= beginning;
            index <= ROUNDS;
        end else if (next) begin
            c <= series[256*ROUNDS-1:0];
            index <= index + ROUNDS;
        end
    end
endmodule

// What the state holds before the first block of a message, in elements: a value that ROUNDS rounds, with the constants
// of a block's first ones, turn into H(0), the chaining value to which the first block is added. LATE = 1: that one
// round does, with the constant of a block's last one.
module jh_beginning #(
    parameter OUTPUT = 256,
    parameter ROUNDS = 1,
    parameter LATE = 0
) (
    output logic [1023:0] state
);
    generate
        if (OUTPUT == 256 && !LATE && ROUNDS == 1) begin : of_256_1
            assign state = {
                256'h9bb50a8e48acc89ecbce973ccae55f3eb8b479db1fda410776534ed3d365a6ca,
                256'hcf2c119457ab9bffb4bf361791203b8a6d2b51cb49bcd67562e89e7d0f573d3a,
                256'h6ce8049710c4557aa1e61f353d8ceb6247333074bfb801360bfc45bc8021fc36,
                256'h3a8ffaf3ed0bee8fe3df726f87f16d5a124a0956d381abccc0fe626134ea8230
            };
        end else if (OUTPUT == 256 && !LATE && ROUNDS == 2) begin : of_256_2
            assign state = {
                256'hccb9443eb78e23c68c226ce6c98df4807bb053ae9969f802b6374bdc13856039,
                256'h69af23b5f03a6b469045974acc4353ae98b1d3f1e93cfd4d2f151e858f838494,
                256'h86cc2609a75d9f593374dea2dbce81d496cdb6c3b513f62166a658f74c494326,
                256'h176c416037a9a27da52441f106b9097b11e8ac164cc9dc8a70ea41acc52d3f05
            };
        end else if (OUTPUT == 256 && LATE) begin : of_256_late
            assign state = {
                256'h9bb16a8f3895c69e3bced045cae11e4fb82d7d9b1f9a417808134e43d30516c9,
                256'hcfbc1aa4c7129bef242f361791203b898d22c13b4d2c48856be8af7d0f573d39,
                256'h0ce80397565d5509a5f61fccc973fb0248c4c073be27014802e341257721f5c6,
                256'h418ee9fced62ef8ee4df720f87fa6dca123979c0437a9bc3c0ff628133e97230
            };
        end else if (OUTPUT == 512 && !LATE && ROUNDS == 1) begin : of_512_1
            assign state = {
                256'hf0a0f9adc17527539d883b0b4ceb1ecbf01e49e1413619a2fb25d07c792c59ab,
                256'h5f3e4975c0e1e86c12a78663a73657aa708a1bca89ddd47d17e9099e121e6f4c,
                256'hef955ccb5a232a7857487fa3c93f6bdf99d698d655ecf69f9ab1b4b66e2ab1c0,
                256'hff112c388bf4ca57853c9d3e8f3e3b1954f99d7103ee8b601608df37c390587e
            };
        end else if (OUTPUT == 512 && !LATE && ROUNDS == 2) begin : of_512_2
            assign state = {
                256'h81016fb7d7418b3658ef776c1644bb28d5452faf0e0bf5f4b9f6001926391d06,
                256'h56370cc3af1901cbb1b2780abb82c611f77671fb4f34e011ca68a611c7972df8,
                256'h6e6124e8ed9ec072f6980a23e784e0f08fa28f131b2d3dc625e00f1bb69a2b17,
                256'hf5897ef02876ee5bf1017f7b0612f668b979846342d4c7145ef63a2ada0e7fc0
            };
        end else begin : of_512_late
            assign state = {
                256'hf0a7e9a451812853ad88c2624ce2af32f05f4df14146199be2b5d08c79bcc9a2,
                256'h5f4e4d0530f5e88ca2978663a73657a900895b3a8d4d4d8d10e96a9e121e6f45,
                256'hff9555cbc1b42a0650387f945a4e0b4f9d48d8d05cf3f6ae9125b3208f2aba50,
                256'hee15b5368be3c1508c3c9dce8f3f3b5954eddd0a73ff6b661607df47cc97c87e
            };
        end
    endgenerate
endmodule

// The second half of the state, ungrouped: a digest is the end of it.
module jh_second_half (
    input  logic [1023:0] state,
    output logic [511:0]  half
);
    genvar i;
    generate
        for (i = 0; i < 128; i = i + 1) begin : elements
            assign {half[511-i], half[255-i]} = state[1021-8*i-:2];
            assign {half[383-i], half[127-i]} = state[1017-8*i-:2];
        end
    endgenerate
endmodule

// The way out of a circuit with one message: `state` is its last one with `ends`. The digest has a register of its own,
// so that the way to the output does not lengthen the step. While `has_digest`, none may end.
module jh_digest #(
    parameter OUTPUT = 256
) (
    input  logic          clk,
    input  logic          rst,
    input  logic [1023:0] state,
    input  logic          ends,
    output logic          has_digest,
    output logic [63:0]   dout,
    input  logic          dst_ready,
    output logic          dst_write
);
    logic [511:0] half;
    logic [OUTPUT-1:0] digest;
    logic ready;
    jh_second_half ungrouped (.state, .half);

    always_ff @(posedge clk) begin
        if (ends) digest <= half[OUTPUT-1:0];
        if (rst) has_digest <= 0;
        else has_digest <= ends || (has_digest && !ready);
    end

    shell_out #(
        .W(64), .OUTPUT(OUTPUT)
    ) destination (
        .clk, .rst, .digest, .put(has_digest && ready), .ready,
        .dout, .dst_ready, .dst_write, .dst_stream()
    );
endmodule
