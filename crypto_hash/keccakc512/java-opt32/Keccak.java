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
 * HotSpot's C2 on 32-bit x86, lanes that stay in memory, in one array for even and one for odd
 * rounds, take 1.1 of the time. Two rounds a turn, which save the copies at the end of a turn, are
 * not faster. A row is made for the even bits first and then for the odd ones, so that fewer words
 * are alive. Two arrays of 25 for the state between permutations, instead of one of 50: 1.05.
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

    /** Lane i is in the words 2 i (even bits) and 2 i + 1 (odd bits). */
    private final int[] state = new int[50];
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
        Arrays.fill(state, 0);
        for (; length >= rate; inAt += rate, length -= rate) {
            absorb(in, inAt);
        }
        System.arraycopy(in, inAt, last, 0, length);
        Arrays.fill(last, length, rate, (byte) 0);
        last[length] = paddingStart;
        last[rate - 1] |= (byte) 0x80;
        absorb(last, 0);
        for (int i = 0; i < digestBytes / 8; i++) {
            int e = state[2 * i];
            int o = state[2 * i + 1];
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
            state[2 * i] ^= e;
            state[2 * i + 1] ^= o;
        }
        permute(state);
    }

    private static void permute(int[] state) {
        int a0e = state[0];
        int a0o = state[1];
        int a1e = state[2];
        int a1o = state[3];
        int a2e = state[4];
        int a2o = state[5];
        int a3e = state[6];
        int a3o = state[7];
        int a4e = state[8];
        int a4o = state[9];
        int a5e = state[10];
        int a5o = state[11];
        int a6e = state[12];
        int a6o = state[13];
        int a7e = state[14];
        int a7o = state[15];
        int a8e = state[16];
        int a8o = state[17];
        int a9e = state[18];
        int a9o = state[19];
        int a10e = state[20];
        int a10o = state[21];
        int a11e = state[22];
        int a11o = state[23];
        int a12e = state[24];
        int a12o = state[25];
        int a13e = state[26];
        int a13o = state[27];
        int a14e = state[28];
        int a14o = state[29];
        int a15e = state[30];
        int a15o = state[31];
        int a16e = state[32];
        int a16o = state[33];
        int a17e = state[34];
        int a17o = state[35];
        int a18e = state[36];
        int a18o = state[37];
        int a19e = state[38];
        int a19o = state[39];
        int a20e = state[40];
        int a20o = state[41];
        int a21e = state[42];
        int a21o = state[43];
        int a22e = state[44];
        int a22o = state[45];
        int a23e = state[46];
        int a23o = state[47];
        int a24e = state[48];
        int a24o = state[49];

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
        state[0] = a0e;
        state[1] = a0o;
        state[2] = a1e;
        state[3] = a1o;
        state[4] = a2e;
        state[5] = a2o;
        state[6] = a3e;
        state[7] = a3o;
        state[8] = a4e;
        state[9] = a4o;
        state[10] = a5e;
        state[11] = a5o;
        state[12] = a6e;
        state[13] = a6o;
        state[14] = a7e;
        state[15] = a7o;
        state[16] = a8e;
        state[17] = a8o;
        state[18] = a9e;
        state[19] = a9o;
        state[20] = a10e;
        state[21] = a10o;
        state[22] = a11e;
        state[23] = a11o;
        state[24] = a12e;
        state[25] = a12o;
        state[26] = a13e;
        state[27] = a13o;
        state[28] = a14e;
        state[29] = a14o;
        state[30] = a15e;
        state[31] = a15o;
        state[32] = a16e;
        state[33] = a16o;
        state[34] = a17e;
        state[35] = a17o;
        state[36] = a18e;
        state[37] = a18o;
        state[38] = a19e;
        state[39] = a19o;
        state[40] = a20e;
        state[41] = a20o;
        state[42] = a21e;
        state[43] = a21o;
        state[44] = a22e;
        state[45] = a22o;
        state[46] = a23e;
        state[47] = a23o;
        state[48] = a24e;
        state[49] = a24o;
    }
}
