/* SPDX-License-Identifier: MIT */
/* keys_list.h: `keys list`. */
#ifndef CLI_KEYS_LIST_H
#define CLI_KEYS_LIST_H

#include "cli.h"

/* Every key that the trust file names, whose it is, what for, and whether it counts now. */
int keys_list(struct arena *a, const char *trust, bool json);

#endif
