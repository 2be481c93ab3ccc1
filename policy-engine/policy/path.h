/* SPDX-License-Identifier: MIT */
/* path.h: file names, as texts. */
#ifndef POLICY_PATH_H
#define POLICY_PATH_H

#include "text.h"

/* Whether every name that begins so leads elsewhere: an absolute path, an address, a climb. */
bool path_leaves(struct str prefix);
bool path_is_address(struct str path);                 /* it begins with a scheme, such as http: */
bool path_extension(struct str path, struct str *out); /* behind the last dot of its last part */

#endif
