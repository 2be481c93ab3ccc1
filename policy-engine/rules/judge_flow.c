/* SPDX-License-Identifier: MIT */
/* Rules about what flows from where to where: the sinks that a source reaches. */
#include "taint.h"

#define ORIGIN_BYTES_MAX 60

/* What a program's output is made of, besides its last expression and what it raises. */
static bool
is_output(struct str name)
{
	for (size_t at = name.n; at > 0; at--)
		if ((at == name.n || name.p[at] == '.') &&
		    effects_have(effects_of(str_slice(name, 0, at)), EFFECT_OUTPUT))
			return true;
	return false;
}

static bool
writes_by_name(struct str name)
{
	size_t dot = name.n;

	while (dot > 0 && name.p[dot - 1] != '.')
		dot--;
	name = str_slice(name, dot, name.n);
	return str_starts(name, STR("write")) || str_starts(name, STR("save")) ||
	       str_is(name, "dump") || str_is(name, "print");
}

/* print() and its kin: the output, and what they show they keep nothing of. */
static bool
prints(struct str name)
{
	uint64_t effects = effects_of(name);

	return effects_have(effects, EFFECT_OUTPUT) && effects_have(effects, EFFECT_SHOWS);
}

static bool
has_output(const struct taint *t)
{
	for (size_t i = 0; i < t->rule->part_count; i++)
		if (t->rule->parts[i].role == PART_TO && t->rule->parts[i].kind == PART_OUTPUT)
			return true;
	return false;
}

static bool
has_file_write(const struct taint *t)
{
	for (size_t i = 0; i < t->rule->part_count; i++)
		if (t->rule->parts[i].role == PART_TO && t->rule->parts[i].capability == CAP_WRITE)
			return true;
	return false;
}

static struct str
attribute_name(const struct facts *f, uint32_t function)
{
	return f->tree->nodes[function].kind == K_ATTRIBUTE
		   ? tree_text(f->tree, tree_child(f->tree, function, F_ATTRIBUTE))
		   : STR("");
}

/* Standard streams and files are written to by methods, and by functions that are given them. */
static bool
writes(const struct taint *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	uint32_t function = facts_bare(f, c->function);
	const struct value *v = facts_value(f, function);
	bool output = has_output(t), file = has_file_write(t), spread;

	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);

		if (v->atoms[i].kind != ATOM_SYMBOL)
			continue;
		if (output && is_output(name))
			return true;
		if (file && prints(name) &&
		    facts_find_argument(f, c->arguments, 1000000u, STR("file"), &spread) != 0)
			return true;
		if ((file || (output && t->has_stream)) && writes_by_name(name) &&
		    !prints(name))
			return true;
	}
	return (file || (output && t->has_stream)) && writes_by_name(attribute_name(f, function));
}

/* open(name) with a mode that only reads. */
static bool
only_reads(const struct taint *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	const struct atom *a = value_only(facts_value(f, facts_bare(f, c->function)), ATOM_SYMBOL);
	struct str text;
	uint32_t mode;
	bool spread;

	if (a == NULL || !effects_have(effects_of(facts_name(f, a->id)), EFFECT_MODE))
		return false;
	mode = facts_find_argument(f, c->arguments, 1, STR("mode"), &spread);
	if (mode == 0)
		return !spread;
	return fold_text(f, facts_value(f, mode), &text) && text.n > 0 && text.p[0] == 'r' &&
	       str_find(text, STR("+"), 0) == SIZE_MAX;
}

/* map(print, rows): what is handed to the call reaches the sink that is handed to it, too. */
static bool
is_handed_sink(const struct taint *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(f, c->arguments, &at, &a)) {
		const struct value *v = facts_value(f, a.node);

		if ((t->marks[facts_bare(f, a.node)] & TAINT_SINK) != 0)
			return true;
		for (unsigned i = 0; has_output(t) && i < v->count; i++) {
			struct str name = facts_name(f, v->atoms[i].id);

			if (v->atoms[i].kind == ATOM_SYMBOL &&
			    is_output(name))
				return true;
		}
	}
	return false;
}

static bool
is_sink(const struct taint *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	uint32_t function = facts_bare(f, c->function);
	const struct value *v = facts_value(f, function);

	if (writes(t, c) || is_handed_sink(t, c))
		return true;
	if ((taint_marks_of_call(t, c) & TAINT_SINK) != 0)
		return !only_reads(t, c);
	/* What is called here may be the sink that stands somewhere without being called. */
	return t->sink_escapes &&
	       (taint_hands_unknown(t, c) || (f->tree->nodes[function].kind != K_ATTRIBUTE &&
						 (v->unknown || v->count == 0)));
}

static struct ruling
flow_ruling(struct judge *j, const struct policy_rule *rule, uint32_t origin)
{
	struct str message = rule->message.n > 0
				 ? rule->message
				 : STR("data flows where the policy does not allow it");
	struct str text = tree_text(j->tree, origin);
	const char *nl = memchr(text.p, '\n', text.n);
	unsigned line, column;
	struct ruling r;

	if (nl != NULL)
		text.n = (size_t)(nl - text.p);
	text = str_slice(text, 0, text.n < ORIGIN_BYTES_MAX ? text.n : ORIGIN_BYTES_MAX);
	while (text.n > 0 && text.n == ORIGIN_BYTES_MAX &&
	       ((unsigned char)text.p[text.n] & 0xc0) == 0x80)
		text.n--;
	text_place(j->tree->source, j->tree->nodes[origin].start, &line, &column);
	r = ruling_of(j, rule->otherwise, NULL, "", "%.*s: it comes from line %u, '%.*s'",
	    STR_ARG(message), line, STR_ARG(text));
	r.whole = true;
	ruling_of_rule(&r, rule);
	return r;
}

/* A call is told where it is mentioned; the output has no mention. */
static void
tell_output(const struct taint *t, uint32_t sink)
{
	for (size_t i = 0; i < t->rule->part_count; i++)
		if (t->rule->parts[i].kind == PART_OUTPUT)
			judge_tell_at(t->judge, &t->rule->parts[i], sink, TRUTH_YES);
}

static void
report(struct taint *t, uint32_t sink, uint32_t origin, bool *found)
{
	struct judge *j = t->judge;
	struct ruling r;

	if (origin == 0)
		return;
	*found = true;
	j->mention = sink;
	r = flow_ruling(j, t->rule, origin);
	judge_fired(j, t->rule, sink, false);
	judge_tell(j, t->rule, TRUTH_NO);
	judge_node(j, sink, &r);
}

static void
report_shown(struct taint *t, uint32_t sink, uint32_t origin, bool *found)
{
	report(t, sink, origin, found);
	if (origin != 0)
		tell_output(t, sink);
}

static bool
is_shown(const struct tree *t, uint32_t statement)
{
	enum kind k = (enum kind)t->nodes[tree_first(t, statement)].kind;

	return t->nodes[statement].kind == K_EXPRESSION_STATEMENT && k != K_ASSIGNMENT &&
	       k != K_AUGMENTED_ASSIGNMENT;
}

/* The value of the last expression is shown, and so is what is raised. */
static void
report_output(struct taint *t, bool *found)
{
	const struct tree *tree = t->judge->tree;
	uint32_t last = 0;

	for (uint32_t c = tree_first(tree, 0); c != 0; c = tree_next(tree, c))
		last = c;
	if (last != 0 && is_shown(tree, last))
		report_shown(t, last, t->node[last], found);
	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t said = 0;

		if (tree->nodes[i].kind == K_RAISE_STATEMENT)
			said = i;
		if (tree->nodes[i].kind == K_ASSERT_STATEMENT)
			said = tree_next(tree, tree_first(tree, i));
		if (said != 0)
			report_shown(t, i, t->node[said], found);
	}
}

static void
report_call(struct taint *t, const struct call *c, uint32_t origin, bool *found)
{
	report(t, c->node, origin, found);
	if (origin != 0 && (writes(t, c) || is_handed_sink(t, c)))
		tell_output(t, c->node);
}

static bool
run_rule(struct judge *j, const struct policy_rule *r, const struct uses *uses, uint32_t *steps)
{
	struct taint t = {.judge = j, .rule = r, .steps = *steps};
	const struct facts *f = j->facts;
	bool found = false;

	j->mention = 0;
	if (!taint_run(&t, uses))
		return false;
	for (size_t i = 0; has_output(&t) && i < uses->count; i++)
		t.sink_escapes =
		    t.sink_escapes || (!uses->items[i].is_called && is_output(uses->items[i].name));
	for (size_t i = 0; t.has_sources && i < f->calls_count; i++) {
		const struct call *c = &f->calls[i];
		const struct atom *a =
		    value_find(facts_value(f, facts_bare(f, c->function)), ATOM_SYMBOL);
		bool print = a != NULL && prints(facts_name(f, a->id));

		if (is_sink(&t, c))
			report_call(&t, c, taint_of_arguments(&t, c, print), &found);
	}
	if (t.has_sources && has_output(&t))
		report_output(&t, &found);
	if (!found) {
		j->mention = 0;
		judge_tell(j, r, TRUTH_YES);
	}
	*steps = t.has_sources ? t.steps : *steps;
	return true;
}

void
judge_flows(struct judge *j, const struct uses *uses)
{
	uint32_t steps = TAINT_STEPS_MAX;
	struct ruling r;

	for (size_t i = 0; i < j->policy->rule_count && !j->failed && steps > 0; i++) {
		const struct policy_rule *rule = &j->policy->rules[i];

		if (rule->kind == RULE_FLOW && rule_is_for(j, rule) &&
		    !run_rule(j, rule, uses, &steps))
			j->failed = true;
	}
	if (steps > 0)
		return;
	r = ruling_of(j, DECISION_DENY, "flow.limit", "write a smaller program",
	    "following what flows where takes too long");
	judge_span(j, 0, 0, &r);
}
