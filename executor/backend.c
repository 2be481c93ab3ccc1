/* SPDX-License-Identifier: MIT */
#include "backend.h"

static const struct backend *const backends[] = {&BACKEND_BUBBLEWRAP, &BACKEND_OCI};

const struct backend *
backend_find(struct str name, struct err *err)
{
	struct str names[ARRAY_LENGTH(backends)];

	if (name.n == 0)
		name = STR(BACKEND_DEFAULT);
	for (size_t i = 0; i < ARRAY_LENGTH(backends); i++) {
		names[i] = str_from(backends[i]->name);
		if (str_eq(name, names[i]))
			return backends[i];
	}
	struct str near = text_closest(name, names, ARRAY_LENGTH(names));
	err_set(err, ERR_SANDBOX, "there is no sandbox backend '%.*s'", STR_ARG(name));
	if (near.n > 0)
		err_help(err, "did you mean '%.*s'?", STR_ARG(near));
	return NULL;
}
