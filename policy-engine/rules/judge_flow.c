/* SPDX-License-Identifier: MIT */
/* Rules about what flows from where to where: the sinks that a source reaches. */
#include "uses.h"

#define ORIGIN_BYTES_MAX 60

struct ends { /* of one rule's flow in the program */
	struct judge *judge;
	const struct policy_rule *rule;
	const struct uses *uses;
	uint8_t *marks; /* by node: what a mention there is */
	uint8_t *given; /* by name: some call has a keyword argument of it */
	struct taint taint;
	bool sink_escapes, has_stream;
	bool has_makers; /* of objects whose members are named while it runs */
};

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
has_output(const struct ends *t)
{
	for (size_t i = 0; i < t->rule->part_count; i++)
		if (t->rule->parts[i].role == PART_TO && t->rule->parts[i].kind == PART_OUTPUT)
			return true;
	return false;
}

static bool
has_file_write(const struct ends *t)
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
writes(const struct ends *t, const struct call *c)
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
		if ((file || (output && t->has_stream)) && writes_by_name(name) && !prints(name))
			return true;
	}
	return (file || (output && t->has_stream)) && writes_by_name(attribute_name(f, function));
}

/* Certainly only reads, or only writes. */
static bool
is_mode(const struct facts *f, uint32_t arguments, bool reads)
{
	bool spread;
	uint32_t mode = facts_find_argument(f, arguments, 1, STR("mode"), &spread);
	struct str text;

	if (mode == 0)
		return reads && !spread;
	return fold_text(f, facts_value(f, mode), &text) && text.n > 0 &&
	       (text.p[0] == 'r') == reads && str_find(text, STR("+"), 0) == SIZE_MAX;
}

/* open(name) with a mode that only reads. */
static bool
only_reads(const struct ends *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	const struct atom *a = value_only(facts_value(f, facts_bare(f, c->function)), ATOM_SYMBOL);

	return a != NULL && effects_have(effects_of(facts_name(f, a->id)), EFFECT_MODE) &&
	       is_mode(f, c->arguments, true);
}

/* map(print, rows): what is handed to the call reaches the sink that is handed to it, too. */
static bool
is_handed_sink(const struct ends *t, const struct call *c)
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

			if (v->atoms[i].kind == ATOM_SYMBOL && is_output(name))
				return true;
		}
	}
	return false;
}

/* What a call is given: its arguments and the object of its method. */
static uint32_t
source_of_arguments(const struct ends *t, const struct call *c, bool for_print)
{
	struct facts *f = t->judge->facts;
	uint32_t at = 0, out = 0, function = facts_bare(f, c->function);
	struct argument a;

	if (f->tree->nodes[c->arguments].kind == K_GENERATOR_EXPRESSION)
		return flow_source(f, c->arguments);
	while (out == 0 && facts_argument(f, c->arguments, &at, &a))
		if (!for_print || a.name == 0 || !str_is(facts_name(f, a.name), "file"))
			out = flow_source(f, a.node);
	return out == 0 && f->tree->nodes[function].kind == K_ATTRIBUTE
		   ? flow_source(f, tree_child(f->tree, function, F_OBJECT))
		   : out;
}

/* The symbol is named by a part of this role. */
static bool
is_end(const struct ends *t, struct atom a, enum part_role role)
{
	const struct use u = {.kind = USE_SYMBOL, .name = facts_name(t->judge->facts, a.id)};

	for (size_t k = 0; a.kind == ATOM_SYMBOL && k < t->rule->part_count; k++)
		if (t->rule->parts[k].role == role && t->rule->parts[k].kind == PART_CALL &&
		    use_is_of(&u, t->rule->parts[k].name))
			return true;
	return false;
}

/* A method counts as one of a library only where the program has none of this name, and puts no
 * function of its own into an object under it: SimpleNamespace(mean=lambda: rows).mean(). */
static bool
is_own_method(const struct ends *t, uint32_t function)
{
	const struct facts *f = t->judge->facts;
	uint32_t name = f->attributes[f->fact_of[function]].name;

	if (t->has_makers || t->given[name] != 0)
		return true;
	for (size_t i = 1; i < f->scopes_count; i++)
		if (f->scopes[i].name == name && f->scopes[i].kind == SCOPE_FUNCTION)
			return true;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == name && f->attributes[i].role == ROLE_STORE)
			return true;
	return false;
}

static bool
is_clean(const struct ends *t, uint32_t function)
{
	const struct facts *f = t->judge->facts;
	const struct value *v = facts_value(f, function);
	bool all = v->count > 0 && !v->unknown;

	if ((t->marks[function] & TAINT_CLEAN) == 0)
		return false;
	if (f->tree->nodes[function].kind == K_ATTRIBUTE && f->fact_of[function] != NOWHERE &&
	    v->count == 0 && !is_own_method(t, function))
		return true;
	for (unsigned i = 0; i < v->count; i++)
		all = all && is_end(t, v->atoms[i], PART_THROUGH);
	return all;
}

/* sorted(rows, key=partial(print)): a name, or the first argument of map and its like, hands over
 * what may be any function. */
static bool
hands_unknown(const struct ends *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	const struct atom *symbol =
	    value_only(facts_value(f, facts_bare(f, c->function)), ATOM_SYMBOL);
	bool maps =
	    symbol != NULL && effects_have(effects_of(facts_name(f, symbol->id)), EFFECT_CALLS);
	struct argument a;
	uint32_t at = 0;

	for (bool first = true; facts_argument(f, c->arguments, &at, &a); first = false) {
		const struct value *v = facts_value(f, a.node);

		if ((a.name != 0 || (maps && first)) &&
		    (v->count == 0 || v->unknown || value_find(v, ATOM_RESULT) != NULL))
			return true;
	}
	return false;
}

/* Of a capability a call is a sink by its mention; of a name, by all that it may call. */
static bool
calls_sink(const struct ends *t, uint32_t function)
{
	const struct value *v = facts_value(t->judge->facts, function);
	bool any = (t->marks[function] & TAINT_SINK) != 0;

	for (unsigned i = 0; i < v->count; i++)
		any = any || is_end(t, v->atoms[i], PART_TO);
	return any;
}

static bool
is_sink(const struct ends *t, const struct call *c)
{
	const struct facts *f = t->judge->facts;
	uint32_t function = facts_bare(f, c->function);
	const struct value *v = facts_value(f, function);

	if (writes(t, c) || is_handed_sink(t, c))
		return true;
	if (calls_sink(t, function))
		return !only_reads(t, c);
	/* What is called here may be the sink that stands somewhere without being called. */
	return t->sink_escapes &&
	       (hands_unknown(t, c) ||
		   (f->tree->nodes[function].kind != K_ATTRIBUTE &&
		       (v->unknown || v->count == 0 || value_find(v, ATOM_RESULT) != NULL)));
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
tell_output(const struct ends *t, uint32_t sink)
{
	for (size_t i = 0; i < t->rule->part_count; i++)
		if (t->rule->parts[i].kind == PART_OUTPUT)
			judge_tell_at(t->judge, &t->rule->parts[i], sink, TRUTH_YES);
}

static void
report(struct ends *t, uint32_t sink, uint32_t origin, bool *found)
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
report_shown(struct ends *t, uint32_t sink, uint32_t origin, bool *found)
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
report_output(struct ends *t, bool *found)
{
	const struct tree *tree = t->judge->tree;
	uint32_t last = 0;

	for (uint32_t c = tree_first(tree, 0); c != 0; c = tree_next(tree, c))
		last = c;
	if (last != 0 && is_shown(tree, last))
		report_shown(t, last, flow_source(t->judge->facts, tree_first(tree, last)), found);
	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t said = 0;

		if (tree->nodes[i].kind == K_RAISE_STATEMENT)
			said = i;
		if (tree->nodes[i].kind == K_ASSERT_STATEMENT)
			said = tree_next(tree, tree_first(tree, i));
		if (said != 0)
			report_shown(t, i, flow_source(t->judge->facts, said), found);
	}
}

static void
report_call(struct ends *t, const struct call *c, uint32_t origin, bool *found)
{
	report(t, c->node, origin, found);
	if (origin != 0 && (writes(t, c) || is_handed_sink(t, c)))
		tell_output(t, c->node);
}

/* open(name, 'w') gives nothing to read. */
static bool
gives_nothing(const struct ends *t, const struct use *u)
{
	const struct facts *f = t->judge->facts;
	uint32_t call = f->tree->nodes[u->node].parent;

	if (!u->is_called || f->tree->nodes[call].kind != K_CALL ||
	    !effects_have(effects_of(u->name), EFFECT_MODE))
		return false;
	return is_mode(f, tree_child(f->tree, call, F_ARGUMENTS), false);
}

static bool
is_of(const struct rule_part *p, const struct use *u)
{
	if (u->kind == USE_MODULE)
		return false;
	if (p->kind == PART_CAPABILITY)
		return (u->capabilities & p->capability) != 0;
	return p->kind == PART_CALL && use_is_of(u, p->name);
}

static void
look_around(struct ends *t)
{
	const struct facts *f = t->judge->facts;
	struct argument a;

	for (size_t i = 0; i < t->uses->count; i++) {
		const struct use *u = &t->uses->items[i];

		t->has_stream = t->has_stream || effects_have(effects_of(u->name), EFFECT_STREAM);
		t->has_makers =
		    t->has_makers ||
		    (u->kind != USE_MODULE && effects_have(effects_of(u->name), EFFECT_MAKER));
		t->sink_escapes =
		    t->sink_escapes || (has_output(t) && !u->is_called && is_output(u->name));
	}
	for (size_t i = 0; i < f->calls_count; i++)
		for (uint32_t at = 0; facts_argument(f, f->calls[i].arguments, &at, &a);)
			t->given[a.name] = 1;
}

static void
mark(struct ends *t)
{
	static const uint8_t marks[] = {
	    [PART_FROM] = TAINT_SOURCE, [PART_TO] = TAINT_SINK, [PART_THROUGH] = TAINT_CLEAN};

	for (size_t i = 0; i < t->uses->count; i++)
		for (size_t k = 0; k < t->rule->part_count; k++) {
			const struct rule_part *p = &t->rule->parts[k];
			const struct use *u = &t->uses->items[i];

			if (!is_of(p, u) || (p->role == PART_FROM && gives_nothing(t, u)))
				continue;
			t->marks[u->node] |= marks[p->role];
			if (p->role == PART_FROM && t->taint.first == 0)
				t->taint.first = u->node;
			t->sink_escapes = t->sink_escapes || (p->role == PART_TO && !u->is_called);
			judge_tell_at(t->judge, p, u->node, TRUTH_YES);
		}
}

/* Calls that certainly end a flow. */
static void
mark_clean(struct ends *t)
{
	const struct facts *f = t->judge->facts;

	for (size_t i = 0; i < f->calls_count; i++) {
		uint8_t *mark = &t->marks[f->calls[i].node];

		*mark &= (uint8_t)~TAINT_CLEAN;
		if (is_clean(t, facts_bare(f, f->calls[i].function)))
			*mark |= TAINT_CLEAN;
	}
}

static void
report_sinks(struct ends *t, bool *found)
{
	const struct facts *f = t->judge->facts;

	for (size_t i = 0; i < f->calls_count; i++) {
		const struct call *c = &f->calls[i];
		const struct atom *a =
		    value_find(facts_value(f, facts_bare(f, c->function)), ATOM_SYMBOL);
		bool print = a != NULL && prints(facts_name(f, a->id));

		if (is_sink(t, c))
			report_call(t, c, source_of_arguments(t, c, print), found);
	}
	if (has_output(t))
		report_output(t, found);
}

static bool
run_rule(struct judge *j, const struct policy_rule *r, const struct uses *uses)
{
	struct facts *f = j->facts;
	struct ends t = {.judge = j, .rule = r, .uses = uses};
	bool found = false, settled = true;

	j->mention = 0;
	t.taint.marks = t.marks = arena_alloc(j->arena, f->tree->count + 1);
	t.given = arena_alloc(j->arena, f->names.count + 1);
	if (t.marks == NULL || t.given == NULL) {
		j->failed = true;
		return true;
	}
	mark(&t);
	if (t.taint.first != 0) {
		look_around(&t);
		mark_clean(&t);
		settled = flow_taint(f, &t.taint);
		if (settled)
			report_sinks(&t, &found);
		f->taint = NULL;
	}
	if (!found) {
		j->mention = 0;
		judge_tell(j, r, TRUTH_YES);
	}
	return settled;
}

void
judge_flows(struct judge *j, const struct uses *uses)
{
	bool settled = true;
	struct ruling r;

	for (size_t i = 0; i < j->policy->rule_count && !j->failed && settled; i++) {
		const struct policy_rule *rule = &j->policy->rules[i];

		if (rule->kind == RULE_FLOW && rule_is_for(j, rule))
			settled = run_rule(j, rule, uses);
	}
	if (settled)
		return;
	r = ruling_of(j, DECISION_DENY, "flow.limit", "write a smaller program",
	    "following what flows where takes too long");
	judge_span(j, 0, 0, &r);
}
