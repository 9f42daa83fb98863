// SPDX-License-Identifier: MIT
import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Grøstl, final-round version: blocks, padding and output, for both sizes. Permutations has P and Q
 * and with them all that costs time, and says how.
 */
final class Groestl {
    private static final int COLUMNS = Permutations.COLUMNS;
    private static final int ROUNDS = Permutations.ROUNDS;
    private static final int BLOCK_BYTES = 8 * COLUMNS;
    private static final int DIGEST_BYTES = BLOCK_BYTES / 2;
    private static final VarHandle WORD = byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

    /** The chaining value by columns, row 0 in the least significant byte. */
    private final long[] h = new long[COLUMNS];
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
        h[COLUMNS - 1] = Long.reverseBytes(8 * DIGEST_BYTES);
        for (int at = inAt; at < end; at += BLOCK_BYTES) {
            compress(in, at);
        }
        System.arraycopy(in, end, last, 0, left);
        last[left] = (byte) 0x80;
        Arrays.fill(last, left + 1, lastBytes - 8, (byte) 0);
        long blocks = length / BLOCK_BYTES + lastBytes / BLOCK_BYTES;
        WORD.set(last, lastBytes - 8, Long.reverseBytes(blocks));
        for (int at = 0; at < lastBytes; at += BLOCK_BYTES) {
            compress(last, at);
        }
        transformOutput();
        for (int i = 0; i < DIGEST_BYTES; i += 8) {
            WORD.set(out, outAt + i, h[COLUMNS / 2 + i / 8]);
        }
    }

    /*
     * Permutations adds the constants of the next round at the end of a round, so that those of
     * round 0 are added here, and those after the last round again, which takes them away.
     */

    /** h = P(h ^ m) ^ Q(m) ^ h, for the block m at in[at]. */
    private void compress(byte[] in, int at) {
        for (int j = 0; j < COLUMNS; ++j) {
            long m = (long) WORD.get(in, at + 8 * j);

            WORD.set(a, 8 * j, h[j] ^ m ^ Permutations.constantP(j, 0));
            WORD.set(a, BLOCK_BYTES + 8 * j, m ^ Permutations.constantQ(j, 0));
        }
        for (int next = 1; next < ROUNDS; next += 2) {
            Permutations.round(b, a, next);
            Permutations.round(a, b, next + 1);
        }
        for (int j = 0; j < COLUMNS; ++j) {
            long p = (long) WORD.get(a, 8 * j) ^ Permutations.constantP(j, ROUNDS);
            long q = (long) WORD.get(a, BLOCK_BYTES + 8 * j) ^ Permutations.constantQ(j, ROUNDS);

            h[j] ^= p ^ q;
        }
    }

    /** h = P(h) ^ h */
    private void transformOutput() {
        for (int j = 0; j < COLUMNS; ++j) {
            WORD.set(a, 8 * j, h[j] ^ Permutations.constantP(j, 0));
        }
        for (int next = 1; next < ROUNDS; next += 2) {
            Permutations.roundP(b, a, next);
            Permutations.roundP(a, b, next + 1);
        }
        for (int j = 0; j < COLUMNS; ++j) {
            h[j] ^= (long) WORD.get(a, 8 * j) ^ Permutations.constantP(j, ROUNDS);
        }
    }
}
