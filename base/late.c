/* SPDX-License-Identifier: MIT */
#include "late.h"

#include <dlfcn.h>
#include <pthread.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static bool
fill(const struct late_library *library, struct err *err)
{
	void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);

	if (!handle) {
		err_set(err, ERR_SYSTEM, "'%s' can't be loaded: %s", library->file, dlerror());
		return err_help(err, "install the package %s", library->package);
	}
	for (size_t i = 0; i < library->count; i++) {
		union {
			void *object;
			late_function *function;
		} found = {dlsym(handle, library->names[i])};
		if (!found.object)
			return err_set(err, ERR_SYSTEM, "'%s' is too old: it has no '%s'",
			    library->file, library->names[i]);
		library->functions[i] = found.function;
	}
	return true;
}

/* The last function is there when all are: a table in use is not written again. */
bool
late_load(const struct late_library *library, struct err *err)
{
	pthread_mutex_lock(&one_at_a_time);
	bool loaded = library->functions[library->count - 1] || fill(library, err);
	pthread_mutex_unlock(&one_at_a_time);
	return loaded;
}
