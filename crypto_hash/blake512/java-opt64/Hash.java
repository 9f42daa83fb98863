// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * BLAKE-512 without salt, after sections 2.1 and 2.2 of "SHA-3 proposal BLAKE" of the final round
 * (December 2010), in plain Java with words of 64 bits. A 32-bit JVM does no better with words of
 * two ints and the variables in an array: 1.8 times the time.
 *
 * <p>All that the rounds add of the message is made before them: the words are copied in the order
 * of their use by code with constant indexes, and their constants come to them in a loop of which
 * HotSpot C2 makes vector code. The last rounds have what the first had. The rounds are a loop of
 * one, whose four columns and then four diagonals go in step.
 *
 * <p>Slower: the permutation as a table that the rounds or the copying read, a method for each
 * round, and the Vector API with a row in a vector (1.09 times the time on release 25). All rounds
 * in a row are too long: HotSpot does not compile a method of over 8000 bytes.
 */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    private static final int BLOCK = 128;
    private static final int ROUNDS = 16;

    /** After so many rounds the permutations come again. */
    private static final int PERMUTATIONS = 10;

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The initial value of SHA-512. */
    private static final long[] INITIAL = {
        0x6a09e667f3bcc908L, 0xbb67ae8584caa73bL, 0x3c6ef372fe94f82bL, 0xa54ff53a5f1d36f1L,
        0x510e527fade682d1L, 0x9b05688c2b3e6c1fL, 0x1f83d9abfb41bd6bL, 0x5be0cd19137e2179L,
    };

    /** c in the submission: the first 1024 bits of the fraction of pi. */
    private static final long[] CONSTANT = {
        0x243f6a8885a308d3L, 0x13198a2e03707344L, 0xa4093822299f31d0L, 0x082efa98ec4e6c89L,
        0x452821e638d01377L, 0xbe5466cf34e90c6cL, 0xc0ac29b7c97c50ddL, 0x3f84d5b5b5470917L,
        0x9216d5d98979fb1bL, 0xd1310ba698dfb5acL, 0x2ffd72dbd01adfb7L, 0xb8e1afed6a267e96L,
        0xba7c9045f12c7f99L, 0x24a19947b3916cf7L, 0x0801f2e2858efc16L, 0x636920d871574e69L,
    };

    /** What is xored to the words of the message, in the order of their use. */
    private static final long[] CONSTANTS = new long[16 * PERMUTATIONS];

    static {
        permute(CONSTANTS, CONSTANT);
        for (int i = 0; i < CONSTANTS.length; i += 2) {
            long other = CONSTANTS[i];
            CONSTANTS[i] = CONSTANTS[i + 1];
            CONSTANTS[i + 1] = other;
        }
    }

    private final long[] state = new long[8];
    private final long[] message = new long[16];
    private final long[] permuted = new long[16 * PERMUTATIONS];

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        long[] h = state;
        System.arraycopy(INITIAL, 0, h, 0, 8);

        long[] m = message;
        int done = 0;
        while (length - done >= BLOCK) {
            for (int i = 0; i < 16; i++) {
                m[i] = (long) WORD.get(in, inAt + done + 8 * i);
            }
            done += BLOCK;
            compress(done * 8L);
        }
        finish(in, inAt + done, length);

        for (int i = 0; i < 8; i++) {
            WORD.set(out, outAt + 8 * i, h[i]);
        }
    }

    /**
     * The last block or two. The rest of the message begins at at. The counter of a block without
     * message bits is 0.
     */
    private void finish(byte[] in, int at, int length) {
        long[] m = message;
        int used = length % BLOCK;
        int words = used / 8;
        for (int i = 0; i < words; i++) {
            m[i] = (long) WORD.get(in, at + 8 * i);
        }
        long word = 0;
        int bytes = used % 8;
        for (int i = 0; i < bytes; i++) {
            word = word << 8 | in[at + 8 * words + i] & 0xff;
        }
        m[words++] = (word << 8 | 0x80) << 56 - 8 * bytes;

        long bits = length * 8L;
        long counter = used > 0 ? bits : 0;
        if (words > 14) {
            if (words < 16) {
                m[15] = 0;
            }
            compress(counter);
            counter = 0;
            words = 0;
        }
        while (words < 14) {
            m[words++] = 0;
        }
        m[13] |= 1;
        m[14] = 0;
        m[15] = bits;
        compress(counter);
    }

    private void compress(long counter) {
        long[] h = state;
        long[] w = permuted;
        permute(w, message);
        addConstants(w);

        long v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3];
        long v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
        long v8 = CONSTANT[0], v9 = CONSTANT[1], v10 = CONSTANT[2], v11 = CONSTANT[3];
        long v12 = CONSTANT[4] ^ counter, v13 = CONSTANT[5] ^ counter;
        long v14 = CONSTANT[6], v15 = CONSTANT[7];
        for (int r = 0; r < ROUNDS; r++) {
            int j = 16 * (r < PERMUTATIONS ? r : r - PERMUTATIONS);
            v0 += v4 + w[j];
            v1 += v5 + w[j + 2];
            v2 += v6 + w[j + 4];
            v3 += v7 + w[j + 6];
            v12 = Long.rotateRight(v12 ^ v0, 32);
            v13 = Long.rotateRight(v13 ^ v1, 32);
            v14 = Long.rotateRight(v14 ^ v2, 32);
            v15 = Long.rotateRight(v15 ^ v3, 32);
            v8 += v12;
            v9 += v13;
            v10 += v14;
            v11 += v15;
            v4 = Long.rotateRight(v4 ^ v8, 25);
            v5 = Long.rotateRight(v5 ^ v9, 25);
            v6 = Long.rotateRight(v6 ^ v10, 25);
            v7 = Long.rotateRight(v7 ^ v11, 25);
            v0 += v4 + w[j + 1];
            v1 += v5 + w[j + 3];
            v2 += v6 + w[j + 5];
            v3 += v7 + w[j + 7];
            v12 = Long.rotateRight(v12 ^ v0, 16);
            v13 = Long.rotateRight(v13 ^ v1, 16);
            v14 = Long.rotateRight(v14 ^ v2, 16);
            v15 = Long.rotateRight(v15 ^ v3, 16);
            v8 += v12;
            v9 += v13;
            v10 += v14;
            v11 += v15;
            v4 = Long.rotateRight(v4 ^ v8, 11);
            v5 = Long.rotateRight(v5 ^ v9, 11);
            v6 = Long.rotateRight(v6 ^ v10, 11);
            v7 = Long.rotateRight(v7 ^ v11, 11);

            v0 += v5 + w[j + 8];
            v1 += v6 + w[j + 10];
            v2 += v7 + w[j + 12];
            v3 += v4 + w[j + 14];
            v15 = Long.rotateRight(v15 ^ v0, 32);
            v12 = Long.rotateRight(v12 ^ v1, 32);
            v13 = Long.rotateRight(v13 ^ v2, 32);
            v14 = Long.rotateRight(v14 ^ v3, 32);
            v10 += v15;
            v11 += v12;
            v8 += v13;
            v9 += v14;
            v5 = Long.rotateRight(v5 ^ v10, 25);
            v6 = Long.rotateRight(v6 ^ v11, 25);
            v7 = Long.rotateRight(v7 ^ v8, 25);
            v4 = Long.rotateRight(v4 ^ v9, 25);
            v0 += v5 + w[j + 9];
            v1 += v6 + w[j + 11];
            v2 += v7 + w[j + 13];
            v3 += v4 + w[j + 15];
            v15 = Long.rotateRight(v15 ^ v0, 16);
            v12 = Long.rotateRight(v12 ^ v1, 16);
            v13 = Long.rotateRight(v13 ^ v2, 16);
            v14 = Long.rotateRight(v14 ^ v3, 16);
            v10 += v15;
            v11 += v12;
            v8 += v13;
            v9 += v14;
            v5 = Long.rotateRight(v5 ^ v10, 11);
            v6 = Long.rotateRight(v6 ^ v11, 11);
            v7 = Long.rotateRight(v7 ^ v8, 11);
            v4 = Long.rotateRight(v4 ^ v9, 11);
        }
        h[0] ^= v0 ^ v8;
        h[1] ^= v1 ^ v9;
        h[2] ^= v2 ^ v10;
        h[3] ^= v3 ^ v11;
        h[4] ^= v4 ^ v12;
        h[5] ^= v5 ^ v13;
        h[6] ^= v6 ^ v14;
        h[7] ^= v7 ^ v15;
    }

    private static void permute(long[] w, long[] m) {
        permute(w, 0, m, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        permute(w, 16, m, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
        permute(w, 32, m, 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
        permute(w, 48, m, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
        permute(w, 64, m, 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
        permute(w, 80, m, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
        permute(w, 96, m, 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
        permute(w, 112, m, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
        permute(w, 128, m, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
        permute(w, 144, m, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
    }

    /** One permutation: w[at + i] is the word with the i-th of the numbers. */
    private static void permute(
            long[] w,
            int at,
            long[] m,
            int m0, int m1, int m2, int m3, int m4, int m5, int m6, int m7,
            int m8, int m9, int m10, int m11, int m12, int m13, int m14, int m15) {
        w[at] = m[m0];
        w[at + 1] = m[m1];
        w[at + 2] = m[m2];
        w[at + 3] = m[m3];
        w[at + 4] = m[m4];
        w[at + 5] = m[m5];
        w[at + 6] = m[m6];
        w[at + 7] = m[m7];
        w[at + 8] = m[m8];
        w[at + 9] = m[m9];
        w[at + 10] = m[m10];
        w[at + 11] = m[m11];
        w[at + 12] = m[m12];
        w[at + 13] = m[m13];
        w[at + 14] = m[m14];
        w[at + 15] = m[m15];
    }

    private static void addConstants(long[] w) {
        for (int i = 0; i < 16 * PERMUTATIONS; i++) {
            w[i] ^= CONSTANTS[i];
        }
    }
}
