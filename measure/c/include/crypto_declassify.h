/* SPDX-License-Identifier: MIT */
/* Marks data as public in a build that is checked for secret-dependent behaviour, which defines
 * HASHCOP_SECRET_INPUT; does nothing elsewhere. */
#ifndef crypto_declassify_h
#define crypto_declassify_h

#ifdef HASHCOP_SECRET_INPUT
#include "hashcop_marks.h"
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define hashcop_declassify(data, count) __msan_unpoison(data, count)
#endif
#endif
#ifndef hashcop_declassify
#define hashcop_declassify(data, count) hashcop_request(hashcop_is_public, data, count)
#endif
#endif

static inline void crypto_declassify(const void *data, unsigned long long count) {
#ifdef HASHCOP_SECRET_INPUT
    hashcop_declassify(data, (size_t)count);
#else
    (void)data;
    (void)count;
#endif
}
#endif
