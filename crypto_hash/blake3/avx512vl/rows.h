/* SPDX-License-Identifier: MIT */

/*
 * BLAKE3 on the rows of the states of LANES inputs: a vector holds a row of each, four words wide.
 * Included once for each width.
 *
 * Technique: as rows.h of BLAKE2, with b where it is while a, c and d turn against it to the
 * diagonals; here the columns are turned by one, so that lane 0 holds the second, and the diagonals
 * are in order. The words of a round stay in the four vectors x, y, z, w in which a round takes
 * them; the next round's are made from them by eight operations that do not cross 128 bits, and
 * wait for nothing of the state.
 *
 * Bound: 24 dependent operations a round, or 28 where rotations by 12 and 7 are two.
 *
 * vectors.h defines the vectors of 4 * LANES words and operations on them.
 */

#define NAME_OF(name, lanes) name##_##lanes
#define NAME_WITH(name, lanes) NAME_OF(name, lanes)
#define NAME(name) NAME_WITH(name, WORDS)
#define V NAME(lanes)

typedef struct {
    V a, b, c, d;
} NAME(state);

/* The words of a round: x and y for the columns, z and w for the diagonals. */
typedef struct {
    V x, y, z, w;
} NAME(message);

INLINE void NAME(mix)(NAME(state) * v, V x, V y) {
    v->a = NAME(hidden)(v->a + x) + v->b;
    v->d = NAME(xor_rotate_16)(v->d, v->a);
    v->c = v->c + v->d;
    v->b = NAME(xor_rotate_12)(v->b, v->c);
    v->a = NAME(hidden)(v->a + y) + v->b;
    v->d = NAME(xor_rotate_8)(v->d, v->a);
    v->c = v->c + v->d;
    v->b = NAME(xor_rotate_7)(v->b, v->c);
}

INLINE void NAME(mix_round)(NAME(state) * v, const NAME(message) * m) {
    NAME(mix)(v, m->x, m->y);
    v->a = TURN(WORDS, v->a, 3, 0, 1, 2);
    v->c = TURN(WORDS, v->c, 1, 2, 3, 0);
    v->d = TURN(WORDS, v->d, 2, 3, 0, 1);
    NAME(mix)(v, m->z, m->w);
    v->a = TURN(WORDS, v->a, 1, 2, 3, 0);
    v->c = TURN(WORDS, v->c, 3, 0, 1, 2);
    v->d = TURN(WORDS, v->d, 2, 3, 0, 1);
}

/* words[i] holds the words 4i to 4i + 3. x: 2 4 6 0, y: 3 5 7 1, z: 8 10 12 14, w: 9 11 13 15. */
INLINE NAME(message) NAME(first_words)(const V words[4]) {
    V even = PICK_FROM(WORDS, words[0], words[1], 0, 2, 0, 2);
    V odd = PICK_FROM(WORDS, words[0], words[1], 1, 3, 1, 3);

    return (NAME(message)){
        TURN(WORDS, even, 1, 2, 3, 0),
        TURN(WORDS, odd, 1, 2, 3, 0),
        PICK_FROM(WORDS, words[2], words[3], 0, 2, 0, 2),
        PICK_FROM(WORDS, words[2], words[3], 1, 3, 1, 3),
    };
}

/* x: 3 7 4 2, y: 10 0 13 6, z: 1 12 9 15, w: 11 5 14 8 of the places above. */
INLINE void NAME(permute)(NAME(message) * m) {
    V inner = TAKE_THIRD(WORDS, m->z, m->w), outer = TAKE_THIRD(WORDS, m->y, m->z);
    V low = UNPACK(WORDS, m->w, m->y, 0, 1);
    V x = PICK_FROM(WORDS, m->y, m->x, 0, 2, 1, 0);
    V y = TURN(WORDS, PICK_FROM(WORDS, inner, m->x, 1, 2, 3, 2), 0, 2, 1, 3);
    V z = PICK_FROM(WORDS, outer, m->w, 3, 2, 0, 3);
    V w = PICK_FROM(WORDS, low, m->z, 2, 3, 3, 0);

    *m = (NAME(message)){x, y, z, w};
}

/* These four words for each input. */
INLINE V NAME(each)(uint32_t i, uint32_t j, uint32_t k, uint32_t l) {
    uint32_t words[WORDS];
    V v;

    for (int n = 0; n < WORDS; n += 4) {
        words[n] = i;
        words[n + 1] = j;
        words[n + 2] = k;
        words[n + 3] = l;
    }
    __builtin_memcpy(&v, words, sizeof v);
    return v;
}

INLINE void NAME(compress_rows)(V h[2], const V words[4], V d) {
    NAME(state) v = {h[0], h[1], NAME(each)(IV[1], IV[2], IV[3], IV[0]), d};
    NAME(message) m = NAME(first_words)(words);

    for (int r = 0; r < 6; r++) {
        NAME(mix_round)(&v, &m);
        NAME(permute)(&m);
    }
    NAME(mix_round)(&v, &m);
    h[0] = v.a ^ v.c;
    h[1] = v.b ^ v.d;
}

INLINE void NAME(store_values)(value *to, const V h[2]) {
    uint32_t words[2][WORDS];
    V in_order[2] = {TURN(WORDS, h[0], 3, 0, 1, 2), TURN(WORDS, h[1], 3, 0, 1, 2)};

    __builtin_memcpy(words, in_order, sizeof words);
    for (int i = 0; i < WORDS / 4; i++) {
        __builtin_memcpy(to[i], words[0] + 4 * i, 16);
        __builtin_memcpy(to[i] + 16, words[1] + 4 * i, 16);
    }
}

static TARGET void NAME(rows)(value *to, const inputs *x, unsigned n) {
    uint32_t constants[WORDS], ends[WORDS] = {0};
    unsigned blocks = n == 1 ? x->last_blocks : x->blocks;
    value last;
    V h[2] = {
        NAME(each)(IV[1], IV[2], IV[3], IV[0]),
        NAME(each)(IV[5], IV[6], IV[7], IV[4]),
    };
    V counters, ending;

    for (unsigned i = 0; i < WORDS / 4; i++) {
        uint64_t t = x->t + (uint64_t)i * x->step;

        constants[4 * i] = (uint32_t)(t >> 32);
        constants[4 * i + 1] = BLOCK_BYTES;
        constants[4 * i + 2] = 0;
        constants[4 * i + 3] = (uint32_t)t;
    }
    ends[4 * n - 3] = x->last_bytes - BLOCK_BYTES;
    ends[4 * n - 2] = x->last_blocks < x->blocks ? x->end : 0;
    __builtin_memcpy(&counters, constants, sizeof(V));
    __builtin_memcpy(&ending, ends, sizeof(V));
    for (unsigned k = 0; k < blocks; k++) {
        const unsigned char *in[WORDS / 4];
        V words[4], d = counters + NAME(each)(0, 0, flags_of(x, k), 0);

        for (unsigned i = 0; i < WORDS / 4; i++) {
            in[i] = block_of(x, n, i < n ? i : 0, k);
        }
        for (int q = 0; q < 4; q++) {
            words[q] = NAME(load_quarters)(in, q);
        }
        if (k + 1 == x->last_blocks) {
            d += ending;
        }
        NAME(compress_rows)(h, words, d);
        if (k + 1 == x->last_blocks) {
            NAME(store_values)(to, h);
            __builtin_memcpy(last, to[n - 1], VALUE_BYTES);
        }
    }
    if (blocks > x->last_blocks) {
        NAME(store_values)(to, h);
        __builtin_memcpy(to[n - 1], last, VALUE_BYTES);
    }
}

#undef V
#undef NAME
#undef NAME_WITH
#undef NAME_OF
