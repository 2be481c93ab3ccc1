/* SPDX-License-Identifier: MIT */
/*
 * walls.c: which wall of the box holds a rule with `unknown: enforce`.
 *
 * A wall holds a rule where it stops at run time everything that the rule would stop if the text
 * told all values. What it can't hold is refused when the policy is loaded, with the wall that
 * would be needed.
 */
#include "merge.h"

const char *
wall_name(enum wall w)
{
	static const char *const names[WALLS] = {
	    [WALL_NONE] = "", [WALL_FILES] = "files", [WALL_ATTRIBUTES] = "attributes"};

	return (size_t)w < ARRAY_LENGTH(names) ? names[w] : "";
}

bool
wall_bears(enum wall w, const struct predicate *p)
{
	bool more = p->has_matches || p->has_below || p->one_of.count > 0 || p->none_of.count > 0 ||
		    p->absent,
	     path = p->has_path || p->extensions.count > 0;

	if (w == WALL_FILES)
		return path && !more && (p->is & ~(unsigned)(IS_NONE | IS_BUFFER)) == 0;
	return w == WALL_ATTRIBUTES && !path && !more && p->is == IS_SAFE_ATTRIBUTE;
}

static bool
bears_some(enum wall w, const struct policy_rule *r)
{
	for (size_t i = 0; i < r->unless_count; i++)
		for (size_t k = 0; k < r->unless[i].count; k++)
			if (wall_bears(w, &r->unless[i].predicates[k]))
				return true;
	return false;
}

/* The functions that the guest makes itself are builtins. */
static bool
are_builtins(const struct words *calls)
{
	for (size_t i = 0; i < calls->count; i++)
		if (!str_starts(calls->items[i], STR("builtins.")))
			return false;
	return true;
}

/* The wall that bears what the rule asks of values; WALLS where there is none. */
static enum wall
wall_of(const struct policy_rule *r)
{
	bool files = bears_some(WALL_FILES, r), attributes = bears_some(WALL_ATTRIBUTES, r);

	if (files == attributes)
		return WALLS;
	if (attributes && !are_builtins(&r->calls))
		return WALLS;
	return files ? WALL_FILES : WALL_ATTRIBUTES;
}

static bool
has_extension(struct str pattern, const struct words *extensions)
{
	for (size_t i = 0; i < extensions->count; i++) {
		struct str one = extensions->items[i];

		if (pattern.n > one.n && str_ends(pattern, one) &&
		    pattern.p[pattern.n - one.n - 1] == '.')
			return true;
	}
	return extensions->count == 0;
}

/* What the section lets through and the predicate would not; or NULL. */
static const char *
beyond(const struct file_scope *f, const struct predicate *p)
{
	if (p->has_path && p->path_under.n > 0 && !str_is(p->path_under, "."))
		return "its 'path_under' is narrower than the section 'files', which the wall "
		       "holds";
	for (size_t i = 0; i < f->read.count && p->has_path; i++)
		if (!str_is(f->read.items[i], "."))
			return "the section 'files' lets folders be read that its 'path_under' "
			       "does not";
	for (size_t i = 0; i < f->write.count; i++)
		if (!has_extension(f->write.items[i], &p->extensions))
			return "the section 'files' lets results be written that its 'extensions' "
			       "do not";
	return NULL;
}

static const char *
beyond_rule(const struct file_scope *f, const struct policy_rule *r)
{
	const char *why = NULL;

	for (size_t i = 0; i < r->unless_count && why == NULL; i++)
		for (size_t k = 0; k < r->unless[i].count && why == NULL; k++)
			if (wall_bears(WALL_FILES, &r->unless[i].predicates[k]))
				why = beyond(f, &r->unless[i].predicates[k]);
	return why;
}

/* Why the wall does not hold what builtins get for names of attributes, or NULL. */
static const char *
leak_of_attributes(const struct policy *p)
{
	if (p->native)
		return "the wall 'attributes' needs 'tier: pure': packages with C code can pass it";
	return p->attributes.otherwise != DECISION_DENY
		   ? "the wall 'attributes' needs 'attributes: {default: deny}'"
		   : NULL;
}

/* Why its wall does not hold it, or NULL. */
static const char *
leak_of(const struct policy *p, const struct policy_rule *r, enum wall w)
{
	switch (w) {
	case WALL_FILES:
		return p->files.given ? beyond_rule(&p->files, r)
				      : "the wall 'files' needs the section 'files'";
	case WALL_ATTRIBUTES:
		return leak_of_attributes(p);
	case WALL_NONE:
		return NULL;
	case WALLS:
	default:
		return "walls hold names of files ('path_under', 'extensions') and names that "
		       "builtins get for attributes ('is: [safe-attribute]'), and it asks for "
		       "neither";
	}
}

enum wall
rule_wall(const struct policy *p, const struct policy_rule *r)
{
	enum wall w = wall_of(r);

	return leak_of(p, r, w) == NULL ? w : WALL_NONE;
}

/* Where the file says it of its own rule; else what the file says that the wall does not bear. */
static const struct json_node *
place_of(const struct merge *m, const struct json_node *root, const struct policy_rule *r)
{
	const struct json_node *rules = json_get(m->doc, root, "rules"), *n;

	for (n = json_first(m->doc, rules); n != NULL; n = json_next(m->doc, n))
		if (str_eq(json_get_text(m->doc, n, "id", STR("")), r->id))
			return json_get(m->doc, n, "unknown");
	n = json_get(m->doc, root, r->wall == WALL_FILES ? "files" : "tier");
	return n != NULL ? n : json_get(m->doc, root, "id");
}

static const struct json_node *
place_of_attributes(const struct merge *m, const struct json_node *root)
{
	const struct json_node *n =
	    json_get(m->doc, json_get(m->doc, root, "attributes"), "unknown");

	n = n != NULL ? n : json_get(m->doc, root, "tier");
	n = n != NULL ? n : json_get(m->doc, root, "attributes");
	return n != NULL ? n : json_get(m->doc, root, "id");
}

void
merge_take_wall(struct merge *m, const struct json_node *rule, struct policy_rule *out)
{
	if (str_is(json_get_text(m->doc, rule, "unknown", STR("")), "enforce"))
		out->wall = wall_of(out);
}

static void
check_rules(
    struct merge *m, const struct json_node *root, const struct policy_rule *rules, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *why = leak_of(m->policy, &rules[i], rules[i].wall);

		if (why != NULL)
			merge_complain(m, place_of(m, root, &rules[i]),
			    "write 'unknown: escalate', and a person decides",
			    "the box can't hold rule '%.*s': %s", STR_ARG(rules[i].id), why);
	}
}

void
merge_check_walls(struct merge *m, const struct json_node *root)
{
	const char *why =
	    m->policy->attributes_wall != WALL_NONE ? leak_of_attributes(m->policy) : NULL;

	if (why != NULL)
		merge_complain(m, place_of_attributes(m, root),
		    "write 'unknown: escalate', and a person decides",
		    "the box can't hold names of attributes: %s", why);
	check_rules(m, root, m->policy->rules, m->policy->rule_count);
	check_rules(m, root, m->policy->shadow.rules, m->policy->shadow.rule_count);
}
