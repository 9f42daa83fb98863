// SPDX-License-Identifier: MIT
import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * JH in its final version (42 rounds), bit-sliced in words of 64 bits.
 *
 * <p>Technique: Wu's bit-slicing, which is in the specification. Bit k of x0, x2, x4 and x6 is an
 * element, and bit k of x1, x3, x5 and x7 is the one that L pairs with it. A vector x_i is two
 * words. Round r exchanges neighbouring groups of 2^(r mod 7) bits of the odd vectors: only the
 * seventh of seven rounds moves bits from one word to the other. So each half, eight words, goes
 * through seven rounds by itself, which a machine with 15 registers nearly holds, and the seventh
 * exchange is in the choice of the odd words for the next rounds. No address and no branch depends
 * on data.
 *
 * <p>Rejected: both halves in turns, in 16 local variables (0.93 times the time at twice the
 * length of the source); a loop of one round with shift and mask from a table (1.15 to 1.3); the
 * Vector API with vectors of 128 bits (release 25: 0.92 to 0.97 with AVX-512, 1.17 without;
 * release 17: 1.8).
 */
final class JH {
    private static final int BLOCK_BYTES = 64;
    private static final VarHandle WORD = byteArrayViewVarHandle(long[].class, BIG_ENDIAN);
    private static final long[] C = constants();

    private final int digestBytes;
    private final long[] initial = new long[16];
    private final long[] x = new long[16];
    private final byte[] last = new byte[2 * BLOCK_BYTES];

    JH(int digestBytes) {
        this.digestBytes = digestBytes;
        // H(-1) is the digest's bits as a number of 16 bits, then zeros. H(0) is F8 of it and a
        // block of zeros.
        x[0] = (long) (8 * digestBytes) << 48;
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
        WORD.set(last, lastBytes - 8, 8L * length);
        for (int at = 0; at < lastBytes; at += BLOCK_BYTES) {
            compress(last, at);
        }
        for (int i = 0; i < digestBytes / 8; ++i) {
            WORD.set(out, outAt + 8 * i, x[place(16 - digestBytes / 8 + i)]);
        }
    }

    /** F8: E8(x ^ m) ^ m, with the block m added to the first half before, to the second after. */
    private void compress(byte[] in, int at) {
        for (int i = 0; i < 8; ++i) {
            x[place(i)] ^= (long) WORD.get(in, at + 8 * i);
        }
        // The odd words change halves after seven rounds.
        for (int c = 0; c < C.length; c += 56) {
            sevenRounds(x, 0, 0, c);
            sevenRounds(x, 8, 8, c + 14);
            sevenRounds(x, 0, 8, c + 28);
            sevenRounds(x, 8, 0, c + 42);
        }
        for (int i = 0; i < 8; ++i) {
            x[place(8 + i)] ^= (long) WORD.get(in, at + 8 * i);
        }
    }

    /** Where x has word i of the state as the specification has it. */
    private static int place(int i) {
        return 8 * (i % 2) + i / 2;
    }

    /** Half by half, in the order of use: those of word h in rounds 7t.. are at 28t + 14h. */
    private static long[] constants() {
        long[] ordered = new long[4 * 42];
        int at = 0;

        for (int turn = 0; turn < 6; ++turn) {
            for (int half = 0; half < 2; ++half) {
                for (int r = 7 * turn; r < 7 * turn + 7; ++r) {
                    ordered[at++] = RoundConstants.WORDS[4 * r + half];
                    ordered[at++] = RoundConstants.WORDS[4 * r + 2 + half];
                }
            }
        }
        return ordered;
    }

    /*
     * A round: S0 where the bit of the constant is 0, S1 where it is 1, by Wu's program, for even
     * and odd elements; then L, which is b ^= 2a, a ^= 2b in GF(16) modulo X^4 + X + 1, for a in
     * x0, x2, x4, x6, b in x1, x3, x5, x7; then the exchange.
     */

    /** Seven rounds of a half, but the last exchange: constants are from C[c] on. */
    private static void sevenRounds(long[] x, int even, int odd, int c) {
        long x0 = x[even];
        long x1 = x[odd + 1];
        long x2 = x[even + 2];
        long x3 = x[odd + 3];
        long x4 = x[even + 4];
        long x5 = x[odd + 5];
        long x6 = x[even + 6];
        long x7 = x[odd + 7];
        long s;

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
        x1 = exchange(x1, 1, 0x5555555555555555L);
        x3 = exchange(x3, 1, 0x5555555555555555L);
        x5 = exchange(x5, 1, 0x5555555555555555L);
        x7 = exchange(x7, 1, 0x5555555555555555L);

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
        x1 = exchange(x1, 2, 0x3333333333333333L);
        x3 = exchange(x3, 2, 0x3333333333333333L);
        x5 = exchange(x5, 2, 0x3333333333333333L);
        x7 = exchange(x7, 2, 0x3333333333333333L);

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
        x1 = exchange(x1, 4, 0x0f0f0f0f0f0f0f0fL);
        x3 = exchange(x3, 4, 0x0f0f0f0f0f0f0f0fL);
        x5 = exchange(x5, 4, 0x0f0f0f0f0f0f0f0fL);
        x7 = exchange(x7, 4, 0x0f0f0f0f0f0f0f0fL);

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
        x1 = exchange(x1, 8, 0x00ff00ff00ff00ffL);
        x3 = exchange(x3, 8, 0x00ff00ff00ff00ffL);
        x5 = exchange(x5, 8, 0x00ff00ff00ff00ffL);
        x7 = exchange(x7, 8, 0x00ff00ff00ff00ffL);

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
        x1 = exchange(x1, 16, 0x0000ffff0000ffffL);
        x3 = exchange(x3, 16, 0x0000ffff0000ffffL);
        x5 = exchange(x5, 16, 0x0000ffff0000ffffL);
        x7 = exchange(x7, 16, 0x0000ffff0000ffffL);

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
        x1 = Long.rotateLeft(x1, 32);
        x3 = Long.rotateLeft(x3, 32);
        x5 = Long.rotateLeft(x5, 32);
        x7 = Long.rotateLeft(x7, 32);

        s = C[c + 12];
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
        s = C[c + 13];
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
    private static long exchange(long x, int n, long mask) {
        return (x & mask) << n | x >>> n & mask;
    }
}
