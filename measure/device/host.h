/* SPDX-License-Identifier: MIT */
/* The device in the process of the harness. */
#ifndef HASHCOP_DEVICE_HOST_H
#define HASHCOP_DEVICE_HOST_H

#include "device.h"

/* The driver, with the kernel of the file beside the program: ends the program without it. */
const struct device_driver *host_driver(void);

#endif
