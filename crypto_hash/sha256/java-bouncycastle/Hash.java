// SPDX-License-Identifier: MIT
import org.bouncycastle.crypto.digests.SHA256Digest;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final SHA256Digest digest = new SHA256Digest();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.doFinal(out, outAt);
    }
}
