/* SPDX-License-Identifier: MIT */
#include "text/one.h"
#include "text/single.h"
