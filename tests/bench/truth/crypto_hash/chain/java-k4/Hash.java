// SPDX-License-Identifier: MIT

/**
 * No hash function: four cycles for each byte, by a chain of exclusive ors and additions, each of
 * which waits for the one before it. Lengths are multiples of 16.
 */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 1;

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int x = length;
        int y = in[inAt] | 1;
        int z = outAt;
        for (int left = length; left >= 16; left -= 16) {
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
            x = (x ^ y) + z;
        }
        out[outAt] = (byte) x;
    }
}
