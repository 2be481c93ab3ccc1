/* SPDX-License-Identifier: MIT */
/*
 * metaschema.c: the schemas of schemas, for those who refer to them. metaschemas.json has them by
 * their URIs; they state the same constraints as the published documents of the three dialects,
 * without their titles, comments and defaults.
 */
#include "compile.h"

extern const char metaschemas[];
extern const size_t metaschemas_bytes;

const struct json_doc *
metaschema_find(struct arena *a, struct str uri)
{
	struct str all = {metaschemas, metaschemas_bytes};
	struct json_doc every, *one = arena_alloc(a, sizeof(*one));
	struct err err = {0};

	if (!one || !json_parse(a, all, "metaschemas.json", &JSON_LIMITS, &every, NULL, &err))
		return NULL;
	const struct json_node *n = json_get_str(&every, json_root(&every), uri);
	char *name = n ? arena_text(a, uri) : NULL;
	return name && json_parse(a, json_source(&every, n), name, &JSON_LIMITS, one, NULL, &err)
		   ? one
		   : NULL;
}
