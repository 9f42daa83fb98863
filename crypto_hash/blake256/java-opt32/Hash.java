// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * BLAKE-256 without salt, after sections 2.1 and 2.2 of "SHA-3 proposal BLAKE" of the final round
 * (December 2010), in plain Java with words of 32 bits.
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
    public static final int CRYPTO_BYTES = 32;

    private static final int BLOCK = 64;
    private static final int ROUNDS = 14;

    /** After so many rounds the permutations come again. */
    private static final int PERMUTATIONS = 10;

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The initial value of SHA-256. */
    private static final int[] INITIAL = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };

    /** c in the submission: the first 512 bits of the fraction of pi. */
    private static final int[] CONSTANT = {
        0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344,
        0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
        0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c,
        0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
    };

    /** What is xored to the words of the message, in the order of their use. */
    private static final int[] CONSTANTS = new int[16 * PERMUTATIONS];

    static {
        permute(CONSTANTS, CONSTANT);
        for (int i = 0; i < CONSTANTS.length; i += 2) {
            int other = CONSTANTS[i];
            CONSTANTS[i] = CONSTANTS[i + 1];
            CONSTANTS[i + 1] = other;
        }
    }

    private final int[] state = new int[8];
    private final int[] message = new int[16];
    private final int[] permuted = new int[16 * PERMUTATIONS];

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int[] h = state;
        System.arraycopy(INITIAL, 0, h, 0, 8);

        int[] m = message;
        int done = 0;
        while (length - done >= BLOCK) {
            for (int i = 0; i < 16; i++) {
                m[i] = (int) WORD.get(in, inAt + done + 4 * i);
            }
            done += BLOCK;
            compress(done * 8L);
        }
        finish(in, inAt + done, length);

        for (int i = 0; i < 8; i++) {
            WORD.set(out, outAt + 4 * i, h[i]);
        }
    }

    /**
     * The last block or two. The rest of the message begins at at. The counter of a block without
     * message bits is 0.
     */
    private void finish(byte[] in, int at, int length) {
        int[] m = message;
        int used = length % BLOCK;
        int words = used / 4;
        for (int i = 0; i < words; i++) {
            m[i] = (int) WORD.get(in, at + 4 * i);
        }
        int word = 0;
        int bytes = used % 4;
        for (int i = 0; i < bytes; i++) {
            word = word << 8 | in[at + 4 * words + i] & 0xff;
        }
        m[words++] = (word << 8 | 0x80) << 24 - 8 * bytes;

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
        m[14] = (int) (bits >>> 32);
        m[15] = (int) bits;
        compress(counter);
    }

    private void compress(long counter) {
        int[] h = state;
        int[] w = permuted;
        permute(w, message);
        addConstants(w);

        int v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3];
        int v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
        int v8 = CONSTANT[0], v9 = CONSTANT[1], v10 = CONSTANT[2], v11 = CONSTANT[3];
        int low = (int) counter, high = (int) (counter >>> 32);
        int v12 = CONSTANT[4] ^ low, v13 = CONSTANT[5] ^ low;
        int v14 = CONSTANT[6] ^ high, v15 = CONSTANT[7] ^ high;
        for (int r = 0; r < ROUNDS; r++) {
            int j = 16 * (r < PERMUTATIONS ? r : r - PERMUTATIONS);
            v0 += v4 + w[j];
            v1 += v5 + w[j + 2];
            v2 += v6 + w[j + 4];
            v3 += v7 + w[j + 6];
            v12 = Integer.rotateRight(v12 ^ v0, 16);
            v13 = Integer.rotateRight(v13 ^ v1, 16);
            v14 = Integer.rotateRight(v14 ^ v2, 16);
            v15 = Integer.rotateRight(v15 ^ v3, 16);
            v8 += v12;
            v9 += v13;
            v10 += v14;
            v11 += v15;
            v4 = Integer.rotateRight(v4 ^ v8, 12);
            v5 = Integer.rotateRight(v5 ^ v9, 12);
            v6 = Integer.rotateRight(v6 ^ v10, 12);
            v7 = Integer.rotateRight(v7 ^ v11, 12);
            v0 += v4 + w[j + 1];
            v1 += v5 + w[j + 3];
            v2 += v6 + w[j + 5];
            v3 += v7 + w[j + 7];
            v12 = Integer.rotateRight(v12 ^ v0, 8);
            v13 = Integer.rotateRight(v13 ^ v1, 8);
            v14 = Integer.rotateRight(v14 ^ v2, 8);
            v15 = Integer.rotateRight(v15 ^ v3, 8);
            v8 += v12;
            v9 += v13;
            v10 += v14;
            v11 += v15;
            v4 = Integer.rotateRight(v4 ^ v8, 7);
            v5 = Integer.rotateRight(v5 ^ v9, 7);
            v6 = Integer.rotateRight(v6 ^ v10, 7);
            v7 = Integer.rotateRight(v7 ^ v11, 7);

            v0 += v5 + w[j + 8];
            v1 += v6 + w[j + 10];
            v2 += v7 + w[j + 12];
            v3 += v4 + w[j + 14];
            v15 = Integer.rotateRight(v15 ^ v0, 16);
            v12 = Integer.rotateRight(v12 ^ v1, 16);
            v13 = Integer.rotateRight(v13 ^ v2, 16);
            v14 = Integer.rotateRight(v14 ^ v3, 16);
            v10 += v15;
            v11 += v12;
            v8 += v13;
            v9 += v14;
            v5 = Integer.rotateRight(v5 ^ v10, 12);
            v6 = Integer.rotateRight(v6 ^ v11, 12);
            v7 = Integer.rotateRight(v7 ^ v8, 12);
            v4 = Integer.rotateRight(v4 ^ v9, 12);
            v0 += v5 + w[j + 9];
            v1 += v6 + w[j + 11];
            v2 += v7 + w[j + 13];
            v3 += v4 + w[j + 15];
            v15 = Integer.rotateRight(v15 ^ v0, 8);
            v12 = Integer.rotateRight(v12 ^ v1, 8);
            v13 = Integer.rotateRight(v13 ^ v2, 8);
            v14 = Integer.rotateRight(v14 ^ v3, 8);
            v10 += v15;
            v11 += v12;
            v8 += v13;
            v9 += v14;
            v5 = Integer.rotateRight(v5 ^ v10, 7);
            v6 = Integer.rotateRight(v6 ^ v11, 7);
            v7 = Integer.rotateRight(v7 ^ v8, 7);
            v4 = Integer.rotateRight(v4 ^ v9, 7);
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

    private static void permute(int[] w, int[] m) {
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
            int[] w,
            int at,
            int[] m,
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

    private static void addConstants(int[] w) {
        for (int i = 0; i < 16 * PERMUTATIONS; i++) {
            w[i] ^= CONSTANTS[i];
        }
    }
}
