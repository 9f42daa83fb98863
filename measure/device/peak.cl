/* SPDX-License-Identifier: MIT */
/* What a device does at most: operations of one kind, in eight independent chains of each
 * work-item. Which kind, PEAK says, by its number among the words of hashcop/platforms/device/peaks.py.
 * A turn does `operations` of them; the first word of the input is the number of turns.
 *
 * No chain repeats an operation on the same operands, and all end in the output, so that compilers
 * have nothing to take out. */
#define CHAINS 8
#define STEPS 16
#define WORDS 1024 /* of memory of a group: words of a bank lead to each other */

#define ADD (a[i] += b[i], b[i] += a[i])
#define LOGIC (a[i] = (a[i] & b[i]) ^ c, b[i] = (b[i] | c) ^ a[i])
#define ROTATE (a[i] = ROTL32(a[i], b[i]), b[i] = ROTL32(b[i], a[i]))
#define PERMUTE (a[i] = permuted_bytes(a[i], b[i], c), b[i] = permuted_bytes(b[i], a[i], c))
#define MULTIPLY (a[i] = a[i] * b[i] + c, b[i] = b[i] * a[i] + c)
#define WIDE (wide[i] += (u64)(u32)wide[i] * c, wide[i] += (u64)(u32)wide[i] * b[i])
#define SHARED_LOAD (a[i] = words[a[i]], a[i] = words[a[i]])
#define BOTH (a[i] = (a[i] & c) ^ d, b[i] = b[i] * c + d)

KERNEL void crypto_hashmany(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen, u64 count) {
#if PEAK == 6
    SHARED u32 words[WORDS];
#endif
    /* Drivers compile when a kernel is launched first, which is without messages. */
    const u32 turns = count ? LOAD32(in) : 0, c = LOAD32(in + 4), d = LOAD32(in + 8);
    u32 a[CHAINS], b[CHAINS], all = 0;
    u64 wide[CHAINS];

#if PEAK == 6
    for (u32 i = LOCAL(); i < WORDS; i += LOCAL_SIZE())
        words[i] = (i + 32 * (c | 1)) % WORDS;
    SYNC();
#endif
    UNROLLED(8)
    for (u32 i = 0; i < CHAINS; ++i) {
        a[i] = PEAK == 6 ? (LOCAL() + 32 * i) % WORDS : (u32)STREAM() + i;
        b[i] = d + i;
        wide[i] = a[i];
    }
    NOT_UNROLLED
    for (u32 turn = 0; turn < turns; ++turn) {
        UNROLLED(8)
        for (u32 step = 0; step < STEPS / 2; ++step) {
            UNROLLED(8)
            for (u32 i = 0; i < CHAINS; ++i) {
#if PEAK == 0
                ADD;
#elif PEAK == 1
                LOGIC;
#elif PEAK == 2
                ROTATE;
#elif PEAK == 3
                PERMUTE;
#elif PEAK == 4
                MULTIPLY;
#elif PEAK == 5
                WIDE;
#elif PEAK == 6
                SHARED_LOAD;
#else
                BOTH;
#endif
            }
        }
    }
    UNROLLED(8)
    for (u32 i = 0; i < CHAINS; ++i)
        all ^= a[i] ^ b[i] ^ (u32)wide[i] ^ (u32)(wide[i] >> 32);
    if (STREAM() < count)
        ((GLOBAL u32 *)out)[STREAM()] = all;
}
