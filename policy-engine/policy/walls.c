/* SPDX-License-Identifier: MIT */
/*
 * walls.c: whether the box can hold what a policy leaves to it. The section `files` holds itself;
 * names of attributes are held by the interpreter, where it is all that a program has. What it
 * can't hold is refused when the policy is loaded.
 */
#include "merge.h"

const char *
wall_name(enum wall w)
{
	static const char *const names[WALLS] = {
	    [WALL_NONE] = "", [WALL_FILES] = "files", [WALL_ATTRIBUTES] = "attributes"};

	return (size_t)w < ARRAY_LENGTH(names) ? names[w] : "";
}

/* Why the wall does not hold what builtins get for names of attributes, or NULL. */
static const char *
leak_of_attributes(const struct policy *p)
{
	if (p->attributes_wall == WALL_NONE)
		return NULL;
	if (p->native)
		return "the wall 'attributes' needs 'tier: pure', because packages with C code can bypass it";
	return p->attributes.otherwise != DECISION_DENY
		   ? "the wall 'attributes' needs 'attributes: {default: deny}'"
		   : NULL;
}

/* The place in the file that says it; else the value that the wall does not bear. */
static const struct json_node *
place_of(const struct merge *m, const struct json_node *root)
{
	const struct json_node *n =
	    json_get(m->doc, json_get(m->doc, root, "attributes"), "unknown");

	n = n != NULL ? n : json_get(m->doc, root, "tier");
	n = n != NULL ? n : json_get(m->doc, root, "attributes");
	return n != NULL ? n : json_get(m->doc, root, "id");
}

void
merge_check_walls(struct merge *m, const struct json_node *root)
{
	const char *why = leak_of_attributes(m->policy);

	if (why != NULL)
		merge_complain(m, place_of(m, root),
		    "write 'unknown: escalate' to let a person decide",
		    "the box can't enforce names of attributes: %s", why);
}
