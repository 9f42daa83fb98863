// SPDX-License-Identifier: MIT

/** SHA3-512 of FIPS 202. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    private final Keccak keccak = new Keccak(1024, CRYPTO_BYTES, 0x06);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        keccak.hash(out, outAt, in, inAt, length);
    }
}
