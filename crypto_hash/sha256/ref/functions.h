/* SPDX-License-Identifier: MIT */

/* The functions of FIPS 180-4 section 4.1.2. They are macros, so that x may also be a vector of
 * words. */

#define ROTR(n, x) ((x) >> (n) | (x) << (32 - (n)))
#define SHR(n, x) ((x) >> (n))

#define Sigma0(x) (ROTR(2, x) ^ ROTR(13, x) ^ ROTR(22, x))
#define Sigma1(x) (ROTR(6, x) ^ ROTR(11, x) ^ ROTR(25, x))
#define sigma0(x) (ROTR(7, x) ^ ROTR(18, x) ^ SHR(3, x))
#define sigma1(x) (ROTR(17, x) ^ ROTR(19, x) ^ SHR(10, x))
