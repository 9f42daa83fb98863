// SPDX-License-Identifier: MIT

/** SHA-512, with words of two ints. Sha512.java says how. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    /** FIPS 180-4, section 5.3.5, the high half of each word first. */
    private static final int[] INITIAL = {
        0x6a09e667, 0xf3bcc908, 0xbb67ae85, 0x84caa73b,
        0x3c6ef372, 0xfe94f82b, 0xa54ff53a, 0x5f1d36f1,
        0x510e527f, 0xade682d1, 0x9b05688c, 0x2b3e6c1f,
        0x1f83d9ab, 0xfb41bd6b, 0x5be0cd19, 0x137e2179,
    };

    private final Sha512 sha512 = new Sha512(INITIAL, CRYPTO_BYTES);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        sha512.hash(out, outAt, in, inAt, length);
    }
}
