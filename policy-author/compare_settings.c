/* SPDX-License-Identifier: MIT */
/* Rules by their conditions; limits and settings by their amounts. */
#include "compare_parts.h"
#include "mutant.h"
#include "outline.h"

#include "clock.h"

#include <inttypes.h>

#define CONDITION_BYTES_MAX ((size_t)64 << 10)

static void
compare_flag(struct comparer *c, const char *what, bool before, bool after)
{
	compare_add(c, str_from(what),
	    (struct compare_side){before ? RANK_ALLOW : RANK_DENY, before ? STR("yes") : STR("no")},
	    (struct compare_side){after ? RANK_ALLOW : RANK_DENY, after ? STR("yes") : STR("no")});
}

static struct str
kept(struct comparer *c, struct buf *b)
{
	struct str text = {"", 0};

	c->failed = !buf_keep(b, c->arena, &text) || c->failed;
	return text;
}

static struct str
condition_text(struct comparer *c, const struct condition *condition)
{
	struct buf b;

	buf_init(&b, CONDITION_BYTES_MAX);
	for (size_t i = 0; i < condition->count; i++) {
		buf_text(&b, i == 0 ? "" : ", ");
		compare_put_predicate(&b, &condition->predicates[i]);
	}
	return kept(c, &b);
}

/* A condition lets calls through: one that only `has` knows is gained or lost. */
static void
compare_conditions(
    struct comparer *c, const struct policy_rule *has, const struct policy_rule *other, bool gained)
{
	const struct compare_side none = {RANK_DENY, STR("no such condition")};

	for (size_t i = 0; i < has->unless_count; i++) {
		struct str text = condition_text(c, &has->unless[i]);
		struct compare_side here = {RANK_RULE, text};
		bool found = false;

		for (size_t k = 0; k < other->unless_count && !found; k++)
			found = str_eq(text, condition_text(c, &other->unless[k]));
		if (!found)
			compare_add(c,
			    str_from(arena_printf(
				c->arena, "rule '%.*s', a condition", STR_ARG(has->id))),
			    gained ? none : here, gained ? here : none);
	}
}

/* Only a rule's absence from programs without its packages is left to say: more packages, more
 * programs that are refused. */
static struct compare_side
side_of_packages(struct comparer *c, const struct policy_rule *r)
{
	struct buf b;

	if (r->packages.count == 0)
		return (struct compare_side){RANK_DENY, STR("all programs")};
	buf_init(&b, CONDITION_BYTES_MAX);
	for (size_t i = 0; i < r->packages.count; i++)
		buf_printf(
		    &b, "%s%.*s", i == 0 ? "programs with " : ", ", STR_ARG(r->packages.items[i]));
	return (struct compare_side){RANK_RULE, kept(c, &b)};
}

static void
compare_rule(struct comparer *c, const struct policy_rule *a, const struct policy_rule *b)
{
	struct str id = a->id;

	compare_add(c, str_from(arena_printf(c->arena, "rule '%.*s', otherwise", STR_ARG(id))),
	    compare_decision(a->otherwise), compare_decision(b->otherwise));
	compare_add(c, str_from(arena_printf(c->arena, "rule '%.*s', unknown", STR_ARG(id))),
	    compare_decision(a->unknown), compare_decision(b->unknown));
	compare_add(c, str_from(arena_printf(c->arena, "rule '%.*s', for", STR_ARG(id))),
	    side_of_packages(c, a), side_of_packages(c, b));
	for (unsigned i = 0; i < RULE_PLACES; i++)
		compare_flag(c,
		    arena_printf(
			c->arena, "rule '%.*s', as '%s'", STR_ARG(id), RULE_PLACE_NAMES[i]),
		    (a->as & 1u << i) != 0, (b->as & 1u << i) != 0);
	compare_flag(c, arena_printf(c->arena, "rule '%.*s' may be waived", STR_ARG(id)),
	    rule_may_be_waived(a), rule_may_be_waived(b));
	compare_conditions(c, a, b, false);
	compare_conditions(c, b, a, true);
}

void
compare_rules(struct comparer *c)
{
	for (size_t i = 0; i < c->out->a->rule_count; i++) {
		const struct policy_rule *a = &c->out->a->rules[i];
		size_t at = rule_index(c->out->b, a->id);

		if (at != SIZE_MAX)
			compare_rule(c, a, &c->out->b->rules[at]);
	}
}

/* Adds a difference by a rank function's answers in both directions. */
static void
compare_ranked(struct comparer *c, struct str what, struct str before, struct str after,
    bool loosened, bool tightened)
{
	compare_add(c, what, (struct compare_side){tightened ? RANK_ALLOW : RANK_DENY, before},
	    (struct compare_side){loosened ? RANK_ALLOW : RANK_DENY, after});
}

/* Lists are compared element by element, and defaults name by name. */
static void
compare_setting(struct comparer *c, size_t number, const struct policy *a, const struct policy *b)
{
	enum section section;
	const char *name;

	(void)policy_setting(number, &section, &name);
	if (strcmp(name, "require") == 0 || strcmp(name, "default") == 0)
		return;
	compare_ranked(c,
	    str_from(number < LIMITS
			 ? arena_printf(c->arena, "limit '%s'", name)
			 : arena_printf(c->arena, "%s, '%s'", section_name(section), name)),
	    policy_setting_text(c->arena, number, a), policy_setting_text(c->arena, number, b),
	    policy_setting_loosened(number, a, b), policy_setting_loosened(number, b, a));
}

/* The required approvals as one line. */
static struct str
text_of_needs(struct comparer *c, const struct policy *p)
{
	struct buf b;

	buf_init(&b, CONDITION_BYTES_MAX);
	for (size_t i = 0; i < p->settings.escalation.need_count; i++) {
		const struct policy_need *n = &p->settings.escalation.needs[i];

		buf_printf(&b, "%s%" PRId64 " %.*s for %.*s", i == 0 ? "" : ", ", n->n,
		    STR_ARG(n->role), STR_ARG(n->scope));
		if (!str_eq(n->name, n->role))
			buf_printf(&b, " as '%.*s'", STR_ARG(n->name));
	}
	if (b.n == 0)
		buf_text(&b, "nobody");
	return kept(c, &b);
}

static struct str
text_of_packages(struct comparer *c, const struct policy *p)
{
	struct buf b;

	buf_init(&b, CONDITION_BYTES_MAX);
	if (!p->packages || !p->has_package_list)
		buf_text(&b, p->packages ? "all" : "none");
	else
		for (size_t i = 0; i < p->package_list.count; i++)
			buf_printf(
			    &b, "%s%.*s", i == 0 ? "" : ", ", STR_ARG(p->package_list.items[i]));
	return kept(c, &b);
}

static void
compare_guarantees(
    struct comparer *c, const struct policy *has, const struct policy *other, bool gained)
{
	for (size_t i = 0; i < has->settings.requires.count; i++) {
		struct str name = has->settings.requires.items[i];

		if (!words_have(&other->settings.requires, name))
			compare_flag(c,
			    arena_printf(
				c->arena, "running without the guarantee '%.*s'", STR_ARG(name)),
			    gained, !gained);
	}
}

/* Denials of calls that only one of both lets anybody waive. */
static void
compare_waivable(struct comparer *c)
{
	const struct policy *b = c->out->b;

	for (size_t i = 0; i < b->calls.count; i++) {
		const struct name_rule *now = &b->calls.items[i], *old;

		old = call_rule_for(c->out->a, now->name);
		if (now->decision != DECISION_ALLOW &&
		    (old == NULL || old->decision != DECISION_ALLOW))
			compare_flag(c,
			    arena_printf(c->arena, "'%.*s' may be waived", STR_ARG(now->name)),
			    old != NULL && waivable_holds(old->waivable, old->decision),
			    waivable_holds(now->waivable, now->decision));
	}
}

static const struct waiver *
waiver_of(const struct policy *p, struct str id)
{
	for (size_t i = 0; i < p->waivers.count; i++)
		if (str_eq(p->waivers.items[i].id, id))
			return &p->waivers.items[i];
	return NULL;
}

/* All of it but the words: whatever differs may let something else pass. */
static struct compare_side
side_of_waiver(struct comparer *c, const struct waiver *w)
{
	struct compare_side side = {RANK_DENY, STR("none")};
	char from[CLOCK_STAMP_BYTES], until[CLOCK_STAMP_BYTES];
	struct str scope;

	if (w == NULL)
		return side;
	scope = w->code.n > 0 ? w->code : w->fingerprint.n > 0 ? w->fingerprint : w->path;
	clock_stamp_of(w->from_us, from);
	clock_stamp_of(w->until_us, until);
	side.rank = RANK_ALLOW;
	side.says = str_from(arena_printf(c->arena,
	    "rule '%.*s' of %s '%.*s' from %.10s until %.10s", STR_ARG(w->rule),
	    w->code.n > 0          ? "code"
	    : w->fingerprint.n > 0 ? "fingerprint"
				   : "path",
	    STR_ARG(scope), from, until));
	c->failed = c->failed || side.says.n == 0;
	return side;
}

static void
compare_waivers(struct comparer *c, const struct policy *p)
{
	for (size_t i = 0; i < p->waivers.count; i++) {
		struct str id = p->waivers.items[i].id;

		if (p == c->out->b && waiver_of(c->out->a, id) != NULL)
			continue;
		compare_add(c, str_from(arena_printf(c->arena, "waiver '%.*s'", STR_ARG(id))),
		    side_of_waiver(c, waiver_of(c->out->a, id)),
		    side_of_waiver(c, waiver_of(c->out->b, id)));
	}
}

/* `enforce` ranks above a refusal and below a permission. */
static struct compare_side
side_of_unknown(bool enforced, enum decision d)
{
	return enforced ? (struct compare_side){RANK_RULE, STR("enforce")} : compare_decision(d);
}

static void
compare_file_list(struct comparer *c, bool writes, const struct words *has,
    const struct words *other, bool gained)
{
	for (size_t i = 0; i < has->count; i++)
		if (!files_hold(other, has->items[i], writes))
			compare_flag(c,
			    arena_printf(c->arena, "files, %s '%.*s'", writes ? "write" : "read",
				STR_ARG(has->items[i])),
			    !gained, gained);
}

static void
compare_files(struct comparer *c, const struct policy *a, const struct policy *b)
{
	struct file_scope old = policy_files(a), new = policy_files(b);

	if (!old.given && !new.given)
		return; /* calls decide, and they are compared */
	for (int writes = 0; writes < 2; writes++) {
		const struct words *was = writes ? &old.write : &old.read,
				   *is = writes ? &new.write : &new.read;

		compare_file_list(c, writes != 0, was, is, false);
		compare_file_list(c, writes != 0, is, was, true);
	}
	if (old.given && new.given)
		compare_add(c, STR("files, unknown"),
		    side_of_unknown(old.unknown == DECISION_ALLOW, old.unknown),
		    side_of_unknown(new.unknown == DECISION_ALLOW, new.unknown));
}

void
compare_settings(struct comparer *c, const struct policy *a, const struct policy *b)
{
	enum section section;
	const char *name;

	for (size_t i = 0; policy_setting(i, &section, &name); i++)
		compare_setting(c, i, a, b);
	compare_ranked(c, STR("packages"), text_of_packages(c, a), text_of_packages(c, b),
	    policy_packages_loosened(a, b), policy_packages_loosened(b, a));
	compare_files(c, a, b);
	compare_ranked(c, STR("who approves"), text_of_needs(c, a), text_of_needs(c, b),
	    policy_needs_loosened(a, b), policy_needs_loosened(b, a));
	compare_guarantees(c, a, b, false);
	compare_guarantees(c, b, a, true);
	if (c->profile.n > 0)
		return;
	compare_waivable(c);
	compare_waivers(c, a);
	compare_waivers(c, b);
}

/* A profile that only one has is held against the other's own settings: without it, a task had
 * those. */
static void
compare_profile(struct comparer *c, struct str name)
{
	const struct policy *a = policy_profile(c->out->a, name),
			    *b = policy_profile(c->out->b, name);
	struct compare_side there = {RANK_ALLOW, STR("there")}, gone = {RANK_DENY, STR("none")};

	c->profile = name;
	if (b == NULL)
		compare_add(c, STR("it"), there, gone);
	else
		compare_settings(c, a != NULL ? a : c->out->a, b);
	c->profile = STR("");
}

void
compare_profiles(struct comparer *c)
{
	for (size_t i = 0; i < c->out->a->profile_count; i++)
		compare_profile(c, c->out->a->profiles[i].name);
	for (size_t i = 0; i < c->out->b->profile_count; i++)
		if (policy_profile(c->out->a, c->out->b->profiles[i].name) == NULL)
			compare_profile(c, c->out->b->profiles[i].name);
}
