// SPDX-License-Identifier: MIT
import org.bouncycastle.crypto.digests.SHA384Digest;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 48;

    private final SHA384Digest digest = new SHA384Digest();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.doFinal(out, outAt);
    }
}
