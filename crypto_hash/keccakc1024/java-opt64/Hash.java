// SPDX-License-Identifier: MIT

/** Keccak with capacity 1024 and a digest of 512 bits, as submitted to the SHA-3 competition. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    private final Keccak keccak = new Keccak(1024, CRYPTO_BYTES, 0x01);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        keccak.hash(out, outAt, in, inAt, length);
    }
}
