// SPDX-License-Identifier: MIT
import org.bouncycastle.crypto.digests.KeccakDigest;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final KeccakDigest digest = new KeccakDigest(256);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.doFinal(out, outAt);
    }
}
