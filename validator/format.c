/* SPDX-License-Identifier: MIT */
#include "format.h"

static const struct format FORMATS[] = {
    {NULL, NULL, NULL},
};

const struct format *
format_find(struct str name)
{
	for (size_t i = 0; FORMATS[i].name; i++)
		if (str_is(name, FORMATS[i].name))
			return &FORMATS[i];
	return NULL;
}

struct str
format_closest(struct str name)
{
	return text_closest(name, NULL, 0);
}
