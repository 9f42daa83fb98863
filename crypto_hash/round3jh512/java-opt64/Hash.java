// SPDX-License-Identifier: MIT

/** JH-512: JH has all of it. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    private final JH jh = new JH(CRYPTO_BYTES);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        jh.hash(out, outAt, in, inAt, length);
    }
}
