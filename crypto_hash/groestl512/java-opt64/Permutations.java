// SPDX-License-Identifier: MIT
import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.VarHandle;

/**
 * P1024 and Q1024 by a table that joins SubBytes and MixBytes, 8 lookups for a column of 64 bits.
 * The table is read at secret indices: this is not constant-time code.
 *
 * <p>Columns live in memory, as bytes: a byte is a load of its own, and ShiftBytes is in the choice
 * of the column that it is taken from. With columns in local variables, HotSpot's C2 extracts all
 * bytes of a column as soon as it has it, and puts aside what it has no registers for: 1.7 times
 * the time. Here it does not move loads over the store of the column before, as it cannot know that
 * the arrays are different ones.
 *
 * <p>A round of P or Q is a method of its own: both would be too much in one (C2 stops to inline at
 * 8000 bytes of bytecode).
 */
final class Permutations {
    static final int COLUMNS = 16;
    static final int ROUNDS = 14;

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

    // Columns of P are numbered from 0, those of Q from 16.

    /** A round of P and one of Q, and the constants of the next ones. */
    static void round(byte[] to, byte[] from, int next) {
        roundP(to, from, next);
        roundQ(to, from, next);
    }

    static void roundP(byte[] to, byte[] from, int next) {
        WORD.set(to, 0, mixed(from, 0, 1, 2, 3, 4, 5, 6, 11) ^ constantP(0, next));
        WORD.set(to, 8, mixed(from, 1, 2, 3, 4, 5, 6, 7, 12) ^ constantP(1, next));
        WORD.set(to, 16, mixed(from, 2, 3, 4, 5, 6, 7, 8, 13) ^ constantP(2, next));
        WORD.set(to, 24, mixed(from, 3, 4, 5, 6, 7, 8, 9, 14) ^ constantP(3, next));
        WORD.set(to, 32, mixed(from, 4, 5, 6, 7, 8, 9, 10, 15) ^ constantP(4, next));
        WORD.set(to, 40, mixed(from, 5, 6, 7, 8, 9, 10, 11, 0) ^ constantP(5, next));
        WORD.set(to, 48, mixed(from, 6, 7, 8, 9, 10, 11, 12, 1) ^ constantP(6, next));
        WORD.set(to, 56, mixed(from, 7, 8, 9, 10, 11, 12, 13, 2) ^ constantP(7, next));
        WORD.set(to, 64, mixed(from, 8, 9, 10, 11, 12, 13, 14, 3) ^ constantP(8, next));
        WORD.set(to, 72, mixed(from, 9, 10, 11, 12, 13, 14, 15, 4) ^ constantP(9, next));
        WORD.set(to, 80, mixed(from, 10, 11, 12, 13, 14, 15, 0, 5) ^ constantP(10, next));
        WORD.set(to, 88, mixed(from, 11, 12, 13, 14, 15, 0, 1, 6) ^ constantP(11, next));
        WORD.set(to, 96, mixed(from, 12, 13, 14, 15, 0, 1, 2, 7) ^ constantP(12, next));
        WORD.set(to, 104, mixed(from, 13, 14, 15, 0, 1, 2, 3, 8) ^ constantP(13, next));
        WORD.set(to, 112, mixed(from, 14, 15, 0, 1, 2, 3, 4, 9) ^ constantP(14, next));
        WORD.set(to, 120, mixed(from, 15, 0, 1, 2, 3, 4, 5, 10) ^ constantP(15, next));
    }

    private static void roundQ(byte[] to, byte[] from, int next) {
        WORD.set(to, 128, mixed(from, 17, 19, 21, 27, 16, 18, 20, 22) ^ constantQ(0, next));
        WORD.set(to, 136, mixed(from, 18, 20, 22, 28, 17, 19, 21, 23) ^ constantQ(1, next));
        WORD.set(to, 144, mixed(from, 19, 21, 23, 29, 18, 20, 22, 24) ^ constantQ(2, next));
        WORD.set(to, 152, mixed(from, 20, 22, 24, 30, 19, 21, 23, 25) ^ constantQ(3, next));
        WORD.set(to, 160, mixed(from, 21, 23, 25, 31, 20, 22, 24, 26) ^ constantQ(4, next));
        WORD.set(to, 168, mixed(from, 22, 24, 26, 16, 21, 23, 25, 27) ^ constantQ(5, next));
        WORD.set(to, 176, mixed(from, 23, 25, 27, 17, 22, 24, 26, 28) ^ constantQ(6, next));
        WORD.set(to, 184, mixed(from, 24, 26, 28, 18, 23, 25, 27, 29) ^ constantQ(7, next));
        WORD.set(to, 192, mixed(from, 25, 27, 29, 19, 24, 26, 28, 30) ^ constantQ(8, next));
        WORD.set(to, 200, mixed(from, 26, 28, 30, 20, 25, 27, 29, 31) ^ constantQ(9, next));
        WORD.set(to, 208, mixed(from, 27, 29, 31, 21, 26, 28, 30, 16) ^ constantQ(10, next));
        WORD.set(to, 216, mixed(from, 28, 30, 16, 22, 27, 29, 31, 17) ^ constantQ(11, next));
        WORD.set(to, 224, mixed(from, 29, 31, 17, 23, 28, 30, 16, 18) ^ constantQ(12, next));
        WORD.set(to, 232, mixed(from, 30, 16, 18, 24, 29, 31, 17, 19) ^ constantQ(13, next));
        WORD.set(to, 240, mixed(from, 31, 17, 19, 25, 30, 16, 18, 20) ^ constantQ(14, next));
        WORD.set(to, 248, mixed(from, 16, 18, 20, 26, 31, 17, 19, 21) ^ constantQ(15, next));
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
