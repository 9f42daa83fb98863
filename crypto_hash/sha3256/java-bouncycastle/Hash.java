// SPDX-License-Identifier: MIT
import org.bouncycastle.crypto.digests.SHA3Digest;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final SHA3Digest digest = new SHA3Digest(256);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.doFinal(out, outAt);
    }
}
