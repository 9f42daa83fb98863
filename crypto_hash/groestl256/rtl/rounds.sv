// Parts of Groestl's round, for any number of columns. The first column is highest, and so is row 0 of a column.

// MixBytes.
module groestl_mix_bytes #(
    parameter COLUMNS = 8
) (
    input  logic [64*COLUMNS-1:0] x,
    output logic [64*COLUMNS-1:0] y
);
    genvar j;
    generate
        for (j = 0; j < COLUMNS; j = j + 1) begin : columns
            logic [63:0] fours, others;
            groestl_mix_sums sums (.x(x[64*j+:64]), .fours, .others);
            groestl_mix_products products (.fours, .others, .y(y[64*j+:64]));
        end
    endgenerate
endmodule

// MixBytes of a column, first half: sums. Row i of the result is the sum of rows i+0 to i+7 times 02, 02, 03, 04, 05,
// 03, 05, 07. The factors of rows i+3, i+4, i+6, i+7 have the bit 4: `fours`. Those of rows i+2, i+4, i+5, i+6, i+7
// have the bit 1: `others`. Those of rows i+0, i+1, i+2, i+5, i+7 have the bit 2: these are `others` of row i+3.
module groestl_mix_sums (
    input  logic [63:0] x,
    output logic [63:0] fours,
    output logic [63:0] others
);
    /* verilator no_inline_module */
    function automatic [63:0] rows_from(input [63:0] a, input integer k);
        rows_from = (a << (8 * k)) | (a >> (64 - 8 * k));
    endfunction

    assign fours = rows_from(x, 3) ^ rows_from(x, 4) ^ rows_from(x, 6) ^ rows_from(x, 7);
    // Row i+1 of `fours` has the rows i+4, i+5, i+7 and i+0: so that one LUT makes each of these bits.
    assign others = rows_from(fours, 1) ^ rows_from(x, 2) ^ rows_from(x, 6) ^ rows_from(x, 0);
endmodule

// Second half: 04 * fours + 02 * others, three rows on, + others.
module groestl_mix_products (
    input  logic [63:0] fours,
    input  logic [63:0] others,
    output logic [63:0] y
);
    /* verilator no_inline_module */
    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : rows
            logic [7:0] four, two, one;
            logic top;  // the bit that both products bring back to the same places
            assign four = fours[8*i+:8];
            assign two = others[8*((i+5)%8)+:8];
            assign one = others[8*i+:8];
            assign top = four[6] ^ two[7];
            assign y[8*i+:8] = {
                four[5] ^ two[6] ^ one[7],
                four[4] ^ two[5] ^ one[6],
                four[3] ^ four[7] ^ two[4] ^ one[5],
                top ^ four[2] ^ four[7] ^ two[3] ^ one[4],
                top ^ four[1] ^ two[2] ^ one[3],
                four[0] ^ four[7] ^ two[1] ^ one[2],
                top ^ four[7] ^ two[0] ^ one[1],
                top ^ one[0]
            };
        end
    endgenerate
endmodule

// The S-box of AES in two halves, with 16 bits between them, where a pipeline may have a register.
//
// SBOX = 0: a table. SBOX = 1: an inversion by way of GF(16). With a basis u = 01, v = 43 of GF(256) over GF(16),
// x = a*u + b*v. As x**17 is in GF(16), 1/x = x**16 / x**17 = (a/x**17) * u**16 + (b/x**17) * v**16. What is left to do
// are x**17 (`norm`), its inverse, which is a table of four bits, and the multiplications of that by a and b.
//
// Bases are chosen for 4-input LUTs. GF(16) is spanned by powers of an element z with z**5 = 1. So in terms of
// Tr(c * z**i), a multiplication by each of these powers needs few linear forms of a factor: `b` has all five of them
// (their sum is 0), `a` has four coordinates, and `d` has forms of 1/x**17, each a LUT from `norm`. Each bit of `norm`,
// and each of a product, is then three LUTs. The products have room for the affine map: of the S-box's outputs, some
// are products, and the others a product and one or two outputs. u, v, c and the order of outputs come from a search.
module groestl_sbox_first #(
    parameter SBOX = 1
) (
    input  logic [7:0]  x,
    output logic [15:0] middle
);
    /* verilator no_inline_module */
    logic [3:0] a, norm;
    logic [4:0] b;
    logic [6:0] d;

    generate
        if (SBOX == 1) begin : composite
            always_comb begin
                a[0] = x[7] ^ x[6] ^ x[5] ^ x[4] ^ x[3] ^ x[2] ^ x[0];
                a[1] = x[6] ^ x[4] ^ x[3] ^ x[1];
                a[2] = x[7] ^ x[5] ^ x[4];
                a[3] = x[7];
                b[0] = x[7] ^ x[5];
                b[1] = x[6] ^ x[5] ^ x[4] ^ x[3] ^ x[2];
                b[2] = x[7] ^ x[6] ^ x[4];
                b[3] = x[3] ^ x[2] ^ x[1];
                b[4] = x[1];
                norm[0] = (~a[0] & b[0]) ^ (a[1] | b[1]) ^ (a[2] | b[2]) ^ (a[3] | b[3]);
                norm[1] = (a[0] & ~b[1]) ^ (a[1] | b[2]) ^ (a[2] & b[3]) ^ (a[3] & ~b[4]);
                norm[2] = (a[0] & ~b[2]) ^ (a[1] & ~b[3]) ^ (a[2] & ~b[4]) ^ (a[3] | b[0]);
                norm[3] = (a[0] | b[3]) ^ (a[1] & b[4]) ^ (a[2] & ~b[0]) ^ (a[3] & ~b[1]);
                case (norm)
                    0: d = 7'b0000000;
                    1: d = 7'b0010111;
                    2: d = 7'b1101011;
                    3: d = 7'b1010110;
                    4: d = 7'b1011001;
                    5: d = 7'b0111101;
                    6: d = 7'b1001110;
                    7: d = 7'b0001111;
                    8: d = 7'b0100101;
                    9: d = 7'b1111100;
                    10: d = 7'b1110011;
                    11: d = 7'b1100100;
                    12: d = 7'b0101010;
                    13: d = 7'b0011000;
                    14: d = 7'b1000001;
                    default: d = 7'b0110010;
                endcase
            end
            assign middle = {a, b, d};
        end else begin : table_
            assign middle = {8'd0, x};
        end
    endgenerate
endmodule

module groestl_sbox_second #(
    parameter SBOX = 1
) (
    input  logic [15:0] middle,
    output logic [7:0]  y
);
    /* verilator no_inline_module */
    logic [3:0] a;
    logic [4:0] b;
    logic [6:0] d;
    logic [1:0] p;
    logic [7:0] o;
    assign {a, b, d} = middle;

    generate
        if (SBOX == 1) begin : composite
            always_comb begin
                o[6] = (b[0] & d[1]) ^ (b[1] & d[0]) ^ (b[2] & d[3]) ^ (b[3] & d[2]);
                p[0] = (b[1] & d[1]) ^ (b[2] & d[0]) ^ (b[3] & d[3]) ^ (b[4] & d[2]);
                p[1] = (b[0] & d[0]) ^ (b[1] & d[3]) ^ (b[2] & d[2]) ^ (b[4] & d[1]);
                o[7] = (a[0] & d[4]) ^ (a[1] & d[0]) ^ (a[2] & d[5]) ^ (a[3] & d[3]) ^ p[1] ^ o[6];
                o[1] = (a[0] & d[6]) ^ (a[1] & d[4]) ^ (a[2] & d[0]) ^ (a[3] & d[5]);
                o[2] = p[1] ^ o[6] ^ o[1] ^ o[7];
                o[0] = (a[0] & d[5]) ^ (a[1] & d[3]) ^ (a[2] & d[6]) ^ (a[3] & d[4]) ^ o[1] ^ p[0];
                o[5] = (a[0] & d[0]) ^ (a[1] & d[5]) ^ (a[2] & d[3]) ^ (a[3] & d[6]) ^ o[1] ^ p[0];
                o[4] = o[0] ^ p[0] ^ o[5];
                o[3] = (b[0] & d[3]) ^ (b[1] & d[2]) ^ (b[3] & d[1]) ^ (b[4] & d[0]) ^ o[0] ^ o[6];
            end
            assign y = o ^ 8'h63;
        end else begin : table_
            groestl_sbox_table sbox (.x(middle[7:0]), .y);
        end
    endgenerate
endmodule

module groestl_sbox_table (
    input  logic [7:0] x,
    output logic [7:0] y
);
    /* verilator no_inline_module */
    always_comb begin
        case (x)
            8'h00: y = 8'h63;
            8'h01: y = 8'h7c;
            8'h02: y = 8'h77;
            8'h03: y = 8'h7b;
            8'h04: y = 8'hf2;
            8'h05: y = 8'h6b;
            8'h06: y = 8'h6f;
            8'h07: y = 8'hc5;
            8'h08: y = 8'h30;
            8'h09: y = 8'h01;
            8'h0a: y = 8'h67;
            8'h0b: y = 8'h2b;
            8'h0c: y = 8'hfe;
            8'h0d: y = 8'hd7;
            8'h0e: y = 8'hab;
            8'h0f: y = 8'h76;
            8'h10: y = 8'hca;
            8'h11: y = 8'h82;
            8'h12: y = 8'hc9;
            8'h13: y = 8'h7d;
            8'h14: y = 8'hfa;
            8'h15: y = 8'h59;
            8'h16: y = 8'h47;
            8'h17: y = 8'hf0;
            8'h18: y = 8'had;
            8'h19: y = 8'hd4;
            8'h1a: y = 8'ha2;
            8'h1b: y = 8'haf;
            8'h1c: y = 8'h9c;
            8'h1d: y = 8'ha4;
            8'h1e: y = 8'h72;
            8'h1f: y = 8'hc0;
            8'h20: y = 8'hb7;
            8'h21: y = 8'hfd;
            8'h22: y = 8'h93;
            8'h23: y = 8'h26;
            8'h24: y = 8'h36;
            8'h25: y = 8'h3f;
            8'h26: y = 8'hf7;
            8'h27: y = 8'hcc;
            8'h28: y = 8'h34;
            8'h29: y = 8'ha5;
            8'h2a: y = 8'he5;
            8'h2b: y = 8'hf1;
            8'h2c: y = 8'h71;
            8'h2d: y = 8'hd8;
            8'h2e: y = 8'h31;
            8'h2f: y = 8'h15;
            8'h30: y = 8'h04;
            8'h31: y = 8'hc7;
            8'h32: y = 8'h23;
            8'h33: y = 8'hc3;
            8'h34: y = 8'h18;
            8'h35: y = 8'h96;
            8'h36: y = 8'h05;
            8'h37: y = 8'h9a;
            8'h38: y = 8'h07;
            8'h39: y = 8'h12;
            8'h3a: y = 8'h80;
            8'h3b: y = 8'he2;
            8'h3c: y = 8'heb;
            8'h3d: y = 8'h27;
            8'h3e: y = 8'hb2;
            8'h3f: y = 8'h75;
            8'h40: y = 8'h09;
            8'h41: y = 8'h83;
            8'h42: y = 8'h2c;
            8'h43: y = 8'h1a;
            8'h44: y = 8'h1b;
            8'h45: y = 8'h6e;
            8'h46: y = 8'h5a;
            8'h47: y = 8'ha0;
            8'h48: y = 8'h52;
            8'h49: y = 8'h3b;
            8'h4a: y = 8'hd6;
            8'h4b: y = 8'hb3;
            8'h4c: y = 8'h29;
            8'h4d: y = 8'he3;
            8'h4e: y = 8'h2f;
            8'h4f: y = 8'h84;
            8'h50: y = 8'h53;
            8'h51: y = 8'hd1;
            8'h52: y = 8'h00;
            8'h53: y = 8'hed;
            8'h54: y = 8'h20;
            8'h55: y = 8'hfc;
            8'h56: y = 8'hb1;
            8'h57: y = 8'h5b;
            8'h58: y = 8'h6a;
            8'h59: y = 8'hcb;
            8'h5a: y = 8'hbe;
            8'h5b: y = 8'h39;
            8'h5c: y = 8'h4a;
            8'h5d: y = 8'h4c;
            8'h5e: y = 8'h58;
            8'h5f: y = 8'hcf;
            8'h60: y = 8'hd0;
            8'h61: y = 8'hef;
            8'h62: y = 8'haa;
            8'h63: y = 8'hfb;
            8'h64: y = 8'h43;
            8'h65: y = 8'h4d;
            8'h66: y = 8'h33;
            8'h67: y = 8'h85;
            8'h68: y = 8'h45;
            8'h69: y = 8'hf9;
            8'h6a: y = 8'h02;
            8'h6b: y = 8'h7f;
            8'h6c: y = 8'h50;
            8'h6d: y = 8'h3c;
            8'h6e: y = 8'h9f;
            8'h6f: y = 8'ha8;
            8'h70: y = 8'h51;
            8'h71: y = 8'ha3;
            8'h72: y = 8'h40;
            8'h73: y = 8'h8f;
            8'h74: y = 8'h92;
            8'h75: y = 8'h9d;
            8'h76: y = 8'h38;
            8'h77: y = 8'hf5;
            8'h78: y = 8'hbc;
            8'h79: y = 8'hb6;
            8'h7a: y = 8'hda;
            8'h7b: y = 8'h21;
            8'h7c: y = 8'h10;
            8'h7d: y = 8'hff;
            8'h7e: y = 8'hf3;
            8'h7f: y = 8'hd2;
            8'h80: y = 8'hcd;
            8'h81: y = 8'h0c;
            8'h82: y = 8'h13;
            8'h83: y = 8'hec;
            8'h84: y = 8'h5f;
            8'h85: y = 8'h97;
            8'h86: y = 8'h44;
            8'h87: y = 8'h17;
            8'h88: y = 8'hc4;
            8'h89: y = 8'ha7;
            8'h8a: y = 8'h7e;
            8'h8b: y = 8'h3d;
            8'h8c: y = 8'h64;
            8'h8d: y = 8'h5d;
            8'h8e: y = 8'h19;
            8'h8f: y = 8'h73;
            8'h90: y = 8'h60;
            8'h91: y = 8'h81;
            8'h92: y = 8'h4f;
            8'h93: y = 8'hdc;
            8'h94: y = 8'h22;
            8'h95: y = 8'h2a;
            8'h96: y = 8'h90;
            8'h97: y = 8'h88;
            8'h98: y = 8'h46;
            8'h99: y = 8'hee;
            8'h9a: y = 8'hb8;
            8'h9b: y = 8'h14;
            8'h9c: y = 8'hde;
            8'h9d: y = 8'h5e;
            8'h9e: y = 8'h0b;
            8'h9f: y = 8'hdb;
            8'ha0: y = 8'he0;
            8'ha1: y = 8'h32;
            8'ha2: y = 8'h3a;
            8'ha3: y = 8'h0a;
            8'ha4: y = 8'h49;
            8'ha5: y = 8'h06;
            8'ha6: y = 8'h24;
            8'ha7: y = 8'h5c;
            8'ha8: y = 8'hc2;
            8'ha9: y = 8'hd3;
            8'haa: y = 8'hac;
            8'hab: y = 8'h62;
            8'hac: y = 8'h91;
            8'had: y = 8'h95;
            8'hae: y = 8'he4;
            8'haf: y = 8'h79;
            8'hb0: y = 8'he7;
            8'hb1: y = 8'hc8;
            8'hb2: y = 8'h37;
            8'hb3: y = 8'h6d;
            8'hb4: y = 8'h8d;
            8'hb5: y = 8'hd5;
            8'hb6: y = 8'h4e;
            8'hb7: y = 8'ha9;
            8'hb8: y = 8'h6c;
            8'hb9: y = 8'h56;
            8'hba: y = 8'hf4;
            8'hbb: y = 8'hea;
            8'hbc: y = 8'h65;
            8'hbd: y = 8'h7a;
            8'hbe: y = 8'hae;
            8'hbf: y = 8'h08;
            8'hc0: y = 8'hba;
            8'hc1: y = 8'h78;
            8'hc2: y = 8'h25;
            8'hc3: y = 8'h2e;
            8'hc4: y = 8'h1c;
            8'hc5: y = 8'ha6;
            8'hc6: y = 8'hb4;
            8'hc7: y = 8'hc6;
            8'hc8: y = 8'he8;
            8'hc9: y = 8'hdd;
            8'hca: y = 8'h74;
            8'hcb: y = 8'h1f;
            8'hcc: y = 8'h4b;
            8'hcd: y = 8'hbd;
            8'hce: y = 8'h8b;
            8'hcf: y = 8'h8a;
            8'hd0: y = 8'h70;
            8'hd1: y = 8'h3e;
            8'hd2: y = 8'hb5;
            8'hd3: y = 8'h66;
            8'hd4: y = 8'h48;
            8'hd5: y = 8'h03;
            8'hd6: y = 8'hf6;
            8'hd7: y = 8'h0e;
            8'hd8: y = 8'h61;
            8'hd9: y = 8'h35;
            8'hda: y = 8'h57;
            8'hdb: y = 8'hb9;
            8'hdc: y = 8'h86;
            8'hdd: y = 8'hc1;
            8'hde: y = 8'h1d;
            8'hdf: y = 8'h9e;
            8'he0: y = 8'he1;
            8'he1: y = 8'hf8;
            8'he2: y = 8'h98;
            8'he3: y = 8'h11;
            8'he4: y = 8'h69;
            8'he5: y = 8'hd9;
            8'he6: y = 8'h8e;
            8'he7: y = 8'h94;
            8'he8: y = 8'h9b;
            8'he9: y = 8'h1e;
            8'hea: y = 8'h87;
            8'heb: y = 8'he9;
            8'hec: y = 8'hce;
            8'hed: y = 8'h55;
            8'hee: y = 8'h28;
            8'hef: y = 8'hdf;
            8'hf0: y = 8'h8c;
            8'hf1: y = 8'ha1;
            8'hf2: y = 8'h89;
            8'hf3: y = 8'h0d;
            8'hf4: y = 8'hbf;
            8'hf5: y = 8'he6;
            8'hf6: y = 8'h42;
            8'hf7: y = 8'h68;
            8'hf8: y = 8'h41;
            8'hf9: y = 8'h99;
            8'hfa: y = 8'h2d;
            8'hfb: y = 8'h0f;
            8'hfc: y = 8'hb0;
            8'hfd: y = 8'h54;
            8'hfe: y = 8'hbb;
            default: y = 8'h16;
        endcase
    end
endmodule

// The S-box as a memory that is read synchronously, for two bytes: embedded memories have two ports.
module groestl_sbox_memory (
    input  logic       clk,
    input  logic       clears,
    input  logic [7:0] x0,
    input  logic [7:0] x1,
    output logic [7:0] y0,
    output logic [7:0] y1
);
    /* verilator no_inline_module */
    (* ram_style = "block", rom_style = "block" *) logic [7:0] entries [0:255];

    initial begin
        entries[0] = 8'h63; entries[1] = 8'h7c; entries[2] = 8'h77; entries[3] = 8'h7b;
        entries[4] = 8'hf2; entries[5] = 8'h6b; entries[6] = 8'h6f; entries[7] = 8'hc5;
        entries[8] = 8'h30; entries[9] = 8'h01; entries[10] = 8'h67; entries[11] = 8'h2b;
        entries[12] = 8'hfe; entries[13] = 8'hd7; entries[14] = 8'hab; entries[15] = 8'h76;
        entries[16] = 8'hca; entries[17] = 8'h82; entries[18] = 8'hc9; entries[19] = 8'h7d;
        entries[20] = 8'hfa; entries[21] = 8'h59; entries[22] = 8'h47; entries[23] = 8'hf0;
        entries[24] = 8'had; entries[25] = 8'hd4; entries[26] = 8'ha2; entries[27] = 8'haf;
        entries[28] = 8'h9c; entries[29] = 8'ha4; entries[30] = 8'h72; entries[31] = 8'hc0;
        entries[32] = 8'hb7; entries[33] = 8'hfd; entries[34] = 8'h93; entries[35] = 8'h26;
        entries[36] = 8'h36; entries[37] = 8'h3f; entries[38] = 8'hf7; entries[39] = 8'hcc;
        entries[40] = 8'h34; entries[41] = 8'ha5; entries[42] = 8'he5; entries[43] = 8'hf1;
        entries[44] = 8'h71; entries[45] = 8'hd8; entries[46] = 8'h31; entries[47] = 8'h15;
        entries[48] = 8'h04; entries[49] = 8'hc7; entries[50] = 8'h23; entries[51] = 8'hc3;
        entries[52] = 8'h18; entries[53] = 8'h96; entries[54] = 8'h05; entries[55] = 8'h9a;
        entries[56] = 8'h07; entries[57] = 8'h12; entries[58] = 8'h80; entries[59] = 8'he2;
        entries[60] = 8'heb; entries[61] = 8'h27; entries[62] = 8'hb2; entries[63] = 8'h75;
        entries[64] = 8'h09; entries[65] = 8'h83; entries[66] = 8'h2c; entries[67] = 8'h1a;
        entries[68] = 8'h1b; entries[69] = 8'h6e; entries[70] = 8'h5a; entries[71] = 8'ha0;
        entries[72] = 8'h52; entries[73] = 8'h3b; entries[74] = 8'hd6; entries[75] = 8'hb3;
        entries[76] = 8'h29; entries[77] = 8'he3; entries[78] = 8'h2f; entries[79] = 8'h84;
        entries[80] = 8'h53; entries[81] = 8'hd1; entries[82] = 8'h00; entries[83] = 8'hed;
        entries[84] = 8'h20; entries[85] = 8'hfc; entries[86] = 8'hb1; entries[87] = 8'h5b;
        entries[88] = 8'h6a; entries[89] = 8'hcb; entries[90] = 8'hbe; entries[91] = 8'h39;
        entries[92] = 8'h4a; entries[93] = 8'h4c; entries[94] = 8'h58; entries[95] = 8'hcf;
        entries[96] = 8'hd0; entries[97] = 8'hef; entries[98] = 8'haa; entries[99] = 8'hfb;
        entries[100] = 8'h43; entries[101] = 8'h4d; entries[102] = 8'h33; entries[103] = 8'h85;
        entries[104] = 8'h45; entries[105] = 8'hf9; entries[106] = 8'h02; entries[107] = 8'h7f;
        entries[108] = 8'h50; entries[109] = 8'h3c; entries[110] = 8'h9f; entries[111] = 8'ha8;
        entries[112] = 8'h51; entries[113] = 8'ha3; entries[114] = 8'h40; entries[115] = 8'h8f;
        entries[116] = 8'h92; entries[117] = 8'h9d; entries[118] = 8'h38; entries[119] = 8'hf5;
        entries[120] = 8'hbc; entries[121] = 8'hb6; entries[122] = 8'hda; entries[123] = 8'h21;
        entries[124] = 8'h10; entries[125] = 8'hff; entries[126] = 8'hf3; entries[127] = 8'hd2;
        entries[128] = 8'hcd; entries[129] = 8'h0c; entries[130] = 8'h13; entries[131] = 8'hec;
        entries[132] = 8'h5f; entries[133] = 8'h97; entries[134] = 8'h44; entries[135] = 8'h17;
        entries[136] = 8'hc4; entries[137] = 8'ha7; entries[138] = 8'h7e; entries[139] = 8'h3d;
        entries[140] = 8'h64; entries[141] = 8'h5d; entries[142] = 8'h19; entries[143] = 8'h73;
        entries[144] = 8'h60; entries[145] = 8'h81; entries[146] = 8'h4f; entries[147] = 8'hdc;
        entries[148] = 8'h22; entries[149] = 8'h2a; entries[150] = 8'h90; entries[151] = 8'h88;
        entries[152] = 8'h46; entries[153] = 8'hee; entries[154] = 8'hb8; entries[155] = 8'h14;
        entries[156] = 8'hde; entries[157] = 8'h5e; entries[158] = 8'h0b; entries[159] = 8'hdb;
        entries[160] = 8'he0; entries[161] = 8'h32; entries[162] = 8'h3a; entries[163] = 8'h0a;
        entries[164] = 8'h49; entries[165] = 8'h06; entries[166] = 8'h24; entries[167] = 8'h5c;
        entries[168] = 8'hc2; entries[169] = 8'hd3; entries[170] = 8'hac; entries[171] = 8'h62;
        entries[172] = 8'h91; entries[173] = 8'h95; entries[174] = 8'he4; entries[175] = 8'h79;
        entries[176] = 8'he7; entries[177] = 8'hc8; entries[178] = 8'h37; entries[179] = 8'h6d;
        entries[180] = 8'h8d; entries[181] = 8'hd5; entries[182] = 8'h4e; entries[183] = 8'ha9;
        entries[184] = 8'h6c; entries[185] = 8'h56; entries[186] = 8'hf4; entries[187] = 8'hea;
        entries[188] = 8'h65; entries[189] = 8'h7a; entries[190] = 8'hae; entries[191] = 8'h08;
        entries[192] = 8'hba; entries[193] = 8'h78; entries[194] = 8'h25; entries[195] = 8'h2e;
        entries[196] = 8'h1c; entries[197] = 8'ha6; entries[198] = 8'hb4; entries[199] = 8'hc6;
        entries[200] = 8'he8; entries[201] = 8'hdd; entries[202] = 8'h74; entries[203] = 8'h1f;
        entries[204] = 8'h4b; entries[205] = 8'hbd; entries[206] = 8'h8b; entries[207] = 8'h8a;
        entries[208] = 8'h70; entries[209] = 8'h3e; entries[210] = 8'hb5; entries[211] = 8'h66;
        entries[212] = 8'h48; entries[213] = 8'h03; entries[214] = 8'hf6; entries[215] = 8'h0e;
        entries[216] = 8'h61; entries[217] = 8'h35; entries[218] = 8'h57; entries[219] = 8'hb9;
        entries[220] = 8'h86; entries[221] = 8'hc1; entries[222] = 8'h1d; entries[223] = 8'h9e;
        entries[224] = 8'he1; entries[225] = 8'hf8; entries[226] = 8'h98; entries[227] = 8'h11;
        entries[228] = 8'h69; entries[229] = 8'hd9; entries[230] = 8'h8e; entries[231] = 8'h94;
        entries[232] = 8'h9b; entries[233] = 8'h1e; entries[234] = 8'h87; entries[235] = 8'he9;
        entries[236] = 8'hce; entries[237] = 8'h55; entries[238] = 8'h28; entries[239] = 8'hdf;
        entries[240] = 8'h8c; entries[241] = 8'ha1; entries[242] = 8'h89; entries[243] = 8'h0d;
        entries[244] = 8'hbf; entries[245] = 8'he6; entries[246] = 8'h42; entries[247] = 8'h68;
        entries[248] = 8'h41; entries[249] = 8'h99; entries[250] = 8'h2d; entries[251] = 8'h0f;
        entries[252] = 8'hb0; entries[253] = 8'h54; entries[254] = 8'hbb; entries[255] = 8'h16;
    end

    always_ff @(posedge clk) begin
        if (clears) y0 <= 0;
        else y0 <= entries[x0];
        if (clears) y1 <= 0;
        else y1 <= entries[x1];
    end
endmodule

// SubBytes and the register after it. SBOX = 2: memories, of which the register is a part.
module groestl_sub_bytes #(
    parameter BYTES = 64,
    parameter SBOX = 1
) (
    input  logic               clk,
    input  logic               clears,
    input  logic [8*BYTES-1:0] x,
    output logic [8*BYTES-1:0] y
);
    genvar i;
    generate
        if (SBOX == 2) begin : memories
            for (i = 0; i < BYTES; i = i + 2) begin : bytes
                groestl_sbox_memory memory (
                    .clk, .clears, .x0(x[8*i+:8]), .x1(x[8*i+8+:8]), .y0(y[8*i+:8]), .y1(y[8*i+8+:8])
                );
            end
        end else begin : logic_
            for (i = 0; i < BYTES; i = i + 1) begin : bytes
                logic [7:0] substituted;
                logic [15:0] middle;
                groestl_sbox_first #(.SBOX(SBOX)) first (.x(x[8*i+:8]), .middle);
                groestl_sbox_second #(.SBOX(SBOX)) second (.middle, .y(substituted));
                always_ff @(posedge clk) y[8*i+:8] <= clears ? 8'd0 : substituted;
            end
        end
    endgenerate
endmodule
