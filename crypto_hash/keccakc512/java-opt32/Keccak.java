// SPDX-License-Identifier: MIT
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The Keccak sponge with 24 rounds and lanes as two words of 32 bits, for digests that fit into one
 * block.
 *
 * <p>The words are bit-interleaved, as the Keccak team describes in "Keccak implementation
 * overview": one has the even bits of a lane, the other one the odd bits. Then a rotation by n
 * rotates each word by n / 2 or one more, and exchanges them if n is odd, where a 32-bit JVM needs
 * four shifts to rotate a long. Absorbing separates the bits of a lane by five exchanges between
 * its words, and the digest is joined by the same in the opposite order.
 *
 * <p>The state is in 50 local variables during the permutation, nearly all of them on the stack. In
 * HotSpot's C2 on 32-bit x86, the state in two arrays takes 1.1 of the time, and two rounds a turn,
 * which save the copies at the end, are not faster. A row is made for the even bits first and then
 * for the odd ones, so that fewer words are alive.
 */
final class Keccak {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** The even and the odd bits of the constant of each round. */
    private static final int[] ROUND_CONSTANTS = {
        0x00000001, 0x00000000, 0x00000000, 0x00000089, 0x00000000, 0x8000008b,
        0x00000000, 0x80008080, 0x00000001, 0x0000008b, 0x00000001, 0x00008000,
        0x00000001, 0x80008088, 0x00000001, 0x80000082, 0x00000000, 0x0000000b,
        0x00000000, 0x0000000a, 0x00000001, 0x00008082, 0x00000000, 0x00008003,
        0x00000001, 0x0000808b, 0x00000001, 0x8000000b, 0x00000001, 0x8000008a,
        0x00000001, 0x80000081, 0x00000000, 0x80000081, 0x00000000, 0x80000008,
        0x00000000, 0x00000083, 0x00000000, 0x80008003, 0x00000001, 0x80008088,
        0x00000000, 0x80000088, 0x00000001, 0x00008000, 0x00000000, 0x80008082,
    };

    private final int[] even = new int[25];
    private final int[] odd = new int[25];
    private final byte[] last;
    private final int rate;
    private final int digestBytes;
    private final byte paddingStart;

    /**
     * The padding is paddingStart, then zeros to the end of the block, whose last bit is set. The
     * digest is a multiple of 8 bytes and not longer than the rate.
     */
    Keccak(int capacityBits, int digestBytes, int paddingStart) {
        rate = 200 - capacityBits / 8;
        this.digestBytes = digestBytes;
        this.paddingStart = (byte) paddingStart;
        last = new byte[rate];
    }

    void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        Arrays.fill(even, 0);
        Arrays.fill(odd, 0);
        for (; length >= rate; inAt += rate, length -= rate) {
            absorb(in, inAt);
        }
        System.arraycopy(in, inAt, last, 0, length);
        Arrays.fill(last, length, rate, (byte) 0);
        last[length] = paddingStart;
        last[rate - 1] |= (byte) 0x80;
        absorb(last, 0);
        for (int i = 0; i < digestBytes / 8; i++) {
            int e = even[i];
            int o = odd[i];
            int t = (e >>> 1 ^ o) & 0x55555555;
            e ^= t << 1;
            o ^= t;
            t = (e >>> 2 ^ o) & 0x33333333;
            e ^= t << 2;
            o ^= t;
            t = (e >>> 4 ^ o) & 0x0f0f0f0f;
            e ^= t << 4;
            o ^= t;
            t = (e >>> 8 ^ o) & 0x00ff00ff;
            e ^= t << 8;
            o ^= t;
            t = (e >>> 16 ^ o) & 0x0000ffff;
            e ^= t << 16;
            o ^= t;
            WORD.set(out, outAt + 8 * i, e);
            WORD.set(out, outAt + 8 * i + 4, o);
        }
    }

    private void absorb(byte[] block, int at) {
        for (int i = 0; i < rate / 8; i++) {
            int e = (int) WORD.get(block, at + 8 * i);
            int o = (int) WORD.get(block, at + 8 * i + 4);
            int t = (e >>> 16 ^ o) & 0x0000ffff;
            e ^= t << 16;
            o ^= t;
            t = (e >>> 8 ^ o) & 0x00ff00ff;
            e ^= t << 8;
            o ^= t;
            t = (e >>> 4 ^ o) & 0x0f0f0f0f;
            e ^= t << 4;
            o ^= t;
            t = (e >>> 2 ^ o) & 0x33333333;
            e ^= t << 2;
            o ^= t;
            t = (e >>> 1 ^ o) & 0x55555555;
            e ^= t << 1;
            o ^= t;
            even[i] ^= e;
            odd[i] ^= o;
        }
        permute(even, odd);
    }

    private static void permute(int[] even, int[] odd) {
        int a0e = even[0];
        int a0o = odd[0];
        int a1e = even[1];
        int a1o = odd[1];
        int a2e = even[2];
        int a2o = odd[2];
        int a3e = even[3];
        int a3o = odd[3];
        int a4e = even[4];
        int a4o = odd[4];
        int a5e = even[5];
        int a5o = odd[5];
        int a6e = even[6];
        int a6o = odd[6];
        int a7e = even[7];
        int a7o = odd[7];
        int a8e = even[8];
        int a8o = odd[8];
        int a9e = even[9];
        int a9o = odd[9];
        int a10e = even[10];
        int a10o = odd[10];
        int a11e = even[11];
        int a11o = odd[11];
        int a12e = even[12];
        int a12o = odd[12];
        int a13e = even[13];
        int a13o = odd[13];
        int a14e = even[14];
        int a14o = odd[14];
        int a15e = even[15];
        int a15o = odd[15];
        int a16e = even[16];
        int a16o = odd[16];
        int a17e = even[17];
        int a17o = odd[17];
        int a18e = even[18];
        int a18o = odd[18];
        int a19e = even[19];
        int a19o = odd[19];
        int a20e = even[20];
        int a20o = odd[20];
        int a21e = even[21];
        int a21o = odd[21];
        int a22e = even[22];
        int a22o = odd[22];
        int a23e = even[23];
        int a23o = odd[23];
        int a24e = even[24];
        int a24o = odd[24];

        for (int i = 0; i < 48; i += 2) {
            int c0e = a0e ^ a5e ^ a10e ^ a15e ^ a20e;
            int c0o = a0o ^ a5o ^ a10o ^ a15o ^ a20o;
            int c1e = a1e ^ a6e ^ a11e ^ a16e ^ a21e;
            int c1o = a1o ^ a6o ^ a11o ^ a16o ^ a21o;
            int c2e = a2e ^ a7e ^ a12e ^ a17e ^ a22e;
            int c2o = a2o ^ a7o ^ a12o ^ a17o ^ a22o;
            int c3e = a3e ^ a8e ^ a13e ^ a18e ^ a23e;
            int c3o = a3o ^ a8o ^ a13o ^ a18o ^ a23o;
            int c4e = a4e ^ a9e ^ a14e ^ a19e ^ a24e;
            int c4o = a4o ^ a9o ^ a14o ^ a19o ^ a24o;
            int d0e = c4e ^ Integer.rotateLeft(c1o, 1);
            int d0o = c4o ^ c1e;
            int d1e = c0e ^ Integer.rotateLeft(c2o, 1);
            int d1o = c0o ^ c2e;
            int d2e = c1e ^ Integer.rotateLeft(c3o, 1);
            int d2o = c1o ^ c3e;
            int d3e = c2e ^ Integer.rotateLeft(c4o, 1);
            int d3o = c2o ^ c4e;
            int d4e = c3e ^ Integer.rotateLeft(c0o, 1);
            int d4o = c3o ^ c0e;

            int b0 = a0e ^ d0e;
            int b1 = Integer.rotateLeft(a6e ^ d1e, 22);
            int b2 = Integer.rotateLeft(a12o ^ d2o, 22);
            int b3 = Integer.rotateLeft(a18o ^ d3o, 11);
            int b4 = Integer.rotateLeft(a24e ^ d4e, 7);
            int n0e = b0 ^ (~b1 & b2) ^ ROUND_CONSTANTS[i];
            int n1e = b1 ^ (~b2 & b3);
            int n2e = b2 ^ (~b3 & b4);
            int n3e = b3 ^ (~b4 & b0);
            int n4e = b4 ^ (~b0 & b1);

            b0 = a0o ^ d0o;
            b1 = Integer.rotateLeft(a6o ^ d1o, 22);
            b2 = Integer.rotateLeft(a12e ^ d2e, 21);
            b3 = Integer.rotateLeft(a18e ^ d3e, 10);
            b4 = Integer.rotateLeft(a24o ^ d4o, 7);
            int n0o = b0 ^ (~b1 & b2) ^ ROUND_CONSTANTS[i + 1];
            int n1o = b1 ^ (~b2 & b3);
            int n2o = b2 ^ (~b3 & b4);
            int n3o = b3 ^ (~b4 & b0);
            int n4o = b4 ^ (~b0 & b1);

            b0 = Integer.rotateLeft(a3e ^ d3e, 14);
            b1 = Integer.rotateLeft(a9e ^ d4e, 10);
            b2 = Integer.rotateLeft(a10o ^ d0o, 2);
            b3 = Integer.rotateLeft(a16o ^ d1o, 23);
            b4 = Integer.rotateLeft(a22o ^ d2o, 31);
            int n5e = b0 ^ (~b1 & b2);
            int n6e = b1 ^ (~b2 & b3);
            int n7e = b2 ^ (~b3 & b4);
            int n8e = b3 ^ (~b4 & b0);
            int n9e = b4 ^ (~b0 & b1);

            b0 = Integer.rotateLeft(a3o ^ d3o, 14);
            b1 = Integer.rotateLeft(a9o ^ d4o, 10);
            b2 = Integer.rotateLeft(a10e ^ d0e, 1);
            b3 = Integer.rotateLeft(a16e ^ d1e, 22);
            b4 = Integer.rotateLeft(a22e ^ d2e, 30);
            int n5o = b0 ^ (~b1 & b2);
            int n6o = b1 ^ (~b2 & b3);
            int n7o = b2 ^ (~b3 & b4);
            int n8o = b3 ^ (~b4 & b0);
            int n9o = b4 ^ (~b0 & b1);

            b0 = Integer.rotateLeft(a1o ^ d1o, 1);
            b1 = Integer.rotateLeft(a7e ^ d2e, 3);
            b2 = Integer.rotateLeft(a13o ^ d3o, 13);
            b3 = Integer.rotateLeft(a19e ^ d4e, 4);
            b4 = Integer.rotateLeft(a20e ^ d0e, 9);
            int n10e = b0 ^ (~b1 & b2);
            int n11e = b1 ^ (~b2 & b3);
            int n12e = b2 ^ (~b3 & b4);
            int n13e = b3 ^ (~b4 & b0);
            int n14e = b4 ^ (~b0 & b1);

            b0 = a1e ^ d1e;
            b1 = Integer.rotateLeft(a7o ^ d2o, 3);
            b2 = Integer.rotateLeft(a13e ^ d3e, 12);
            b3 = Integer.rotateLeft(a19o ^ d4o, 4);
            b4 = Integer.rotateLeft(a20o ^ d0o, 9);
            int n10o = b0 ^ (~b1 & b2);
            int n11o = b1 ^ (~b2 & b3);
            int n12o = b2 ^ (~b3 & b4);
            int n13o = b3 ^ (~b4 & b0);
            int n14o = b4 ^ (~b0 & b1);

            b0 = Integer.rotateLeft(a4o ^ d4o, 14);
            b1 = Integer.rotateLeft(a5e ^ d0e, 18);
            b2 = Integer.rotateLeft(a11e ^ d1e, 5);
            b3 = Integer.rotateLeft(a17o ^ d2o, 8);
            b4 = Integer.rotateLeft(a23e ^ d3e, 28);
            int n15e = b0 ^ (~b1 & b2);
            int n16e = b1 ^ (~b2 & b3);
            int n17e = b2 ^ (~b3 & b4);
            int n18e = b3 ^ (~b4 & b0);
            int n19e = b4 ^ (~b0 & b1);

            b0 = Integer.rotateLeft(a4e ^ d4e, 13);
            b1 = Integer.rotateLeft(a5o ^ d0o, 18);
            b2 = Integer.rotateLeft(a11o ^ d1o, 5);
            b3 = Integer.rotateLeft(a17e ^ d2e, 7);
            b4 = Integer.rotateLeft(a23o ^ d3o, 28);
            int n15o = b0 ^ (~b1 & b2);
            int n16o = b1 ^ (~b2 & b3);
            int n17o = b2 ^ (~b3 & b4);
            int n18o = b3 ^ (~b4 & b0);
            int n19o = b4 ^ (~b0 & b1);

            b0 = Integer.rotateLeft(a2e ^ d2e, 31);
            b1 = Integer.rotateLeft(a8o ^ d3o, 28);
            b2 = Integer.rotateLeft(a14o ^ d4o, 20);
            b3 = Integer.rotateLeft(a15o ^ d0o, 21);
            b4 = Integer.rotateLeft(a21e ^ d1e, 1);
            int n20e = b0 ^ (~b1 & b2);
            int n21e = b1 ^ (~b2 & b3);
            int n22e = b2 ^ (~b3 & b4);
            int n23e = b3 ^ (~b4 & b0);
            int n24e = b4 ^ (~b0 & b1);

            b0 = Integer.rotateLeft(a2o ^ d2o, 31);
            b1 = Integer.rotateLeft(a8e ^ d3e, 27);
            b2 = Integer.rotateLeft(a14e ^ d4e, 19);
            b3 = Integer.rotateLeft(a15e ^ d0e, 20);
            b4 = Integer.rotateLeft(a21o ^ d1o, 1);
            int n20o = b0 ^ (~b1 & b2);
            int n21o = b1 ^ (~b2 & b3);
            int n22o = b2 ^ (~b3 & b4);
            int n23o = b3 ^ (~b4 & b0);
            int n24o = b4 ^ (~b0 & b1);

            a0e = n0e;
            a0o = n0o;
            a1e = n1e;
            a1o = n1o;
            a2e = n2e;
            a2o = n2o;
            a3e = n3e;
            a3o = n3o;
            a4e = n4e;
            a4o = n4o;
            a5e = n5e;
            a5o = n5o;
            a6e = n6e;
            a6o = n6o;
            a7e = n7e;
            a7o = n7o;
            a8e = n8e;
            a8o = n8o;
            a9e = n9e;
            a9o = n9o;
            a10e = n10e;
            a10o = n10o;
            a11e = n11e;
            a11o = n11o;
            a12e = n12e;
            a12o = n12o;
            a13e = n13e;
            a13o = n13o;
            a14e = n14e;
            a14o = n14o;
            a15e = n15e;
            a15o = n15o;
            a16e = n16e;
            a16o = n16o;
            a17e = n17e;
            a17o = n17o;
            a18e = n18e;
            a18o = n18o;
            a19e = n19e;
            a19o = n19o;
            a20e = n20e;
            a20o = n20o;
            a21e = n21e;
            a21o = n21o;
            a22e = n22e;
            a22o = n22o;
            a23e = n23e;
            a23o = n23o;
            a24e = n24e;
            a24o = n24o;
        }
        even[0] = a0e;
        odd[0] = a0o;
        even[1] = a1e;
        odd[1] = a1o;
        even[2] = a2e;
        odd[2] = a2o;
        even[3] = a3e;
        odd[3] = a3o;
        even[4] = a4e;
        odd[4] = a4o;
        even[5] = a5e;
        odd[5] = a5o;
        even[6] = a6e;
        odd[6] = a6o;
        even[7] = a7e;
        odd[7] = a7o;
        even[8] = a8e;
        odd[8] = a8o;
        even[9] = a9e;
        odd[9] = a9o;
        even[10] = a10e;
        odd[10] = a10o;
        even[11] = a11e;
        odd[11] = a11o;
        even[12] = a12e;
        odd[12] = a12o;
        even[13] = a13e;
        odd[13] = a13o;
        even[14] = a14e;
        odd[14] = a14o;
        even[15] = a15e;
        odd[15] = a15o;
        even[16] = a16e;
        odd[16] = a16o;
        even[17] = a17e;
        odd[17] = a17o;
        even[18] = a18e;
        odd[18] = a18o;
        even[19] = a19e;
        odd[19] = a19o;
        even[20] = a20e;
        odd[20] = a20o;
        even[21] = a21e;
        odd[21] = a21o;
        even[22] = a22e;
        odd[22] = a22o;
        even[23] = a23e;
        odd[23] = a23o;
        even[24] = a24e;
        odd[24] = a24o;
    }
}
