/* SPDX-License-Identifier: MIT */
#include "suite_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	FILE_BYTES_MAX = 4 << 20,
	FOLDER_DEPTH_MAX = 5,
	REMOTES_MAX = 400,
};

const char *
suite_folder(struct arena *a)
{
	const char *shared = getenv("SLUICE_SHARED_DATA"), *source = getenv("SLUICE_SOURCE_DIR");
	char *path = shared ? arena_printf(a, "%s/JSON-Schema-Test-Suite", shared)
			    : arena_printf(a, "%s/../shared/data/JSON-Schema-Test-Suite",
				  source ? source : ".");
	char *tests = path ? path_join(a, path, "tests/draft2020-12/ref.json") : NULL;
	return tests && file_exists(tests) ? path : NULL;
}

static int
is_json(const struct dirent *e)
{
	return str_ends(str_from(e->d_name), STR(".json"));
}

char **
suite_list(struct arena *a, const char *folder)
{
	struct dirent **entries = NULL;
	int n = scandir(folder, &entries, is_json, alphasort);
	char **names = arena_array(a, (size_t)(n > 0 ? n : 0) + 1, sizeof(*names));
	for (int i = 0; i < n; i++) {
		if (names)
			names[i] = path_join(a, folder, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return names;
}

bool
suite_parse(struct arena *a, const char *path, struct json_doc *out)
{
	struct str source;
	struct err err = {0};
	if (file_read(a, path, FILE_BYTES_MAX, &source, &err) &&
	    json_parse(a, source, path, &JSON_LIMITS, out, NULL, &err))
		return true;
	fprintf(stderr, "%s: %s\n", path, err.message);
	return false;
}

struct walk {
	struct arena *a;
	struct schema_source *items;
	size_t count;
};

static bool
add_folder(struct walk *w, const char *folder, const char *uri, int depth)
{
	char **files = suite_list(w->a, folder);
	for (size_t i = 0; files && files[i] && w->count < REMOTES_MAX; i++) {
		struct json_doc *doc = arena_alloc(w->a, sizeof(*doc));
		if (!doc || !suite_parse(w->a, files[i], doc))
			return false;
		const char *name = arena_printf(w->a, "%s%s", uri, path_base(files[i]));
		w->items[w->count++] = (struct schema_source){str_from(name), doc};
	}
	DIR *d = opendir(folder);
	bool ok = d != NULL && files != NULL;
	for (struct dirent *e = ok ? readdir(d) : NULL; e && ok; e = readdir(d))
		if (e->d_type == DT_DIR && e->d_name[0] != '.' && depth < FOLDER_DEPTH_MAX)
			ok = add_folder(w, path_join(w->a, folder, e->d_name),
			    arena_printf(w->a, "%s%s/", uri, e->d_name), depth + 1);
	if (d)
		closedir(d);
	return ok;
}

bool
suite_registry(struct arena *a, const char *suite, struct schema_registry *out)
{
	struct walk w = {.a = a};
	w.items = arena_array(a, REMOTES_MAX, sizeof(*w.items));
	bool ok =
	    w.items && add_folder(&w, path_join(a, suite, "remotes"), "http://localhost:1234/", 0);
	*out = (struct schema_registry){w.items, w.count};
	return ok;
}
