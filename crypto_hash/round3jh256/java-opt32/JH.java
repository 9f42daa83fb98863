// SPDX-License-Identifier: MIT
import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * JH in its final version (42 rounds), bit-sliced in words of 32 bits.
 *
 * <p>Technique: Wu's bit-slicing, which is in the specification. Bit k of x0, x2, x4 and x6 is an
 * element, and bit k of x1, x3, x5 and x7 is the one that L pairs with it. A vector x_i is four
 * words. Round r exchanges neighbouring groups of 2^(r mod 7) bits of the odd vectors: only the
 * sixth and the seventh of seven rounds move bits from one word to another. So each quarter, eight
 * words, goes through six rounds by itself, then through one, and the exchanges of whole words are
 * in the choice of the odd words for the next rounds. No address and no branch depends on data.
 */
final class JH {
    private static final int BLOCK_BYTES = 64;
    private static final VarHandle WORD = byteArrayViewVarHandle(int[].class, BIG_ENDIAN);
    private static final int[] C = constants();

    private final int digestBytes;
    private final int[] initial = new int[32];
    private final int[] x = new int[32];
    private final byte[] last = new byte[2 * BLOCK_BYTES];

    JH(int digestBytes) {
        this.digestBytes = digestBytes;
        // H(-1) is the digest's bits as a number of 16 bits, then zeros. H(0) is F8 of it and a
        // block of zeros.
        x[0] = 8 * digestBytes << 16;
        compress(last, 0);
        System.arraycopy(x, 0, initial, 0, x.length);
    }

    void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int left = length % BLOCK_BYTES;
        int end = inAt + length - left;
        // At least 512 bits are added: the length has a block of its own where any byte is left.
        int lastBytes = left > 0 ? 2 * BLOCK_BYTES : BLOCK_BYTES;

        System.arraycopy(initial, 0, x, 0, x.length);
        for (int at = inAt; at < end; at += BLOCK_BYTES) {
            compress(in, at);
        }
        System.arraycopy(in, end, last, 0, left);
        last[left] = (byte) 0x80;
        Arrays.fill(last, left + 1, lastBytes - 8, (byte) 0);
        WORD.set(last, lastBytes - 8, length >>> 29);
        WORD.set(last, lastBytes - 4, length << 3);
        for (int at = 0; at < lastBytes; at += BLOCK_BYTES) {
            compress(last, at);
        }
        for (int i = 0; i < digestBytes / 4; ++i) {
            WORD.set(out, outAt + 4 * i, x[place(32 - digestBytes / 4 + i)]);
        }
    }

    /** F8: E8(x ^ m) ^ m, with the block m added to the first half before, to the second after. */
    private void compress(byte[] in, int at) {
        for (int i = 0; i < 16; ++i) {
            x[place(i)] ^= (int) WORD.get(in, at + 4 * i);
        }
        int moved = 0; // The odd words of quarter q ^ moved are beside the even ones of q.

        for (int c = 0; c < C.length; c += 56) {
            for (int q = 0; q < 4; ++q) {
                sixRounds(x, 8 * q, 8 * (q ^ moved), c + 12 * q);
            }
            moved ^= 1;
            for (int q = 0; q < 4; ++q) {
                seventhRound(x, 8 * q, 8 * (q ^ moved), c + 48 + 2 * q);
            }
            moved ^= 2;
        }
        for (int i = 0; i < 16; ++i) {
            x[place(16 + i)] ^= (int) WORD.get(in, at + 4 * i);
        }
    }

    /** Where x has word i of the state as the specification has it. */
    private static int place(int i) {
        return 8 * (i % 4) + i / 4;
    }

    /**
     * Quarter by quarter, in the order of use: those of a turn of seven rounds are 12 for six
     * rounds of each quarter, then 2 for the seventh round of each.
     */
    private static int[] constants() {
        int[] ordered = new int[8 * 42];
        int at = 0;

        for (int r = 0; r < 42; r += 7) {
            for (int quarter = 0; quarter < 4; ++quarter) {
                for (int i = r; i < r + 6; ++i) {
                    ordered[at++] = constant(4 * i, quarter);
                    ordered[at++] = constant(4 * i + 2, quarter);
                }
            }
            for (int quarter = 0; quarter < 4; ++quarter) {
                ordered[at++] = constant(4 * (r + 6), quarter);
                ordered[at++] = constant(4 * (r + 6) + 2, quarter);
            }
        }
        return ordered;
    }

    private static int constant(int at, int quarter) {
        long word = RoundConstants.WORDS[at + quarter / 2];

        return (int) (quarter % 2 == 0 ? word >>> 32 : word);
    }

    /*
     * A round: S0 where the bit of the constant is 0, S1 where it is 1, by Wu's program, for even
     * and odd elements; then L, which is b ^= 2a, a ^= 2b in GF(16) modulo X^4 + X + 1, for a in
     * x0, x2, x4, x6, b in x1, x3, x5, x7; then the exchange.
     */

    /** Six rounds of a quarter, but the last exchange: constants are from C[c] on. */
    private static void sixRounds(int[] x, int even, int odd, int c) {
        int x0 = x[even];
        int x1 = x[odd + 1];
        int x2 = x[even + 2];
        int x3 = x[odd + 3];
        int x4 = x[even + 4];
        int x5 = x[odd + 5];
        int x6 = x[even + 6];
        int x7 = x[odd + 7];
        int s;

        s = C[c];
        x0 ^= s & ~x4;
        s ^= x0 & x2;
        x0 ^= x4 & ~x6;
        x6 = ~x6 ^ x4 & ~x2;
        x2 ^= x0 & x4;
        x4 ^= x0 & ~x6;
        x0 ^= x2 | x6;
        x6 ^= x2 & x4;
        x2 ^= s & x0;
        x4 ^= s;
        s = C[c + 1];
        x1 ^= s & ~x5;
        s ^= x1 & x3;
        x1 ^= x5 & ~x7;
        x7 = ~x7 ^ x5 & ~x3;
        x3 ^= x1 & x5;
        x5 ^= x1 & ~x7;
        x1 ^= x3 | x7;
        x7 ^= x3 & x5;
        x3 ^= s & x1;
        x5 ^= s;
        x1 ^= x2;
        x3 ^= x4;
        x5 ^= x6 ^ x0;
        x7 ^= x0;
        x0 ^= x3;
        x2 ^= x5;
        x4 ^= x7 ^ x1;
        x6 ^= x1;
        x1 = exchange(x1, 1, 0x55555555);
        x3 = exchange(x3, 1, 0x55555555);
        x5 = exchange(x5, 1, 0x55555555);
        x7 = exchange(x7, 1, 0x55555555);

        s = C[c + 2];
        x0 ^= s & ~x4;
        s ^= x0 & x2;
        x0 ^= x4 & ~x6;
        x6 = ~x6 ^ x4 & ~x2;
        x2 ^= x0 & x4;
        x4 ^= x0 & ~x6;
        x0 ^= x2 | x6;
        x6 ^= x2 & x4;
        x2 ^= s & x0;
        x4 ^= s;
        s = C[c + 3];
        x1 ^= s & ~x5;
        s ^= x1 & x3;
        x1 ^= x5 & ~x7;
        x7 = ~x7 ^ x5 & ~x3;
        x3 ^= x1 & x5;
        x5 ^= x1 & ~x7;
        x1 ^= x3 | x7;
        x7 ^= x3 & x5;
        x3 ^= s & x1;
        x5 ^= s;
        x1 ^= x2;
        x3 ^= x4;
        x5 ^= x6 ^ x0;
        x7 ^= x0;
        x0 ^= x3;
        x2 ^= x5;
        x4 ^= x7 ^ x1;
        x6 ^= x1;
        x1 = exchange(x1, 2, 0x33333333);
        x3 = exchange(x3, 2, 0x33333333);
        x5 = exchange(x5, 2, 0x33333333);
        x7 = exchange(x7, 2, 0x33333333);

        s = C[c + 4];
        x0 ^= s & ~x4;
        s ^= x0 & x2;
        x0 ^= x4 & ~x6;
        x6 = ~x6 ^ x4 & ~x2;
        x2 ^= x0 & x4;
        x4 ^= x0 & ~x6;
        x0 ^= x2 | x6;
        x6 ^= x2 & x4;
        x2 ^= s & x0;
        x4 ^= s;
        s = C[c + 5];
        x1 ^= s & ~x5;
        s ^= x1 & x3;
        x1 ^= x5 & ~x7;
        x7 = ~x7 ^ x5 & ~x3;
        x3 ^= x1 & x5;
        x5 ^= x1 & ~x7;
        x1 ^= x3 | x7;
        x7 ^= x3 & x5;
        x3 ^= s & x1;
        x5 ^= s;
        x1 ^= x2;
        x3 ^= x4;
        x5 ^= x6 ^ x0;
        x7 ^= x0;
        x0 ^= x3;
        x2 ^= x5;
        x4 ^= x7 ^ x1;
        x6 ^= x1;
        x1 = exchange(x1, 4, 0x0f0f0f0f);
        x3 = exchange(x3, 4, 0x0f0f0f0f);
        x5 = exchange(x5, 4, 0x0f0f0f0f);
        x7 = exchange(x7, 4, 0x0f0f0f0f);

        s = C[c + 6];
        x0 ^= s & ~x4;
        s ^= x0 & x2;
        x0 ^= x4 & ~x6;
        x6 = ~x6 ^ x4 & ~x2;
        x2 ^= x0 & x4;
        x4 ^= x0 & ~x6;
        x0 ^= x2 | x6;
        x6 ^= x2 & x4;
        x2 ^= s & x0;
        x4 ^= s;
        s = C[c + 7];
        x1 ^= s & ~x5;
        s ^= x1 & x3;
        x1 ^= x5 & ~x7;
        x7 = ~x7 ^ x5 & ~x3;
        x3 ^= x1 & x5;
        x5 ^= x1 & ~x7;
        x1 ^= x3 | x7;
        x7 ^= x3 & x5;
        x3 ^= s & x1;
        x5 ^= s;
        x1 ^= x2;
        x3 ^= x4;
        x5 ^= x6 ^ x0;
        x7 ^= x0;
        x0 ^= x3;
        x2 ^= x5;
        x4 ^= x7 ^ x1;
        x6 ^= x1;
        x1 = Integer.reverseBytes(Integer.rotateLeft(x1, 16));
        x3 = Integer.reverseBytes(Integer.rotateLeft(x3, 16));
        x5 = Integer.reverseBytes(Integer.rotateLeft(x5, 16));
        x7 = Integer.reverseBytes(Integer.rotateLeft(x7, 16));

        s = C[c + 8];
        x0 ^= s & ~x4;
        s ^= x0 & x2;
        x0 ^= x4 & ~x6;
        x6 = ~x6 ^ x4 & ~x2;
        x2 ^= x0 & x4;
        x4 ^= x0 & ~x6;
        x0 ^= x2 | x6;
        x6 ^= x2 & x4;
        x2 ^= s & x0;
        x4 ^= s;
        s = C[c + 9];
        x1 ^= s & ~x5;
        s ^= x1 & x3;
        x1 ^= x5 & ~x7;
        x7 = ~x7 ^ x5 & ~x3;
        x3 ^= x1 & x5;
        x5 ^= x1 & ~x7;
        x1 ^= x3 | x7;
        x7 ^= x3 & x5;
        x3 ^= s & x1;
        x5 ^= s;
        x1 ^= x2;
        x3 ^= x4;
        x5 ^= x6 ^ x0;
        x7 ^= x0;
        x0 ^= x3;
        x2 ^= x5;
        x4 ^= x7 ^ x1;
        x6 ^= x1;
        x1 = Integer.rotateLeft(x1, 16);
        x3 = Integer.rotateLeft(x3, 16);
        x5 = Integer.rotateLeft(x5, 16);
        x7 = Integer.rotateLeft(x7, 16);

        s = C[c + 10];
        x0 ^= s & ~x4;
        s ^= x0 & x2;
        x0 ^= x4 & ~x6;
        x6 = ~x6 ^ x4 & ~x2;
        x2 ^= x0 & x4;
        x4 ^= x0 & ~x6;
        x0 ^= x2 | x6;
        x6 ^= x2 & x4;
        x2 ^= s & x0;
        x4 ^= s;
        s = C[c + 11];
        x1 ^= s & ~x5;
        s ^= x1 & x3;
        x1 ^= x5 & ~x7;
        x7 = ~x7 ^ x5 & ~x3;
        x3 ^= x1 & x5;
        x5 ^= x1 & ~x7;
        x1 ^= x3 | x7;
        x7 ^= x3 & x5;
        x3 ^= s & x1;
        x5 ^= s;
        x1 ^= x2;
        x3 ^= x4;
        x5 ^= x6 ^ x0;
        x7 ^= x0;
        x0 ^= x3;
        x2 ^= x5;
        x4 ^= x7 ^ x1;
        x6 ^= x1;

        x[even] = x0;
        x[odd + 1] = x1;
        x[even + 2] = x2;
        x[odd + 3] = x3;
        x[even + 4] = x4;
        x[odd + 5] = x5;
        x[even + 6] = x6;
        x[odd + 7] = x7;
    }

    /** The seventh round of a quarter, but its exchange. */
    private static void seventhRound(int[] x, int even, int odd, int c) {
        int x0 = x[even];
        int x1 = x[odd + 1];
        int x2 = x[even + 2];
        int x3 = x[odd + 3];
        int x4 = x[even + 4];
        int x5 = x[odd + 5];
        int x6 = x[even + 6];
        int x7 = x[odd + 7];
        int s;

        s = C[c];
        x0 ^= s & ~x4;
        s ^= x0 & x2;
        x0 ^= x4 & ~x6;
        x6 = ~x6 ^ x4 & ~x2;
        x2 ^= x0 & x4;
        x4 ^= x0 & ~x6;
        x0 ^= x2 | x6;
        x6 ^= x2 & x4;
        x2 ^= s & x0;
        x4 ^= s;
        s = C[c + 1];
        x1 ^= s & ~x5;
        s ^= x1 & x3;
        x1 ^= x5 & ~x7;
        x7 = ~x7 ^ x5 & ~x3;
        x3 ^= x1 & x5;
        x5 ^= x1 & ~x7;
        x1 ^= x3 | x7;
        x7 ^= x3 & x5;
        x3 ^= s & x1;
        x5 ^= s;
        x1 ^= x2;
        x3 ^= x4;
        x5 ^= x6 ^ x0;
        x7 ^= x0;
        x0 ^= x3;
        x2 ^= x5;
        x4 ^= x7 ^ x1;
        x6 ^= x1;

        x[even] = x0;
        x[odd + 1] = x1;
        x[even + 2] = x2;
        x[odd + 3] = x3;
        x[even + 4] = x4;
        x[odd + 5] = x5;
        x[even + 6] = x6;
        x[odd + 7] = x7;
    }

    /** Exchanges neighbouring groups of n bits. */
    private static int exchange(int x, int n, int mask) {
        return (x & mask) << n | x >>> n & mask;
    }
}
