// SPDX-License-Identifier: MIT
package hashcop;

/** Makes objects of the implementation. A class of it is compiled with each implementation. */
public interface Maker {
    /** A new object. */
    CryptoHash make() throws Exception;
}
