/* SPDX-License-Identifier: MIT */
#include "schema_sources.h"

#include "file.h"
#include "folder.h"
#include "yaml.h"

enum { REMOTES_MAX = 10000 };

static bool
is_yaml(const char *path)
{
	return str_ends(str_from(path), STR(".yaml")) || str_ends(str_from(path), STR(".yml"));
}

bool
schema_document(struct schema_sources *s, const char *path, struct json_doc *out)
{
	struct json_limits limits = JSON_LIMITS;
	struct str text;
	struct err err;

	limits.bytes = SCHEMA_BYTES_MAX;
	limits.nodes = SCHEMA_BYTES_MAX / 8;
	if (!file_read(s->call->a, path, SCHEMA_BYTES_MAX, &text, &err))
		return err_list_add(&s->call->errs, &err);
	if (is_yaml(path))
		return yaml_parse(s->call->a, text, path, out, &s->call->errs);
	return json_parse(s->call->a, text, path, &limits, out, NULL, &err) ||
	       err_list_add(&s->call->errs, &err);
}

bool
schema_open(struct schema_sources *s, const char *path, struct schema **out)
{
	struct json_doc *doc = arena_alloc(s->call->a, sizeof(*doc));

	return (doc || err_list_memory(&s->call->errs)) && schema_document(s, path, doc) &&
	       schema_compile(s->call->a, doc, &s->options, out, &s->call->errs);
}

static bool
complain(struct schema_sources *s, const char *help, const char *format, const char *what)
{
	struct err err;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	err_set(&err, ERR_USAGE, format, what);
#pragma GCC diagnostic pop
	err_help(&err, "%s", help);
	return err_list_add(&s->call->errs, &err);
}

static bool
take_dialect(struct schema_sources *s, const char *name)
{
	static const char *const NAMES[] = {
	    [SCHEMA_2020_12] = "2020-12", [SCHEMA_2019_09] = "2019-09", [SCHEMA_DRAFT_07] = "7"};

	for (size_t i = 0; name && i < ARRAY_LENGTH(NAMES); i++)
		if (strcmp(name, NAMES[i]) == 0) {
			s->options.dialect = (enum schema_dialect)i;
			return true;
		}
	return !name || complain(s, "name 2020-12, 2019-09 or 7", "'%s' is not a dialect", name);
}

static bool
add_file(struct schema_sources *s, struct str uri, const char *path)
{
	struct schema_source *items = (struct schema_source *)(uintptr_t)s->registry.items;
	struct json_doc *doc = arena_alloc(s->call->a, sizeof(*doc));

	if (s->registry.count == REMOTES_MAX)
		return complain(s, "name a smaller folder", "'%s' has too many schemas", path);
	if (!(doc || err_list_memory(&s->call->errs)) || !schema_document(s, path, doc))
		return false;
	items[s->registry.count++] = (struct schema_source){uri, doc};
	return true;
}

/* A folder's files, each by the URI with its path behind. Links are not followed. */
static bool
add_folder(struct schema_sources *s, struct str uri, const char *folder)
{
	struct option_values files = {.count = 0};
	const char *slash = str_ends(uri, STR("/")) ? "" : "/";
	bool good = folder_walk(s->call->a, folder, ".json", &files, &s->call->err) ||
		    err_list_add(&s->call->errs, &s->call->err);

	for (size_t i = 0; good && i < files.count; i++) {
		char *name = arena_printf(s->call->a, "%.*s%s%s", STR_ARG(uri), slash,
		    files.values[i] + strlen(folder) + 1);

		good = name && add_file(s, str_from(name), files.values[i]);
	}
	return good;
}

static bool
take_remote(struct schema_sources *s, const char *said)
{
	const char *sign = strrchr(said, '=');

	if (!sign || sign == said || !sign[1])
		return complain(s, "write URI=FILE, or URI=FOLDER for all schemas below it",
		    "'%s' names no file", said);
	struct str uri = str_slice(str_from(said), 0, (size_t)(sign - said));
	return (folder_is(sign + 1) ? add_folder : add_file)(s, uri, sign + 1);
}

bool
schema_sources_open(struct schema_sources *s, struct call *c)
{
	const struct options *o = c->o;

	*s = (struct schema_sources){.call = c,
	    .options = {.strict = !o->lax,
		.assert_formats = !o->format || strcmp(o->format, "annotate") != 0}};
	if (o->remote.count > 0) {
		s->registry.items = arena_array(c->a, REMOTES_MAX, sizeof(*s->registry.items));
		s->options.registry = &s->registry;
		if (!s->registry.items)
			return false;
	}
	bool good = take_dialect(s, o->dialect);
	for (size_t i = 0; good && i < o->remote.count; i++)
		good = take_remote(s, o->remote.values[i]);
	return good;
}
