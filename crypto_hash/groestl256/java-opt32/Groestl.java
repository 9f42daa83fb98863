// SPDX-License-Identifier: MIT
import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Grøstl, final-round version: blocks, padding and output, for both sizes, in words of 32 bits.
 * Permutations has P and Q and with them all that costs time, and says how.
 */
final class Groestl {
    private static final int COLUMNS = Permutations.COLUMNS;
    private static final int ROUNDS = Permutations.ROUNDS;
    private static final int BLOCK_BYTES = 8 * COLUMNS;
    private static final int DIGEST_BYTES = BLOCK_BYTES / 2;
    private static final VarHandle WORD = byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);
    private static final VarHandle NUMBER = byteArrayViewVarHandle(int[].class, BIG_ENDIAN);

    /** The chaining value: rows 0 to 3 and rows 4 to 7 of each column, little-endian. */
    private final int[] h = new int[2 * COLUMNS];
    private final byte[] last = new byte[2 * BLOCK_BYTES];

    /** The state of P, then that of Q, before and after a round. */
    private final byte[] a = new byte[2 * BLOCK_BYTES];
    private final byte[] b = new byte[2 * BLOCK_BYTES];

    void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int left = length % BLOCK_BYTES;
        int end = inAt + length - left;
        int lastBytes = left + 1 + 8 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES;

        // The initial value is the output length in bits, big-endian.
        Arrays.fill(h, 0);
        h[2 * COLUMNS - 1] = Integer.reverseBytes(8 * DIGEST_BYTES);
        for (int at = inAt; at < end; at += BLOCK_BYTES) {
            compress(in, at);
        }
        System.arraycopy(in, end, last, 0, left);
        last[left] = (byte) 0x80;
        Arrays.fill(last, left + 1, lastBytes - 4, (byte) 0);
        NUMBER.set(last, lastBytes - 4, length / BLOCK_BYTES + lastBytes / BLOCK_BYTES);
        for (int at = 0; at < lastBytes; at += BLOCK_BYTES) {
            compress(last, at);
        }
        transformOutput();
        for (int i = 0; i < DIGEST_BYTES; i += 4) {
            WORD.set(out, outAt + i, h[COLUMNS + i / 4]);
        }
    }

    /*
     * Permutations adds the constants of the next round at the end of a round, so that those of
     * round 0 are added here, and those after the last round again, which takes them away.
     */

    /** h = P(h ^ m) ^ Q(m) ^ h, for the block m at in[at]. */
    private void compress(byte[] in, int at) {
        for (int j = 0; j < COLUMNS; ++j) {
            int lower = (int) WORD.get(in, at + 8 * j);
            int upper = (int) WORD.get(in, at + 8 * j + 4);

            WORD.set(a, 8 * j, h[2 * j] ^ lower ^ Permutations.lowerP(j, 0));
            WORD.set(a, 8 * j + 4, h[2 * j + 1] ^ upper);
            WORD.set(a, BLOCK_BYTES + 8 * j, ~lower);
            WORD.set(a, BLOCK_BYTES + 8 * j + 4, upper ^ Permutations.upperQ(j, 0));
        }
        for (int next = 1; next < ROUNDS; next += 2) {
            Permutations.round(b, a, next);
            Permutations.round(a, b, next + 1);
        }
        for (int j = 0; j < COLUMNS; ++j) {
            int q = BLOCK_BYTES + 8 * j;

            h[2 * j] ^= (int) WORD.get(a, 8 * j) ^ Permutations.lowerP(j, ROUNDS)
                    ^ ~(int) WORD.get(a, q);
            h[2 * j + 1] ^= (int) WORD.get(a, 8 * j + 4)
                    ^ (int) WORD.get(a, q + 4) ^ Permutations.upperQ(j, ROUNDS);
        }
    }

    /** h = P(h) ^ h */
    private void transformOutput() {
        for (int j = 0; j < COLUMNS; ++j) {
            WORD.set(a, 8 * j, h[2 * j] ^ Permutations.lowerP(j, 0));
            WORD.set(a, 8 * j + 4, h[2 * j + 1]);
        }
        for (int next = 1; next < ROUNDS; next += 2) {
            Permutations.roundP(b, a, next);
            Permutations.roundP(a, b, next + 1);
        }
        for (int j = 0; j < COLUMNS; ++j) {
            h[2 * j] ^= (int) WORD.get(a, 8 * j) ^ Permutations.lowerP(j, ROUNDS);
            h[2 * j + 1] ^= (int) WORD.get(a, 8 * j + 4);
        }
    }
}
