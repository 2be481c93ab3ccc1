/* SPDX-License-Identifier: MIT */
/* Members of objects as a table says them, and the settings of a policy as such a table. */
#include "merge.h"

_Static_assert(sizeof(enum decision) == sizeof(unsigned) &&
		   sizeof(enum severity) == sizeof(unsigned) &&
		   sizeof(enum wall) == sizeof(unsigned),
    "a choice is kept as an unsigned");

static const char *const EVASIONS[] = {"refuse", "escalate"};
static const char *const TIERS[] = {"pure", "native"};
static const char *const WALLS_OF_ATTRIBUTES[] = {
    [WALL_NONE] = "escalate", [WALL_ATTRIBUTES] = "enforce"};

/*
 * The schema takes 2.0 and 1e3 for integers, and one of any length. What can't be kept exactly is
 * refused, for whoever takes it for nothing lets more through than was written.
 */
bool
merge_int(struct merge *m, const struct json_node *n, int64_t *out)
{
	if (n == NULL || json_int(n, out))
		return n != NULL;
	return merge_complain(m, n,
	    "write it without fraction and exponent, with at most 18 digits",
	    "the number %.*s is no plain integer", STR_ARG(json_source(m->doc, n)));
}

/* A span as the schema has judged it: digits and one of s, m, h, d. */
static int64_t
read_span(struct str text)
{
	static const struct {
		char letter;
		int64_t seconds;
	} units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
	int64_t amount = 0;

	for (size_t i = 0; i + 1 < text.n; i++)
		amount = amount * 10 + (text.p[i] - '0');
	for (size_t i = 0; i < ARRAY_LENGTH(units); i++)
		if (text.p[text.n - 1] == units[i].letter)
			return amount * units[i].seconds * 1000000;
	return 0;
}

static unsigned
read_choice(const struct merge_field *f, struct str word)
{
	for (unsigned i = 0; i < f->word_count; i++)
		if (f->words[i] != NULL && str_is(word, f->words[i]))
			return i;
	return 0;
}

static unsigned
read_choices(struct merge *m, const struct merge_field *f, const struct json_node *list)
{
	unsigned bits = 0;

	for (const struct json_node *n = json_first(m->doc, list); n != NULL;
	     n = json_next(m->doc, n))
		bits |= 1u << read_choice(f, n->text);
	return bits;
}

/* False where the value was not taken. */
static bool
read_value(
    struct merge *m, const struct json_node *n, const struct merge_field *f, union field_value *out)
{
	switch (f->kind) {
	case FIELD_AMOUNT:
		if (!merge_int(m, n, &out->amount))
			return false;
		out->amount *= f->unit;
		break;
	case FIELD_SPAN:
		out->amount = read_span(n->text);
		break;
	case FIELD_FLAG:
		out->flag = f->words != NULL ? read_choice(f, n->text) > 0 : n->kind == JSON_TRUE;
		break;
	case FIELD_GIVEN:
		out->flag = true;
		break;
	case FIELD_CHOICE:
		out->choice = read_choice(f, n->text);
		break;
	case FIELD_CHOICES:
		out->choice = read_choices(m, f, n);
		break;
	case FIELD_WORDS:
		merge_words(m, n, &out->words);
		break;
	case FIELD_TEXT:
	default:
		out->text = merge_keep(m, n->text);
		break;
	}
	return true;
}

void
merge_fields(struct merge *m, const struct json_node *object, const struct merge_field *fields,
    size_t count, void *out)
{
	for (const struct merge_field *f = fields; f < fields + count; f++) {
		const struct json_node *n = json_get(m->doc, object, f->name);
		char *at = (char *)out + f->at;
		union field_value value;

		memcpy(&value, at, f->size);
		if (n != NULL && read_value(m, n, f, &value))
			memcpy(at, &value, f->size);
	}
}

/* -- settings -------------------------------------------------------------------------------- */

enum looser { /* which values let more through than the one before */
	LOOSER_NONE = 0,
	LOOSER_MORE,
	LOOSER_LESS,
	LOOSER_OTHER, /* than a text; to the empty one, which is none, anything is stricter */
	LOOSER_ADDED, /* any text, but the empty one */
};

static const struct setting {
	enum section section;
	const char *within; /* the object of the section that has it; NULL: the section itself */
	enum looser looser;
	struct merge_field field;
	bool needs_needs; /* it is no looser where nobody was named before who decides */
} SETTINGS[] = {
/* clang-format off */
#define LIMIT(name, member, unit) \
	{SECTION_LIMITS, NULL, LOOSER_MORE, {name, FIELD_AMOUNT, FIELD_AT(policy, limits.member), unit, NULL, 0}, false},
#define SETTING(section, within, looser, ...) \
	{SECTION_##section, within, LOOSER_##looser, __VA_ARGS__, false},
#define OF_NEEDS(looser, ...) \
	{SECTION_ESCALATION, NULL, LOOSER_##looser, __VA_ARGS__, true},
	LIMIT("wall_s", wall_ms, 1000)
	LIMIT("cpu_s", cpu_ms, 1000)
	LIMIT("memory_mb", memory_bytes, 1 << 20)
	LIMIT("processes", processes, 1)
	LIMIT("open_files", open_files, 1)
	LIMIT("file_mb", file_bytes, 1 << 20)
	LIMIT("files_mb", disk_bytes, 1 << 20)
	LIMIT("inodes", disk_inodes, 1)
	LIMIT("output_kb", output_bytes, 1024)
	LIMIT("artifacts", artifacts, 1)
	LIMIT("artifacts_mb", artifact_bytes, 1 << 20)
	OF_NEEDS(MORE, FIELD(SPAN, "expire", policy, escalation.decide_us))
	OF_NEEDS(MORE, FIELD(SPAN, "remind", policy, escalation.remind_us))
	OF_NEEDS(MORE, FIELD(SPAN, "use", policy, escalation.use_us))
	OF_NEEDS(LESS, FIELD(FLAG, "blind", policy, escalation.blind))
	SETTING(ESCALATION, "reason", LESS, FIELD(AMOUNT, "min", policy, escalation.reason_min))
	SETTING(ESCALATION, "reason", OTHER, FIELD(TEXT, "ticket", policy, escalation.ticket))
	SETTING(ESCALATION, NULL, MORE, FIELD_AMONG(FLAG, "on_evasion", policy, escalates_evasion, EVASIONS))
	SETTING(PROMPT, NULL, MORE, FIELD(AMOUNT, "sample_rows", policy, sample_rows))
	SETTING(PROMPT, NULL, MORE, FIELD(FLAG, "program_output", policy, program_output))
	SETTING(EXECUTOR, NULL, NONE, FIELD(WORDS, "require", policy, requires))
	SETTING(EXECUTOR, NULL, NONE, FIELD(WORDS, "escalate", policy, wants))
	SETTING(EXECUTOR, NULL, ADDED, FIELD(TEXT, "venv", policy, venv))
	SETTING(OUTPUT, NULL, OTHER, FIELD(TEXT, "framing", policy, framing))
	SETTING(OUTPUT, NULL, MORE, FIELD_AMONG(CHOICE, "leaks", policy, leaks, DECISION_NAMES))
	SETTING(WAIVERS, NULL, MORE, FIELD(AMOUNT, "max_days", policy, waiver_days))
	SETTING(TIER, NULL, MORE, FIELD_AMONG(FLAG, "tier", policy, native, TIERS))
	SETTING(IMPORTS, NULL, MORE, FIELD_AMONG(CHOICE, "default", policy, import_default, DECISION_NAMES))
	SETTING(BUILTINS, NULL, MORE, FIELD_AMONG(CHOICE, "default", policy, builtins.otherwise, DECISION_NAMES))
	SETTING(ATTRIBUTES, NULL, MORE, FIELD_AMONG(CHOICE, "default", policy, attributes.otherwise, DECISION_NAMES))
	SETTING(ATTRIBUTES, NULL, MORE, FIELD_AMONG(CHOICE, "unknown", policy, attributes_wall, WALLS_OF_ATTRIBUTES))
	SETTING(CAPABILITIES, NULL, MORE, FIELD_AMONG(CHOICE, "default", policy, capability_default, DECISION_NAMES))
    /* clang-format on */
};

static int64_t
number_of(enum field_kind kind, const union field_value *v)
{
	return kind == FIELD_FLAG ? v->flag : kind == FIELD_CHOICE ? v->choice : v->amount;
}

static bool
is_looser(const struct setting *s, const union field_value *was, const union field_value *now)
{
	enum field_kind kind = s->field.kind;

	switch (s->looser) {
	case LOOSER_MORE:
		return number_of(kind, now) > number_of(kind, was);
	case LOOSER_LESS:
		return number_of(kind, now) < number_of(kind, was);
	case LOOSER_OTHER:
		return was->text.n > 0 && !str_eq(was->text, now->text);
	case LOOSER_ADDED:
		return now->text.n > 0 && !str_eq(was->text, now->text);
	case LOOSER_NONE:
	default:
		return false;
	}
}

static void
merge_setting(struct merge *m, const struct json_node *root, const struct setting *s, bool first)
{
	const struct json_node *section = json_get(m->doc, root, section_name(s->section)),
			       *within = s->within != NULL ? json_get(m->doc, section, s->within)
							   : section;
	bool whole = str_is(str_from(s->field.name), section_name(s->section));
	const struct json_node *n = whole ? section : json_get(m->doc, within, s->field.name);
	char *at = (char *)m->policy + s->field.at;
	union field_value was, now;

	if (n == NULL)
		return;
	memcpy(&was, at, s->field.size);
	now = was;
	if (!read_value(m, n, &s->field, &now))
		return;
	if (is_looser(s, &was, &now) && !(s->needs_needs && first) &&
	    !merge_may_loosen(m, s->section, n, whole ? n->text : str_from(s->field.name)))
		return;
	memcpy(at, &now, s->field.size);
}

static const struct merge_field NEED[] = {
    FIELD(TEXT, "role", policy_need, role),
    FIELD(TEXT, "name", policy_need, name),
    FIELD(TEXT, "scope", policy_need, scope),
    FIELD(AMOUNT, "n", policy_need, n),
};

static bool
merge_need(struct merge *m, const struct json_node *n)
{
	struct policy_escalation *e = &m->policy->escalation;
	struct policy_need *one =
	    merge_push(m, &e->needs, &e->need_count, &e->need_capacity, sizeof(*one));

	if (one == NULL)
		return false;
	*one = (struct policy_need){.scope = STR("*"), .n = 1};
	MERGE_FIELDS(m, n, NEED, one);
	if (one->name.n == 0)
		one->name = one->role;
	for (size_t i = 0; i + 1 < e->need_count; i++)
		if (str_eq(e->needs[i].name, one->name))
			return merge_complain(m, n, "give one of them another 'name'",
			    "two needs are called '%.*s'", STR_ARG(one->name));
	return true;
}

static void
merge_needs(struct merge *m, const struct json_node *list, bool first)
{
	struct policy_escalation *e = &m->policy->escalation;

	if (list == NULL ||
	    (!first && !merge_may_loosen(m, SECTION_ESCALATION, list, STR("needs"))))
		return;
	e->needs = NULL;
	e->need_count = e->need_capacity = 0;
	for (const struct json_node *n = json_first(m->doc, list); n != NULL;
	     n = json_next(m->doc, n))
		if (!merge_need(m, n))
			return;
}

void
merge_usual(struct policy *p)
{
	const int64_t minute_us = INT64_C(60) * 1000000;

	p->waiver_days = WAIVER_DAYS_USUAL;
	p->escalation = (struct policy_escalation){.decide_us = 24 * 60 * minute_us,
	    .use_us = 15 * minute_us,
	    .remind_us = 4 * 60 * minute_us,
	    .reason_min = 10,
	    .ticket = STR(""),
	    .blind = true};
}

void
merge_defaults(struct merge *m, const struct json_node *root)
{
	for (size_t i = 0; i < ARRAY_LENGTH(SETTINGS); i++)
		if (SETTINGS[i].section < SECTION_CALLS)
			merge_setting(m, root, &SETTINGS[i], false);
}

void
merge_settings(struct merge *m, const struct json_node *root)
{
	bool first = m->policy->escalation.need_count == 0;

	merge_needs(m, json_get(m->doc, json_get(m->doc, root, "escalation"), "needs"), first);
	for (size_t i = 0; i < ARRAY_LENGTH(SETTINGS); i++)
		if (SETTINGS[i].section > SECTION_CALLS)
			merge_setting(m, root, &SETTINGS[i], first);
	merge_files(m, json_get(m->doc, root, "files"));
}
