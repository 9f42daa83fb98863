// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What SHA-384 and SHA-512 (FIPS 180-4) have in common, in plain Java for a JVM whose registers
 * have 32 bits. A word is two ints, the high half first.
 *
 * <p>The variables a to d of all rounds are in one array and e to h in another, so that none is
 * moved: there are not enough registers for them anyhow. Logic and rotations are of ints, as long
 * variables need pairs of registers: with longs in all places 1.25 times as long. The low halves are
 * added as longs, for the carry.
 *
 * <p>Many blocks have their schedules made side by side, word t of block j at w[8 t + j]. This loop
 * has no dependency within 16 steps, and C2 makes vector code of it, also in a 32-bit JVM. In it
 * the words are longs.
 */
final class Sha512 {
    private static final int BLOCK = 128;
    private static final int ROUNDS = 80;

    /** Blocks side by side. */
    private static final int LANES = 8;

    /** The fewest blocks for which that pays: as the lanes are all computed, half of them. */
    private static final int FEWEST = LANES / 2;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Section 4.2.3: the first 64 bits of the fractions of the cube roots of the first primes. */
    private static final int[] K = {
        0x428a2f98, 0xd728ae22, 0x71374491, 0x23ef65cd,
        0xb5c0fbcf, 0xec4d3b2f, 0xe9b5dba5, 0x8189dbbc,
        0x3956c25b, 0xf348b538, 0x59f111f1, 0xb605d019,
        0x923f82a4, 0xaf194f9b, 0xab1c5ed5, 0xda6d8118,
        0xd807aa98, 0xa3030242, 0x12835b01, 0x45706fbe,
        0x243185be, 0x4ee4b28c, 0x550c7dc3, 0xd5ffb4e2,
        0x72be5d74, 0xf27b896f, 0x80deb1fe, 0x3b1696b1,
        0x9bdc06a7, 0x25c71235, 0xc19bf174, 0xcf692694,
        0xe49b69c1, 0x9ef14ad2, 0xefbe4786, 0x384f25e3,
        0x0fc19dc6, 0x8b8cd5b5, 0x240ca1cc, 0x77ac9c65,
        0x2de92c6f, 0x592b0275, 0x4a7484aa, 0x6ea6e483,
        0x5cb0a9dc, 0xbd41fbd4, 0x76f988da, 0x831153b5,
        0x983e5152, 0xee66dfab, 0xa831c66d, 0x2db43210,
        0xb00327c8, 0x98fb213f, 0xbf597fc7, 0xbeef0ee4,
        0xc6e00bf3, 0x3da88fc2, 0xd5a79147, 0x930aa725,
        0x06ca6351, 0xe003826f, 0x14292967, 0x0a0e6e70,
        0x27b70a85, 0x46d22ffc, 0x2e1b2138, 0x5c26c926,
        0x4d2c6dfc, 0x5ac42aed, 0x53380d13, 0x9d95b3df,
        0x650a7354, 0x8baf63de, 0x766a0abb, 0x3c77b2a8,
        0x81c2c92e, 0x47edaee6, 0x92722c85, 0x1482353b,
        0xa2bfe8a1, 0x4cf10364, 0xa81a664b, 0xbc423001,
        0xc24b8b70, 0xd0f89791, 0xc76c51a3, 0x0654be30,
        0xd192e819, 0xd6ef5218, 0xd6990624, 0x5565a910,
        0xf40e3585, 0x5771202a, 0x106aa070, 0x32bbd1b8,
        0x19a4c116, 0xb8d2d0c8, 0x1e376c08, 0x5141ab53,
        0x2748774c, 0xdf8eeb99, 0x34b0bcb5, 0xe19b48a8,
        0x391c0cb3, 0xc5c95a63, 0x4ed8aa4a, 0xe3418acb,
        0x5b9cca4f, 0x7763e373, 0x682e6ff3, 0xd6b2b8a3,
        0x748f82ee, 0x5defb2fc, 0x78a5636f, 0x43172f60,
        0x84c87814, 0xa1f0ab72, 0x8cc70208, 0x1a6439ec,
        0x90befffa, 0x23631e28, 0xa4506ceb, 0xde82bde9,
        0xbef9a3f7, 0xb2c67915, 0xc67178f2, 0xe372532b,
        0xca273ece, 0xea26619c, 0xd186b8c7, 0x21c0c207,
        0xeada7dd6, 0xcde0eb1e, 0xf57d4f7f, 0xee6ed178,
        0x06f067aa, 0x72176fba, 0x0a637dc5, 0xa2c898a6,
        0x113f9804, 0xbef90dae, 0x1b710b35, 0x131c471b,
        0x28db77f5, 0x23047d84, 0x32caab7b, 0x40c72493,
        0x3c9ebe0a, 0x15c9bebc, 0x431d67c4, 0x9c100d4c,
        0x4cc5d4be, 0xcb3e42b6, 0x597f299c, 0xfc657e2a,
        0x5fcb6fab, 0x3ad6faec, 0x6c44198c, 0x4a475817,
    };

    private final int[] initial;
    private final int digestInts;
    private final int[] state = new int[16];
    private final int[] schedule = new int[2 * ROUNDS];
    private final long[] schedules = new long[ROUNDS * LANES];

    /** After round t, a is the pair at 2 t + 8, b that at 2 t + 6, and so on; e to h likewise. */
    private final int[] abcd = new int[2 * ROUNDS + 8];

    private final int[] efgh = new int[2 * ROUNDS + 8];

    Sha512(int[] initial, int digestBytes) {
        this.initial = initial;
        this.digestInts = digestBytes / 4;
    }

    void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int[] s = state;
        System.arraycopy(initial, 0, s, 0, 16);

        int at = inAt;
        int blocks = length / BLOCK;
        while (blocks >= FEWEST) {
            int n = Math.min(blocks, LANES);
            compressSideBySide(in, at, n);
            at += n * BLOCK;
            blocks -= n;
        }
        int[] w = schedule;
        for (; blocks > 0; blocks--) {
            for (int i = 0; i < 32; i++) {
                w[i] = (int) INT.get(in, at + 4 * i);
            }
            compress();
            at += BLOCK;
        }
        finish(in, at, length);

        for (int i = 0; i < digestInts; i++) {
            INT.set(out, outAt + 4 * i, s[i]);
        }
    }

    /** The last block or two. The rest of the message begins at at. */
    private void finish(byte[] in, int at, int length) {
        int[] w = schedule;
        int used = length % BLOCK;
        int ints = used / 4;
        for (int i = 0; i < ints; i++) {
            w[i] = (int) INT.get(in, at + 4 * i);
        }
        int last = 0;
        int bytes = used % 4;
        for (int i = 0; i < bytes; i++) {
            last = last << 8 | in[at + 4 * ints + i] & 0xff;
        }
        w[ints++] = (last << 8 | 0x80) << 24 - 8 * bytes;
        if (ints > 28) {
            while (ints < 32) {
                w[ints++] = 0;
            }
            compress();
            ints = 0;
        }
        while (ints < 30) {
            w[ints++] = 0;
        }
        w[30] = length >>> 29;
        w[31] = length << 3;
        compress();
    }

    /** One block, whose words are the first sixteen of the schedule. */
    private void compress() {
        expand(schedule);
        rounds(state, schedule);
    }

    private static void expand(int[] w) {
        for (int t = 32; t < 2 * ROUNDS; t += 2) {
            int h = w[t - 30];
            int l = w[t - 29];
            int sigma0h = (h >>> 1 | l << 31) ^ (h >>> 8 | l << 24) ^ h >>> 7;
            int sigma0l = (l >>> 1 | h << 31) ^ (l >>> 8 | h << 24) ^ (l >>> 7 | h << 25);
            h = w[t - 4];
            l = w[t - 3];
            int sigma1h = (h >>> 19 | l << 13) ^ (l >>> 29 | h << 3) ^ h >>> 6;
            int sigma1l = (l >>> 19 | h << 13) ^ (h >>> 29 | l << 3) ^ (l >>> 6 | h << 26);
            long low = u(sigma0l) + u(sigma1l) + u(w[t - 13]) + u(w[t - 31]);
            w[t + 1] = (int) low;
            w[t] = sigma0h + sigma1h + w[t - 14] + w[t - 32] + (int) (low >>> 32);
        }
    }

    /** At most as many blocks as there are lanes. What the other lanes hold has no effect. */
    private void compressSideBySide(byte[] in, int at, int blocks) {
        long[] w = schedules;
        for (int j = 0; j < blocks; j++) {
            for (int i = 0; i < 16; i++) {
                w[LANES * i + j] = (long) LONG.get(in, at + BLOCK * j + 8 * i);
            }
        }
        expandSideBySide(w);
        for (int j = 0; j < blocks; j++) {
            split(schedule, w, j);
            rounds(state, schedule);
        }
    }

    private static void expandSideBySide(long[] w) {
        for (int i = 16 * LANES; i < ROUNDS * LANES; i++) {
            w[i] =
                    sigma1(w[i - 2 * LANES])
                            + w[i - 7 * LANES]
                            + sigma0(w[i - 15 * LANES])
                            + w[i - 16 * LANES];
        }
    }

    private static void split(int[] halves, long[] w, int lane) {
        for (int t = 0; t < ROUNDS; t++) {
            long x = w[LANES * t + lane];
            halves[2 * t] = (int) (x >>> 32);
            halves[2 * t + 1] = (int) x;
        }
    }

    private void rounds(int[] s, int[] w) {
        int[] a = abcd;
        int[] e = efgh;
        for (int i = 0; i < 8; i += 2) {
            a[i] = s[6 - i];
            a[i + 1] = s[7 - i];
            e[i] = s[14 - i];
            e[i + 1] = s[15 - i];
        }
        int ah = a[6], al = a[7], eh = e[6], el = e[7];
        for (int t = 0; t < 2 * ROUNDS; t += 2) {
            int gh = e[t + 2];
            int gl = e[t + 3];
            int chh = (e[t + 4] ^ gh) & eh ^ gh;
            int chl = (e[t + 5] ^ gl) & el ^ gl;
            int sigma1h = (eh >>> 14 | el << 18) ^ (eh >>> 18 | el << 14) ^ (el >>> 9 | eh << 23);
            int sigma1l = (el >>> 14 | eh << 18) ^ (el >>> 18 | eh << 14) ^ (eh >>> 9 | el << 23);
            long low = u(e[t + 1]) + u(K[t + 1]) + u(w[t + 1]) + u(chl) + u(sigma1l);
            int t1h = e[t] + K[t] + w[t] + chh + sigma1h + (int) (low >>> 32);
            int t1l = (int) low;

            low = u(a[t + 1]) + u(t1l);
            eh = a[t] + t1h + (int) (low >>> 32);
            el = (int) low;
            e[t + 8] = eh;
            e[t + 9] = el;

            int bh = a[t + 4];
            int bl = a[t + 5];
            int majh = ah & bh | a[t + 2] & (ah | bh);
            int majl = al & bl | a[t + 3] & (al | bl);
            int sigma0h = (ah >>> 28 | al << 4) ^ (al >>> 2 | ah << 30) ^ (al >>> 7 | ah << 25);
            int sigma0l = (al >>> 28 | ah << 4) ^ (ah >>> 2 | al << 30) ^ (ah >>> 7 | al << 25);
            low = u(majl) + u(sigma0l) + u(t1l);
            ah = majh + sigma0h + t1h + (int) (low >>> 32);
            al = (int) low;
            a[t + 8] = ah;
            a[t + 9] = al;
        }
        for (int i = 0; i < 8; i += 2) {
            add(s, i, a, 2 * ROUNDS + 6 - i);
            add(s, i + 8, e, 2 * ROUNDS + 6 - i);
        }
    }

    private static void add(int[] s, int i, int[] x, int j) {
        long low = u(s[i + 1]) + u(x[j + 1]);
        s[i] += x[j] + (int) (low >>> 32);
        s[i + 1] = (int) low;
    }

    /** An int as the number without sign that it stands for. */
    private static long u(int x) {
        return x & 0xffffffffL;
    }

    private static long sigma0(long x) {
        return Long.rotateRight(x, 1) ^ Long.rotateRight(x, 8) ^ x >>> 7;
    }

    private static long sigma1(long x) {
        return Long.rotateRight(x, 19) ^ Long.rotateRight(x, 61) ^ x >>> 6;
    }
}
