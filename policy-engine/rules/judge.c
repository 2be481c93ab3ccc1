/* SPDX-License-Identifier: MIT */
#include "judge.h"

void
finding_place(struct finding *f, struct str s)
{
	struct str line;
	uint32_t end = f->end;
	const char *nl;

	text_place(s, f->at, &f->line, &f->column);
	text_place(s, f->end, &f->end_line, &f->end_column);
	nl = memchr(s.p + f->at, '\n', s.n - f->at);
	if (nl != NULL && (uint32_t)(nl - s.p) < end)
		end = (uint32_t)(nl - s.p);
	line = str_slice(s, f->at, end);
	if (line.n > 120) {
		line.n = 120;
		while (line.n > 0 && ((unsigned char)line.p[line.n] & 0xc0) == 0x80)
			line.n--;
	}
	f->snippet = line;
}

/* Also of the gate's own rule about names that getattr and its kin get. */
static enum wall
wall_of(const struct judge *j, const struct ruling *r)
{
	if (j->without_box || r->wall != WALL_NONE || r->rule == NULL ||
	    r->decision != DECISION_ESCALATE || strcmp(r->rule, "reflection.unknown") != 0)
		return j->without_box ? WALL_NONE : r->wall;
	return j->policy->attributes_wall;
}

/* What the rule has said about the same span, where that is as much; or NULL. */
static struct finding *
find_told(const struct findings *list, uint32_t at, uint32_t end, struct str rule, enum decision d)
{
	for (size_t i = list->count; i-- > 0;)
		if (list->items[i].at == at && list->items[i].end == end &&
		    str_eq(list->items[i].rule, rule) && list->items[i].decision <= d)
			return &list->items[i];
	return NULL;
}

void
judge_span(struct judge *j, uint32_t at, uint32_t end, const struct ruling *r)
{
	enum wall wall = wall_of(j, r);
	bool owed = wall != WALL_NONE;
	struct findings *list = owed ? &j->owed : &j->found;
	struct str rule = r->rule != NULL ? str_from(r->rule) : r->id;
	enum decision decision = owed ? DECISION_ALLOW : r->decision;
	bool evasion = !owed && (r->evasion || j->hides_name);
	struct finding *f;

	if (r->decision == DECISION_ALLOW || j->failed)
		return;
	f = find_told(list, at, end, rule, decision);
	if (f != NULL) {
		f->evasion = f->evasion || evasion;
		return;
	}
	j->full = j->full || list->count >= FINDINGS_MAX;
	if (list->count >= FINDINGS_MAX)
		return;
	f = arena_push(j->arena, &list->items, &list->count, &list->capacity, sizeof(*f));
	j->failed = f == NULL;
	if (f == NULL)
		return;
	*f = (struct finding){.rule = rule, .message = r->message, .at = at, .end = end};
	finding_place(f, j->tree->source);
	f->wall = wall;
	f->decision = decision;
	f->severity = owed ? SEVERITY_LOW : r->severity;
	if (owed)
		return;
	f->remedy = r->remedy.n > 0 || r->rule == NULL ? r->remedy : rule_remedy(r->rule);
	f->evasion = evasion;
	f->whole = r->whole;
	f->waivable = waivable_holds(r->waivable, r->decision);
}

void
judge_node(struct judge *j, uint32_t node, const struct ruling *r)
{
	judge_span(j, j->tree->nodes[node].start, j->tree->nodes[node].end, r);
}

void
judge_tell(const struct judge *j, const void *item, unsigned outcome)
{
	judge_tell_at(j, item, j->mention, outcome);
}

void
judge_tell_at(const struct judge *j, const void *item, uint32_t node, unsigned outcome)
{
	if (j->watch != NULL)
		j->watch->tell(j->watch->context, j, item, node, outcome);
}

struct ruling
ruling_allow(void)
{
	return (struct ruling){.decision = DECISION_ALLOW};
}

__attribute__((format(printf, 5, 0))) static struct ruling
ruling_of_list(struct judge *j, enum decision d, const char *rule, const char *remedy,
    const char *format, va_list ap)
{
	struct ruling r = {.decision = d,
	    .severity = d == DECISION_DENY ? SEVERITY_HIGH : SEVERITY_MEDIUM,
	    .rule = rule,
	    .remedy = str_from(remedy)};
	struct buf b;

	if (d == DECISION_ALLOW)
		return ruling_allow();
	buf_init(&b, 1024);
	buf_vprintf(&b, format, ap);
	if (b.failed || !arena_copy(j->arena, buf_view(&b), &r.message))
		j->failed = j->failed || !b.failed;
	buf_release(&b);
	return r;
}

struct ruling
ruling_of(
    struct judge *j, enum decision d, const char *rule, const char *remedy, const char *format, ...)
{
	struct ruling r;
	va_list ap;

	va_start(ap, format);
	r = ruling_of_list(j, d, rule, remedy, format, ap);
	va_end(ap);
	return r;
}

void
judge_find(struct judge *j, uint32_t node, enum decision d, const char *rule, const char *remedy,
    const char *format, ...)
{
	struct ruling r;
	va_list ap;

	va_start(ap, format);
	r = ruling_of_list(j, d, rule, remedy, format, ap);
	va_end(ap);
	judge_node(j, node, &r);
}

struct str
dotted_name(struct judge *j, struct str a, struct str b)
{
	struct str made = str_from(arena_printf(j->arena, "%.*s.%.*s", STR_ARG(a), STR_ARG(b)));

	j->failed = j->failed || made.n == 0;
	return made;
}

bool
judge_imports_package(const struct judge *j, struct str packages)
{
	struct str word;

	while (str_cut(&packages, ' ', &word))
		if (str_is(word, "builtins") || words_have(&j->packages, word))
			return true;
	return false;
}

void
ruling_of_rule(struct ruling *r, const struct policy_rule *rule)
{
	r->id = rule->id;
	r->waivable = rule->waivable;
	r->severity = rule->severity;
	r->remedy = rule->remedy;
}
