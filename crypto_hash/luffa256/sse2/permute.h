/* SPDX-License-Identifier: MIT */
INLINE void permute(vector a[8]) {
    before_steps(a);
    for (int i = 0; i < STEPS; ++i)
        step(a, i);
    after_steps(a);
}
