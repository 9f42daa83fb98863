// SPDX-License-Identifier: MIT

/** SHA-512, with words of 64 bits. Sha512.java says how. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    /** FIPS 180-4, section 5.3.5. */
    private static final long[] INITIAL = {
        0x6a09e667f3bcc908L, 0xbb67ae8584caa73bL, 0x3c6ef372fe94f82bL, 0xa54ff53a5f1d36f1L,
        0x510e527fade682d1L, 0x9b05688c2b3e6c1fL, 0x1f83d9abfb41bd6bL, 0x5be0cd19137e2179L,
    };

    private final Sha512 sha512 = new Sha512(INITIAL, CRYPTO_BYTES);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        sha512.hash(out, outAt, in, inAt, length);
    }
}
