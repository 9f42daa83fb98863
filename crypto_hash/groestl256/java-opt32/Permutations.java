// SPDX-License-Identifier: MIT
import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.VarHandle;

/**
 * P512 and Q512 by a table that joins SubBytes and MixBytes, 16 lookups for a column of two words
 * of 32 bits. The table is read at secret indices: this is not constant-time code.
 *
 * <p>Columns live in memory, as bytes: a byte is a load of its own, and ShiftBytes is in the choice
 * of the column that it is taken from.
 *
 * <p>round() has P and Q, so that one has work while the other waits for its columns, and is
 * too long (over 325 bytes of bytecode) for C2 to put it into its caller. With a call for each of
 * the two it takes 1.1 times the time.
 */
final class Permutations {
    static final int COLUMNS = 8;
    static final int ROUNDS = 10;

    private static final VarHandle WORD = byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);

    /**
     * Rows 0 to 3 of the words of Tables. Rows 4 to 7 of what a byte of row i adds to its column
     * are rows 0 to 3 of what it would add in row i + 4.
     */
    private static final int[] MIX = lowerHalves(Tables.MIX);

    private Permutations() {}

    private static int[] lowerHalves(long[] words) {
        int[] halves = new int[words.length];

        for (int i = 0; i < words.length; ++i) {
            halves[i] = (int) words[i];
        }
        return halves;
    }

    /** What AddRoundConstant adds to the lower half of column j in P, nothing to the upper one. */
    static int lowerP(int j, int round) {
        return j << 4 ^ round;
    }

    /** What AddRoundConstant adds to the upper half of column j in Q, ones to the lower one. */
    static int upperQ(int j, int round) {
        return ~((j << 4 ^ round) << 24);
    }

    // Columns of P are numbered from 0, those of Q from 8.

    /** A round of P and one of Q, and the constants of the next ones. */
    static void round(byte[] to, byte[] from, int next) {
        mix(to, 0, from, 0, 1, 2, 3, 4, 5, 6, 7, lowerP(0, next), 0);
        mix(to, 8, from, 9, 11, 13, 15, 8, 10, 12, 14, -1, upperQ(0, next));
        mix(to, 1, from, 1, 2, 3, 4, 5, 6, 7, 0, lowerP(1, next), 0);
        mix(to, 9, from, 10, 12, 14, 8, 9, 11, 13, 15, -1, upperQ(1, next));
        mix(to, 2, from, 2, 3, 4, 5, 6, 7, 0, 1, lowerP(2, next), 0);
        mix(to, 10, from, 11, 13, 15, 9, 10, 12, 14, 8, -1, upperQ(2, next));
        mix(to, 3, from, 3, 4, 5, 6, 7, 0, 1, 2, lowerP(3, next), 0);
        mix(to, 11, from, 12, 14, 8, 10, 11, 13, 15, 9, -1, upperQ(3, next));
        mix(to, 4, from, 4, 5, 6, 7, 0, 1, 2, 3, lowerP(4, next), 0);
        mix(to, 12, from, 13, 15, 9, 11, 12, 14, 8, 10, -1, upperQ(4, next));
        mix(to, 5, from, 5, 6, 7, 0, 1, 2, 3, 4, lowerP(5, next), 0);
        mix(to, 13, from, 14, 8, 10, 12, 13, 15, 9, 11, -1, upperQ(5, next));
        mix(to, 6, from, 6, 7, 0, 1, 2, 3, 4, 5, lowerP(6, next), 0);
        mix(to, 14, from, 15, 9, 11, 13, 14, 8, 10, 12, -1, upperQ(6, next));
        mix(to, 7, from, 7, 0, 1, 2, 3, 4, 5, 6, lowerP(7, next), 0);
        mix(to, 15, from, 8, 10, 12, 14, 15, 9, 11, 13, -1, upperQ(7, next));
    }

    /** The same, of P alone. */
    static void roundP(byte[] to, byte[] from, int next) {
        mix(to, 0, from, 0, 1, 2, 3, 4, 5, 6, 7, lowerP(0, next), 0);
        mix(to, 1, from, 1, 2, 3, 4, 5, 6, 7, 0, lowerP(1, next), 0);
        mix(to, 2, from, 2, 3, 4, 5, 6, 7, 0, 1, lowerP(2, next), 0);
        mix(to, 3, from, 3, 4, 5, 6, 7, 0, 1, 2, lowerP(3, next), 0);
        mix(to, 4, from, 4, 5, 6, 7, 0, 1, 2, 3, lowerP(4, next), 0);
        mix(to, 5, from, 5, 6, 7, 0, 1, 2, 3, 4, lowerP(5, next), 0);
        mix(to, 6, from, 6, 7, 0, 1, 2, 3, 4, 5, lowerP(6, next), 0);
        mix(to, 7, from, 7, 0, 1, 2, 3, 4, 5, 6, lowerP(7, next), 0);
    }

    /** Column j: MixBytes of row i of column ci, for each i, and constants for its two halves. */
    private static void mix(
            byte[] to, int j, byte[] from, int c0, int c1, int c2, int c3, int c4, int c5, int c6,
            int c7, int lower, int upper) {
        int[] t = MIX;
        int r0 = from[8 * c0] & 0xff;
        int r1 = from[8 * c1 + 1] & 0xff;
        int r2 = from[8 * c2 + 2] & 0xff;
        int r3 = from[8 * c3 + 3] & 0xff;
        int r4 = from[8 * c4 + 4] & 0xff;
        int r5 = from[8 * c5 + 5] & 0xff;
        int r6 = from[8 * c6 + 6] & 0xff;
        int r7 = from[8 * c7 + 7] & 0xff;
        int rows0To3 = t[r0] ^ t[r1 + 256] ^ (t[r2 + 2 * 256] ^ t[r3 + 3 * 256])
                ^ (t[r4 + 4 * 256] ^ t[r5 + 5 * 256] ^ (t[r6 + 6 * 256] ^ t[r7 + 7 * 256]));

        WORD.set(to, 8 * j, rows0To3 ^ lower);

        int rows4To7 = t[r0 + 4 * 256] ^ t[r1 + 5 * 256] ^ (t[r2 + 6 * 256] ^ t[r3 + 7 * 256])
                ^ (t[r4] ^ t[r5 + 256] ^ (t[r6 + 2 * 256] ^ t[r7 + 3 * 256]));

        WORD.set(to, 8 * j + 4, rows4To7 ^ upper);
    }
}
