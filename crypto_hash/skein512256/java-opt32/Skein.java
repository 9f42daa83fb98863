// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Skein-512: Threefish-512 in UBI mode. The constructor gets the chaining value that follows the
 * configuration block, which depends only on the length of the digest.
 *
 * <p>The words of Threefish are pairs of 32 bits, all of them in local variables, most of them on
 * the stack. A sum takes its carry from the 64-bit sum of the lower halves. The key stays in words
 * of 64 bits: added to the lower half of a word, they bring the upper half together with the carry.
 * That takes 0.94 of the time of a key in halves in HotSpot's C2 on 32-bit x86. Getting the carry
 * from the signs of the operands and of the sum: 1.1 of the time. A rotation rotates both halves,
 * by less than 32, and then exchanges the bits that crossed to the other half, which takes 0.93 of
 * the time of two shifts and an or for each half.
 *
 * <p>A turn of the loop is eight rounds. More of them would be too long for HotSpot to compile.
 */
final class Skein {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long KEY_PARITY = 0x1bd11bdaa9fc1a22L;
    private static final long LOW = 0xffffffffL;

    /* The upper half of the upper word of the tweak; the lower half is 0. */
    private static final int TYPE_MESSAGE = 48 << 24;
    private static final int TYPE_OUTPUT = 63 << 24;
    private static final int FIRST = 1 << 30;
    private static final int FINAL = 1 << 31;

    private static final int BLOCK_BYTES = 64;

    /** The message of the output block is the number 0. */
    private static final byte[] COUNTER = new byte[BLOCK_BYTES];

    private final long[] initialValue;
    private final int digestBytes;
    private final int[] chain = new int[16];
    private final byte[] last = new byte[BLOCK_BYTES];

    Skein(long[] initialValue, int digestBytes) {
        this.initialValue = initialValue;
        this.digestBytes = digestBytes;
    }

    void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        for (int i = 0; i < 8; i++) {
            chain[2 * i] = (int) initialValue[i];
            chain[2 * i + 1] = (int) (initialValue[i] >>> 32);
        }
        int flags = TYPE_MESSAGE | FIRST;
        int done = 0;
        for (; length - done > BLOCK_BYTES; flags = TYPE_MESSAGE) {
            int at = inAt + done;
            done += BLOCK_BYTES;
            compress(in, at, done, flags);
        }
        int rest = length - done;
        System.arraycopy(in, inAt + done, last, 0, rest);
        Arrays.fill(last, rest, BLOCK_BYTES, (byte) 0);
        compress(last, 0, length, flags | FINAL);
        compress(COUNTER, 0, 8, TYPE_OUTPUT | FIRST | FINAL);
        for (int i = 0; i < digestBytes; i += 4) {
            WORD.set(out, outAt + i, chain[i / 4]);
        }
    }

    private static long join(int low, int high) {
        return (long) high << 32 | low & LOW;
    }

    /** The lower word of the tweak is the number of bytes up to the end of this block. */
    private void compress(byte[] block, int at, int position, int flags) {
        long k0 = join(chain[0], chain[1]);
        long k1 = join(chain[2], chain[3]);
        long k2 = join(chain[4], chain[5]);
        long k3 = join(chain[6], chain[7]);
        long k4 = join(chain[8], chain[9]);
        long k5 = join(chain[10], chain[11]);
        long k6 = join(chain[12], chain[13]);
        long k7 = join(chain[14], chain[15]);
        long k8 = k0 ^ k1 ^ k2 ^ k3 ^ k4 ^ k5 ^ k6 ^ k7 ^ KEY_PARITY;
        long t0 = position;
        long t1 = (long) flags << 32;
        long t2 = t0 ^ t1;
        int x0l = (int) WORD.get(block, at);
        int x0h = (int) WORD.get(block, at + 4);
        int x1l = (int) WORD.get(block, at + 8);
        int x1h = (int) WORD.get(block, at + 12);
        int x2l = (int) WORD.get(block, at + 16);
        int x2h = (int) WORD.get(block, at + 20);
        int x3l = (int) WORD.get(block, at + 24);
        int x3h = (int) WORD.get(block, at + 28);
        int x4l = (int) WORD.get(block, at + 32);
        int x4h = (int) WORD.get(block, at + 36);
        int x5l = (int) WORD.get(block, at + 40);
        int x5h = (int) WORD.get(block, at + 44);
        int x6l = (int) WORD.get(block, at + 48);
        int x6h = (int) WORD.get(block, at + 52);
        int x7l = (int) WORD.get(block, at + 56);
        int x7h = (int) WORD.get(block, at + 60);
        long sum;
        int l;
        int h;
        int t;

        for (int s = 0; s < 18; s += 2) {
            sum = (x0l & LOW) + k0;
            x0l = (int) sum;
            x0h += (int) (sum >>> 32);
            sum = (x1l & LOW) + k1;
            x1l = (int) sum;
            x1h += (int) (sum >>> 32);
            sum = (x2l & LOW) + k2;
            x2l = (int) sum;
            x2h += (int) (sum >>> 32);
            sum = (x3l & LOW) + k3;
            x3l = (int) sum;
            x3h += (int) (sum >>> 32);
            sum = (x4l & LOW) + k4;
            x4l = (int) sum;
            x4h += (int) (sum >>> 32);
            sum = (x5l & LOW) + k5 + t0;
            x5l = (int) sum;
            x5h += (int) (sum >>> 32);
            sum = (x6l & LOW) + k6 + t1;
            x6l = (int) sum;
            x6h += (int) (sum >>> 32);
            sum = (x7l & LOW) + k7 + s;
            x7l = (int) sum;
            x7h += (int) (sum >>> 32);

            sum = (x0l & LOW) + (x1l & LOW);
            x0l = (int) sum;
            x0h += x1h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x1h, 14);
            h = Integer.rotateLeft(x1l, 14);
            t = (l ^ h) & 0x3fff;
            x1l = l ^ t ^ x0l;
            x1h = h ^ t ^ x0h;
            sum = (x2l & LOW) + (x3l & LOW);
            x2l = (int) sum;
            x2h += x3h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x3h, 4);
            h = Integer.rotateLeft(x3l, 4);
            t = (l ^ h) & 0xf;
            x3l = l ^ t ^ x2l;
            x3h = h ^ t ^ x2h;
            sum = (x4l & LOW) + (x5l & LOW);
            x4l = (int) sum;
            x4h += x5h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x5l, 19);
            h = Integer.rotateLeft(x5h, 19);
            t = (l ^ h) & 0x7ffff;
            x5l = l ^ t ^ x4l;
            x5h = h ^ t ^ x4h;
            sum = (x6l & LOW) + (x7l & LOW);
            x6l = (int) sum;
            x6h += x7h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x7h, 5);
            h = Integer.rotateLeft(x7l, 5);
            t = (l ^ h) & 0x1f;
            x7l = l ^ t ^ x6l;
            x7h = h ^ t ^ x6h;

            sum = (x2l & LOW) + (x1l & LOW);
            x2l = (int) sum;
            x2h += x1h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x1h, 1);
            h = Integer.rotateLeft(x1l, 1);
            t = (l ^ h) & 0x1;
            x1l = l ^ t ^ x2l;
            x1h = h ^ t ^ x2h;
            sum = (x4l & LOW) + (x7l & LOW);
            x4l = (int) sum;
            x4h += x7h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x7l, 27);
            h = Integer.rotateLeft(x7h, 27);
            t = (l ^ h) & 0x7ffffff;
            x7l = l ^ t ^ x4l;
            x7h = h ^ t ^ x4h;
            sum = (x6l & LOW) + (x5l & LOW);
            x6l = (int) sum;
            x6h += x5h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x5l, 14);
            h = Integer.rotateLeft(x5h, 14);
            t = (l ^ h) & 0x3fff;
            x5l = l ^ t ^ x6l;
            x5h = h ^ t ^ x6h;
            sum = (x0l & LOW) + (x3l & LOW);
            x0l = (int) sum;
            x0h += x3h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x3h, 10);
            h = Integer.rotateLeft(x3l, 10);
            t = (l ^ h) & 0x3ff;
            x3l = l ^ t ^ x0l;
            x3h = h ^ t ^ x0h;

            sum = (x4l & LOW) + (x1l & LOW);
            x4l = (int) sum;
            x4h += x1h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x1l, 17);
            h = Integer.rotateLeft(x1h, 17);
            t = (l ^ h) & 0x1ffff;
            x1l = l ^ t ^ x4l;
            x1h = h ^ t ^ x4h;
            sum = (x6l & LOW) + (x3l & LOW);
            x6l = (int) sum;
            x6h += x3h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x3h, 17);
            h = Integer.rotateLeft(x3l, 17);
            t = (l ^ h) & 0x1ffff;
            x3l = l ^ t ^ x6l;
            x3h = h ^ t ^ x6h;
            sum = (x0l & LOW) + (x5l & LOW);
            x0l = (int) sum;
            x0h += x5h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x5h, 4);
            h = Integer.rotateLeft(x5l, 4);
            t = (l ^ h) & 0xf;
            x5l = l ^ t ^ x0l;
            x5h = h ^ t ^ x0h;
            sum = (x2l & LOW) + (x7l & LOW);
            x2l = (int) sum;
            x2h += x7h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x7h, 7);
            h = Integer.rotateLeft(x7l, 7);
            t = (l ^ h) & 0x7f;
            x7l = l ^ t ^ x2l;
            x7h = h ^ t ^ x2h;

            sum = (x6l & LOW) + (x1l & LOW);
            x6l = (int) sum;
            x6h += x1h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x1h, 12);
            h = Integer.rotateLeft(x1l, 12);
            t = (l ^ h) & 0xfff;
            x1l = l ^ t ^ x6l;
            x1h = h ^ t ^ x6h;
            sum = (x0l & LOW) + (x7l & LOW);
            x0l = (int) sum;
            x0h += x7h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x7l, 9);
            h = Integer.rotateLeft(x7h, 9);
            t = (l ^ h) & 0x1ff;
            x7l = l ^ t ^ x0l;
            x7h = h ^ t ^ x0h;
            sum = (x2l & LOW) + (x5l & LOW);
            x2l = (int) sum;
            x2h += x5h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x5h, 22);
            h = Integer.rotateLeft(x5l, 22);
            t = (l ^ h) & 0x3fffff;
            x5l = l ^ t ^ x2l;
            x5h = h ^ t ^ x2h;
            sum = (x4l & LOW) + (x3l & LOW);
            x4l = (int) sum;
            x4h += x3h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x3h, 24);
            h = Integer.rotateLeft(x3l, 24);
            t = (l ^ h) & 0xffffff;
            x3l = l ^ t ^ x4l;
            x3h = h ^ t ^ x4h;

            sum = (x0l & LOW) + k1;
            x0l = (int) sum;
            x0h += (int) (sum >>> 32);
            sum = (x1l & LOW) + k2;
            x1l = (int) sum;
            x1h += (int) (sum >>> 32);
            sum = (x2l & LOW) + k3;
            x2l = (int) sum;
            x2h += (int) (sum >>> 32);
            sum = (x3l & LOW) + k4;
            x3l = (int) sum;
            x3h += (int) (sum >>> 32);
            sum = (x4l & LOW) + k5;
            x4l = (int) sum;
            x4h += (int) (sum >>> 32);
            sum = (x5l & LOW) + k6 + t1;
            x5l = (int) sum;
            x5h += (int) (sum >>> 32);
            sum = (x6l & LOW) + k7 + t2;
            x6l = (int) sum;
            x6h += (int) (sum >>> 32);
            sum = (x7l & LOW) + k8 + (s + 1);
            x7l = (int) sum;
            x7h += (int) (sum >>> 32);

            sum = (x0l & LOW) + (x1l & LOW);
            x0l = (int) sum;
            x0h += x1h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x1h, 7);
            h = Integer.rotateLeft(x1l, 7);
            t = (l ^ h) & 0x7f;
            x1l = l ^ t ^ x0l;
            x1h = h ^ t ^ x0h;
            sum = (x2l & LOW) + (x3l & LOW);
            x2l = (int) sum;
            x2h += x3h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x3l, 30);
            h = Integer.rotateLeft(x3h, 30);
            t = (l ^ h) & 0x3fffffff;
            x3l = l ^ t ^ x2l;
            x3h = h ^ t ^ x2h;
            sum = (x4l & LOW) + (x5l & LOW);
            x4l = (int) sum;
            x4h += x5h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x5h, 2);
            h = Integer.rotateLeft(x5l, 2);
            t = (l ^ h) & 0x3;
            x5l = l ^ t ^ x4l;
            x5h = h ^ t ^ x4h;
            sum = (x6l & LOW) + (x7l & LOW);
            x6l = (int) sum;
            x6h += x7h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x7l, 24);
            h = Integer.rotateLeft(x7h, 24);
            t = (l ^ h) & 0xffffff;
            x7l = l ^ t ^ x6l;
            x7h = h ^ t ^ x6h;

            sum = (x2l & LOW) + (x1l & LOW);
            x2l = (int) sum;
            x2h += x1h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x1l, 13);
            h = Integer.rotateLeft(x1h, 13);
            t = (l ^ h) & 0x1fff;
            x1l = l ^ t ^ x2l;
            x1h = h ^ t ^ x2h;
            sum = (x4l & LOW) + (x7l & LOW);
            x4l = (int) sum;
            x4h += x7h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x7h, 18);
            h = Integer.rotateLeft(x7l, 18);
            t = (l ^ h) & 0x3ffff;
            x7l = l ^ t ^ x4l;
            x7h = h ^ t ^ x4h;
            sum = (x6l & LOW) + (x5l & LOW);
            x6l = (int) sum;
            x6h += x5h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x5l, 10);
            h = Integer.rotateLeft(x5h, 10);
            t = (l ^ h) & 0x3ff;
            x5l = l ^ t ^ x6l;
            x5h = h ^ t ^ x6h;
            sum = (x0l & LOW) + (x3l & LOW);
            x0l = (int) sum;
            x0h += x3h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x3l, 17);
            h = Integer.rotateLeft(x3h, 17);
            t = (l ^ h) & 0x1ffff;
            x3l = l ^ t ^ x0l;
            x3h = h ^ t ^ x0h;

            sum = (x4l & LOW) + (x1l & LOW);
            x4l = (int) sum;
            x4h += x1h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x1l, 25);
            h = Integer.rotateLeft(x1h, 25);
            t = (l ^ h) & 0x1ffffff;
            x1l = l ^ t ^ x4l;
            x1h = h ^ t ^ x4h;
            sum = (x6l & LOW) + (x3l & LOW);
            x6l = (int) sum;
            x6h += x3h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x3l, 29);
            h = Integer.rotateLeft(x3h, 29);
            t = (l ^ h) & 0x1fffffff;
            x3l = l ^ t ^ x6l;
            x3h = h ^ t ^ x6h;
            sum = (x0l & LOW) + (x5l & LOW);
            x0l = (int) sum;
            x0h += x5h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x5h, 7);
            h = Integer.rotateLeft(x5l, 7);
            t = (l ^ h) & 0x7f;
            x5l = l ^ t ^ x0l;
            x5h = h ^ t ^ x0h;
            sum = (x2l & LOW) + (x7l & LOW);
            x2l = (int) sum;
            x2h += x7h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x7h, 11);
            h = Integer.rotateLeft(x7l, 11);
            t = (l ^ h) & 0x7ff;
            x7l = l ^ t ^ x2l;
            x7h = h ^ t ^ x2h;

            sum = (x6l & LOW) + (x1l & LOW);
            x6l = (int) sum;
            x6h += x1h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x1l, 8);
            h = Integer.rotateLeft(x1h, 8);
            t = (l ^ h) & 0xff;
            x1l = l ^ t ^ x6l;
            x1h = h ^ t ^ x6h;
            sum = (x0l & LOW) + (x7l & LOW);
            x0l = (int) sum;
            x0h += x7h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x7h, 3);
            h = Integer.rotateLeft(x7l, 3);
            t = (l ^ h) & 0x7;
            x7l = l ^ t ^ x0l;
            x7h = h ^ t ^ x0h;
            sum = (x2l & LOW) + (x5l & LOW);
            x2l = (int) sum;
            x2h += x5h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x5h, 24);
            h = Integer.rotateLeft(x5l, 24);
            t = (l ^ h) & 0xffffff;
            x5l = l ^ t ^ x2l;
            x5h = h ^ t ^ x2h;
            sum = (x4l & LOW) + (x3l & LOW);
            x4l = (int) sum;
            x4h += x3h + (int) (sum >>> 32);
            l = Integer.rotateLeft(x3l, 22);
            h = Integer.rotateLeft(x3h, 22);
            t = (l ^ h) & 0x3fffff;
            x3l = l ^ t ^ x4l;
            x3h = h ^ t ^ x4h;

            long first = k0;
            long second = k1;
            k0 = k2;
            k1 = k3;
            k2 = k4;
            k3 = k5;
            k4 = k6;
            k5 = k7;
            k6 = k8;
            k7 = first;
            k8 = second;
            first = t0;
            t0 = t2;
            t2 = t1;
            t1 = first;
        }
        sum = (x0l & LOW) + k0;
        x0l = (int) sum;
        x0h += (int) (sum >>> 32);
        sum = (x1l & LOW) + k1;
        x1l = (int) sum;
        x1h += (int) (sum >>> 32);
        sum = (x2l & LOW) + k2;
        x2l = (int) sum;
        x2h += (int) (sum >>> 32);
        sum = (x3l & LOW) + k3;
        x3l = (int) sum;
        x3h += (int) (sum >>> 32);
        sum = (x4l & LOW) + k4;
        x4l = (int) sum;
        x4h += (int) (sum >>> 32);
        sum = (x5l & LOW) + k5 + t0;
        x5l = (int) sum;
        x5h += (int) (sum >>> 32);
        sum = (x6l & LOW) + k6 + t1;
        x6l = (int) sum;
        x6h += (int) (sum >>> 32);
        sum = (x7l & LOW) + k7 + 18;
        x7l = (int) sum;
        x7h += (int) (sum >>> 32);
        chain[0] = x0l ^ (int) WORD.get(block, at);
        chain[1] = x0h ^ (int) WORD.get(block, at + 4);
        chain[2] = x1l ^ (int) WORD.get(block, at + 8);
        chain[3] = x1h ^ (int) WORD.get(block, at + 12);
        chain[4] = x2l ^ (int) WORD.get(block, at + 16);
        chain[5] = x2h ^ (int) WORD.get(block, at + 20);
        chain[6] = x3l ^ (int) WORD.get(block, at + 24);
        chain[7] = x3h ^ (int) WORD.get(block, at + 28);
        chain[8] = x4l ^ (int) WORD.get(block, at + 32);
        chain[9] = x4h ^ (int) WORD.get(block, at + 36);
        chain[10] = x5l ^ (int) WORD.get(block, at + 40);
        chain[11] = x5h ^ (int) WORD.get(block, at + 44);
        chain[12] = x6l ^ (int) WORD.get(block, at + 48);
        chain[13] = x6h ^ (int) WORD.get(block, at + 52);
        chain[14] = x7l ^ (int) WORD.get(block, at + 56);
        chain[15] = x7h ^ (int) WORD.get(block, at + 60);
    }
}
