// SPDX-License-Identifier: MIT

/** SHA3-256 of FIPS 202. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final Keccak keccak = new Keccak(512, CRYPTO_BYTES, 0x06);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        keccak.hash(out, outAt, in, inAt, length);
    }
}
