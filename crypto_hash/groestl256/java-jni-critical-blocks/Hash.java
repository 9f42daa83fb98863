// SPDX-License-Identifier: MIT
import hashcop.NativeBlocks;
import java.util.Arrays;

/**
 * Grøstl-256 with padding in Java and a native call for each block. The chaining value is in a Java
 * array between calls. This is slower than one call for the message, and shows by how much.
 */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private static final int BLOCK = 64;

    private final byte[] state = new byte[BLOCK];
    private final byte[] last = new byte[2 * BLOCK];

    public Hash() {
        NativeBlocks.open();
    }

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        int full = length / BLOCK * BLOCK;
        int left = length - full;
        int padded = left + 1 + 8 > BLOCK ? 2 * BLOCK : BLOCK;
        Arrays.fill(state, (byte) 0);
        state[BLOCK - 2] = (byte) (8 * CRYPTO_BYTES >> 8);
        for (int at = 0; at < full; at += BLOCK) {
            NativeBlocks.block(state, in, inAt + at);
        }
        System.arraycopy(in, inAt + full, last, 0, left);
        last[left] = (byte) 0x80;
        Arrays.fill(last, left + 1, padded, (byte) 0);
        long count = (full + padded) / BLOCK;
        for (int i = 1; i <= 8; i++, count >>>= 8) {
            last[padded - i] = (byte) count;
        }
        for (int at = 0; at < padded; at += BLOCK) {
            NativeBlocks.block(state, last, at);
        }
        NativeBlocks.last(state);
        System.arraycopy(state, BLOCK - CRYPTO_BYTES, out, outAt, CRYPTO_BYTES);
    }
}
