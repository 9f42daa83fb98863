// SPDX-License-Identifier: MIT

/** A comment says another size than the class: CRYPTO_BYTES = 4; */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 8;

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        out[outAt] = 0;
    }
}
