// SPDX-License-Identifier: MIT

/** SHA-256, with words of 32 bits. Sha256.java says how. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    /** FIPS 180-4, section 5.3.3. */
    private static final int[] INITIAL = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };

    private final Sha256 sha256 = new Sha256(INITIAL, CRYPTO_BYTES);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        sha256.hash(out, outAt, in, inAt, length);
    }
}
