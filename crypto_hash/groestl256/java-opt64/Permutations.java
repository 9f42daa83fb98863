// SPDX-License-Identifier: MIT
import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.VarHandle;

/**
 * P512 and Q512 by a table that joins SubBytes and MixBytes, 8 lookups for a column of 64 bits.
 * The table is read at secret indices: this is not constant-time code.
 *
 * <p>Columns live in memory, as bytes: a byte is a load of its own, and ShiftBytes is in the choice
 * of the column that it is taken from. With columns in local variables, HotSpot's C2 extracts all
 * bytes of a column as soon as it has it, and puts aside what it has no registers for: 1.7 times
 * the time. Here it does not move loads over the store of the column before, as it cannot know that
 * the arrays are different ones.
 *
 * <p>round() has P and Q, so that one has work while the other waits for its columns, and so that
 * it is too long (over 325 bytes of bytecode) for C2 to put it into its caller, where it would lack
 * registers for the addresses of the arrays: 1.6 times the time.
 */
final class Permutations {
    static final int COLUMNS = 8;
    static final int ROUNDS = 10;

    private static final VarHandle WORD = byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
    private static final long[] MIX = Tables.MIX;

    private Permutations() {}

    /** What AddRoundConstant adds to column j in P. */
    static long constantP(int j, int round) {
        return j << 4 ^ round;
    }

    /** What AddRoundConstant adds to column j in Q. */
    static long constantQ(int j, int round) {
        return ~((long) (j << 4 ^ round) << 56);
    }

    // Columns of P are numbered from 0, those of Q from 8.

    /** A round of P and one of Q, and the constants of the next ones. */
    static void round(byte[] to, byte[] from, int next) {
        WORD.set(to, 0, mixed(from, 0, 1, 2, 3, 4, 5, 6, 7) ^ constantP(0, next));
        WORD.set(to, 64, mixed(from, 9, 11, 13, 15, 8, 10, 12, 14) ^ constantQ(0, next));
        WORD.set(to, 8, mixed(from, 1, 2, 3, 4, 5, 6, 7, 0) ^ constantP(1, next));
        WORD.set(to, 72, mixed(from, 10, 12, 14, 8, 9, 11, 13, 15) ^ constantQ(1, next));
        WORD.set(to, 16, mixed(from, 2, 3, 4, 5, 6, 7, 0, 1) ^ constantP(2, next));
        WORD.set(to, 80, mixed(from, 11, 13, 15, 9, 10, 12, 14, 8) ^ constantQ(2, next));
        WORD.set(to, 24, mixed(from, 3, 4, 5, 6, 7, 0, 1, 2) ^ constantP(3, next));
        WORD.set(to, 88, mixed(from, 12, 14, 8, 10, 11, 13, 15, 9) ^ constantQ(3, next));
        WORD.set(to, 32, mixed(from, 4, 5, 6, 7, 0, 1, 2, 3) ^ constantP(4, next));
        WORD.set(to, 96, mixed(from, 13, 15, 9, 11, 12, 14, 8, 10) ^ constantQ(4, next));
        WORD.set(to, 40, mixed(from, 5, 6, 7, 0, 1, 2, 3, 4) ^ constantP(5, next));
        WORD.set(to, 104, mixed(from, 14, 8, 10, 12, 13, 15, 9, 11) ^ constantQ(5, next));
        WORD.set(to, 48, mixed(from, 6, 7, 0, 1, 2, 3, 4, 5) ^ constantP(6, next));
        WORD.set(to, 112, mixed(from, 15, 9, 11, 13, 14, 8, 10, 12) ^ constantQ(6, next));
        WORD.set(to, 56, mixed(from, 7, 0, 1, 2, 3, 4, 5, 6) ^ constantP(7, next));
        WORD.set(to, 120, mixed(from, 8, 10, 12, 14, 15, 9, 11, 13) ^ constantQ(7, next));
    }

    /** The same, of P alone. */
    static void roundP(byte[] to, byte[] from, int next) {
        WORD.set(to, 0, mixed(from, 0, 1, 2, 3, 4, 5, 6, 7) ^ constantP(0, next));
        WORD.set(to, 8, mixed(from, 1, 2, 3, 4, 5, 6, 7, 0) ^ constantP(1, next));
        WORD.set(to, 16, mixed(from, 2, 3, 4, 5, 6, 7, 0, 1) ^ constantP(2, next));
        WORD.set(to, 24, mixed(from, 3, 4, 5, 6, 7, 0, 1, 2) ^ constantP(3, next));
        WORD.set(to, 32, mixed(from, 4, 5, 6, 7, 0, 1, 2, 3) ^ constantP(4, next));
        WORD.set(to, 40, mixed(from, 5, 6, 7, 0, 1, 2, 3, 4) ^ constantP(5, next));
        WORD.set(to, 48, mixed(from, 6, 7, 0, 1, 2, 3, 4, 5) ^ constantP(6, next));
        WORD.set(to, 56, mixed(from, 7, 0, 1, 2, 3, 4, 5, 6) ^ constantP(7, next));
    }

    /** The column that MixBytes makes of row i of column ci, for each i. */
    private static long mixed(
            byte[] from, int c0, int c1, int c2, int c3, int c4, int c5, int c6, int c7) {
        long m0 = MIX[from[8 * c0] & 0xff];
        long m1 = MIX[(from[8 * c1 + 1] & 0xff) + 256];
        long m2 = MIX[(from[8 * c2 + 2] & 0xff) + 2 * 256];
        long m3 = MIX[(from[8 * c3 + 3] & 0xff) + 3 * 256];
        long m4 = MIX[(from[8 * c4 + 4] & 0xff) + 4 * 256];
        long m5 = MIX[(from[8 * c5 + 5] & 0xff) + 5 * 256];
        long m6 = MIX[(from[8 * c6 + 6] & 0xff) + 6 * 256];
        long m7 = MIX[(from[8 * c7 + 7] & 0xff) + 7 * 256];

        return m0 ^ m1 ^ (m2 ^ m3) ^ (m4 ^ m5 ^ (m6 ^ m7));
    }
}
