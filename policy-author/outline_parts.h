/* SPDX-License-Identifier: MIT */
/* outline_parts.h: what the outlining files share. */
#ifndef POLICY_OUTLINE_PARTS_H
#define POLICY_OUTLINE_PARTS_H

#include "json.h"
#include "outline.h"

struct maker {
	struct arena *arena;
	const struct policy *policy;
	struct json_doc *docs; /* one a source */
	size_t doc_count;
	struct outline *out;
	bool failed;
};

struct entry *outline_add(struct maker *m, struct entry e);
unsigned outline_line(const struct json_doc *d, const struct json_node *n);
/* The element of a list that has this name: a text, or an object with it under `key`. */
const struct json_node *outline_find_in(
    const struct json_doc *d, const struct json_node *list, const char *key, struct str name);
void outline_add_rule(struct maker *m, size_t index);

#endif
