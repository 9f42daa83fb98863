// SPDX-License-Identifier: MIT
import fr.cryptohash.BLAKE512;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    private final BLAKE512 digest = new BLAKE512();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.digest(out, outAt, CRYPTO_BYTES);
    }
}
