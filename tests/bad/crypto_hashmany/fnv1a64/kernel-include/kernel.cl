/* SPDX-License-Identifier: MIT */
/* It includes what is not in the tree. */
#include "../../../../../pyproject.toml"
