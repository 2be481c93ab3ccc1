/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <string.h>

bool
value_has(const struct value *v, struct atom a)
{
	for (unsigned i = 0; i < v->count; i++)
		if (memcmp(&v->atoms[i], &a, sizeof(a)) == 0)
			return true;
	return false;
}
