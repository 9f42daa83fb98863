// SPDX-License-Identifier: MIT

/** Right, and well behaved. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 8;

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        long state = 0xcbf29ce484222325L;
        for (int i = 0; i < length; i++) {
            state = (state ^ (in[inAt + i] & 0xff)) * 0x100000001b3L;
        }
        for (int i = 0; i < 8; i++) {
            out[outAt + i] = (byte) (state >>> (8 * i));
        }
    }
}
