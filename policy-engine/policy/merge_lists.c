/* SPDX-License-Identifier: MIT */
/* The sections that are lists of names by decision: imports, builtins, attributes, capabilities,
 * calls. */
#include "merge.h"

static const struct merge_field NAME[] = {
    FIELD(TEXT, "id", name_rule, id),
    FIELD(TEXT, "message", name_rule, message),
    FIELD(TEXT, "remedy", name_rule, remedy),
    FIELD_AMONG(CHOICE, "severity", name_rule, severity, SEVERITY_NAMES),
    FIELD_AMONG(CHOICE, "waivable", name_rule, waivable, WAIVABLE_NAMES),
    FIELD(GIVEN, "api", name_rule, has_api),
    FIELD(WORDS, "api", name_rule, api),
    FIELD(WORDS, "also", name_rule, also),
    FIELD(FLAG, "pack", name_rule, pack),
};

/* -- modules --------------------------------------------------------------------------------- */

/* To tighten a package tightens what was said of its parts before, too. */
static void
tighten_below(struct name_rules *list, const struct name_rule *rule)
{
	size_t kept = 0;

	if (rule->decision == DECISION_ALLOW)
		return;
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].decision <= rule->decision ||
		    !name_is_below(list->items[i].name, rule->name))
			list->items[kept++] = list->items[i];
	list->count = kept;
}

static bool
allows_unlisted(const struct merge *m)
{
	const struct json_node *lists = json_get(m->doc, json_root(m->doc), "imports");
	struct str before = str_from(decision_name(m->policy->imports.otherwise));

	return str_is(json_get_text(m->doc, lists, "default", before), "allow");
}

/* A name of the module, before this entry. NULL: no entry, and the default allows. */
static bool
was_given(const struct name_rule *old, struct str module, struct str name)
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
gains_names(const struct name_rule *old, const struct name_rule *read)
{
	if (!read->has_api && old != NULL && old->has_api)
		return true;
	for (size_t i = 0; i < read->api.count + read->also.count; i++) {
		struct str name = i < read->api.count ? read->api.items[i]
						      : read->also.items[i - read->api.count];

		if (!was_given(old, read->name, name))
			return true;
	}
	return false;
}

/* What an entry must be, whatever held before. */
static void
check_import(struct merge *m, const struct json_node *n, const struct name_rule *r)
{
	bool allows = r->decision == DECISION_ALLOW;
	struct str version;

	if (r->pack && (!allows || (r->described == NULL && !table_version(r->name, &version))))
		merge_complain(m, n,
		    "`sluice library list` lists the packs, `sluice library admit` drafts another; "
		    "'pack' belongs in the list 'allow'",
		    "no pack '%.*s' can be %s", STR_ARG(r->name), allows ? "allowed" : "refused");
	/* nothing tells which names of a module carry authority that the table does not hold */
	if (allows && !r->has_api && !allows_unlisted(m) && !table_module(r->name).known)
		merge_complain(m, n,
		    arena_printf(m->arena,
			"`sluice library admit %.*s` drafts a pack for review; or list the allowed "
			"names: '{module: %.*s, api: [...]}'",
			STR_ARG(r->name), STR_ARG(r->name)),
		    "module '%.*s' is unknown", STR_ARG(r->name));
	if (r->waivable == WAIVABLE_YES && r->decision == DECISION_DENY)
		merge_complain(m, n,
		    "the sandbox does not import it either; use 'escalate', or remove 'waivable'",
		    "the denial of '%.*s' can't be waived", STR_ARG(r->name));
}

static void
describe(const struct policy *p, struct name_rule *r)
{
	r->described = r->pack ? pack_of_symbol(p, r->name) : NULL;
	if (r->described != NULL && !str_eq(r->described->package, r->name))
		r->described = NULL; /* of the package, and this is a part of it */
	r->has_api = r->has_api || r->described != NULL;
}

/* -- names ----------------------------------------------------------------------------------- */

static const struct name_rule *
find(const struct name_rules *list, struct str name)
{
	for (size_t i = 0; i < list->count; i++)
		if (str_eq(list->items[i].name, name))
			return &list->items[i];
	return NULL;
}

/*
 * Whether an entry lets more through than what held before: by its decision, as somebody may now
 * waive what nobody could, or by what it gives of a module. An entry of calls covers all that lies
 * below its name: only of a name with nothing below it can be told that it was no stricter.
 */
static bool
is_looser(struct merge *m, enum section section, const struct name_rule *now)
{
	struct policy *p = m->policy;
	const struct name_rules *list = &p->lists[section];
	const struct name_rule *old = section == SECTION_IMPORTS ? import_rule_for(p, now->name)
				      : section == SECTION_CALLS ? call_rule_for(p, now->name)
								 : find(list, now->name);
	enum decision before = old != NULL ? old->decision : list->otherwise;
	enum waivable was = old != NULL ? old->waivable : WAIVABLE_USUAL;

	if (old == NULL && section == SECTION_CALLS && now->decision != DECISION_ALLOW &&
	    table_symbol(now->name).kind == MEMBER_VALUE)
		m->failed = !m->decide(m->arena, p, now->name, &before) || m->failed;
	else if (old == NULL && (section == SECTION_BUILTINS || section == SECTION_ATTRIBUTES))
		before = name_usual(p, section, now->name);
	if (now->decision > before ||
	    (now->decision != DECISION_ALLOW && before != DECISION_ALLOW &&
		waivable_holds(now->waivable, now->decision) && !waivable_holds(was, before)))
		return true;
	if (section != SECTION_IMPORTS)
		return false;
	return now->pack ? old == NULL || !old->pack
			 : now->decision == DECISION_ALLOW && gains_names(old, now);
}

static void
merge_name(struct merge *m, enum section section, const struct json_node *entry,
    const struct json_node *name, enum decision decision)
{
	struct policy *p = m->policy;
	struct name_rules *list = &p->lists[section];
	struct name_rule *one, now = {.decision = decision, .severity = SEVERITY_HIGH};

	now.name = section == SECTION_CALLS ? merge_symbol(m, name->text) : name->text;
	MERGE_FIELDS(m, entry, NAME, &now);
	describe(p, &now);
	if (section == SECTION_IMPORTS)
		check_import(m, entry, &now);
	if (is_looser(m, section, &now) &&
	    !merge_may_loosen(m, section, section == SECTION_IMPORTS ? entry : name, name->text))
		return;
	one = merge_entry(m, now.name, &list->items, &list->count, &list->capacity, sizeof(*one));
	if (one == NULL)
		return;
	*one = now;
	if (section == SECTION_IMPORTS)
		tighten_below(list, &now);
}

/* A name in two lists of a file gets the decision of the last of them. */
static void
merge_list(struct merge *m, const struct json_node *root, enum section section)
{
	static const enum decision first[] = {DECISION_DENY, DECISION_ESCALATE, DECISION_ALLOW};
	const struct json_node *lists = json_get(m->doc, root, section_name(section));
	struct name_rules *list = &m->policy->lists[section];
	bool ordered = section == SECTION_IMPORTS || section == SECTION_CALLS;
	size_t before = list->count;

	for (size_t i = 0; i < 3; i++) {
		enum decision d = first[ordered ? i : 2 - i];
		const struct json_node *all = json_get(m->doc, lists, decision_name(d));

		if (!merge_fits(m, all, list->count))
			break;
		JSON_EACH(n, m->doc, all) {
			const struct json_node *said =
			    json_get(m->doc, n, section == SECTION_CALLS ? "name" : "module");

			said = said != NULL ? said : n;
			if (merge_fits(m, said, list->count))
				JSON_EACH_SAID(name, m->doc, said)
					merge_name(m, section, n, name, d);
		}
	}
	if (!ordered && list->count > before)
		name_rules_sort(list);
}

void
merge_lists(struct merge *m, const struct json_node *root)
{
	for (enum section s = SECTION_IMPORTS; s < SECTION_CALLS; s++)
		merge_list(m, root, s);
	merge_defaults(m, root);
	merge_list(m, root, SECTION_CALLS);
}
