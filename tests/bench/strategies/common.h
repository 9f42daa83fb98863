/* SPDX-License-Identifier: MIT */
/*
 * What the five sources share. They are Java once the C preprocessor has gone over them; without macros each is a plain
 * port of its specification. A strategy is a macro, and ROTATE and UNROLL have values:
 *
 * UNROLL=n  n rounds (or all) in a turn of the loop     INLINE     small methods written in place
 * CACHE     intermediate results kept                   MODIFIERS  private, static and final
 * INDEX     no remainders in indices                    SPLIT      methods split into smaller ones
 * ROTATE=   halves joined by OR or ADD, or LIBRARY      NOLOCALS   no local variables for intermediate results
 * FLAT      arrays of one dimension                     VARHANDLE  loads and stores of words by VarHandle
 * FIELDS    the state in member variables               TABLES     tables are static final
 * LOCALS    the state in local variables                CONSTANTS  literals instead of arrays of constants
 * BUNDLE    the key schedule loaded at once             BUFFERS    buffers of the object, not of each call
 *
 * BITS is 256 or 512. Before it includes this file, a source says how long a word is, W, and in which order its bytes
 * are in messages, ORDER.
 */
#define XOR 0
#define OR 1
#define ADD 2
#define LIBRARY 3
#define ALL 99

#if BITS == 256
#define BYTES 32
#else
#define BYTES 64
#endif

#ifndef UNROLL
#define UNROLL 1
#endif
#if defined(LOCALS) || defined(FIELDS)
#define IN_VARIABLES /* so that every index is a literal */
#endif

#ifdef MODIFIERS
#define CLASS public final class
#define METHOD private final
#define FUNCTION private static
#else
#define CLASS public class
#define METHOD public
#define FUNCTION public
#endif

#ifdef TABLES
#define TABLE private static final
#else
#define TABLE public static
#endif

#ifdef BUFFERS
#define OF_OBJECT(...) __VA_ARGS__;
#define OF_CALL(...)
#else
#define OF_OBJECT(...)
#define OF_CALL(...) __VA_ARGS__;
#endif

#ifdef FIELDS
#define OF_FIELDS(...) __VA_ARGS__;
#else
#define OF_FIELDS(...)
#endif
#ifdef LOCALS
#define OF_LOCALS(...) __VA_ARGS__;
#else
#define OF_LOCALS(...)
#endif

#ifdef NOLOCALS
#define NAMED(...)
#else
#define NAMED(...) __VA_ARGS__;
#endif

#if W == 64
#define WORD long
#define BOX Long
#define NUMBER(hex) hex##L
#else
#define WORD int
#define BOX Integer
#define NUMBER(hex) hex
#endif

#if ROTATE == LIBRARY
#define ROTATED(w, n) BOX.rotateLeft(w, n)
#elif ROTATE == ADD
#define ROTATED(w, n) (((w) << (n)) + ((w) >>> (W - (n))))
#elif ROTATE == OR
#define ROTATED(w, n) ((w) << (n) | (w) >>> (W - (n)))
#else
#define ROTATED(w, n) ((w) << (n) ^ (w) >>> (W - (n)))
#endif
#ifdef INLINE
#define ROT(w, n) ROTATED(w, n)
#define ROT_METHOD
#else
#define ROT(w, n) rotate(w, n)
#define ROT_METHOD FUNCTION WORD rotate(WORD w, int n) { return ROTATED(w, n); }
#endif

#define LITTLE 0
#define BIG 1
#ifdef VARHANDLE
#if ORDER == BIG
#define HOW BIG_ENDIAN
#else
#define HOW LITTLE_ENDIAN
#endif
#define WORDS_DECLARED \
    private static final java.lang.invoke.VarHandle WORDS = \
        java.lang.invoke.MethodHandles.byteArrayViewVarHandle(WORD[].class, java.nio.ByteOrder.HOW);
#define LOAD(bytes, at) (WORD) WORDS.get(bytes, at)
#define STORE(bytes, at, word) WORDS.set(bytes, at, word)
#else
#if ORDER == BIG
#define PLACE(i) (W / 8 - 1 - (i))
#else
#define PLACE(i) (i)
#endif
#define WORDS_DECLARED \
    FUNCTION WORD load(byte[] bytes, int at) { \
        WORD w = 0; \
        for (int i = 0; i < W / 8; i++) { \
            w |= (WORD) (bytes[at + i] & 0xff) << 8 * PLACE(i); \
        } \
        return w; \
    } \
    FUNCTION void store(byte[] bytes, int at, WORD w) { \
        for (int i = 0; i < W / 8; i++) { \
            bytes[at + i] = (byte) (w >>> 8 * PLACE(i)); \
        } \
    }
#define LOAD(bytes, at) load(bytes, at)
#define STORE(bytes, at, word) store(bytes, at, word)
#endif
