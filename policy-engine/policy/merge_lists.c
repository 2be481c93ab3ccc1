/* SPDX-License-Identifier: MIT */
/* The sections that are lists of names by decision: imports, builtins, attributes, capabilities,
 * calls. */
#include "merge.h"

typedef void merge_listed(
    struct merge *m, enum section section, const struct json_node *n, enum decision decision);

/* A name in two lists of a file gets the decision of the last of them. */
static const enum decision STRICTEST_FIRST[] = {DECISION_DENY, DECISION_ESCALATE, DECISION_ALLOW};
static const enum decision STRICTEST_LAST[] = {DECISION_ALLOW, DECISION_ESCALATE, DECISION_DENY};

/* `have`: how many there are already, which grows meanwhile. */
static void
merge_list(struct merge *m, const struct json_node *root, enum section section,
    const enum decision order[3], const size_t *have, merge_listed *one)
{
	const struct json_node *lists = json_get(m->doc, root, section_name(section));

	for (size_t i = 0; i < 3; i++) {
		const struct json_node *list = json_get(m->doc, lists, decision_name(order[i]));

		if (!merge_fits(m, list, *have))
			return;
		JSON_EACH(n, m->doc, list)
			one(m, section, n, order[i]);
	}
}

/* Whether an entry lets more through than what held for its name before: by its decision, or as
 * somebody may now waive what nobody could. */
static bool
is_looser(enum decision now, enum waivable waivable, enum decision before, enum waivable was)
{
	return now > before || (now != DECISION_ALLOW && before != DECISION_ALLOW &&
				   waivable_holds(waivable, now) && !waivable_holds(was, before));
}

/* -- imports --------------------------------------------------------------------------------- */

static const struct merge_field IMPORT[] = {
    FIELD(TEXT, "message", import_rule, message),
    FIELD(TEXT, "remedy", import_rule, remedy),
    FIELD(GIVEN, "api", import_rule, has_api),
    FIELD(WORDS, "api", import_rule, api),
    FIELD(WORDS, "also", import_rule, also),
    FIELD(FLAG, "pack", import_rule, pack),
    FIELD(WAIVABLE, "waivable", import_rule, waivable),
};

/* To tighten a package tightens what was said of its parts before, too. */
static void
tighten_below(struct policy *p, const struct import_rule *rule)
{
	size_t kept = 0;

	if (rule->decision == DECISION_ALLOW)
		return;
	for (size_t i = 0; i < p->import_count; i++)
		if (p->imports[i].decision <= rule->decision ||
		    !name_is_below(p->imports[i].module, rule->module))
			p->imports[kept++] = p->imports[i];
	p->import_count = kept;
}

static enum decision
default_of(const struct merge *m)
{
	const struct json_node *said =
	    json_get(m->doc, json_get(m->doc, json_root(m->doc), "imports"), "default");

	return said != NULL ? merge_decision(said->text) : m->policy->import_default;
}

/* A name of the module, before this entry. NULL: no entry, and the default allows. */
static bool
was_given(const struct import_rule *old, struct str module, struct str name)
{
	struct str rest = name, first;
	struct table_member t;

	str_cut(&rest, '.', &first);
	if (old != NULL && (words_have(&old->api, name) || words_have(&old->also, name)))
		return true;
	for (size_t i = 0; old != NULL && i < old->api.count; i++)
		if (str_ends(old->api.items[i], STR(".*")) && old->api.items[i].n == first.n + 2 &&
		    str_starts(old->api.items[i], first))
			return true;
	t = table_member(module, first);
	return (old == NULL || !old->has_api) && t.kind != MEMBER_NONE && !t.is_private &&
	       t.capabilities == 0;
}

/* Of an entry that is allowed as before: names that were not. */
static bool
gains_names(const struct import_rule *old, const struct import_rule *read)
{
	if (!read->has_api && old != NULL && old->has_api)
		return true;
	for (size_t i = 0; i < read->api.count + read->also.count; i++) {
		struct str name = i < read->api.count ? read->api.items[i]
						      : read->also.items[i - read->api.count];

		if (!was_given(old, read->module, name))
			return true;
	}
	return false;
}

/* The names that this `api` takes away from the one that it replaces, for lint. */
static void
note_replaced(struct merge *m, const struct import_rule *old, const struct import_rule *read)
{
	struct buf lost;

	if (!old->has_api || !read->has_api || read->described != NULL || old->described != NULL ||
	    read->decision != DECISION_ALLOW)
		return;
	buf_init(&lost, (size_t)1 << 16);
	buf_str(&lost, read->module);
	for (size_t i = 0; i < old->api.count; i++)
		if (!words_have(&read->api, old->api.items[i]) &&
		    !words_have(&read->also, old->api.items[i]))
			buf_printf(&lost, " %.*s", STR_ARG(old->api.items[i]));
	if (lost.n > read->module.n)
		merge_word(m, buf_view(&lost), &m->policy->replaced);
	buf_release(&lost);
}

/* What an entry must be, whatever held before. */
static void
check_import(struct merge *m, const struct json_node *n, const struct import_rule *r)
{
	bool allows = r->decision == DECISION_ALLOW;
	struct str version;

	if (r->pack && (!allows || (r->described == NULL && !table_version(r->module, &version))))
		merge_complain(m, n,
		    "`sluice library list` lists the packs, `sluice library admit` drafts another; "
		    "'pack' belongs in the list 'allow'",
		    "no pack '%.*s' can be %s", STR_ARG(r->module), allows ? "allowed" : "refused");
	/* nothing tells which names of a module carry authority that the table does not hold */
	if (allows && !r->has_api && default_of(m) != DECISION_ALLOW &&
	    !table_module(r->module).known)
		merge_complain(m, n,
		    arena_printf(m->arena,
			"`sluice library admit %.*s` drafts a pack for review; or list the allowed "
			"names: '{module: %.*s, api: [...]}'",
			STR_ARG(r->module), STR_ARG(r->module)),
		    "module '%.*s' is unknown", STR_ARG(r->module));
	if (r->waivable == WAIVABLE_YES && r->decision == DECISION_DENY)
		merge_complain(m, n,
		    "the sandbox does not import it either; use 'escalate', or remove 'waivable'",
		    "the denial of '%.*s' can't be waived", STR_ARG(r->module));
}

static void
merge_import(
    struct merge *m, enum section section, const struct json_node *n, enum decision decision)
{
	struct policy *p = m->policy;
	struct str module = json_get_text(m->doc, n, "module", n->text);
	const struct import_rule *old = import_rule_for(p, module);
	struct import_rule read = {.module = merge_keep(m, module), .decision = decision}, *entry;
	bool looser;

	MERGE_FIELDS(m, n, IMPORT, &read);
	read.described = read.pack ? pack_of_symbol(p, module) : NULL;
	if (read.described != NULL && !str_eq(read.described->package, module))
		read.described = NULL; /* of the package, and this is a part of it */
	read.has_api = read.has_api || read.described != NULL;
	check_import(m, n, &read);
	looser = is_looser(decision, read.waivable, old != NULL ? old->decision : p->import_default,
	    old != NULL ? old->waivable : WAIVABLE_USUAL);
	if (read.pack)
		looser = looser || old == NULL || !old->pack;
	else if (decision == DECISION_ALLOW)
		looser = looser || gains_names(old, &read);
	if (looser && !merge_may_loosen(m, section, n, module))
		return;
	entry = merge_entry(
	    m, read.module, &p->imports, &p->import_count, &p->import_capacity, sizeof(*entry));
	if (entry == NULL)
		return;
	note_replaced(m, entry, &read);
	*entry = read;
	tighten_below(p, &read);
}

/* -- builtins, attributes, capabilities ------------------------------------------------------ */

static void
merge_name(struct merge *m, enum section section, const struct json_node *n, enum decision decision)
{
	struct policy *p = m->policy;
	struct name_rules *r = section == SECTION_BUILTINS ? &p->builtins : &p->attributes;
	size_t at = name_rule_place(r, n->text);
	bool there = at < r->count && str_eq(r->items[at].name, n->text);
	enum decision before = there ? r->items[at].decision : name_usual(p, section, n->text);

	if (decision > before && !merge_may_loosen(m, section, n, n->text))
		return;
	if (!there) {
		if (merge_push(m, &r->items, &r->count, &r->capacity, sizeof(*r->items)) == NULL)
			return;
		memmove(&r->items[at + 1], &r->items[at], (r->count - 1 - at) * sizeof(*r->items));
		r->items[at].name = merge_keep(m, n->text);
	}
	r->items[at].decision = decision;
}

static void
merge_capability(
    struct merge *m, enum section section, const struct json_node *n, enum decision decision)
{
	struct policy *p = m->policy;

	for (unsigned c = 0; c < CAPABILITIES; c++) {
		if (!str_is(n->text, capability_name(c)))
			continue;
		enum decision before =
		    p->has_capability[c] ? p->capabilities[c] : p->capability_default;
		if (decision > before && !merge_may_loosen(m, section, n, n->text))
			return;
		p->has_capability[c] = true;
		p->capabilities[c] = decision;
	}
}

/* -- calls ----------------------------------------------------------------------------------- */

static const struct merge_field CALL[] = {
    FIELD(TEXT, "id", call_rule, id),
    FIELD(TEXT, "message", call_rule, message),
    FIELD(TEXT, "remedy", call_rule, remedy),
    FIELD_AMONG(CHOICE, "severity", call_rule, severity, SEVERITY_NAMES),
    FIELD(WAIVABLE, "waivable", call_rule, waivable),
};

/* The decision on a call's name before this entry. An entry covers all that lies below its name: only of a
 * name with nothing below it can be told that it was no stricter. */
static enum decision
decided_before(
    struct merge *m, const struct call_rule *old, struct str symbol, enum decision decision)
{
	enum decision before = DECISION_DENY;

	if (old != NULL)
		return old->decision;
	if (decision == DECISION_ALLOW || table_symbol(symbol).kind != MEMBER_VALUE)
		return DECISION_DENY;
	if (!m->decide(m->arena, m->policy, symbol, &before))
		m->failed = true;
	return before;
}

static void
merge_name_of_call(struct merge *m, enum section section, const struct json_node *entry,
    const struct json_node *name, enum decision decision)
{
	struct policy *p = m->policy;
	struct str symbol = merge_symbol(m, name->text);
	const struct call_rule *old = call_rule_for(p, symbol);
	struct call_rule *one,
	    read = {.name = symbol, .decision = decision, .severity = SEVERITY_HIGH};

	MERGE_FIELDS(m, entry, CALL, &read);
	if (is_looser(decision, read.waivable, decided_before(m, old, symbol, decision),
		old != NULL ? old->waivable : WAIVABLE_USUAL) &&
	    !merge_may_loosen(m, section, name, name->text))
		return;
	one = merge_entry(m, symbol, &p->calls, &p->call_count, &p->call_capacity, sizeof(*one));
	if (one != NULL)
		*one = read;
}

static void
merge_call(struct merge *m, enum section section, const struct json_node *n, enum decision decision)
{
	const struct json_node *names = json_get(m->doc, n, "name");

	if (merge_fits(m, names, m->policy->call_count))
		MERGE_EACH(name, m, names)
			merge_name_of_call(m, section, n, name, decision);
}

void
merge_lists(struct merge *m, const struct json_node *root)
{
	struct policy *p = m->policy;
	const size_t none = 0;

	p->replaced.count = 0; /* of this file alone */
	merge_list(m, root, SECTION_IMPORTS, STRICTEST_FIRST, &p->import_count, merge_import);
	merge_list(m, root, SECTION_BUILTINS, STRICTEST_LAST, &p->builtins.count, merge_name);
	merge_list(m, root, SECTION_ATTRIBUTES, STRICTEST_LAST, &p->attributes.count, merge_name);
	merge_list(m, root, SECTION_CAPABILITIES, STRICTEST_LAST, &none, merge_capability);
	merge_defaults(m, root);
	merge_list(m, root, SECTION_CALLS, STRICTEST_FIRST, &p->call_count, merge_call);
}
