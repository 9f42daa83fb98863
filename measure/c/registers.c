/* SPDX-License-Identifier: MIT */
/* What a call must leave as it was: callee-saved registers, the direction flag, the control words
 * of the floating-point units, and the caller's stack.
 *
 * The call goes through a few instructions that put known values everywhere, call, note what is
 * there afterwards, and put back what the harness needs. So the harness survives, and reports a
 * mark instead of ending the program. Other processors, and sanitizers, which follow the frame
 * pointer, have plain calls. */
#include "harness.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
#include <stddef.h>
#include <string.h>

/* x32 has such registers too, but nobody has tried it. */
#if defined(__x86_64__) && !defined(__ILP32__)
#define SAVED 6
static const char *const names[SAVED] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};
#elif defined(__i386__)
#define SAVED 4
static const char *const names[SAVED] = {"ebx", "ebp", "esi", "edi"};
#elif defined(__aarch64__)
#define SAVED 19
static const char *const names[SAVED] = {"x19", "x20", "x21", "x22", "x23", "x24", "x25",
                                         "x26", "x27", "x28", "x29", "d8",  "d9",  "d10",
                                         "d11", "d12", "d13", "d14", "d15"};
#endif

#ifdef SAVED
/* The instructions below know where the fields lie. */
struct passage {
    size_t call;
    size_t argument[4];
    size_t shift; /* how much deeper the stack is: calls find it at every alignment it may have */
    size_t stack, stack_after;
    size_t returned[2];
    size_t flags;
    size_t changed; /* words of the caller's stack */
    size_t before[SAVED], after[SAVED];
    unsigned control[2], control_after; /* SSE and x87; AArch64's only one */
    unsigned x87[7];                    /* its environment after the call */
    unsigned has_sse;
};

__attribute__((visibility("hidden"))) extern void registers_pass(struct passage *passage);

/* Where the passage is once the call has returned: any register may have been changed. */
__attribute__((visibility("hidden"), used)) struct passage *registers_passage;

#endif

#if defined(__x86_64__) && !defined(__ILP32__)
/* Offsets: call 0, arguments 8 to 32, shift 40, stack 48, after it 56, returned 64 and 72, flags
 * 80, changed 88, before 96 to 136, after 144 to 184, control 192 and 196, after it 200, x87 204.
 */
_Static_assert(offsetof(struct passage, before) == 96, "the instructions know these");
_Static_assert(offsetof(struct passage, after) == 144, "the instructions know these");
_Static_assert(offsetof(struct passage, x87) == 204, "the instructions know these");
__asm__(".text\n.p2align 4\n.globl registers_pass\n.hidden registers_pass\n"
        ".type registers_pass, @function\nregisters_pass:\n"
        "push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
        "mov %rdi, registers_passage(%rip)\n"
        "stmxcsr 192(%rdi); fnstcw 196(%rdi)\n"
        "mov %rsp, 48(%rdi)\n"
        "sub 40(%rdi), %rsp\n"
        "sub $1032, %rsp\n" /* with this, a multiple of 16 */
        "mov %rdi, %r11; mov %rsp, %rdi; mov $129, %ecx\n"
        "movabs $0x5c5c5c5c5c5c5c5c, %rax\n"
        "cld; rep stosq\n"
        "mov 96(%r11), %rbx; mov 104(%r11), %rbp; mov 112(%r11), %r12\n"
        "mov 120(%r11), %r13; mov 128(%r11), %r14; mov 136(%r11), %r15\n"
        "mov 8(%r11), %rdi; mov 16(%r11), %rsi; mov 24(%r11), %rdx\n"
        "call *(%r11)\n"
        "mov registers_passage(%rip), %rcx\n"
        "mov %rax, 64(%rcx); mov %rsp, 56(%rcx)\n"
        "mov %rbx, 144(%rcx); mov %rbp, 152(%rcx); mov %r12, 160(%rcx)\n"
        "mov %r13, 168(%rcx); mov %r14, 176(%rcx); mov %r15, 184(%rcx)\n"
        "mov 48(%rcx), %rsp\n"
        "sub 40(%rcx), %rsp\n"
        "lea -1032(%rsp), %rdi\n"
        "lea -4096(%rsp), %rsp\n" /* the flags must not overwrite what is compared */
        "pushfq; pop 80(%rcx); cld\n"
        "stmxcsr 200(%rcx); ldmxcsr 192(%rcx)\n"
        "fnstenv 204(%rcx); fninit; fldcw 196(%rcx)\n"
        "mov %rcx, %r11; mov $129, %ecx; xor %edx, %edx\n"
        "movabs $0x5c5c5c5c5c5c5c5c, %rax\n"
        "1: cmp (%rdi), %rax; je 2f; inc %rdx\n"
        "2: add $8, %rdi; dec %ecx; jnz 1b\n"
        "mov %rdx, 88(%r11)\n"
        "mov 48(%r11), %rsp\n"
        "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
        "ret\n"
        ".size registers_pass, .-registers_pass\n");
#define STACK_BELOW 1032

#elif defined(__i386__)
/* Offsets: call 0, arguments 4 to 16, shift 20, stack 24, after it 28, returned 32 and 36, flags
 * 40, changed 44, before 48 to 60, after 64 to 76, control 80 and 84, after it 88, x87 92, SSE 120.
 */
_Static_assert(offsetof(struct passage, before) == 48, "the instructions know these");
_Static_assert(offsetof(struct passage, after) == 64, "the instructions know these");
_Static_assert(offsetof(struct passage, has_sse) == 120, "the instructions know these");
/* The callee may change its arguments: they lie below what is watched. */
__asm__(".text\n.p2align 4\n.globl registers_pass\n.hidden registers_pass\n"
        ".type registers_pass, @function\nregisters_pass:\n"
        "mov 4(%esp), %edx\n"
        "push %ebp; push %ebx; push %esi; push %edi\n"
        "call 1f\n1: pop %ecx\n"
        "mov %edx, registers_passage-1b(%ecx)\n"
        "testl $1, 120(%edx); jz 5f; stmxcsr 80(%edx)\n5: fnstcw 84(%edx)\n"
        "mov %esp, 24(%edx)\n"
        "and $-16, %esp\n"
        "sub 20(%edx), %esp\n"
        "sub $1040, %esp\n"
        "mov %esp, %edi; mov $260, %ecx; mov $0x5c5c5c5c, %eax\n"
        "cld; rep stosl\n"
        "pushl 16(%edx); pushl 12(%edx); pushl 8(%edx); pushl 4(%edx)\n"
        "mov 48(%edx), %ebx; mov 52(%edx), %ebp; mov 56(%edx), %esi; mov 60(%edx), %edi\n"
        "call *(%edx)\n"
        "call 2f\n2: pop %ecx\n"
        "mov registers_passage-2b(%ecx), %ecx\n"
        "mov %eax, 32(%ecx); mov %edx, 36(%ecx); mov %esp, 28(%ecx)\n"
        "mov %ebx, 64(%ecx); mov %ebp, 68(%ecx); mov %esi, 72(%ecx); mov %edi, 76(%ecx)\n"
        "mov 24(%ecx), %esp\n"
        "and $-16, %esp\n"
        "sub 20(%ecx), %esp\n"
        "lea -1040(%esp), %edi\n"
        "lea -4096(%esp), %esp\n"
        "pushfl; popl 40(%ecx); cld\n"
        "testl $1, 120(%ecx); jz 6f; stmxcsr 88(%ecx); ldmxcsr 80(%ecx)\n"
        "6: fnstenv 92(%ecx); fninit; fldcw 84(%ecx)\n"
        "mov %ecx, %esi; mov $260, %ecx; xor %edx, %edx; mov $0x5c5c5c5c, %eax\n"
        "3: cmp (%edi), %eax; je 4f; inc %edx\n"
        "4: add $4, %edi; dec %ecx; jnz 3b\n"
        "mov %edx, 44(%esi)\n"
        "mov 24(%esi), %esp\n"
        "pop %edi; pop %esi; pop %ebx; pop %ebp\n"
        "ret\n"
        ".size registers_pass, .-registers_pass\n");
#define STACK_BELOW (1040 + 16)

#elif defined(__aarch64__)
/* Offsets: call 0, arguments 8 to 32, shift 40, stack 48, after it 56, returned 64, flags 80,
 * changed 88, before 96 to 240, after 248 to 392, control 400, after it 408. */
_Static_assert(offsetof(struct passage, before) == 96, "the instructions know these");
_Static_assert(offsetof(struct passage, after) == 248, "the instructions know these");
_Static_assert(offsetof(struct passage, control) == 400, "the instructions know these");
__asm__(".text\n.p2align 4\n.globl registers_pass\n.hidden registers_pass\n"
        ".type registers_pass, @function\nregisters_pass:\n"
        "sub sp, sp, #176\n"
        "stp x19, x20, [sp]\nstp x21, x22, [sp, #16]\nstp x23, x24, [sp, #32]\n"
        "stp x25, x26, [sp, #48]\nstp x27, x28, [sp, #64]\nstp x29, x30, [sp, #80]\n"
        "stp d8, d9, [sp, #96]\nstp d10, d11, [sp, #112]\nstp d12, d13, [sp, #128]\n"
        "stp d14, d15, [sp, #144]\n"
        "adrp x9, registers_passage\nadd x9, x9, :lo12:registers_passage\nstr x0, [x9]\n"
        "mov x9, x0\nmov x10, sp\nstr x10, [x9, #48]\n"
        "mrs x11, fpcr\nstr w11, [x9, #400]\n"
        "ldr x11, [x9, #40]\nsub x10, x10, x11\nsub x10, x10, #1024\nmov sp, x10\n"
        "mov x11, #128\nmovz x12, #0x5c5c\nmovk x12, #0x5c5c, lsl #16\n"
        "orr x12, x12, x12, lsl #32\n"
        "1: str x12, [x10], #8\nsubs x11, x11, #1\nb.ne 1b\n"
        "ldp x19, x20, [x9, #96]\nldp x21, x22, [x9, #112]\nldp x23, x24, [x9, #128]\n"
        "ldp x25, x26, [x9, #144]\nldp x27, x28, [x9, #160]\nldr x29, [x9, #176]\n"
        "ldp d8, d9, [x9, #184]\nldp d10, d11, [x9, #200]\nldp d12, d13, [x9, #216]\n"
        "ldp d14, d15, [x9, #232]\n"
        "ldp x0, x1, [x9, #8]\nldr x2, [x9, #24]\nldr x10, [x9]\nblr x10\n"
        "adrp x9, registers_passage\nadd x9, x9, :lo12:registers_passage\nldr x9, [x9]\n"
        "str x0, [x9, #64]\nmov x10, sp\nstr x10, [x9, #56]\n"
        "str x19, [x9, #248]\nstp x20, x21, [x9, #256]\nstp x22, x23, [x9, #272]\n"
        "stp x24, x25, [x9, #288]\nstp x26, x27, [x9, #304]\nstp x28, x29, [x9, #320]\n"
        "stp d8, d9, [x9, #336]\nstp d10, d11, [x9, #352]\nstp d12, d13, [x9, #368]\n"
        "stp d14, d15, [x9, #384]\n"
        "mrs x11, fpcr\nstr w11, [x9, #408]\nldr w11, [x9, #400]\nmsr fpcr, x11\n"
        "ldr x10, [x9, #48]\nmov x13, x10\n"
        "ldr x11, [x9, #40]\nsub x10, x10, x11\nsub x10, x10, #1024\n"
        "mov x11, #128\nmov x14, #0\nmovz x12, #0x5c5c\nmovk x12, #0x5c5c, lsl #16\n"
        "orr x12, x12, x12, lsl #32\n"
        "2: ldr x15, [x10], #8\ncmp x15, x12\ncinc x14, x14, ne\n"
        "subs x11, x11, #1\nb.ne 2b\n"
        "str x14, [x9, #88]\nmov sp, x13\n"
        "ldp x19, x20, [sp]\nldp x21, x22, [sp, #16]\nldp x23, x24, [sp, #32]\n"
        "ldp x25, x26, [sp, #48]\nldp x27, x28, [sp, #64]\nldp x29, x30, [sp, #80]\n"
        "ldp d8, d9, [sp, #96]\nldp d10, d11, [sp, #112]\nldp d12, d13, [sp, #128]\n"
        "ldp d14, d15, [sp, #144]\n"
        "add sp, sp, #176\nret\n"
        ".size registers_pass, .-registers_pass\n");
#define STACK_BELOW 1024
#endif

#ifdef SAVED
/* Where it is null the program is built without the sanitizer. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *, size_t);
__attribute__((weak)) long __msan_test_shadow(const volatile void *, size_t);

/* Reported once for each kind: `detail` says more. */
static void mark(const char *what, const char *name, unsigned long long detail) {
    enum { most = 32, room = 24 };
    static char said[most][room];
    char word[room];
    strcpy(word, what);
    strcat(word, name);
    for (unsigned i = 0; i < most; ++i) {
        if (strcmp(said[i], word) == 0)
            return;
        if (!said[i][0]) {
            strcpy(said[i], word);
            watch_mark(word, detail);
            return;
        }
    }
}

#if defined(__x86_64__) || defined(__i386__)
static void verify_units(const struct passage *passage) {
    enum { direction = 1 << 10, alignment_check = 1 << 18, sse_status = 0x3f, empty = 0xffff };
    unsigned now = passage->x87[0] & 0xffff, before = passage->control[1] & 0xffff;
    if (passage->flags & direction)
        mark("direction", "", 0);
    if (passage->flags & alignment_check)
        mark("alignment-check", "", 0);
    if (passage->has_sse && (passage->control[0] ^ passage->control_after) & ~(unsigned)sse_status)
        mark("mxcsr", "", passage->control_after);
    if (now != before)
        mark("x87-control", "", now);
    if ((passage->x87[2] & empty) != empty)
        mark("x87-tags", "", passage->x87[2] & empty);
}

static unsigned has_sse(void) {
    static int known, has;
    unsigned a, b, c, d;
    if (!known++) /* a virtual machine is slow to answer */
        has = __get_cpuid(1, &a, &b, &c, &d) && d >> 25 & 1;
    return (unsigned)has;
}
#else
static void verify_units(const struct passage *passage) {
    if (passage->control[0] != passage->control_after)
        mark("fpcr", "", passage->control_after);
}

static unsigned has_sse(void) { return 0; }
#endif

static void verify(const struct passage *passage) {
    size_t top = passage->stack;
#ifdef __i386__
    top &= ~(size_t)15;
#endif
    for (unsigned i = 0; i < SAVED; ++i)
        if (passage->before[i] != passage->after[i])
            mark("changed-", names[i], 0);
    if (passage->stack_after != top - passage->shift - STACK_BELOW)
        mark("stack-pointer", "", 0);
    if (passage->changed)
        mark("callers-stack", "", passage->changed * sizeof(size_t));
    verify_units(passage);
}

static void pass(struct passage *passage) {
    static unsigned calls;
    memset(passage->after, 0, sizeof passage->after);
    for (unsigned i = 0; i < SAVED; ++i)
        passage->before[i] = (size_t)0x9e3779b97f4a7c15ULL * (i + 1) ^ calls;
    passage->shift = ++calls % 8 * 16;
    passage->has_sse = has_sse();
    registers_pass(passage);
    verify(passage);
}

static int is_sanitized(void) { return __asan_poison_memory_region || __msan_test_shadow; }
#endif

/* A hash is called directly; other operations by a function of the facts, which may save registers
 * that the implementation changes. */
long long registers_call(unsigned char *const *arguments, const unsigned long long *lengths,
                         long long *expected) {
#ifdef SAVED
    static struct passage passage;
    if (!is_sanitized()) {
        if (is_hash() && !is_many()) {
            passage.call = (size_t)hashcop_hash;
            passage.argument[0] = (size_t)arguments[0];
            passage.argument[1] = (size_t)arguments[1];
            passage.argument[2] = (size_t)lengths[0];
            passage.argument[3] = (size_t)(lengths[0] >> 16 >> 16);
            *expected = 0;
            pass(&passage);
            return (int)passage.returned[0];
        }
        passage.call = (size_t)hashcop_call;
        passage.argument[0] = (size_t)arguments;
        passage.argument[1] = (size_t)lengths;
        passage.argument[2] = (size_t)expected;
        pass(&passage);
        if (sizeof(size_t) == 8)
            return (long long)passage.returned[0];
        return (long long)((unsigned long long)passage.returned[1] << 16 << 16 |
                           passage.returned[0]);
    }
#endif
    return hashcop_call(arguments, lengths, expected);
}

void calls_open(void) {}

int code_changes(void) { return 0; }
