/* SPDX-License-Identifier: MIT */
/* A policy's settings for the other layers, as a table: the name, the place in memory, and which
 * values let more through. */
#include "merge.h"

static const char *const EVASIONS[] = {"refuse", "escalate"};
static const char *const TIERS[] = {"pure", "native"};
static const char *const STARTS[] = {"fresh", "pooled", "forked"};
static const char *const WALLS_OF_ATTRIBUTES[] = {
    [WALL_NONE] = "escalate", [WALL_ATTRIBUTES] = "enforce"};

const struct setting POLICY_SETTINGS[] = {
/* the limits first */
/* clang-format off */
#define LIMIT(name, member, unit, least, meaning) \
	{SECTION_LIMITS, NULL, LOOSER_MORE, {#name, FIELD_AMOUNT, FIELD_AT(policy, settings.limits.member), unit, NULL, 0}, false},
#include "limits.def"
#undef LIMIT
#define SETTING(section, within, looser, ...) \
	{SECTION_##section, within, LOOSER_##looser, __VA_ARGS__, false},
#define OF_NEEDS(looser, ...) \
	{SECTION_ESCALATION, NULL, LOOSER_##looser, __VA_ARGS__, true},
	OF_NEEDS(MORE, FIELD(SPAN, "expire", policy, settings.escalation.decide_us))
	OF_NEEDS(MORE, FIELD(SPAN, "remind", policy, settings.escalation.remind_us))
	OF_NEEDS(MORE, FIELD(SPAN, "use", policy, settings.escalation.use_us))
	OF_NEEDS(LESS, FIELD(FLAG, "blind", policy, settings.escalation.blind))
	SETTING(ESCALATION, "reason", LESS, FIELD(AMOUNT, "min", policy, settings.escalation.reason_min))
	SETTING(ESCALATION, "reason", OTHER, FIELD(TEXT, "ticket", policy, settings.escalation.ticket))
	SETTING(ESCALATION, NULL, MORE, FIELD_AMONG(FLAG, "on_evasion", policy, settings.escalates_evasion, EVASIONS))
	SETTING(PROMPT, NULL, MORE, FIELD(AMOUNT, "sample_rows", policy, settings.sample_rows))
	SETTING(PROMPT, NULL, MORE, FIELD(FLAG, "program_output", policy, settings.program_output))
	SETTING(EXECUTOR, NULL, FEWER, FIELD(WORDS, "require", policy, settings.requires))
	SETTING(EXECUTOR, NULL, FEWER, FIELD(WORDS, "escalate", policy, settings.wants))
	SETTING(EXECUTOR, NULL, ADDED, FIELD(TEXT, "venv", policy, settings.venv))
	/* none is known to be the stronger: another one is never only tighter */
	SETTING(EXECUTOR, NULL, ADDED, FIELD(TEXT, "backend", policy, settings.backend))
	SETTING(EXECUTOR, NULL, MORE, FIELD_AMONG(CHOICE, "start", policy, settings.start, STARTS))
	SETTING(EXECUTOR, NULL, FURTHER, FIELD(WORDS, "warm", policy, settings.warm))
	SETTING(OUTPUT, NULL, OTHER, FIELD(TEXT, "framing", policy, settings.framing))
	SETTING(OUTPUT, NULL, MORE, FIELD(FLAG, "live", policy, settings.live))
#define LEAK(name, class) \
	SETTING(OUTPUT, "leaks", MORE, FIELD_AMONG(CHOICE, name, policy, settings.leaks[class], DECISION_NAMES))
	LEAK("sensitive", LEAK_VALUE)
	LEAK("credential", LEAK_CREDENTIAL)
	LEAK("card", LEAK_CARD)
	LEAK("account", LEAK_ACCOUNT)
	LEAK("person", LEAK_PERSON)
	LEAK("email", LEAK_EMAIL)
	LEAK("control", LEAK_CONTROL)
	SETTING(DATA, NULL, FEWER, FIELD(WORDS, "sensitive", policy, settings.sensitive))
	SETTING(TOOLS, NULL, FURTHER, FIELD(WORDS, "allow", policy, settings.tools))
	SETTING(WAIVERS, NULL, MORE, FIELD(AMOUNT, "max_days", policy, waiver_days))
	SETTING(TIER, NULL, MORE, FIELD_AMONG(FLAG, "tier", policy, native, TIERS))
	SETTING(IMPORTS, NULL, MORE, FIELD_AMONG(CHOICE, "default", policy, imports.otherwise, DECISION_NAMES))
	SETTING(BUILTINS, NULL, MORE, FIELD_AMONG(CHOICE, "default", policy, builtins.otherwise, DECISION_NAMES))
	SETTING(ATTRIBUTES, NULL, MORE, FIELD_AMONG(CHOICE, "default", policy, attributes.otherwise, DECISION_NAMES))
	SETTING(ATTRIBUTES, NULL, MORE, FIELD_AMONG(CHOICE, "unknown", policy, attributes_wall, WALLS_OF_ATTRIBUTES))
	SETTING(CAPABILITIES, NULL, MORE, FIELD_AMONG(CHOICE, "default", policy, capabilities.otherwise, DECISION_NAMES))
    /* clang-format on */
};
const size_t POLICY_SETTING_COUNT = ARRAY_LENGTH(POLICY_SETTINGS);

static int64_t
number_of(enum field_kind kind, const union field_value *v)
{
	return kind == FIELD_FLAG ? v->flag : kind == FIELD_CHOICE ? v->choice : v->amount;
}

bool
setting_is_looser(
    const struct setting *s, const union field_value *was, const union field_value *now)
{
	enum field_kind kind = s->field.kind;

	if (s->section == SECTION_LIMITS)
		return limit_is_more((size_t)(s - POLICY_SETTINGS), now->amount, was->amount);
	switch (s->looser) {
	case LOOSER_MORE:
		return number_of(kind, now) > number_of(kind, was);
	case LOOSER_LESS:
		return number_of(kind, now) < number_of(kind, was);
	case LOOSER_OTHER:
		return was->text.n > 0 && !str_eq(was->text, now->text);
	case LOOSER_ADDED:
		return now->text.n > 0 && !str_eq(was->text, now->text);
	case LOOSER_FEWER:
		return !words_have_all(&now->words, &was->words);
	case LOOSER_FURTHER:
		return !words_have_all(&was->words, &now->words);
	case LOOSER_NONE:
	default:
		return false;
	}
}

void
setting_value(const struct setting *s, const struct policy *p, union field_value *out)
{
	memcpy(out, (const char *)p + s->field.at, s->field.size);
}

/* -- merging --------------------------------------------------------------------------------- */

static void
merge_setting(struct merge *m, const struct json_node *root, const struct setting *s, bool first)
{
	const struct json_node *n = json_get(m->doc, root, section_name(s->section));
	struct str what = str_from(s->field.name);
	union field_value was, now;

	if (s->within != NULL)
		n = json_get(m->doc, n, s->within);
	if (s->within != NULL && n != NULL && n->kind == JSON_STRING)
		what = str_from(s->within); /* one word for all of them */
	else if (!str_is(what, section_name(s->section)))
		n = json_get(m->doc, n, s->field.name);
	else if (n != NULL)
		what = n->text;
	if (n == NULL)
		return;
	setting_value(s, m->policy, &was);
	now = was;
	if (!merge_field(m, n, &s->field, &now))
		return;
	if (setting_is_looser(s, &was, &now) && !(first && s->free) &&
	    (m->complained == n || !merge_may_loosen(m, s->section, n, what)))
		return;
	memcpy((char *)m->policy + s->field.at, &now, s->field.size);
}

/* -- who decides ----------------------------------------------------------------------------- */

bool
policy_need_is_emergency(const struct policy_need *need)
{
	return str_is(need->role, "break_glass");
}

/* Whether the list asks for these people, and no fewer of them. */
static bool
asks_for(const struct policy_escalation *list, const struct policy_need *need)
{
	for (size_t i = 0; i < list->need_count; i++) {
		const struct policy_need *one = &list->needs[i];

		if (str_eq(one->name, need->name) && str_eq(one->role, need->role) &&
		    str_eq(one->scope, need->scope) && one->n >= need->n)
			return true;
	}
	return false;
}

/* The same of all of the others, of those who may act in an emergency or of the rest. */
static bool
asks_for_all(
    const struct policy_escalation *list, const struct policy_escalation *of, bool emergency)
{
	for (size_t i = 0; i < of->need_count; i++)
		if (policy_need_is_emergency(&of->needs[i]) == emergency &&
		    !asks_for(list, &of->needs[i]))
			return false;
	return true;
}

/* People who decide are to be met all, so that fewer are looser; whoever may act in an emergency
 * needs none of them. Where nobody is named, nothing passes. */
bool
policy_needs_loosened(const struct policy *before, const struct policy *after)
{
	const struct policy_escalation *was = &before->settings.escalation,
				       *now = &after->settings.escalation, nobody = {0};

	if (!asks_for_all(was, now, true))
		return true;
	if (asks_for_all(&nobody, was, false) || asks_for_all(&nobody, now, false))
		return !asks_for_all(&nobody, now, false);
	return !asks_for_all(now, was, false);
}

static void
merge_needs(struct merge *m, const struct json_node *list, bool first)
{
	static const struct merge_field fields[] = {
	    FIELD(TEXT, "role", policy_need, role),
	    FIELD(TEXT, "role", policy_need, name),
	    FIELD(TEXT, "name", policy_need, name),
	    FIELD(TEXT, "scope", policy_need, scope),
	    FIELD(AMOUNT, "n", policy_need, n),
	};
	struct policy_escalation *e = &m->policy->settings.escalation;
	const struct policy before = *m->policy;

	if (list == NULL)
		return;
	e->needs = NULL;
	e->need_count = e->need_capacity = 0;
	JSON_EACH(n, m->doc, list) {
		struct policy_need read = {.scope = STR("*"), .n = 1}, *one;
		size_t count = e->need_count;

		MERGE_FIELDS(m, n, fields, &read);
		one = merge_entry(
		    m, read.name, &e->needs, &e->need_count, &e->need_capacity, sizeof(*one));
		if (one != NULL && e->need_count == count)
			merge_complain(m, n, "give one of them another 'name'",
			    "two entries of 'needs' have the name '%.*s'", STR_ARG(one->name));
		if (one == NULL || e->need_count == count)
			return;
		*one = read;
	}
	if (policy_needs_loosened(&before, m->policy) && !first &&
	    !merge_may_loosen(m, SECTION_ESCALATION, list, STR("needs")))
		*e = before.settings.escalation;
}

void
merge_usual(struct policy *p)
{
	const int64_t minute_us = INT64_C(60) * 1000000;

	p->waiver_days = WAIVER_DAYS_USUAL;
	p->settings.backend = STR("bubblewrap");
	p->settings.escalation = (struct policy_escalation){.decide_us = 24 * 60 * minute_us,
	    .use_us = 15 * minute_us,
	    .remind_us = 4 * 60 * minute_us,
	    .reason_min = 10,
	    .ticket = STR(""),
	    .blind = true};
}

void
merge_defaults(struct merge *m, const struct json_node *root)
{
	for (size_t i = 0; i < ARRAY_LENGTH(POLICY_SETTINGS); i++)
		if (POLICY_SETTINGS[i].section < SECTION_CALLS)
			merge_setting(m, root, &POLICY_SETTINGS[i], false);
}

void
merge_settings(struct merge *m, const struct json_node *root)
{
	/* Whoever first names the people need not say why, but where that is locked. */
	bool first = m->policy->settings.escalation.need_count == 0 &&
		     !m->policy->locked[SECTION_ESCALATION];

	merge_needs(m, json_get(m->doc, json_get(m->doc, root, "escalation"), "needs"), first);
	for (size_t i = 0; i < ARRAY_LENGTH(POLICY_SETTINGS); i++)
		if (POLICY_SETTINGS[i].section > SECTION_CALLS)
			merge_setting(m, root, &POLICY_SETTINGS[i], first);
	merge_files(m, json_get(m->doc, root, "files"));
}
