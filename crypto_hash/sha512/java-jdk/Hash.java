// SPDX-License-Identifier: MIT
import java.security.GeneralSecurityException;
import java.security.MessageDigest;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    private final MessageDigest digest;

    public Hash() throws GeneralSecurityException {
        digest = MessageDigest.getInstance("SHA-512");
    }

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        try {
            digest.digest(out, outAt, CRYPTO_BYTES);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }
}
