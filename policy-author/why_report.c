/* SPDX-License-Identifier: MIT */
#include "why.h"

#include "record.h"
static bool
is_of_rules(const struct entry *e)
{
	return e->section == SECTION_RULES;
}

static bool
is_asked_at(const struct why_mention *m, struct str rule)
{
	for (size_t i = 0; i < m->step_count; i++)
		if (is_of_rules(m->steps[i].entry) && str_eq(m->steps[i].entry->name, rule))
			return true;
	return false;
}

static bool
wants_finding(const struct why *e, const struct finding *f)
{
	return (e->line == 0 || (f->line <= e->line && f->end_line >= e->line)) &&
	       (e->rule.n == 0 || str_eq(f->rule, e->rule));
}

/* Of one rule that was asked, its own steps alone. */
static bool
wants_step(const struct why *e, const struct why_mention *m, const struct why_step *s)
{
	return e->rule.n == 0 || !is_asked_at(m, e->rule) ||
	       (is_of_rules(s->entry) && str_eq(s->entry->name, e->rule));
}

/* Of a rule that the gate itself has, what stands where its findings are. */
static bool
wants(const struct why *e, const struct why_mention *m)
{
	if (e->line != 0 && m->line != e->line)
		return false;
	if (e->rule.n == 0 || is_asked_at(m, e->rule))
		return true;
	if (outline_rule(e->policy, e->rule) != NULL)
		return false;
	for (size_t i = 0; i < e->verdict.count; i++) {
		const struct finding *f = &e->verdict.findings[i];

		if (wants_finding(e, f) && f->line == m->line && f->column == m->column)
			return true;
	}
	return false;
}

static const char *
truth_word(unsigned outcome)
{
	return outcome == TRUTH_YES ? "holds" : outcome == TRUTH_NO ? "fails" : "can't be told";
}

static const char *
source_name(const struct why *e, const struct entry *entry)
{
	size_t count;

	return policy_sources(e->policy, &count)[entry->source].name.p;
}

static void
put_place(const struct why *e, const struct entry *entry, struct buf *out)
{
	if (entry->line > 0)
		buf_printf(out, " (%s:%u)", source_name(e, entry), entry->line);
	else
		buf_text(out, " (said nowhere)");
}

static void
put_rule(const struct why *e, const struct why_step *s, struct buf *out)
{
	const struct policy_rule *r = &e->policy->rules[s->entry->index];

	if (s->outcome == TRUTH_YES)
		buf_text(out, "so rule '");
	else if (s->outcome == TRUTH_UNKNOWN)
		buf_text(out, "no condition certainly holds, so rule '");
	else
		buf_text(out, r->unless_count > 0 ? "no condition holds, so rule '" : "so rule '");
	buf_printf(out, "%.*s' says %s", STR_ARG(r->id),
	    decision_name(s->outcome == TRUTH_YES       ? DECISION_ALLOW
			  : s->outcome == TRUTH_UNKNOWN ? r->unknown
							: r->otherwise));
}

/* An import that the policy knows by the names in its `api` says nothing of others. */
static bool
is_in_part(const struct why *e, const struct entry *entry)
{
	return entry->kind == ENTRY_NAME && entry->section == SECTION_IMPORTS &&
	       e->policy->imports.items[entry->index].has_api;
}

static void
put_step(const struct why *e, const struct why_step *s, struct buf *out)
{
	struct str title = STR("?");
	struct arena *a = arena_new((size_t)1 << 16);

	if (a != NULL)
		(void)entry_title(a, s->entry, &title);
	if (s->entry->kind == ENTRY_PREDICATE) {
		buf_printf(
		    out, "        %.*s %s", STR_ARG(s->entry->where), truth_word(s->outcome));
		if (s->first_failed)
			buf_text(out, ", first of all");
		buf_text(out, ": ");
		if (s->value.n == 0)
			buf_text(out, "it is not given");
		else
			buf_visible(out, s->value, 300);
	} else if (s->entry->kind == ENTRY_CONDITION) {
		buf_printf(out, "      %.*s %s", STR_ARG(s->entry->where), truth_word(s->outcome));
	} else if (s->entry->kind == ENTRY_RULE) {
		buf_text(out, "    ");
		put_rule(e, s, out);
	} else {
		buf_printf(out, "    %.*s", STR_ARG(title));
		put_place(e, s->entry, out);
		if (s->entry->kind == ENTRY_RULE_CALL)
			buf_text(out, " asks");
		else
			buf_printf(out, " says %s%s", decision_name((enum decision)s->outcome),
			    is_in_part(e, s->entry) ? ", for the names in its 'api'" : "");
	}
	buf_char(out, '\n');
	arena_free(a);
}

static void
put_mention(const struct why *e, const struct why_mention *m, struct buf *out)
{
	buf_printf(out, "  %u:%u `", m->line, m->column);
	buf_visible(out, m->text, 200);
	buf_char(out, '`');
	for (size_t i = 0; i < m->link_count; i++) {
		buf_text(out, " <- `");
		buf_visible(out, m->links[i].text, 200);
		buf_printf(out, "` line %u", m->links[i].line);
	}
	if (m->symbols.n > 0) {
		buf_text(out, " -> ");
		buf_visible(out, m->symbols, 200);
	}
	buf_char(out, '\n');
	for (size_t i = 0; i < m->step_count; i++)
		if (wants_step(e, m, &m->steps[i]))
			put_step(e, &m->steps[i], out);
}

static bool
is_decided_before(const struct why *e, struct str symbol)
{
	const struct name_rule *call = call_rule_for(e->policy, symbol);

	return call != NULL && call->decision != DECISION_ALLOW;
}

static void
put_names(const struct words *w, struct buf *out)
{
	for (size_t i = 0; i < w->count; i++)
		buf_printf(out, "%s%.*s", i == 0 ? "" : ", ", STR_ARG(outline_shown(w->items[i])));
}

/* Why a rule was not asked: nothing mentions its calls, another entry decides, no such import. */
static void
put_why_not(const struct why *e, struct buf *out)
{
	const struct policy_rule *r = outline_rule(e->policy, e->rule);
	bool imported = r == NULL || r->packages.count == 0;

	buf_printf(out, "  '%.*s' found nothing", STR_ARG(e->rule));
	if (e->line > 0)
		buf_printf(out, " on line %u", e->line);
	if (r == NULL) {
		buf_char(out, '\n');
		return;
	}
	buf_text(out, ": nothing that reaches it mentions ");
	put_names(&r->calls, out);
	buf_char(out, '\n');
	for (size_t i = 0; i < r->packages.count; i++)
		imported = imported || words_have(&e->packages, r->packages.items[i]);
	if (!imported) {
		buf_text(out, "  it is only for programs that import ");
		put_names(&r->packages, out);
		buf_char(out, '\n');
	}
	for (size_t i = 0; i < r->calls.count; i++)
		if (is_decided_before(e, r->calls.items[i])) {
			const struct name_rule *c = call_rule_for(e->policy, r->calls.items[i]);
			struct words one = {.items = (struct str[]){c->name}, .count = 1};

			buf_text(out, "  the call entry '");
			put_names(&one, out);
			buf_printf(out, "' decides before it: %s\n", decision_name(c->decision));
		}
}

void
why_render(const struct why *e, bool colour, struct buf *out)
{
	size_t findings = 0, mentions = 0;

	buf_printf(out, "%s: %s by %.*s\n", e->path, decision_name(e->verdict.decision),
	    STR_ARG(policy_id(e->policy)));
	for (size_t i = 0; i < e->verdict.count; i++)
		if (wants_finding(e, &e->verdict.findings[i])) {
			buf_char(out, '\n');
			finding_render(&e->verdict.findings[i], e->path, e->code, colour, out);
			findings++;
		}
	for (size_t i = 0; i < e->verdict.obligation_count; i++) {
		const struct finding *note = &e->verdict.obligations[i];

		if (!wants_finding(e, note))
			continue;
		buf_char(out, '\n');
		finding_render(note, e->path, e->code, colour, out);
		findings++;
	}
	buf_text(out, "\nwhat was asked:\n");
	for (size_t i = 0; i < e->count; i++)
		if (wants(e, &e->mentions[i])) {
			put_mention(e, &e->mentions[i], out);
			mentions++;
		}
	if (findings + mentions == 0 && e->rule.n > 0)
		put_why_not(e, out);
	else if (mentions == 0)
		buf_text(out, "  nothing: no name here is the policy's matter\n");
}

static void
json_step(const struct why *e, const struct why_step *s, struct json_writer *w)
{
	struct arena *a = arena_new((size_t)1 << 16);
	bool truth = s->entry->kind == ENTRY_PREDICATE || s->entry->kind == ENTRY_CONDITION ||
		     s->entry->kind == ENTRY_RULE;
	struct str title = STR("?");

	if (a != NULL)
		(void)entry_title(a, s->entry, &title);
	json_object(w);
	json_put_str(w, "entry", title);
	if (s->entry->line > 0) {
		json_put_text(w, "file", source_name(e, s->entry));
		json_put_number(w, "line", s->entry->line);
	}
	json_put_text(w, "outcome",
	    truth ? truth_word(s->outcome) : decision_name((enum decision)s->outcome));
	if (is_in_part(e, s->entry))
		json_put_bool(w, "in_part", true);
	if (s->entry->kind == ENTRY_PREDICATE) {
		json_put_bool(w, "first_failed", s->first_failed);
		json_name(w, "value");
		if (s->value.n == 0)
			json_null(w);
		else
			json_str(w, s->value);
	}
	json_end_object(w);
	arena_free(a);
}

FORM(link_form, struct why_link, MEMBER(struct why_link, text), MEMBER(struct why_link, line));

static void
json_mention(const struct why *e, const struct why_mention *m, struct json_writer *w)
{
	json_object(w);
	json_put_number(w, "line", m->line);
	json_put_number(w, "column", m->column);
	json_put_str(w, "text", m->text);
	record_put_list(w, "from", &link_form, m->links, m->link_count);
	json_put_str(w, "is", m->symbols);
	json_open_array(w, "asked");
	for (size_t i = 0; i < m->step_count; i++)
		if (wants_step(e, m, &m->steps[i]))
			json_step(e, &m->steps[i], w);
	json_end_array(w);
	json_end_object(w);
}

void
why_json(const struct why *e, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "policy", policy_id(e->policy));
	json_put_text(w, "policy_sha256", policy_digest(e->policy));
	json_put_text(w, "path", e->path);
	json_put_text(w, "sha256", e->verdict.code_sha256);
	json_put_text(w, "verdict", decision_name(e->verdict.decision));
	json_open_array(w, "findings");
	for (size_t i = 0; i < e->verdict.count; i++)
		if (wants_finding(e, &e->verdict.findings[i]))
			finding_json(&e->verdict.findings[i], w);
	json_end_array(w);
	obligations_json(&e->verdict, w);
	trials_json(&e->verdict, w);
	json_open_array(w, "mentions");
	for (size_t i = 0; i < e->count; i++)
		if (wants(e, &e->mentions[i]))
			json_mention(e, &e->mentions[i], w);
	json_end_array(w);
	json_end_object(w);
}
