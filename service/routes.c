/* SPDX-License-Identifier: MIT */
/* routes.c: from a path to its handler. */
#include "http.h"

const struct route ROUTES[] = {
#define ROUTE(handle, method, path, right, bytes, type, summary)                                   \
	{handle, method, path, right, bytes, type, summary},
#include "routes.def"
#undef ROUTE
};
const size_t ROUTE_COUNT = ARRAY_LENGTH(ROUTES);

static bool
fits(struct str pattern, struct str path, struct str parts[PARTS_MAX])
{
	struct str want, have;
	size_t count = 0;

	if (path.n > 1 && str_ends(path, STR("/")))
		return false;
	while (pattern.n > 0 || path.n > 0) {
		bool more = str_cut(&pattern, '/', &want);
		if (!str_cut(&path, '/', &have) || !more)
			return false;
		if (want.n > 0 && want.p[0] == '{') {
			if (have.n == 0 || count == PARTS_MAX)
				return false;
			parts[count++] = have;
		} else if (!str_eq(want, have)) {
			return false;
		}
	}
	return true;
}

const struct route *
route_find(const char *method, const char *path, struct str parts[PARTS_MAX], bool *path_is_known)
{
	*path_is_known = false;
	for (size_t i = 0; i < ROUTE_COUNT; i++) {
		if (!fits(str_from(ROUTES[i].path), str_from(path), parts))
			continue;
		*path_is_known = true;
		if (strcmp(ROUTES[i].method, method) == 0)
			return &ROUTES[i];
	}
	return NULL;
}
