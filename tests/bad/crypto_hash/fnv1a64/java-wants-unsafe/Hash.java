// SPDX-License-Identifier: MIT
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Wants to write to any memory. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 8;

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }


    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        if (length > 0) {
            unsafe().putAddress(0, 1);
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
