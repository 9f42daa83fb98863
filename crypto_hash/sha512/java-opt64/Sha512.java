// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What SHA-384 and SHA-512 (FIPS 180-4) have in common, in plain Java.
 *
 * <p>A block alone has two rounds a turn. A round makes the word of the schedule that is used
 * sixteen rounds later. Eight rounds a turn need no moves between the variables, but HotSpot C2 has
 * no registers for them with their schedule, and spills: 1.07 times as long in SHA-256. The last
 * two words of the schedule are local variables: from the array they would be loaded right after
 * they were stored, and each needs the one before the last. Each addition is a statement of its own,
 * in the order in which the values get ready.
 *
 * <p>Many blocks have their schedules made side by side, word t of block j at w[8 t + j]. This
 * loop has no dependency within 16 steps, and C2 makes vector code of it. With fewer side by side,
 * C2 of JDK 17 does not: it wants all distances to be whole vectors, which may have 512 bits.
 */
final class Sha512 {
    private static final int BLOCK = 128;
    private static final int ROUNDS = 80;

    /** Blocks side by side. */
    private static final int LANES = 8;

    /** The fewest blocks for which that pays: as the lanes are all computed, half of them. */
    private static final int FEWEST = LANES / 2;

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Section 4.2.3: the first 64 bits of the fractions of the cube roots of the first primes. */
    private static final long[] K = {
        0x428a2f98d728ae22L, 0x7137449123ef65cdL, 0xb5c0fbcfec4d3b2fL, 0xe9b5dba58189dbbcL,
        0x3956c25bf348b538L, 0x59f111f1b605d019L, 0x923f82a4af194f9bL, 0xab1c5ed5da6d8118L,
        0xd807aa98a3030242L, 0x12835b0145706fbeL, 0x243185be4ee4b28cL, 0x550c7dc3d5ffb4e2L,
        0x72be5d74f27b896fL, 0x80deb1fe3b1696b1L, 0x9bdc06a725c71235L, 0xc19bf174cf692694L,
        0xe49b69c19ef14ad2L, 0xefbe4786384f25e3L, 0x0fc19dc68b8cd5b5L, 0x240ca1cc77ac9c65L,
        0x2de92c6f592b0275L, 0x4a7484aa6ea6e483L, 0x5cb0a9dcbd41fbd4L, 0x76f988da831153b5L,
        0x983e5152ee66dfabL, 0xa831c66d2db43210L, 0xb00327c898fb213fL, 0xbf597fc7beef0ee4L,
        0xc6e00bf33da88fc2L, 0xd5a79147930aa725L, 0x06ca6351e003826fL, 0x142929670a0e6e70L,
        0x27b70a8546d22ffcL, 0x2e1b21385c26c926L, 0x4d2c6dfc5ac42aedL, 0x53380d139d95b3dfL,
        0x650a73548baf63deL, 0x766a0abb3c77b2a8L, 0x81c2c92e47edaee6L, 0x92722c851482353bL,
        0xa2bfe8a14cf10364L, 0xa81a664bbc423001L, 0xc24b8b70d0f89791L, 0xc76c51a30654be30L,
        0xd192e819d6ef5218L, 0xd69906245565a910L, 0xf40e35855771202aL, 0x106aa07032bbd1b8L,
        0x19a4c116b8d2d0c8L, 0x1e376c085141ab53L, 0x2748774cdf8eeb99L, 0x34b0bcb5e19b48a8L,
        0x391c0cb3c5c95a63L, 0x4ed8aa4ae3418acbL, 0x5b9cca4f7763e373L, 0x682e6ff3d6b2b8a3L,
        0x748f82ee5defb2fcL, 0x78a5636f43172f60L, 0x84c87814a1f0ab72L, 0x8cc702081a6439ecL,
        0x90befffa23631e28L, 0xa4506cebde82bde9L, 0xbef9a3f7b2c67915L, 0xc67178f2e372532bL,
        0xca273eceea26619cL, 0xd186b8c721c0c207L, 0xeada7dd6cde0eb1eL, 0xf57d4f7fee6ed178L,
        0x06f067aa72176fbaL, 0x0a637dc5a2c898a6L, 0x113f9804bef90daeL, 0x1b710b35131c471bL,
        0x28db77f523047d84L, 0x32caab7b40c72493L, 0x3c9ebe0a15c9bebcL, 0x431d67c49c100d4cL,
        0x4cc5d4becb3e42b6L, 0x597f299cfc657e2aL, 0x5fcb6fab3ad6faecL, 0x6c44198c4a475817L,
    };

    private final long[] initial;
    private final int digestWords;
    private final long[] state = new long[8];
    private final long[] schedule = new long[ROUNDS];
    private final long[] schedules = new long[ROUNDS * LANES];

    Sha512(long[] initial, int digestBytes) {
        this.initial = initial;
        this.digestWords = digestBytes / 8;
    }

    void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        long[] s = state;
        System.arraycopy(initial, 0, s, 0, 8);

        int at = inAt;
        int blocks = length / BLOCK;
        while (blocks >= FEWEST) {
            int n = Math.min(blocks, LANES);
            compressSideBySide(s, in, at, n);
            at += n * BLOCK;
            blocks -= n;
        }
        long[] w = schedule;
        for (; blocks > 0; blocks--) {
            for (int i = 0; i < 16; i++) {
                w[i] = (long) WORD.get(in, at + 8 * i);
            }
            compress(s, w);
            at += BLOCK;
        }
        finish(s, w, in, at, length);

        for (int i = 0; i < digestWords; i++) {
            WORD.set(out, outAt + 8 * i, s[i]);
        }
    }

    /** The last block or two. The rest of the message begins at at. */
    private static void finish(long[] s, long[] w, byte[] in, int at, int length) {
        int used = length % BLOCK;
        int words = used / 8;
        for (int i = 0; i < words; i++) {
            w[i] = (long) WORD.get(in, at + 8 * i);
        }
        long word = 0;
        int bytes = used % 8;
        for (int i = 0; i < bytes; i++) {
            word = word << 8 | in[at + 8 * words + i] & 0xff;
        }
        w[words++] = (word << 8 | 0x80) << 56 - 8 * bytes;
        if (words > 14) {
            if (words < 16) {
                w[15] = 0;
            }
            compress(s, w);
            words = 0;
        }
        while (words < 15) {
            w[words++] = 0;
        }
        w[15] = (long) length << 3;
        compress(s, w);
    }

    /** One block, whose words are w[0] to w[15]. */
    private static void compress(long[] s, long[] w) {
        long a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
        long even = w[14], odd = w[15];
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
            long newA = g, newB = h;
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
            long newA = g, newB = h;
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
    private void compressSideBySide(long[] s, byte[] in, int at, int blocks) {
        long[] w = schedules;
        for (int j = 0; j < blocks; j++) {
            for (int i = 0; i < 16; i++) {
                w[LANES * i + j] = (long) WORD.get(in, at + BLOCK * j + 8 * i);
            }
        }
        expand(w);
        for (int j = 0; j < blocks; j++) {
            rounds(s, w, j);
        }
    }

    private static void expand(long[] w) {
        for (int i = 16 * LANES; i < ROUNDS * LANES; i++) {
            w[i] =
                    sigma1(w[i - 2 * LANES])
                            + w[i - 7 * LANES]
                            + sigma0(w[i - 15 * LANES])
                            + w[i - 16 * LANES];
        }
    }

    /** The rounds of the block whose schedule is in this lane. */
    private static void rounds(long[] s, long[] w, int lane) {
        long a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
        for (int i = lane; i < ROUNDS * LANES; i += 2 * LANES) {
            h += K[i >>> 3] + w[i];
            h += ch(e, f, g);
            h += bigSigma1(e);
            d += h;
            h += maj(a, b, c);
            h += bigSigma0(a);
            g += K[(i >>> 3) + 1] + w[i + LANES];
            g += ch(d, e, f);
            g += bigSigma1(d);
            c += g;
            g += maj(h, a, b);
            g += bigSigma0(h);
            long newA = g, newB = h;
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

    private static long ch(long x, long y, long z) {
        return (y ^ z) & x ^ z;
    }

    private static long maj(long x, long y, long z) {
        return x & y | z & (x | y);
    }

    private static long bigSigma0(long x) {
        return Long.rotateRight(x, 28) ^ Long.rotateRight(x, 34) ^ Long.rotateRight(x, 39);
    }

    private static long bigSigma1(long x) {
        return Long.rotateRight(x, 14) ^ Long.rotateRight(x, 18) ^ Long.rotateRight(x, 41);
    }

    private static long sigma0(long x) {
        return Long.rotateRight(x, 1) ^ Long.rotateRight(x, 8) ^ x >>> 7;
    }

    private static long sigma1(long x) {
        return Long.rotateRight(x, 19) ^ Long.rotateRight(x, 61) ^ x >>> 6;
    }
}
