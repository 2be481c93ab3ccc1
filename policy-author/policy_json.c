/* SPDX-License-Identifier: MIT */
/* The policy as JSON, for whoever wants to see what is in force. */
#include "words.h"

#include "clock.h"
#include "model.h"
#include "record.h"

static const char *
files_unknown_name(const struct file_scope *f)
{
	return f->unknown == DECISION_ALLOW ? "enforce" : decision_name(f->unknown);
}

static void
json_names(struct json_writer *w, const struct name_rules *r)
{
	static const enum decision all[] = {DECISION_ALLOW, DECISION_ESCALATE, DECISION_DENY};

	json_object(w);
	json_put_text(w, "default", decision_name(r->otherwise));
	for (size_t k = 0; k < ARRAY_LENGTH(all); k++) {
		json_open_array(w, decision_name(all[k]));
		for (size_t i = 0; i < r->count; i++)
			if (r->items[i].decision == all[k])
				json_str(w, r->items[i].name);
		json_end_array(w);
	}
	json_end_object(w);
}

static void
json_words(struct json_writer *w, const char *name, const struct words *list)
{
	json_put_strs(w, name, list->items, list->count);
}

static void
json_imports(struct json_writer *w, const struct policy *p)
{
	json_object(w);
	json_put_text(w, "default", decision_name(p->imports.otherwise));
	json_open_array(w, "modules");
	for (size_t i = 0; i < p->imports.count; i++) {
		json_object(w);
		json_put_str(w, "module", p->imports.items[i].name);
		json_put_text(w, "decision", decision_name(p->imports.items[i].decision));
		if (p->imports.items[i].has_api)
			json_words(w, "api", &p->imports.items[i].api);
		if (p->imports.items[i].also.count > 0)
			json_words(w, "also", &p->imports.items[i].also);
		json_end_object(w);
	}
	json_end_array(w);
	json_end_object(w);
}

FORM(call_form, struct name_rule, MEMBER(struct name_rule, name),
    MEMBER_WORD("decision", struct name_rule, decision, decision_name, NULL),
    MEMBER(struct name_rule, message));

#define RULE struct policy_rule
FORM(rule_form, RULE, MEMBER(RULE, id),
    MEMBER_TEXTS("call", FIELD_STRINGS, RULE, calls.items, calls.count),
    MEMBER_WORD("otherwise", RULE, otherwise, decision_name, NULL),
    MEMBER_WORD("unknown", RULE, unknown, decision_name, NULL));

static void
json_calls(struct json_writer *w, const struct policy *p)
{
	record_put_list(w, "calls", &call_form, p->calls.items, p->calls.count);
	record_put_list(w, "rules", &rule_form, p->rules, p->rule_count);
}

/* Apart from what is in force, for none of it decides. */
static void
json_shadow(struct json_writer *w, const struct policy *p)
{
	json_open_object(w, "shadow");
	json_open_array(w, "policies");
	for (size_t i = 0; i < p->candidate_count; i++)
		json_str(w, p->candidates[i]->id);
	json_end_array(w);
	json_end_object(w);
}

FORM(waiver_form, struct waiver, MEMBER(struct waiver, id), MEMBER(struct waiver, rule),
    MEMBER(struct waiver, owner), MEMBER(struct waiver, approver),
    MEMBER_TIME("expires", struct waiver, until_us));

static void
json_waivers(struct json_writer *w, const struct policy *p)
{
	json_put_number(w, "waiver_days", policy_waiver_days(p));
	record_put_list(w, "waivers", &waiver_form, p->waivers.items, p->waivers.count);
}

FORM(need_form, struct policy_need, MEMBER(struct policy_need, name),
    MEMBER(struct policy_need, role), MEMBER(struct policy_need, scope),
    MEMBER(struct policy_need, n));

static void
json_escalation(struct json_writer *w, const struct policy_escalation *e)
{
	record_put_list(w, "needs", &need_form, e->needs, e->need_count);
	json_open_object(w, "escalation");
	json_put_number(w, "expire_s", e->decide_us / 1000000);
	json_put_number(w, "remind_s", e->remind_us / 1000000);
	json_put_number(w, "use_s", e->use_us / 1000000);
	json_put_number(w, "reason_min", e->reason_min);
	json_put_str(w, "ticket", e->ticket);
	json_put_bool(w, "blind", e->blind);
	json_end_object(w);
}

/* As a policy says it. */
static void
json_files(struct json_writer *w, const struct policy *p)
{
	json_name(w, "files");
	if (!p->files.given) {
		json_null(w);
		return;
	}
	json_object(w);
	json_open_array(w, "read");
	for (size_t i = 0; i < p->files.read.count; i++)
		json_str(w,
		    str_is(p->files.read.items[i], ".") ? STR("inputs") : p->files.read.items[i]);
	json_end_array(w);
	json_words(w, "write", &p->files.write);
	json_put_text(w, "unknown", files_unknown_name(&p->files));
	json_end_object(w);
}

static void
json_settings(struct json_writer *w, const struct policy *p)
{
	json_name(w, "limits");
	limits_json(&p->settings.limits, w);
	json_escalation(w, &p->settings.escalation);
	json_words(w, "require", &p->settings.requires);
	json_words(w, "escalate_without", &p->settings.wants);
	json_put_text(w, "on_evasion", p->settings.escalates_evasion ? "escalate" : "refuse");
	json_files(w, p);
	json_put_str(w, "framing", p->settings.framing);
	json_put_bool(w, "live", p->settings.live);
	json_open_object(w, "leaks");
	for (size_t i = 0; i < LEAK_CLASSES; i++)
		json_put_text(w, LEAK_CLASS_NAMES[i], decision_name(p->settings.leaks[i]));
	json_end_object(w);
	json_words(w, "tools", &p->settings.tools);
	json_words(w, "sensitive", &p->settings.sensitive);
	json_open_object(w, "prompt");
	json_put_number(w, "sample_rows", p->settings.sample_rows);
	json_put_bool(w, "program_output", p->settings.program_output);
	json_end_object(w);
}

FORM(name_form, struct policy, MEMBER_AS("name", struct policy, id),
    MEMBER(struct policy, revision), MEMBER_AS("sha256", struct policy, digest));

void
policy_put_name(const struct policy *p, struct json_writer *w)
{
	record_put(w, &name_form, p);
}

void
policy_json(const struct policy *p, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "id", p->id);
	json_put_str(w, "title", p->title);
	json_put_number(w, "revision", p->revision);
	json_put_text(w, "sha256", p->digest);
	json_words(w, "lineage", &p->lineage);
	json_put_text(w, "tier", p->native ? "native" : "pure");
	json_put_bool(w, "packages", p->packages);
	if (p->has_package_list)
		json_words(w, "only_packages", &p->package_list);
	json_put_str(w, "venv", p->settings.venv);
	json_put_str(w, "backend", p->settings.backend);
	json_put_text(w, "start", policy_start_name(p->settings.start));
	json_words(w, "warm", &p->settings.warm);
	json_put_str(w, "interpreter", table_versions());
	json_name(w, "imports");
	json_imports(w, p);
	json_name(w, "builtins");
	json_names(w, &p->builtins);
	json_name(w, "attributes");
	json_names(w, &p->attributes);
	json_put_text(
	    w, "unknown_attributes", p->attributes_wall != WALL_NONE ? "enforce" : "escalate");
	json_open_object(w, "capabilities");
	for (unsigned c = 0, which; c < CAPABILITIES; c++)
		json_put_text(
		    w, capability_name(c), decision_name(capabilities_decide(p, 1u << c, &which)));
	json_end_object(w);
	json_calls(w, p);
	json_shadow(w, p);
	json_waivers(w, p);
	json_settings(w, p);
	json_open_array(w, "profiles");
	for (size_t i = 0; i < p->profile_count; i++) {
		json_object(w);
		json_put_str(w, "name", p->profiles[i].name);
		json_put_text(w, "sha256", p->profiles[i].policy->digest);
		json_settings(w, p->profiles[i].policy);
		json_end_object(w);
	}
	json_end_array(w);
	json_end_object(w);
}
