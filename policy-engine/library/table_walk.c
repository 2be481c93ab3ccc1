/* SPDX-License-Identifier: MIT */
/* Walks over the table, for whoever lists and completes names: a check looks names up. */
#include "embedded.h"

bool
table_next_module(struct str prefix, size_t *at, struct str *name)
{
	struct str all = table_text();

	while (*at < embedded_table_parts.modules) {
		struct str line = str_slice(all, embedded_table_modules[(*at)++], all.n);

		str_cut(&line, '\t', name);
		if (str_starts(*name, prefix))
			return true;
	}
	return false;
}

bool
table_next_attribute(
    struct str prefix, size_t *at, struct str *name, struct table_attribute *attribute)
{
	while (*at < embedded_table_parts.names) {
		*attribute = table_attribute_at((*at)++, name);
		if (str_starts(*name, prefix))
			return true;
	}
	return false;
}

void
table_members(struct str module,
    void (*each)(void *context, struct str name, const struct table_member *member), void *context)
{
	struct table_module of = table_module(module);
	struct str name;

	for (size_t i = of.first; i < of.first + of.members; i++) {
		struct table_member m = table_member_at(i, &name);

		if (!m.is_private)
			each(context, name, &m);
	}
}
