/* SPDX-License-Identifier: MIT */
/* Questions about a loaded policy by those who run programs and write policies; a check does not ask them. */
#include "merge.h"

#include "embedded.h"

#include <inttypes.h>

struct str
policy_title(const struct policy *p)
{
	return p->title;
}

const struct policy_settings *
policy_settings_of(const struct policy *p)
{
	return &p->settings;
}

bool
policy_setting(size_t number, enum section *section, const char **name)
{
	if (number >= POLICY_SETTING_COUNT)
		return false;
	*section = POLICY_SETTINGS[number].section;
	*name = POLICY_SETTINGS[number].field.name;
	return true;
}

bool
policy_setting_loosened(size_t number, const struct policy *before, const struct policy *after)
{
	union field_value was, now;

	setting_value(&POLICY_SETTINGS[number], before, &was);
	setting_value(&POLICY_SETTINGS[number], after, &now);
	return setting_is_looser(&POLICY_SETTINGS[number], &was, &now);
}

static struct str
list_text(struct arena *a, const struct words *w)
{
	struct str text = w->count > 0 ? w->items[0] : STR("none");

	for (size_t i = 1; i < w->count; i++)
		text = str_from(arena_printf(a, "%.*s, %.*s", STR_ARG(text), STR_ARG(w->items[i])));
	return text;
}

struct str
policy_setting_text(struct arena *a, size_t number, const struct policy *p)
{
	const struct merge_field *f = &POLICY_SETTINGS[number].field;
	union field_value v;

	setting_value(&POLICY_SETTINGS[number], p, &v);
	if (f->kind == FIELD_TEXT)
		return v.text.n > 0 ? v.text : STR("none");
	if (f->kind == FIELD_WORDS)
		return list_text(a, &v.words);
	if (f->words != NULL)
		return str_from(f->words[f->kind == FIELD_FLAG ? v.flag : v.choice]);
	if (f->kind == FIELD_FLAG)
		return v.flag ? STR("true") : STR("false");
	if (f->kind == FIELD_SPAN)
		return str_from(arena_printf(a, "%" PRId64 "s", v.amount / 1000000));
	return str_from(arena_printf(a, "%" PRId64, v.amount / f->unit));
}

const char *
policy_start_name(enum policy_start s)
{
	const struct setting *row = POLICY_SETTINGS;

	while (row->section != SECTION_EXECUTOR || strcmp(row->field.name, "start") != 0)
		row++;
	return row->field.words[s < row->field.word_count ? s : POLICY_FRESH];
}

bool
policy_pack_at(const struct policy *p, size_t number, struct policy_pack *out)
{
	const struct pack *one;

	if (number >= p->pack_count)
		return false;
	one = &p->packs[number];
	*out = (struct policy_pack){one->package, one->version, one->sha256};
	return true;
}

const struct waivers *
policy_waivers(const struct policy *p)
{
	return &p->waivers;
}

bool
policy_admits_packages(const struct policy *p)
{
	return p->packages;
}

const struct policy_source *
policy_sources(const struct policy *p, size_t *count)
{
	*count = p->source_count;
	return p->sources;
}

void
policy_comes_in(struct policy *p, const struct policy_bundle *bundle)
{
	p->bundle = bundle;
	for (size_t i = 0; i < p->profile_count; i++)
		p->profiles[i].policy->bundle = bundle;
}

struct policy *
policy_profile(const struct policy *p, struct str name)
{
	for (size_t i = 0; i < p->profile_count; i++)
		if (str_eq(p->profiles[i].name, name))
			return p->profiles[i].policy;
	return NULL;
}

struct str
policy_profile_at(const struct policy *p, size_t number)
{
	return number < p->profile_count ? p->profiles[number].name : STR("");
}

struct str
policy_profile_name(const struct policy *p)
{
	return p->profile;
}

bool
policy_unknown_profile(struct arena *a, const struct policy *p, struct str name, struct err *err)
{
	struct str *names = arena_array(a, p->profile_count + 1, sizeof(*names)), meant;

	if (names == NULL)
		return err_memory(err);
	for (size_t i = 0; i < p->profile_count; i++)
		names[i] = p->profiles[i].name;
	meant = text_closest(name, names, p->profile_count);
	err_set(
	    err, ERR_INPUT, "policy '%.*s' has no profile '%.*s'", STR_ARG(p->id), STR_ARG(name));
	if (meant.n > 0)
		return err_help(err, "did you mean '%.*s'?", STR_ARG(meant));
	return err_help(err, p->profile_count == 0
				 ? "the policy has no profiles"
				 : "`sluice policy show` lists the policy's profiles");
}

const struct policy_bundle *
policy_bundle_of(const struct policy *p)
{
	return p->bundle;
}

bool
policy_is_shipped(const struct policy *p)
{
	return p->shipped;
}

const char *
policy_table_sha256(void)
{
	return embedded_table_sha256;
}

enum decision
policy_import(const struct policy *p, struct str module, struct str *message)
{
	const struct name_rule *rule = import_rule_for(p, module);
	enum decision d = rule != NULL ? rule->decision : p->imports.otherwise;
	unsigned which;

	if (d == DECISION_ALLOW && rule == NULL)
		d = capabilities_decide(p, table_module(module).capabilities, &which);
	if (str_is(module, "__future__"))
		d = DECISION_ALLOW;
	if (message == NULL)
		return d;
	*message = d == DECISION_ALLOW                   ? STR("")
		   : rule != NULL && rule->message.n > 0 ? rule->message
		   : d == DECISION_ESCALATE              ? STR("the module needs a reviewer")
					    : STR("the policy does not allow the module");
	return d;
}

int64_t
policy_waiver_days(const struct policy *p)
{
	return p->waiver_days;
}

bool
waivers_not_expired(const struct waivers *w, int64_t now_us, struct err_list *errs)
{
	bool none = true;

	for (size_t i = 0; i < w->count; i++) {
		const struct waiver *one = &w->items[i];
		struct err err = {0};

		if (now_us < one->until_us)
			continue;
		err_set(&err, ERR_INPUT, "waiver '%.*s' has expired", STR_ARG(one->id));
		err_place(&err, one->file, one->line, one->column, 1);
		err_help(&err, "fix the program, or have the waiver approved again under a new id");
		none = err_list_add(errs, &err);
	}
	return none;
}

bool
decision_of(struct str name, enum decision *out)
{
	for (enum decision d = DECISION_DENY; d <= DECISION_ALLOW; d++)
		if (str_is(name, DECISION_NAMES[d])) {
			*out = d;
			return true;
		}
	return false;
}

bool
rule_may_not_tell(const struct policy_rule *r)
{
	return r->unless_count > 0;
}
