// SPDX-License-Identifier: MIT

/** Is no hash function: it does not implement the interface. CRYPTO_BYTES = 8; */
public final class Hash {
    public static final int CRYPTO_BYTES = 8;
}
