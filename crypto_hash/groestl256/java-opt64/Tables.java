// SPDX-License-Identifier: MIT

/** SubBytes and MixBytes in one table. */
final class Tables {
    /**
     * Word 256 i + a is what a byte a of row i adds to its column, whose row 0 is the least
     * significant byte. One array for all rows, so that compiled code has one address for it.
     */
    static final long[] MIX = mix();

    private Tables() {}

    private static long[] mix() {
        // Rows 0 to 7 of row 0's byte: the first column of MixBytes' matrix.
        int[] factors = {2, 7, 5, 3, 5, 4, 3, 2};
        long[] table = new long[8 * 256];

        for (int a = 0; a < 256; ++a) {
            int s = substitute(a);
            long column = 0;

            for (int i = 0; i < 8; ++i) {
                column |= (long) product(s, factors[i]) << 8 * i;
            }
            for (int i = 0; i < 8; ++i) {
                table[256 * i + a] = Long.rotateLeft(column, 8 * i);
            }
        }
        return table;
    }

    /** The S-box of AES: the inverse, which is the 254th power, and an affine map of its bits. */
    private static int substitute(int a) {
        int inverse = 1;

        for (int i = 0; i < 254; ++i) {
            inverse = product(inverse, a);
        }
        int twice = inverse << 8 | inverse;

        return (twice ^ twice >> 7 ^ twice >> 6 ^ twice >> 5 ^ twice >> 4 ^ 0x63) & 0xff;
    }

    /** In GF(256) modulo X^8 + X^4 + X^3 + X + 1. */
    private static int product(int a, int b) {
        int product = 0;

        for (int i = 7; i >= 0; --i) {
            product = product << 1 ^ (product >> 7) * 0x11b ^ (b >> i & 1) * a;
        }
        return product;
    }
}
