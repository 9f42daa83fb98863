// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Skein-512: Threefish-512 in UBI mode. The constructor gets the chaining value that follows the
 * configuration block, which depends only on the length of the digest.
 *
 * <p>A turn of the loop of Threefish is 24 rounds. Six subkeys later, the words of the key are six
 * places further, which is a permutation of nine variables with three cycles, and the words of the
 * tweak are back in their places, so all words stay in local variables without indices. In
 * HotSpot's C2 on x86-64, eight rounds a turn take 1.2 to 1.3 of the time: copies of the key. All
 * 72 rounds without a loop are too much for the register allocator: 3.6 of the time.
 */
final class Skein {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long KEY_PARITY = 0x1bd11bdaa9fc1a22L;

    /* The upper word of the tweak. */
    private static final long TYPE_MESSAGE = 48L << 56;
    private static final long TYPE_OUTPUT = 63L << 56;
    private static final long FIRST = 1L << 62;
    private static final long FINAL = 1L << 63;

    private static final int BLOCK_BYTES = 64;

    /** The message of the output block is the number 0. */
    private static final byte[] COUNTER = new byte[BLOCK_BYTES];

    private final long[] initialValue;
    private final int digestBytes;
    private final long[] chain = new long[8];
    private final byte[] last = new byte[BLOCK_BYTES];

    Skein(long[] initialValue, int digestBytes) {
        this.initialValue = initialValue;
        this.digestBytes = digestBytes;
    }

    void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        System.arraycopy(initialValue, 0, chain, 0, 8);
        long flags = TYPE_MESSAGE | FIRST;
        int done = 0;
        for (; length - done > BLOCK_BYTES; flags = TYPE_MESSAGE) {
            int at = inAt + done;
            done += BLOCK_BYTES;
            compress(chain, in, at, done, flags);
        }
        int rest = length - done;
        System.arraycopy(in, inAt + done, last, 0, rest);
        Arrays.fill(last, rest, BLOCK_BYTES, (byte) 0);
        compress(chain, last, 0, length, flags | FINAL);
        compress(chain, COUNTER, 0, 8, TYPE_OUTPUT | FIRST | FINAL);
        for (int i = 0; i < digestBytes; i += 8) {
            WORD.set(out, outAt + i, chain[i / 8]);
        }
    }

    /** The lower word of the tweak is the number of bytes up to the end of this block. */
    private static void compress(long[] chain, byte[] block, int at, long position, long flags) {
        long k0 = chain[0];
        long k1 = chain[1];
        long k2 = chain[2];
        long k3 = chain[3];
        long k4 = chain[4];
        long k5 = chain[5];
        long k6 = chain[6];
        long k7 = chain[7];
        long k8 = k0 ^ k1 ^ k2 ^ k3 ^ k4 ^ k5 ^ k6 ^ k7 ^ KEY_PARITY;
        long t0 = position;
        long t1 = flags;
        long t2 = position ^ flags;
        long x0 = (long) WORD.get(block, at);
        long x1 = (long) WORD.get(block, at + 8);
        long x2 = (long) WORD.get(block, at + 16);
        long x3 = (long) WORD.get(block, at + 24);
        long x4 = (long) WORD.get(block, at + 32);
        long x5 = (long) WORD.get(block, at + 40);
        long x6 = (long) WORD.get(block, at + 48);
        long x7 = (long) WORD.get(block, at + 56);

        for (int s = 0; s < 18; s += 6) {
            x0 += k0;
            x1 += k1;
            x2 += k2;
            x3 += k3;
            x4 += k4;
            x5 += k5 + t0;
            x6 += k6 + t1;
            x7 += k7 + s;
            x0 += x1;
            x1 = Long.rotateLeft(x1, 46) ^ x0;
            x2 += x3;
            x3 = Long.rotateLeft(x3, 36) ^ x2;
            x4 += x5;
            x5 = Long.rotateLeft(x5, 19) ^ x4;
            x6 += x7;
            x7 = Long.rotateLeft(x7, 37) ^ x6;
            x2 += x1;
            x1 = Long.rotateLeft(x1, 33) ^ x2;
            x4 += x7;
            x7 = Long.rotateLeft(x7, 27) ^ x4;
            x6 += x5;
            x5 = Long.rotateLeft(x5, 14) ^ x6;
            x0 += x3;
            x3 = Long.rotateLeft(x3, 42) ^ x0;
            x4 += x1;
            x1 = Long.rotateLeft(x1, 17) ^ x4;
            x6 += x3;
            x3 = Long.rotateLeft(x3, 49) ^ x6;
            x0 += x5;
            x5 = Long.rotateLeft(x5, 36) ^ x0;
            x2 += x7;
            x7 = Long.rotateLeft(x7, 39) ^ x2;
            x6 += x1;
            x1 = Long.rotateLeft(x1, 44) ^ x6;
            x0 += x7;
            x7 = Long.rotateLeft(x7, 9) ^ x0;
            x2 += x5;
            x5 = Long.rotateLeft(x5, 54) ^ x2;
            x4 += x3;
            x3 = Long.rotateLeft(x3, 56) ^ x4;

            x0 += k1;
            x1 += k2;
            x2 += k3;
            x3 += k4;
            x4 += k5;
            x5 += k6 + t1;
            x6 += k7 + t2;
            x7 += k8 + (s + 1);
            x0 += x1;
            x1 = Long.rotateLeft(x1, 39) ^ x0;
            x2 += x3;
            x3 = Long.rotateLeft(x3, 30) ^ x2;
            x4 += x5;
            x5 = Long.rotateLeft(x5, 34) ^ x4;
            x6 += x7;
            x7 = Long.rotateLeft(x7, 24) ^ x6;
            x2 += x1;
            x1 = Long.rotateLeft(x1, 13) ^ x2;
            x4 += x7;
            x7 = Long.rotateLeft(x7, 50) ^ x4;
            x6 += x5;
            x5 = Long.rotateLeft(x5, 10) ^ x6;
            x0 += x3;
            x3 = Long.rotateLeft(x3, 17) ^ x0;
            x4 += x1;
            x1 = Long.rotateLeft(x1, 25) ^ x4;
            x6 += x3;
            x3 = Long.rotateLeft(x3, 29) ^ x6;
            x0 += x5;
            x5 = Long.rotateLeft(x5, 39) ^ x0;
            x2 += x7;
            x7 = Long.rotateLeft(x7, 43) ^ x2;
            x6 += x1;
            x1 = Long.rotateLeft(x1, 8) ^ x6;
            x0 += x7;
            x7 = Long.rotateLeft(x7, 35) ^ x0;
            x2 += x5;
            x5 = Long.rotateLeft(x5, 56) ^ x2;
            x4 += x3;
            x3 = Long.rotateLeft(x3, 22) ^ x4;

            x0 += k2;
            x1 += k3;
            x2 += k4;
            x3 += k5;
            x4 += k6;
            x5 += k7 + t2;
            x6 += k8 + t0;
            x7 += k0 + (s + 2);
            x0 += x1;
            x1 = Long.rotateLeft(x1, 46) ^ x0;
            x2 += x3;
            x3 = Long.rotateLeft(x3, 36) ^ x2;
            x4 += x5;
            x5 = Long.rotateLeft(x5, 19) ^ x4;
            x6 += x7;
            x7 = Long.rotateLeft(x7, 37) ^ x6;
            x2 += x1;
            x1 = Long.rotateLeft(x1, 33) ^ x2;
            x4 += x7;
            x7 = Long.rotateLeft(x7, 27) ^ x4;
            x6 += x5;
            x5 = Long.rotateLeft(x5, 14) ^ x6;
            x0 += x3;
            x3 = Long.rotateLeft(x3, 42) ^ x0;
            x4 += x1;
            x1 = Long.rotateLeft(x1, 17) ^ x4;
            x6 += x3;
            x3 = Long.rotateLeft(x3, 49) ^ x6;
            x0 += x5;
            x5 = Long.rotateLeft(x5, 36) ^ x0;
            x2 += x7;
            x7 = Long.rotateLeft(x7, 39) ^ x2;
            x6 += x1;
            x1 = Long.rotateLeft(x1, 44) ^ x6;
            x0 += x7;
            x7 = Long.rotateLeft(x7, 9) ^ x0;
            x2 += x5;
            x5 = Long.rotateLeft(x5, 54) ^ x2;
            x4 += x3;
            x3 = Long.rotateLeft(x3, 56) ^ x4;

            x0 += k3;
            x1 += k4;
            x2 += k5;
            x3 += k6;
            x4 += k7;
            x5 += k8 + t0;
            x6 += k0 + t1;
            x7 += k1 + (s + 3);
            x0 += x1;
            x1 = Long.rotateLeft(x1, 39) ^ x0;
            x2 += x3;
            x3 = Long.rotateLeft(x3, 30) ^ x2;
            x4 += x5;
            x5 = Long.rotateLeft(x5, 34) ^ x4;
            x6 += x7;
            x7 = Long.rotateLeft(x7, 24) ^ x6;
            x2 += x1;
            x1 = Long.rotateLeft(x1, 13) ^ x2;
            x4 += x7;
            x7 = Long.rotateLeft(x7, 50) ^ x4;
            x6 += x5;
            x5 = Long.rotateLeft(x5, 10) ^ x6;
            x0 += x3;
            x3 = Long.rotateLeft(x3, 17) ^ x0;
            x4 += x1;
            x1 = Long.rotateLeft(x1, 25) ^ x4;
            x6 += x3;
            x3 = Long.rotateLeft(x3, 29) ^ x6;
            x0 += x5;
            x5 = Long.rotateLeft(x5, 39) ^ x0;
            x2 += x7;
            x7 = Long.rotateLeft(x7, 43) ^ x2;
            x6 += x1;
            x1 = Long.rotateLeft(x1, 8) ^ x6;
            x0 += x7;
            x7 = Long.rotateLeft(x7, 35) ^ x0;
            x2 += x5;
            x5 = Long.rotateLeft(x5, 56) ^ x2;
            x4 += x3;
            x3 = Long.rotateLeft(x3, 22) ^ x4;

            x0 += k4;
            x1 += k5;
            x2 += k6;
            x3 += k7;
            x4 += k8;
            x5 += k0 + t1;
            x6 += k1 + t2;
            x7 += k2 + (s + 4);
            x0 += x1;
            x1 = Long.rotateLeft(x1, 46) ^ x0;
            x2 += x3;
            x3 = Long.rotateLeft(x3, 36) ^ x2;
            x4 += x5;
            x5 = Long.rotateLeft(x5, 19) ^ x4;
            x6 += x7;
            x7 = Long.rotateLeft(x7, 37) ^ x6;
            x2 += x1;
            x1 = Long.rotateLeft(x1, 33) ^ x2;
            x4 += x7;
            x7 = Long.rotateLeft(x7, 27) ^ x4;
            x6 += x5;
            x5 = Long.rotateLeft(x5, 14) ^ x6;
            x0 += x3;
            x3 = Long.rotateLeft(x3, 42) ^ x0;
            x4 += x1;
            x1 = Long.rotateLeft(x1, 17) ^ x4;
            x6 += x3;
            x3 = Long.rotateLeft(x3, 49) ^ x6;
            x0 += x5;
            x5 = Long.rotateLeft(x5, 36) ^ x0;
            x2 += x7;
            x7 = Long.rotateLeft(x7, 39) ^ x2;
            x6 += x1;
            x1 = Long.rotateLeft(x1, 44) ^ x6;
            x0 += x7;
            x7 = Long.rotateLeft(x7, 9) ^ x0;
            x2 += x5;
            x5 = Long.rotateLeft(x5, 54) ^ x2;
            x4 += x3;
            x3 = Long.rotateLeft(x3, 56) ^ x4;

            x0 += k5;
            x1 += k6;
            x2 += k7;
            x3 += k8;
            x4 += k0;
            x5 += k1 + t2;
            x6 += k2 + t0;
            x7 += k3 + (s + 5);
            x0 += x1;
            x1 = Long.rotateLeft(x1, 39) ^ x0;
            x2 += x3;
            x3 = Long.rotateLeft(x3, 30) ^ x2;
            x4 += x5;
            x5 = Long.rotateLeft(x5, 34) ^ x4;
            x6 += x7;
            x7 = Long.rotateLeft(x7, 24) ^ x6;
            x2 += x1;
            x1 = Long.rotateLeft(x1, 13) ^ x2;
            x4 += x7;
            x7 = Long.rotateLeft(x7, 50) ^ x4;
            x6 += x5;
            x5 = Long.rotateLeft(x5, 10) ^ x6;
            x0 += x3;
            x3 = Long.rotateLeft(x3, 17) ^ x0;
            x4 += x1;
            x1 = Long.rotateLeft(x1, 25) ^ x4;
            x6 += x3;
            x3 = Long.rotateLeft(x3, 29) ^ x6;
            x0 += x5;
            x5 = Long.rotateLeft(x5, 39) ^ x0;
            x2 += x7;
            x7 = Long.rotateLeft(x7, 43) ^ x2;
            x6 += x1;
            x1 = Long.rotateLeft(x1, 8) ^ x6;
            x0 += x7;
            x7 = Long.rotateLeft(x7, 35) ^ x0;
            x2 += x5;
            x5 = Long.rotateLeft(x5, 56) ^ x2;
            x4 += x3;
            x3 = Long.rotateLeft(x3, 22) ^ x4;

            long k = k0;
            k0 = k6;
            k6 = k3;
            k3 = k;
            k = k1;
            k1 = k7;
            k7 = k4;
            k4 = k;
            k = k2;
            k2 = k8;
            k8 = k5;
            k5 = k;
        }
        x0 += k0;
        x1 += k1;
        x2 += k2;
        x3 += k3;
        x4 += k4;
        x5 += k5 + t0;
        x6 += k6 + t1;
        x7 += k7 + 18;
        chain[0] = x0 ^ (long) WORD.get(block, at);
        chain[1] = x1 ^ (long) WORD.get(block, at + 8);
        chain[2] = x2 ^ (long) WORD.get(block, at + 16);
        chain[3] = x3 ^ (long) WORD.get(block, at + 24);
        chain[4] = x4 ^ (long) WORD.get(block, at + 32);
        chain[5] = x5 ^ (long) WORD.get(block, at + 40);
        chain[6] = x6 ^ (long) WORD.get(block, at + 48);
        chain[7] = x7 ^ (long) WORD.get(block, at + 56);
    }
}
