/* SPDX-License-Identifier: MIT */
/* Lays a policy's own file beside what it means, and lets each check look. */
#include "lint_parts.h"
#include "effects.h"
#include "hash.h"
#include "merge.h"
#include "outline.h"
#include "yaml.h"

#include <stdlib.h>

static const enum severity SEVERITIES[] = {
    [LINT_ERROR] = SEVERITY_HIGH, [LINT_WARNING] = SEVERITY_MEDIUM, [LINT_NOTE] = SEVERITY_LOW};

static void
add(struct lint *l, const struct json_node *at, struct str message)
{
	struct finding *one;

	if (l->failed || l->count >= LINT_FINDINGS_MAX)
		return;
	one = arena_push(l->arena, &l->findings, &l->count, &l->capacity, sizeof(*one));
	if (one == NULL) {
		l->failed = true;
		return;
	}
	*one = (struct finding){.rule = str_from(l->check->id),
	    .decision = l->check->level,
	    .severity = SEVERITIES[l->check->level],
	    .message = message,
	    .remedy = str_from(l->check->remedy),
	    .at = at->at,
	    .end = at->end};
	finding_place(one, l->doc->source);
}

void
lint_say(struct lint *l, const struct json_node *at, const char *format, ...)
{
	struct str message = {"", 0};
	struct buf b;
	va_list ap;

	if (at == NULL)
		at = json_get(l->doc, l->root, "id");
	buf_init(&b, ERR_MESSAGE_BYTES);
	va_start(ap, format);
	buf_vprintf(&b, format, ap);
	va_end(ap);
	if (b.failed)
		message = str_from(l->check->what);
	else if (!arena_copy(l->arena, buf_view(&b), &message))
		l->failed = true;
	buf_release(&b);
	add(l, at, message);
}

const struct json_node *
lint_get(const struct lint *l, const char *section, const char *name)
{
	return json_get(l->doc, json_get(l->doc, l->root, section), name);
}

struct str
lint_symbol(struct lint *l, struct str name)
{
	struct merge m = {.arena = l->arena};
	struct str symbol = merge_symbol(&m, name);

	l->failed = l->failed || m.failed;
	return symbol;
}

bool
lint_is_ruled(const struct lint *l, struct str symbol)
{
	const struct name_rule *call = call_rule_for(l->policy, symbol);

	return condition_rule_for(l->policy, symbol) != NULL ||
	       (call != NULL && call->decision != DECISION_ALLOW);
}

bool
lint_is_open(const struct lint *l)
{
	const struct policy *p = l->policy;

	return p->imports.otherwise == DECISION_ALLOW && p->builtins.otherwise == DECISION_ALLOW &&
	       p->attributes.otherwise == DECISION_ALLOW &&
	       p->capabilities.otherwise == DECISION_ALLOW;
}

unsigned
lint_authority(struct str symbol, bool *known)
{
	struct str module = symbol, name, rest;
	struct table_member m;

	*known = false;
	while (module.n > 0) {
		while (module.n > 0 && module.p[module.n - 1] != '.')
			module.n--;
		if (module.n == 0)
			return 0;
		module.n--;
		if (table_module(module).known)
			break;
	}
	rest = str_slice(symbol, module.n + 1, symbol.n);
	str_cut(&rest, '.', &name);
	m = table_member(module, name);
	/* Of a module that is refused whole, the table lists no names. */
	*known = m.kind != MEMBER_NONE || table_module(module).members == 0;
	return m.capabilities;
}

unsigned
lint_unheld(const struct lint *l, struct str symbol, unsigned capabilities)
{
	unsigned held = CAP_READ | CAP_WRITE;

	if (!l->policy->files.given)
		return capabilities;
	/* An address is no name of a file: the text refuses it, and the box has no network. */
	if (effects_have(effects_of(symbol), EFFECT_FILE))
		held |= CAP_NETWORK;
	return capabilities & ~held;
}

const char *
lint_capability(unsigned bits)
{
	unsigned i = 0;

	while (i < CAPABILITIES && (bits & 1u << i) == 0)
		i++;
	return capability_name(i);
}

static void
collect_entry(struct lint *l, enum section s, enum decision d, const struct json_node *node,
    const struct json_node *name)
{
	struct lint_entry *one =
	    arena_push(l->arena, &l->entries, &l->entry_count, &l->entry_capacity, sizeof(*one));

	if (one == NULL)
		l->failed = true;
	else
		*one = (struct lint_entry){s, d, name->text, node, name};
}

static void
collect_entries(struct lint *l)
{
	for (enum section s = SECTION_IMPORTS; s <= SECTION_CALLS; s++)
		for (enum decision says = DECISION_DENY; says <= DECISION_ALLOW; says++)
			JSON_EACH(n, l->doc, lint_get(l, section_name(s), decision_name(says))) {
				const char *key = s == SECTION_IMPORTS ? "module" : "name";
				const struct json_node *said = json_get(l->doc, n, key);

				JSON_EACH_SAID(name, l->doc, said != NULL ? said : n)
					collect_entry(l, s, says, n, name);
			}
}

static void
collect_condition(
    struct lint *l, const struct lint_rule *r, size_t condition, const struct json_node *written)
{
	const struct json_node *n = json_first(l->doc, json_get(l->doc, written, "arg"));
	const struct condition *c;

	if (condition >= r->model->unless_count)
		return;
	c = &r->model->unless[condition];
	for (size_t i = 0; n != NULL && i < c->count; i++, n = json_next(l->doc, n)) {
		struct lint_predicate *one = arena_push(l->arena, &l->predicates,
		    &l->predicate_count, &l->predicate_capacity, sizeof(*one));

		if (one == NULL) {
			l->failed = true;
			return;
		}
		*one = (struct lint_predicate){r, condition, n, n + 1, &c->predicates[i]};
	}
}

/* NULL where a later rule of the file has its id. */
static const struct policy_rule *
model_of(const struct lint *l, const struct json_node *rule, struct str id)
{
	for (const struct json_node *n = json_next(l->doc, rule); n; n = json_next(l->doc, n))
		if (str_eq(json_get_text(l->doc, n, "id", STR("")), id))
			return NULL;
	return outline_rule(l->policy, id);
}

static void
collect_rules(struct lint *l)
{
	const struct json_doc *d = l->doc;

	JSON_EACH(n, d, json_get(d, l->root, "rules")) {
		struct lint_rule *one = arena_push(
		    l->arena, &l->rules, &l->rule_count, &l->rule_capacity, sizeof(*one));

		if (one == NULL) {
			l->failed = true;
			return;
		}
		*one = (struct lint_rule){.node = n, .id = json_get(d, n, "id")};
		one->model = model_of(l, n, one->id->text);
	}
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct lint_rule *r = &l->rules[i];
		size_t at = 0;

		if (r->model != NULL)
			JSON_EACH_SAID(k, d, json_get(d, r->node, "unless"))
				collect_condition(l, r, at++, k);
	}
}

static int
by_place(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	if (!str_eq(a->rule, b->rule))
		return str_compare(a->rule, b->rule);
	return str_compare(a->message, b->message);
}

static void
finish(struct lint *l, struct check_result *out)
{
	struct policy_verdict *v = &out->verdict;

	if (l->count > 1)
		qsort(l->findings, l->count, sizeof(*l->findings), by_place);
	*out = (struct check_result){.path = l->subject->path, .source = l->doc->source};
	*v = (struct policy_verdict){
	    .decision = DECISION_ALLOW, .findings = l->findings, .count = l->count};
	for (size_t i = 0; i < l->count; i++)
		if (l->findings[i].decision < v->decision)
			v->decision = l->findings[i].decision;
	digest_hex_of(out->source, v->code_sha256);
}

bool
lint_run(struct arena *a, const struct lint_subject *s, struct check_result *out,
    struct err_list *errs, struct err *err)
{
	struct json_doc doc;
	struct lint l = {.arena = a, .subject = s, .policy = s->policy, .doc = &doc, .errs = errs};
	const struct lint_check *checks;
	size_t n;
	const struct policy_source *sources = policy_sources(s->policy, &n);

	*err = (struct err){0};
	if (!yaml_parse(a, sources[n - 1].text, s->path, &doc, errs))
		return false;
	l.root = json_root(&doc);
	collect_entries(&l);
	collect_rules(&l);
	checks = lint_checks(&n);
	for (size_t i = 0; i < n && !l.failed && !l.broken; i++) {
		if (s->disabled != NULL && words_have(s->disabled, str_from(checks[i].id)))
			continue;
		l.check = &checks[i];
		checks[i].look(&l);
	}
	if (l.failed)
		return err_memory(err);
	if (!l.broken)
		finish(&l, out);
	return !l.broken;
}
