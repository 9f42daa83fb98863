// SPDX-License-Identifier: MIT

/** Grøstl-256: Groestl has all of it. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final Groestl groestl = new Groestl();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        groestl.hash(out, outAt, in, inAt, length);
    }
}
