/* SPDX-License-Identifier: MIT */
int nowhere(void);

int main(void) { return nowhere(); }
