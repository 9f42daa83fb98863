// SPDX-License-Identifier: MIT
package hashcop;

/**
 * A hash function in Java: the class {@code Hash}, which has no package, is public and has a public
 * constructor without arguments and {@code public static final int CRYPTO_BYTES}, the bytes of a
 * digest, as a number.
 *
 * <p>One object is used for all calls of a process, one call at a time, so that it may keep buffers
 * in its fields. It starts no threads, opens no files or sockets, and does not end the JVM.
 */
public interface CryptoHash {
    /**
     * Writes the digest of a message. The same bytes have the same digest, whatever was hashed
     * before. An exception is a failure.
     *
     * @param out gets {@code CRYPTO_BYTES} bytes from {@code outAt} on, and no others
     * @param outAt any place in {@code out} with room for the digest
     * @param in has the message; not changed, unless {@code out} is the same array and {@code
     *     outAt} the same place
     * @param inAt where the message begins
     * @param length bytes of the message; may be 0
     */
    void hash(byte[] out, int outAt, byte[] in, int inAt, int length);
}
