/* SPDX-License-Identifier: MIT */
/* JH in its final version, of 42 rounds, on words: the submission to NIST's competition of
 * 2011, in its bit-sliced form. The initial state START comes from parameters.h.
 *
 * Technique: a vector has 64 of the 128 bits of a word x_i. The S-boxes are ten functions of three
 * inputs. Round r exchanges neighbouring groups of 2^(r mod 7) bits in x_1, x_3, x_5, x_7: of 64
 * bits by name only, of 8, 16 and 32 as one shuffle of bytes where there is such an instruction, of
 * 1, 2 and 4 as one product with a matrix of 8 x 8 bits where GFNI is defined.
 *
 * Bound: a round has 40 operations of the S-boxes and 16 of L; of seven rounds, three exchange with
 * three operations for each of eight vectors (one with GFNI) and three with one. A block of 64
 * bytes is added twice, and loading it takes 24 insertions, 8 shuffles and 8 shuffles of bytes. 42
 * x 56 + 6 x 96 + 16 + 40 = 2984 (2696 with GFNI) at two a cycle in 8 lanes are 2.91 (2.63)
 * cycles/byte.
 */
enum { BLOCK = 64, WORDS = 16 };

CONSTANT element start[WORDS] = START;

/* Those of E8 in bit-sliced form: C_0 is the first 256 bits of the fraction of sqrt(2), C_(r+1) one
 * round of R6 on C_r with all selection bits zero. The first two words of a row are for the words
 * x_0, x_2, x_4, x_6, the other two for x_1, x_3, x_5, x_7. */
CONSTANT uint64_t constants[42][4] = {
    {0x72d5dea2df15f867, 0x7b84150ab7231557, 0x81abd6904d5a87f6, 0x4e9f4fc5c3d12b40},
    {0xea983ae05c45fa9c, 0x03c5d29966b2999a, 0x660296b4f2bb538a, 0xb556141a88dba231},
    {0x03a35a5c9a190edb, 0x403fb20a87c14410, 0x1c051980849e951d, 0x6f33ebad5ee7cddc},
    {0x10ba139202bf6b41, 0xdc786515f7bb27d0, 0x0a2c813937aa7850, 0x3f1abfd2410091d3},
    {0x422d5a0df6cc7e90, 0xdd629f9c92c097ce, 0x185ca70bc72b44ac, 0xd1df65d663c6fc23},
    {0x976e6c039ee0b81a, 0x2105457e446ceca8, 0xeef103bb5d8e61fa, 0xfd9697b294838197},
    {0x4a8e8537db03302f, 0x2a678d2dfb9f6a95, 0x8afe7381f8b8696c, 0x8ac77246c07f4214},
    {0xc5f4158fbdc75ec4, 0x75446fa78f11bb80, 0x52de75b7aee488bc, 0x82b8001e98a6a3f4},
    {0x8ef48f33a9a36315, 0xaa5f5624d5b7f989, 0xb6f1ed207c5ae0fd, 0x36cae95a06422c36},
    {0xce2935434efe983d, 0x533af974739a4ba7, 0xd0f51f596f4e8186, 0x0e9dad81afd85a9f},
    {0xa7050667ee34626a, 0x8b0b28be6eb91727, 0x47740726c680103f, 0xe0a07e6fc67e487b},
    {0x0d550aa54af8a4c0, 0x91e3e79f978ef19e, 0x8676728150608dd4, 0x7e9e5a41f3e5b062},
    {0xfc9f1fec4054207a, 0xe3e41a00cef4c984, 0x4fd794f59dfa95d8, 0x552e7e1124c354a5},
    {0x5bdf7228bdfe6e28, 0x78f57fe20fa5c4b2, 0x05897cefee49d32e, 0x447e9385eb28597f},
    {0x705f6937b324314a, 0x5e8628f11dd6e465, 0xc71b770451b920e7, 0x74fe43e823d4878a},
    {0x7d29e8a3927694f2, 0xddcb7a099b30d9c1, 0x1d1b30fb5bdc1be0, 0xda24494ff29c82bf},
    {0xa4e7ba31b470bfff, 0x0d324405def8bc48, 0x3baefc3253bbd339, 0x459fc3c1e0298ba0},
    {0xe5c905fdf7ae090f, 0x947034124290f134, 0xa271b701e344ed95, 0xe93b8e364f2f984a},
    {0x88401d63a06cf615, 0x47c1444b8752afff, 0x7ebb4af1e20ac630, 0x4670b6c5cc6e8ce6},
    {0xa4d5a456bd4fca00, 0xda9d844bc83e18ae, 0x7357ce453064d1ad, 0xe8a6ce68145c2567},
    {0xa3da8cf2cb0ee116, 0x33e906589a94999a, 0x1f60b220c26f847b, 0xd1ceac7fa0d18518},
    {0x32595ba18ddd19d3, 0x509a1cc0aaa5b446, 0x9f3d6367e4046bba, 0xf6ca19ab0b56ee7e},
    {0x1fb179eaa9282174, 0xe9bdf7353b3651ee, 0x1d57ac5a7550d376, 0x3a46c2fea37d7001},
    {0xf735c1af98a4d842, 0x78edec209e6b6779, 0x41836315ea3adba8, 0xfac33b4d32832c83},
    {0xa7403b1f1c2747f3, 0x5940f034b72d769a, 0xe73e4e6cd2214ffd, 0xb8fd8d39dc5759ef},
    {0x8d9b0c492b49ebda, 0x5ba2d74968f3700d, 0x7d3baed07a8d5584, 0xf5a5e9f0e4f88e65},
    {0xa0b8a2f436103b53, 0x0ca8079e753eec5a, 0x9168949256e8884f, 0x5bb05c55f8babc4c},
    {0xe3bb3b99f387947b, 0x75daf4d6726b1c5d, 0x64aeac28dc34b36d, 0x6c34a550b828db71},
    {0xf861e2f2108d512a, 0xe3db643359dd75fc, 0x1cacbcf143ce3fa2, 0x67bbd13c02e843b0},
    {0x330a5bca8829a175, 0x7f34194db416535c, 0x923b94c30e794d1e, 0x797475d7b6eeaf3f},
    {0xeaa8d4f7be1a3921, 0x5cf47e094c232751, 0x26a32453ba323cd2, 0x44a3174a6da6d5ad},
    {0xb51d3ea6aff2c908, 0x83593d98916b3c56, 0x4cf87ca17286604d, 0x46e23ecc086ec7f6},
    {0x2f9833b3b1bc765e, 0x2bd666a5efc4e62a, 0x06f4b6e8bec1d436, 0x74ee8215bcef2163},
    {0xfdc14e0df453c969, 0xa77d5ac406585826, 0x7ec1141606e0fa16, 0x7e90af3d28639d3f},
    {0xd2c9f2e3009bd20c, 0x5faace30b7d40c30, 0x742a5116f2e03298, 0x0deb30d8e3cef89a},
    {0x4bc59e7bb5f17992, 0xff51e66e048668d3, 0x9b234d57e6966731, 0xcce6a6f3170a7505},
    {0xb17681d913326cce, 0x3c175284f805a262, 0xf42bcbb378471547, 0xff46548223936a48},
    {0x38df58074e5e6565, 0xf2fc7c89fc86508e, 0x31702e44d00bca86, 0xf04009a23078474e},
    {0x65a0ee39d1f73883, 0xf75ee937e42c3abd, 0x2197b2260113f86f, 0xa344edd1ef9fdee7},
    {0x8ba0df15762592d9, 0x3c85f7f612dc42be, 0xd8a7ec7cab27b07e, 0x538d7ddaaa3ea8de},
    {0xaa25ce93bd0269d8, 0x5af643fd1a7308f9, 0xc05fefda174a19a5, 0x974d66334cfd216a},
    {0x35b49831db411570, 0xea1e0fbbedcd549b, 0x9ad063a151974072, 0xf6759dbf91476fe2},
};

/* S0 where the bit of c is 0, S1 where it is 1: Wu's program. */
INLINE void substitute(word *x0, word *x1, word *x2, word *x3, word c) {
    word a0 = *x0, a1 = *x1, a2 = *x2, a3 = *x3, t;

    a0 = XOR_ANDN(a0, a2, c);
    t = XOR_AND(c, a0, a1);
    a0 = XOR_ANDN(a0, a3, a2);
    a3 = XOR_ORN(a3, a1, a2);
    a1 = XOR_AND(a1, a0, a2);
    a2 = XOR_ANDN(a2, a3, a0);
    a0 = XOR_OR(a0, a1, a3);
    a3 = XOR_AND(a3, a1, a2);
    a1 = XOR_AND(a1, t, a0);
    a2 ^= t;
    *x0 = a0, *x1 = a1, *x2 = a2, *x3 = a3;
}

/* b ^= 2 a, a ^= 2 b in GF(16) modulo X^4 + X + 1, for a in x0, x2, x4, x6, b in x1, x3, x5, x7. */
INLINE void mix_words(word *x0, word *x1, word *x2, word *x3, word *x4, word *x5, word *x6, word *x7) {
    *x1 ^= *x2;
    *x3 ^= *x4;
    *x5 = XOR3(*x5, *x6, *x0);
    *x7 ^= *x0;
    *x0 ^= *x3;
    *x2 ^= *x5;
    *x4 = XOR3(*x4, *x7, *x1);
    *x6 ^= *x1;
}

/* Neighbouring groups of n bits; mask has the lower ones. */
#define EXCHANGED(x, n, mask) SELECT(ALL(mask), (x) >> (n), (x) << (n))
#ifdef GFNI
/* A matrix for the bits of each byte: its first byte is for bit 7. */
#define PERMUTED_BITS(x, matrix)                                                                   \
    ((word)OF_WIDTH(gf2p8affine_epi64_epi8)((intrinsic)(x), (intrinsic)(matrix), 0))
#define EXCHANGED_1(x) PERMUTED_BITS(x, ALL(0x0201080420108040))
#define EXCHANGED_2(x) PERMUTED_BITS(x, ALL(0x0408010240801020))
#define EXCHANGED_4(x) PERMUTED_BITS(x, ALL(0x1020408001020408))
#else
#define EXCHANGED_1(x) EXCHANGED(x, 1, 0x5555555555555555)
#define EXCHANGED_2(x) EXCHANGED(x, 2, 0x3333333333333333)
#define EXCHANGED_4(x) EXCHANGED(x, 4, 0x0f0f0f0f0f0f0f0f)
#endif
#if defined(EXCHANGE_BYTES)
#define EXCHANGED_8(x) EXCHANGE_BYTES(x, 1)
#define EXCHANGED_16(x) EXCHANGE_BYTES(x, 2)
#define EXCHANGED_32(x) ROTL(x, 32)
#elif defined(SHUFFLE_BYTES)
#define EXCHANGED_8(x)                                                                             \
    SHUFFLE_BYTES(x, _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14))
#define EXCHANGED_16(x)                                                                            \
    SHUFFLE_BYTES(x, _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13))
#define EXCHANGED_32(x)                                                                            \
    SHUFFLE_BYTES(x, _mm_setr_epi8(4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
#else
#define EXCHANGED_8(x) EXCHANGED(x, 8, 0x00ff00ff00ff00ff)
#define EXCHANGED_16(x) EXCHANGED(x, 16, 0x0000ffff0000ffff)
#define EXCHANGED_32(x) ROTL(x, 32)
#endif

/* Of one half of all words x_i, of which a0 .. a7 are the names. */
#define HALF_ROUND(r, a0, a1, a2, a3, a4, a5, a6, a7, half)                                        \
    do {                                                                                           \
        substitute(&a0, &a2, &a4, &a6, ALL(constants[r][half]));                                   \
        substitute(&a1, &a3, &a5, &a7, ALL(constants[r][2 + (half)]));                             \
        mix_words(&a0, &a1, &a2, &a3, &a4, &a5, &a6, &a7);                                               \
    } while (0)

/* The names p1, p3, p5, p7 are the first halves of x_1, x_3, x_5, x_7. */
#define ROUND(r, exchanged)                                                                        \
    do {                                                                                           \
        HALF_ROUND(r, p0, p1, p2, p3, p4, p5, p6, p7, 0);                                          \
        p1 = exchanged(p1), p3 = exchanged(p3), p5 = exchanged(p5), p7 = exchanged(p7);            \
        HALF_ROUND(r, q0, q1, q2, q3, q4, q5, q6, q7, 1);                                          \
        q1 = exchanged(q1), q3 = exchanged(q3), q5 = exchanged(q5), q7 = exchanged(q7);            \
    } while (0)

#define ROUND_AND_SWAP(r)                                                                          \
    do {                                                                                           \
        word t_;                                                                                   \
        HALF_ROUND(r, p0, p1, p2, p3, p4, p5, p6, p7, 0);                                          \
        HALF_ROUND(r, q0, q1, q2, q3, q4, q5, q6, q7, 1);                                          \
        t_ = p1, p1 = q1, q1 = t_;                                                                 \
        t_ = p3, p3 = q3, q3 = t_;                                                                 \
        t_ = p5, p5 = q5, q5 = t_;                                                                 \
        t_ = p7, p7 = q7, q7 = t_;                                                                 \
    } while (0)

/* E8(H ^ m) ^ m: the block m is added to the first half before and to the second after. */
INLINE void rounds(word H[WORDS], const word m[8]) {
    word p0 = H[0] ^ m[0], q0 = H[1] ^ m[1], p1 = H[2] ^ m[2], q1 = H[3] ^ m[3];
    word p2 = H[4] ^ m[4], q2 = H[5] ^ m[5], p3 = H[6] ^ m[6], q3 = H[7] ^ m[7];
    word p4 = H[8], q4 = H[9], p5 = H[10], q5 = H[11];
    word p6 = H[12], q6 = H[13], p7 = H[14], q7 = H[15];

    for (int r = 0; r < 42; r += 7) {
        ROUND(r, EXCHANGED_1);
        ROUND(r + 1, EXCHANGED_2);
        ROUND(r + 2, EXCHANGED_4);
        ROUND(r + 3, EXCHANGED_8);
        ROUND(r + 4, EXCHANGED_16);
        ROUND(r + 5, EXCHANGED_32);
        ROUND_AND_SWAP(r + 6);
    }
    H[0] = p0, H[1] = q0, H[2] = p1, H[3] = q1, H[4] = p2, H[5] = q2, H[6] = p3, H[7] = q3;
    H[8] = p4 ^ m[0], H[9] = q4 ^ m[1], H[10] = p5 ^ m[2], H[11] = q5 ^ m[3];
    H[12] = p6 ^ m[4], H[13] = q6 ^ m[5], H[14] = p7 ^ m[6], H[15] = q7 ^ m[7];
}
