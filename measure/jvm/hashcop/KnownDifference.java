// SPDX-License-Identifier: MIT
package hashcop;

/**
 * A call of known duration: as many cycles as {@code length} says, a multiple of 64. It has exclusive ors and subtractions, each of which waits for the one before it, and which no compiler can make fewer of.
 */
public final class KnownDifference implements CryptoHash {
    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int x = length;
        int y = in[inAt] | 1;
        int z = outAt;
        for (int left = length; left >= 64; left -= 64) {
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
            x = (x ^ y) - z;
        }
        out[outAt] = (byte) x;
    }
}
