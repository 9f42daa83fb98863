/* SPDX-License-Identifier: MIT */
/* Marks memory as secret or public for a check of secret-dependent behaviour. C and C++.
 *
 * A program under valgrind talks to its tool by a sequence of instructions that do nothing
 * elsewhere: four rotations by a multiple of the register's width, then an exchange of a register
 * with itself. A register has the address of six words: the request and its arguments. memcheck's
 * requests begin with the letters MC. MemorySanitizer has functions instead.
 * Valgrind's manual describes the requests; the sequences are in its header valgrind.h. */
#ifndef hashcop_marks_h
#define hashcop_marks_h

#include <stddef.h>

enum hashcop_request {
    hashcop_is_valgrind = 0x1001,   /* how many valgrinds the program runs under */
    hashcop_is_secret = 0x4d430001, /* undefined from here on: an address and a size */
    hashcop_is_public = 0x4d430002  /* defined from here on */
};

/* What the tool answers; 0 without a tool. */
static inline size_t hashcop_request(enum hashcop_request request, const void *data, size_t size) {
    volatile size_t words[6];
    size_t answer = 0;
    words[0] = (size_t)request;
    words[1] = (size_t)data;
    words[2] = size;
    words[3] = words[4] = words[5] = 0;
#if defined(__x86_64__) && !defined(__ILP32__)
    __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
                     "xchgq %%rbx, %%rbx"
                     : "+d"(answer)
                     : "a"(words)
                     : "cc", "memory");
#elif defined(__i386__)
    __asm__ volatile("roll $3, %%edi; roll $13, %%edi; roll $29, %%edi; roll $19, %%edi\n\t"
                     "xchgl %%ebx, %%ebx"
                     : "+d"(answer)
                     : "a"(words)
                     : "cc", "memory");
#elif defined(__aarch64__)
    register size_t result __asm__("x3") = answer;
    register volatile size_t *asked __asm__("x4") = words;
    __asm__ volatile("ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51; ror x12, x12, #61\n\t"
                     "orr x10, x10, x10"
                     : "+r"(result)
                     : "r"(asked)
                     : "cc", "memory");
    answer = result;
#endif
    return answer;
}

#endif
