// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What SHA-224 and SHA-256 (FIPS 180-4) have in common, in plain Java.
 *
 * <p>A block alone has two rounds a turn. A round makes the word of the schedule that is used
 * sixteen rounds later. Eight rounds a turn need no moves between the variables, but HotSpot C2 has
 * no registers for them with their schedule, and spills: 1.07 times as long. The last two
 * words of the schedule are local variables: from the array they would be loaded right after they
 * were stored, and each needs the one before the last. Each addition is a statement of its own, in
 * the order in which the values get ready.
 *
 * <p>Many blocks have their schedules made side by side, word t of block j at w[16 t + j]. This
 * loop has no dependency within 32 steps, and C2 makes vector code of it. With fewer side by side,
 * C2 of JDK 17 does not: it wants all distances to be whole vectors, which may have 512 bits.
 */
final class Sha256 {
    private static final int BLOCK = 64;
    private static final int ROUNDS = 64;

    /** Blocks side by side. */
    private static final int LANES = 16;

    /** The fewest blocks for which that pays: as the lanes are all computed, half of them. */
    private static final int FEWEST = LANES / 2;

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** Section 4.2.2: the first 32 bits of the fractions of the cube roots of the first primes. */
    private static final int[] K = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
        0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
        0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
        0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
        0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };

    private final int[] initial;
    private final int digestWords;
    private final int[] state = new int[8];
    private final int[] schedule = new int[ROUNDS];
    private final int[] schedules = new int[ROUNDS * LANES];

    Sha256(int[] initial, int digestBytes) {
        this.initial = initial;
        this.digestWords = digestBytes / 4;
    }

    void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int[] s = state;
        System.arraycopy(initial, 0, s, 0, 8);

        int at = inAt;
        int blocks = length / BLOCK;
        while (blocks >= FEWEST) {
            int n = Math.min(blocks, LANES);
            compressSideBySide(s, in, at, n);
            at += n * BLOCK;
            blocks -= n;
        }
        int[] w = schedule;
        for (; blocks > 0; blocks--) {
            for (int i = 0; i < 16; i++) {
                w[i] = (int) WORD.get(in, at + 4 * i);
            }
            compress(s, w);
            at += BLOCK;
        }
        finish(s, w, in, at, length);

        for (int i = 0; i < digestWords; i++) {
            WORD.set(out, outAt + 4 * i, s[i]);
        }
    }

    /** The last block or two. The rest of the message begins at at. */
    private static void finish(int[] s, int[] w, byte[] in, int at, int length) {
        int used = length % BLOCK;
        int words = used / 4;
        for (int i = 0; i < words; i++) {
            w[i] = (int) WORD.get(in, at + 4 * i);
        }
        int word = 0;
        int bytes = used % 4;
        for (int i = 0; i < bytes; i++) {
            word = word << 8 | in[at + 4 * words + i] & 0xff;
        }
        w[words++] = (word << 8 | 0x80) << 24 - 8 * bytes;
        if (words > 14) {
            if (words < 16) {
                w[15] = 0;
            }
            compress(s, w);
            words = 0;
        }
        while (words < 14) {
            w[words++] = 0;
        }
        w[14] = length >>> 29;
        w[15] = length << 3;
        compress(s, w);
    }

    /** One block, whose words are w[0] to w[15]. */
    private static void compress(int[] s, int[] w) {
        int a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
        int even = w[14], odd = w[15];
        for (int t = 0; t < ROUNDS - 16; t += 2) {
            h += K[t] + w[t];
            h += ch(e, f, g);
            h += bigSigma1(e);
            d += h;
            h += maj(a, b, c);
            h += bigSigma0(a);
            g += K[t + 1] + w[t + 1];
            g += ch(d, e, f);
            g += bigSigma1(d);
            c += g;
            g += maj(h, a, b);
            g += bigSigma0(h);
            even = sigma1(even) + w[t + 9] + sigma0(w[t + 1]) + w[t];
            w[t + 16] = even;
            odd = sigma1(odd) + w[t + 10] + sigma0(w[t + 2]) + w[t + 1];
            w[t + 17] = odd;
            int newA = g, newB = h;
            h = f;
            g = e;
            f = d;
            e = c;
            d = b;
            c = a;
            b = newB;
            a = newA;
        }
        for (int t = ROUNDS - 16; t < ROUNDS; t += 2) {
            h += K[t] + w[t];
            h += ch(e, f, g);
            h += bigSigma1(e);
            d += h;
            h += maj(a, b, c);
            h += bigSigma0(a);
            g += K[t + 1] + w[t + 1];
            g += ch(d, e, f);
            g += bigSigma1(d);
            c += g;
            g += maj(h, a, b);
            g += bigSigma0(h);
            int newA = g, newB = h;
            h = f;
            g = e;
            f = d;
            e = c;
            d = b;
            c = a;
            b = newB;
            a = newA;
        }
        s[0] += a;
        s[1] += b;
        s[2] += c;
        s[3] += d;
        s[4] += e;
        s[5] += f;
        s[6] += g;
        s[7] += h;
    }

    /** At most as many blocks as there are lanes. What the other lanes hold has no effect. */
    private void compressSideBySide(int[] s, byte[] in, int at, int blocks) {
        int[] w = schedules;
        for (int j = 0; j < blocks; j++) {
            for (int i = 0; i < 16; i++) {
                w[LANES * i + j] = (int) WORD.get(in, at + BLOCK * j + 4 * i);
            }
        }
        expand(w);
        for (int j = 0; j < blocks; j++) {
            rounds(s, w, j);
        }
    }

    private static void expand(int[] w) {
        for (int i = 16 * LANES; i < ROUNDS * LANES; i++) {
            w[i] =
                    sigma1(w[i - 2 * LANES])
                            + w[i - 7 * LANES]
                            + sigma0(w[i - 15 * LANES])
                            + w[i - 16 * LANES];
        }
    }

    /**
     * The rounds of the block whose schedule is in this lane. With two new variables, as above, C2
     * allocates registers worse here: 1.1 times as long in JDK 17, and 1.35 in one of 32 bits.
     */
    private static void rounds(int[] s, int[] w, int lane) {
        int a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
        for (int i = lane; i < ROUNDS * LANES; i += 2 * LANES) {
            h += K[i >> 4] + w[i];
            h += ch(e, f, g);
            h += bigSigma1(e);
            d += h;
            h += maj(a, b, c);
            h += bigSigma0(a);
            g += K[(i >> 4) + 1] + w[i + LANES];
            g += ch(d, e, f);
            g += bigSigma1(d);
            c += g;
            g += maj(h, a, b);
            g += bigSigma0(h);
            int newA = g, newB = h, newC = a, newD = b, newE = c, newF = d, newG = e, newH = f;
            a = newA;
            b = newB;
            c = newC;
            d = newD;
            e = newE;
            f = newF;
            g = newG;
            h = newH;
        }
        s[0] += a;
        s[1] += b;
        s[2] += c;
        s[3] += d;
        s[4] += e;
        s[5] += f;
        s[6] += g;
        s[7] += h;
    }

    private static int ch(int x, int y, int z) {
        return (y ^ z) & x ^ z;
    }

    private static int maj(int x, int y, int z) {
        return x & y | z & (x | y);
    }

    private static int bigSigma0(int x) {
        return Integer.rotateRight(x, 2) ^ Integer.rotateRight(x, 13) ^ Integer.rotateRight(x, 22);
    }

    private static int bigSigma1(int x) {
        return Integer.rotateRight(x, 6) ^ Integer.rotateRight(x, 11) ^ Integer.rotateRight(x, 25);
    }

    private static int sigma0(int x) {
        return Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ x >>> 3;
    }

    private static int sigma1(int x) {
        return Integer.rotateRight(x, 17) ^ Integer.rotateRight(x, 19) ^ x >>> 10;
    }
}
