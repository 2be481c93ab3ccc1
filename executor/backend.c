/* SPDX-License-Identifier: MIT */
#include "backend.h"

#include <sys/stat.h>
#include <unistd.h>

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

bool
backend_check(const struct backend *b, struct err *err)
{
	struct stat st;

	if (stat(b->program, &st) != 0 || access(b->program, X_OK) != 0) {
		err_set(err, ERR_SANDBOX, "%s is not installed: there is no '%s'", b->software,
		    b->program);
		return err_help(err, "on Debian and Ubuntu: apt-get install %s", b->software);
	}
	if (st.st_mode & (S_ISUID | S_ISGID)) {
		err_set(err, ERR_SANDBOX, "'%s' is setuid, which Sluice does not run", b->program);
		return err_help(
		    err, "chmod u-s,g-s %s; user namespaces do not need setuid", b->program);
	}
	return true;
}
