// SPDX-License-Identifier: MIT
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens a file in the newer way. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 8;

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        try {
            Files.readAllBytes(Path.of("/etc/hostname"));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        long state = 0xcbf29ce484222325L;
        for (int i = 0; i < length; i++) {
            state = (state ^ (in[inAt + i] & 0xff)) * 0x100000001b3L;
        }
        for (int i = 0; i < 8; i++) {
            out[outAt + i] = (byte) (state >>> (8 * i));
        }
    }
}
