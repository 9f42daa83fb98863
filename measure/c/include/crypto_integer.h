/* SPDX-License-Identifier: MIT */
/* What crypto_int8.h ... crypto_uint64.h define besides their types: functions without branches and
 * table lookups that depend on their operands. A `mask` is all ones if the condition holds, and
 * zero otherwise; an `01` is 1 or 0.
 *
 * Compilers may turn a mask back into a branch. An empty assembly statement hides from them that
 * the value is a mask. For gcc, clang and compatible compilers. */
#ifndef crypto_integer_h
#define crypto_integer_h

#include <stdint.h>

#define CRYPTO_INTEGER_HIDE(x) __asm__("" : "+r"(x))

/* Integers in memory: the machine's own order as it is, the other one swapped. */
#define CRYPTO_INTEGER_SWAP_8(x) (x)
#define CRYPTO_INTEGER_SWAP_16(x) __builtin_bswap16(x)
#define CRYPTO_INTEGER_SWAP_32(x) __builtin_bswap32(x)
#define CRYPTO_INTEGER_SWAP_64(x) __builtin_bswap64(x)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CRYPTO_INTEGER_LITTLE(bits, x) CRYPTO_INTEGER_SWAP_##bits(x)
#define CRYPTO_INTEGER_BIG(bits, x) (x)
#else
#define CRYPTO_INTEGER_LITTLE(bits, x) (x)
#define CRYPTO_INTEGER_BIG(bits, x) CRYPTO_INTEGER_SWAP_##bits(x)
#endif

#define CRYPTO_INTEGER_FUNCTION static inline __attribute__((unused))

/* Both kinds: `type` is the name, `bits` its size, `plain` the unsigned type of that size.
 * Conditions are made as one bit at the top of `plain`. */
#define CRYPTO_INTEGER(type, bits, plain)                                                          \
    CRYPTO_INTEGER_FUNCTION type type##_load(const unsigned char *s) {                             \
        plain x;                                                                                   \
        __builtin_memcpy(&x, s, sizeof x);                                                         \
        return (type)CRYPTO_INTEGER_LITTLE(bits, x);                                               \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION type type##_load_bigendian(const unsigned char *s) {                   \
        plain x;                                                                                   \
        __builtin_memcpy(&x, s, sizeof x);                                                         \
        return (type)CRYPTO_INTEGER_BIG(bits, x);                                                  \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION void type##_store(unsigned char *s, type x) {                          \
        plain y = CRYPTO_INTEGER_LITTLE(bits, (plain)x);                                           \
        __builtin_memcpy(s, &y, sizeof y);                                                         \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION void type##_store_bigendian(unsigned char *s, type x) {                \
        plain y = CRYPTO_INTEGER_BIG(bits, (plain)x);                                              \
        __builtin_memcpy(s, &y, sizeof y);                                                         \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION type type##_hidden_01(plain condition) {                               \
        plain x = (plain)(condition >> ((bits)-1));                                                \
        CRYPTO_INTEGER_HIDE(x);                                                                    \
        return (type)x;                                                                            \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION type type##_hidden_mask(plain condition) {                             \
        return (type)(plain)(0U - (plain)type##_hidden_01(condition));                             \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION type type##_shlmod(type x, type s) {                                   \
        return (type)(plain)((plain)x << ((plain)s & ((bits)-1)));                                 \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION type type##_shrmod(type x, type s) {                                   \
        return (type)(x >> ((plain)s & ((bits)-1)));                                               \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION plain type##_nonzero_condition(type x) {                               \
        return (plain)((plain)x | (plain)(0U - (plain)x));                                         \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION plain type##_bit_condition(type x, type s) {                           \
        return (plain)((plain)((plain)x >> ((plain)s & ((bits)-1))) << ((bits)-1));                \
    }                                                                                              \
    CRYPTO_INTEGER_CONDITION(type, plain, topbit, (type x), (plain)x)                              \
    CRYPTO_INTEGER_CONDITION(type, plain, bottombit, (type x), (plain)((plain)x << ((bits)-1)))    \
    CRYPTO_INTEGER_CONDITION(type, plain, nonzero, (type x), type##_nonzero_condition(x))          \
    CRYPTO_INTEGER_CONDITION(type, plain, zero, (type x), (plain)~type##_nonzero_condition(x))     \
    CRYPTO_INTEGER_CONDITION(type, plain, unequal, (type x, type y),                               \
                             type##_nonzero_condition((type)(x ^ y)))                              \
    CRYPTO_INTEGER_CONDITION(type, plain, equal, (type x, type y),                                 \
                             (plain)~type##_nonzero_condition((type)(x ^ y)))                      \
    CRYPTO_INTEGER_CONDITION(type, plain, smaller, (type x, type y),                               \
                             type##_smaller_condition(x, y))                                       \
    CRYPTO_INTEGER_CONDITION(type, plain, leq, (type x, type y),                                   \
                             (plain)~type##_smaller_condition(y, x))                               \
    CRYPTO_INTEGER_CONDITION(type, plain, bitmod, (type x, type s), type##_bit_condition(x, s))    \
    CRYPTO_INTEGER_CONDITION(type, plain, bitinrangepublicpos, (type x, type s),                   \
                             type##_bit_condition(x, s))                                           \
    CRYPTO_INTEGER_FUNCTION void type##_minmax(type *p, type *q) {                                 \
        type x = *p, y = *q, swap = (type)((x ^ y) & type##_smaller_mask(y, x));                   \
        *p = (type)(x ^ swap);                                                                     \
        *q = (type)(y ^ swap);                                                                     \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION type type##_min(type x, type y) {                                      \
        type##_minmax(&x, &y);                                                                     \
        return x;                                                                                  \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION type type##_max(type x, type y) {                                      \
        type##_minmax(&x, &y);                                                                     \
        return y;                                                                                  \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION int type##_ones_num(type x) {                                          \
        int count = 0;                                                                             \
        for (int i = 0; i < (bits); ++i)                                                           \
            count += (int)((plain)x >> i & 1);                                                     \
        return count;                                                                              \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION int type##_bottomzeros_num(type x) {                                   \
        return type##_ones_num((type)(plain)(~(plain)x & (plain)((plain)x - 1U)));                 \
    }

/* A condition as an 01 and as a mask; `parameters` in parentheses. */
#define CRYPTO_INTEGER_CONDITION(type, plain, name, parameters, condition)                         \
    CRYPTO_INTEGER_FUNCTION type type##_##name##_01 parameters {                                   \
        return type##_hidden_01(condition);                                                        \
    }                                                                                              \
    CRYPTO_INTEGER_FUNCTION type type##_##name##_mask parameters {                                 \
        return type##_hidden_mask(condition);                                                      \
    }

/* x - y borrows: the top bit of the difference, corrected where the top bits of x and y differ. */
#define CRYPTO_INTEGER_UNSIGNED(type, bits)                                                        \
    CRYPTO_INTEGER_FUNCTION type type##_smaller_condition(type x, type y) {                        \
        type z = (type)(x - y);                                                                    \
        return (type)(z ^ ((x ^ y) & (type)(z ^ y)));                                              \
    }                                                                                              \
    CRYPTO_INTEGER(type, bits, type)

#define CRYPTO_INTEGER_SIGNED(type, bits, plain)                                                   \
    CRYPTO_INTEGER_FUNCTION plain type##_smaller_condition(type x, type y) {                       \
        plain a = (plain)x, b = (plain)y, z = (plain)(a - b);                                      \
        return (plain)(z ^ ((a ^ b) & (plain)(z ^ a)));                                            \
    }                                                                                              \
    CRYPTO_INTEGER(type, bits, plain)                                                              \
    CRYPTO_INTEGER_CONDITION(type, plain, negative, (type x), (plain)x)                            \
    CRYPTO_INTEGER_CONDITION(type, plain, positive, (type x), type##_smaller_condition(0, x))

#endif
