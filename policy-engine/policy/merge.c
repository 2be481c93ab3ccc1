/* SPDX-License-Identifier: MIT */
/*
 * A policy upon what it extends. Lists add up and a child's word on a name replaces the parent's;
 * limits are the smaller. What would let more through than the parent did needs an `override` of
 * its section, with a reason, and is refused where an ancestor locked the section. The document was
 * checked against the schema before, so its shape is known.
 */
#include "merge.h"

#include "hash.h"

static const char *const section_names[SECTIONS] = {"imports", "builtins", "attributes",
    "capabilities", "calls", "rules", "limits", "tier", "escalation", "executor", "output",
    "prompt", "waivers", "files", "data", "tools"};

const char *
section_name(enum section s)
{
	return section_names[s];
}

bool
merge_complain(
    struct merge *m, const struct json_node *at, const char *help, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	bool said = json_vcomplain(m->doc, at, m->errs, help, format, ap);
	va_end(ap);
	m->complained = at;
	return said;
}

bool
merge_may_loosen(struct merge *m, enum section section, const struct json_node *at, struct str what)
{
	const char *name = section_names[section];

	if (!m->extends)
		return true;
	if (m->only_tightens)
		return false;
	if (m->overrides[section] && !m->policy->locked[section]) {
		m->policy->loosened[section] = true;
		return true;
	}
	if (m->policy->locked[section])
		return merge_complain(m, at,
		    arena_printf(
			m->arena, "a policy that this one extends lists '%s' in 'locked'", name),
		    "'%.*s' loosens '%s', which is locked", STR_ARG(what), name);
	return merge_complain(m, at,
	    arena_printf(m->arena, "give a reason: 'override: [{what: %s, reason: ...}]'", name),
	    "'%.*s' loosens '%s' of the %spolicy", STR_ARG(what), name,
	    m->is_profile ? "" : "extended ");
}

bool
merge_fits(struct merge *m, const struct json_node *list, size_t have)
{
	if (list == NULL || have + list->count <= POLICY_ENTRIES_MAX)
		return true;
	return merge_complain(m, list, "that is the limit for all files of a policy together",
	    "more than %d entries", POLICY_ENTRIES_MAX);
}

void *
merge_push(struct merge *m, void *items, size_t *count, size_t *capacity, size_t size)
{
	void *one = arena_push(m->arena, items, count, capacity, size);

	m->failed = m->failed || one == NULL;
	return one;
}

void *
merge_entry(
    struct merge *m, struct str name, void *items, size_t *count, size_t *capacity, size_t size)
{
	char *one;
	struct str its;

	memcpy(
	    &one, items, sizeof(one)); /* the address of a pointer to any type, as of arena_push */
	for (size_t i = 0; i < *count; i++, one += size) {
		memcpy(&its, one, sizeof(its));
		if (str_eq(its, name))
			return one;
	}
	one = merge_push(m, items, count, capacity, size);
	if (one != NULL) {
		memset(one, 0, size);
		memcpy(one, &name, sizeof(name));
	}
	return one;
}

/* Names without a dot are builtins. */
struct str
merge_symbol(struct merge *m, struct str name)
{
	if (memchr(name.p, '.', name.n) == NULL)
		name = str_from(arena_printf(m->arena, "builtins.%.*s", STR_ARG(name)));
	m->failed = m->failed || name.n == 0;
	return name;
}

/* `key`: the member of each that names a section; NULL: they are the names. */
static void
mark_sections(
    struct merge *m, const struct json_node *list, const char *key, bool sections[SECTIONS])
{
	JSON_EACH(n, m->doc, list)
		for (int i = 0; i < SECTIONS; i++)
			if (str_is(key != NULL ? json_get(m->doc, n, key)->text : n->text,
				section_names[i]))
				sections[i] = true;
}

/* Whether the box can hold what the policy leaves to it. The section `files` holds itself; names of
 * attributes are held by the interpreter, where it is all that a program has. */
static void
check_walls(struct merge *m, const struct json_node *root)
{
	const struct policy *p = m->policy;
	const struct json_node *section = json_get(m->doc, root, "attributes"),
			       *at = json_get(m->doc, section, "unknown");
	const char *why =
	    p->native
		? "the wall 'attributes' needs 'tier: pure', because packages with C code can bypass it"
	    : p->attributes.otherwise != DECISION_DENY
		? "the wall 'attributes' needs 'attributes: {default: deny}'"
		: NULL;

	if (p->attributes_wall == WALL_NONE || why == NULL)
		return;
	at = at != NULL ? at : json_get(m->doc, root, "tier");
	at = at != NULL ? at : section;
	merge_complain(m, at != NULL ? at : json_get(m->doc, root, "id"),
	    "write 'unknown: escalate' to let a person decide",
	    "the box can't enforce names of attributes: %s", why);
}

/* The waivers' file is read after the merge (load.c), once the rules are known. */
const struct json_node *
merge_waivers_file(const struct json_doc *d)
{
	const struct json_node *n = json_get(d, json_root(d), "waivers");

	return n != NULL && n->kind == JSON_OBJECT ? json_get(d, n, "file") : n;
}

static const struct merge_field HEAD[] = {
    FIELD(TEXT, "id", policy, id),
    FIELD(TEXT, "id", policy, title),
    FIELD(TEXT, "title", policy, title),
    FIELD(AMOUNT, "revision", policy, revision),
};

void
merge_document(struct merge *m)
{
	struct policy *p = m->policy;
	const struct json_node *root = json_root(m->doc), *rules = json_get(m->doc, root, "rules"),
			       *waivers = merge_waivers_file(m->doc);
	char *line;

	memset(p->loosened, 0, sizeof(p->loosened));
	MERGE_FIELDS(m, root, HEAD, p);
	mark_sections(m, json_get(m->doc, root, "override"), "what", m->overrides);
	merge_lists(m, root);
	if (merge_fits(m, rules, p->rule_count))
		JSON_EACH(n, m->doc, rules)
			merge_rule(m, n);
	merge_settings(m, root);
	if (waivers != NULL)
		(void)merge_may_loosen(m, SECTION_WAIVERS, waivers, waivers->text);
	merge_packages(m, json_get(m->doc, json_get(m->doc, root, "executor"), "packages"));
	check_walls(m, root);
	mark_sections(m, json_get(m->doc, root, "locked"), NULL, p->locked);
	line = arena_printf(m->arena, "%.*s@%lld", STR_ARG(p->id), (long long)p->revision);
	m->failed = line == NULL || !words_add(m->arena, &p->lineage, str_from(line)) || m->failed;
}

/* -- profiles -------------------------------------------------------------------------------- */

/*
 * Profiles: the settings of a policy under another name, for a kind of task. Each is the whole
 * policy with a few settings merged upon it, by the rules by which a child's are merged upon its
 * parent's. They are made once the policy is whole, from what each of its files says.
 *
 * An extended policy's profile may have loosened that policy's own settings,
 * and this policy may have tightened those. So an inherited profile only tightens; to loosen, this
 * policy says it again.
 */

/* The copy of the policy that becomes the profile, with a digest that names it, too. */
static struct policy *
profile_of(struct merge *m, struct policy *p, struct str name)
{
	struct profile *one = merge_entry(
	    m, name, &p->profiles, &p->profile_count, &p->profile_capacity, sizeof(*one));
	struct policy *made = one != NULL ? one->policy : NULL;
	const struct str parts[] = {
	    STR("profile"), {"", 1}, name, {"", 1}, {p->digest, DIGEST_HEX_BYTES - 1}};
	struct digest d;

	if (one == NULL || made != NULL)
		return made;
	made = one->policy = arena_alloc(m->arena, sizeof(*made));
	if (made == NULL)
		return NULL;
	*made = *p;
	made->profile = name;
	made->profile_count = 0;
	/* a list that is shared with the policy must not grow where the policy's own room is */
	made->settings.requires.capacity = made->settings.requires.count;
	made->settings.wants.capacity = made->settings.wants.count;
	made->settings.sensitive.capacity = made->settings.sensitive.count;
	made->settings.escalation.need_capacity = made->settings.escalation.need_count;
	digest_of_parts(parts, ARRAY_LENGTH(parts), &d);
	digest_hex(&d, made->digest);
	return made;
}

static bool
merge_profile(
    struct merge m, struct policy *p, const struct merged *file, const struct json_node *name)
{
	m.policy = profile_of(&m, p, name->text);
	if (m.policy == NULL)
		return false;
	memcpy(m.policy->locked, file->locked, sizeof(p->locked));
	mark_sections(&m, json_get(m.doc, name + 1, "override"), "what", m.overrides);
	merge_settings(&m, name + 1);
	check_walls(&m, name + 1);
	memcpy(m.policy->locked, p->locked, sizeof(p->locked));
	return !m.failed;
}

bool
merge_profiles(struct arena *a, struct policy *p, const struct merged *files, size_t count,
    struct err_list *errs)
{
	for (const struct merged *f = files; f < files + count; f++) {
		const struct merge m = {.arena = a,
		    .doc = &f->doc,
		    .errs = errs,
		    .extends = true,
		    .is_profile = true,
		    .only_tightens = f + 1 < files + count};

		JSON_EACH(n, m.doc, json_get(m.doc, json_root(m.doc), "profiles"))
			if (!merge_profile(m, p, f, n))
				return false;
	}
	return true;
}
