// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * BLAKE-512 without salt, after sections 2.1 and 2.2 of "SHA-3 proposal BLAKE" of the final round
 * (December 2010), in plain Java for a JVM whose registers have 32 bits. A word is two ints, the
 * high half first.
 *
 * <p>All that the rounds add of the message is made before them: the words are copied in the order
 * of their use by code with constant indexes, and their constants come to them in a loop of which
 * HotSpot C2 makes vector code, also in a 32-bit JVM. The last rounds have what the first had.
 *
 * <p>The variables of the rounds are in an array, as one application of G alone has more halves of
 * words than there are registers. Logic and rotations are of ints; the low halves are added as
 * longs, for the carry.
 */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    private static final int BLOCK = 128;
    private static final int ROUNDS = 16;

    /** After so many rounds the permutations come again. */
    private static final int PERMUTATIONS = 10;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The initial value of SHA-512. */
    private static final int[] INITIAL = {
        0x6a09e667, 0xf3bcc908, 0xbb67ae85, 0x84caa73b,
        0x3c6ef372, 0xfe94f82b, 0xa54ff53a, 0x5f1d36f1,
        0x510e527f, 0xade682d1, 0x9b05688c, 0x2b3e6c1f,
        0x1f83d9ab, 0xfb41bd6b, 0x5be0cd19, 0x137e2179,
    };

    /** c in the submission: the first 1024 bits of the fraction of pi. */
    private static final int[] CONSTANT = {
        0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344,
        0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
        0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c,
        0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
        0x9216d5d9, 0x8979fb1b, 0xd1310ba6, 0x98dfb5ac,
        0x2ffd72db, 0xd01adfb7, 0xb8e1afed, 0x6a267e96,
        0xba7c9045, 0xf12c7f99, 0x24a19947, 0xb3916cf7,
        0x0801f2e2, 0x858efc16, 0x636920d8, 0x71574e69,
    };

    /** What is xored to the words of the message, in the order of their use. */
    private static final int[] CONSTANTS = new int[32 * PERMUTATIONS];

    static {
        permute(CONSTANTS, CONSTANT);
        for (int i = 0; i < CONSTANTS.length; i += 4) {
            swap(CONSTANTS, i, i + 2);
            swap(CONSTANTS, i + 1, i + 3);
        }
    }

    private final int[] state = new int[16];
    private final int[] message = new int[32];
    private final int[] permuted = new int[32 * PERMUTATIONS];
    private final int[] variables = new int[32];

    private static void swap(int[] x, int i, int j) {
        int other = x[i];
        x[i] = x[j];
        x[j] = other;
    }

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int[] h = state;
        System.arraycopy(INITIAL, 0, h, 0, 16);

        int[] m = message;
        int done = 0;
        while (length - done >= BLOCK) {
            for (int i = 0; i < 32; i++) {
                m[i] = (int) INT.get(in, inAt + done + 4 * i);
            }
            done += BLOCK;
            compress(done * 8L);
        }
        finish(in, inAt + done, length);

        for (int i = 0; i < 16; i++) {
            INT.set(out, outAt + 4 * i, h[i]);
        }
    }

    /**
     * The last block or two. The rest of the message begins at at. The counter of a block without
     * message bits is 0.
     */
    private void finish(byte[] in, int at, int length) {
        int[] m = message;
        int used = length % BLOCK;
        int ints = used / 4;
        for (int i = 0; i < ints; i++) {
            m[i] = (int) INT.get(in, at + 4 * i);
        }
        int last = 0;
        int bytes = used % 4;
        for (int i = 0; i < bytes; i++) {
            last = last << 8 | in[at + 4 * ints + i] & 0xff;
        }
        m[ints++] = (last << 8 | 0x80) << 24 - 8 * bytes;

        long bits = length * 8L;
        long counter = used > 0 ? bits : 0;
        if (ints > 28) {
            while (ints < 32) {
                m[ints++] = 0;
            }
            compress(counter);
            counter = 0;
            ints = 0;
        }
        while (ints < 30) {
            m[ints++] = 0;
        }
        m[27] |= 1;
        m[30] = (int) (bits >>> 32);
        m[31] = (int) bits;
        compress(counter);
    }

    private void compress(long counter) {
        int[] h = state;
        int[] w = permuted;
        permute(w, message);
        addConstants(w);

        int[] v = variables;
        System.arraycopy(h, 0, v, 0, 16);
        System.arraycopy(CONSTANT, 0, v, 16, 16);
        v[24] ^= (int) (counter >>> 32);
        v[25] ^= (int) counter;
        v[26] ^= (int) (counter >>> 32);
        v[27] ^= (int) counter;
        for (int r = 0; r < ROUNDS; r++) {
            round(v, w, 32 * (r < PERMUTATIONS ? r : r - PERMUTATIONS));
        }
        for (int i = 0; i < 16; i++) {
            h[i] ^= v[i] ^ v[i + 16];
        }
    }

    private static void round(int[] v, int[] w, int j) {
        g(v, 0, 8, 16, 24, w, j);
        g(v, 2, 10, 18, 26, w, j + 4);
        g(v, 4, 12, 20, 28, w, j + 8);
        g(v, 6, 14, 22, 30, w, j + 12);
        g(v, 0, 10, 20, 30, w, j + 16);
        g(v, 2, 12, 22, 24, w, j + 20);
        g(v, 4, 14, 16, 26, w, j + 24);
        g(v, 6, 8, 18, 28, w, j + 28);
    }

    /** G on the words at these places, with the two words of the message at j. */
    private static void g(int[] v, int a, int b, int c, int d, int[] w, int j) {
        int bh = v[b], bl = v[b + 1];
        long low = u(v[a + 1]) + u(bl) + u(w[j + 1]);
        int ah = v[a] + bh + w[j] + (int) (low >>> 32);
        int al = (int) low;
        int dh = v[d + 1] ^ al;
        int dl = v[d] ^ ah;
        low = u(v[c + 1]) + u(dl);
        int ch = v[c] + dh + (int) (low >>> 32);
        int cl = (int) low;
        int xh = bh ^ ch;
        int xl = bl ^ cl;
        bh = xh >>> 25 | xl << 7;
        bl = xl >>> 25 | xh << 7;

        low = u(al) + u(bl) + u(w[j + 3]);
        ah += bh + w[j + 2] + (int) (low >>> 32);
        al = (int) low;
        v[a] = ah;
        v[a + 1] = al;
        xh = dh ^ ah;
        xl = dl ^ al;
        dh = xh >>> 16 | xl << 16;
        dl = xl >>> 16 | xh << 16;
        v[d] = dh;
        v[d + 1] = dl;
        low = u(cl) + u(dl);
        ch += dh + (int) (low >>> 32);
        cl = (int) low;
        v[c] = ch;
        v[c + 1] = cl;
        xh = bh ^ ch;
        xl = bl ^ cl;
        v[b] = xh >>> 11 | xl << 21;
        v[b + 1] = xl >>> 11 | xh << 21;
    }

    /** An int as the number without sign that it stands for. */
    private static long u(int x) {
        return x & 0xffffffffL;
    }

    private static void permute(int[] w, int[] m) {
        permute(w, 0, m, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        permute(w, 32, m, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
        permute(w, 64, m, 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
        permute(w, 96, m, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
        permute(w, 128, m, 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
        permute(w, 160, m, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
        permute(w, 192, m, 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
        permute(w, 224, m, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
        permute(w, 256, m, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
        permute(w, 288, m, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
    }

    /** One permutation: the word at at + 2 i is that with the i-th of the numbers. */
    private static void permute(
            int[] w,
            int at,
            int[] m,
            int m0, int m1, int m2, int m3, int m4, int m5, int m6, int m7,
            int m8, int m9, int m10, int m11, int m12, int m13, int m14, int m15) {
        copy(w, at, m, m0);
        copy(w, at + 2, m, m1);
        copy(w, at + 4, m, m2);
        copy(w, at + 6, m, m3);
        copy(w, at + 8, m, m4);
        copy(w, at + 10, m, m5);
        copy(w, at + 12, m, m6);
        copy(w, at + 14, m, m7);
        copy(w, at + 16, m, m8);
        copy(w, at + 18, m, m9);
        copy(w, at + 20, m, m10);
        copy(w, at + 22, m, m11);
        copy(w, at + 24, m, m12);
        copy(w, at + 26, m, m13);
        copy(w, at + 28, m, m14);
        copy(w, at + 30, m, m15);
    }

    private static void copy(int[] w, int at, int[] m, int i) {
        w[at] = m[2 * i];
        w[at + 1] = m[2 * i + 1];
    }

    private static void addConstants(int[] w) {
        for (int i = 0; i < 32 * PERMUTATIONS; i++) {
            w[i] ^= CONSTANTS[i];
        }
    }
}
