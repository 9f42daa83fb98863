/* SPDX-License-Identifier: MIT */

/* The functions of FIPS 180-4 section 4.1.3. They are macros, so that x may also be a vector of
 * words. */

#define ROTR(n, x) ((x) >> (n) | (x) << (64 - (n)))
#define SHR(n, x) ((x) >> (n))

#define Sigma0(x) (ROTR(28, x) ^ ROTR(34, x) ^ ROTR(39, x))
#define Sigma1(x) (ROTR(14, x) ^ ROTR(18, x) ^ ROTR(41, x))
#define sigma0(x) (ROTR(1, x) ^ ROTR(8, x) ^ SHR(7, x))
#define sigma1(x) (ROTR(19, x) ^ ROTR(61, x) ^ SHR(6, x))
