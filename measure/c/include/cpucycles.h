/* SPDX-License-Identifier: MIT */
#ifndef cpucycles_h
#define cpucycles_h
#ifdef __cplusplus
extern "C"
#endif
    long long
    cpucycles(void);
#endif
