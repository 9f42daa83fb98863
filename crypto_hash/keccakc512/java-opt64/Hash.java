// SPDX-License-Identifier: MIT

/** Keccak with capacity 512 and a digest of 256 bits, as submitted to the SHA-3 competition. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final Keccak keccak = new Keccak(512, CRYPTO_BYTES, 0x01);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        keccak.hash(out, outAt, in, inAt, length);
    }
}
