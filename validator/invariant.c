/* SPDX-License-Identifier: MIT */
#include "invariant.h"

enum {
	TEXT_CODEPOINTS = 80,
	MESSAGE_BYTES_MAX = 8192,
};

bool
invariant_compile(struct arena *a, const struct schema *out_schema, const struct schema *in_schema,
    struct str text, struct invariant **invariant, struct err *err)
{
	struct shape out = {out_schema, out_schema ? out_schema->root : NO_UNIT};
	struct shape in = {in_schema, in_schema ? in_schema->root : NO_UNIT};
	struct invariant *i = arena_alloc(a, sizeof(*i));
	*invariant = NULL;
	if (!i)
		return err_memory(err);
	i->root = invariant_parse(a, out, in, text, &i->uses_in, err);
	if (!i->root)
		return false;
	*invariant = i;
	return true;
}

static void
add_datum(struct buf *b, struct datum d)
{
	switch (d.kind) {
	case DATUM_NOTHING:
		buf_text(b, "not known");
		break;
	case DATUM_NULL:
		buf_text(b, "null");
		break;
	case DATUM_BOOL:
		buf_text(b, d.yes ? "true" : "false");
		break;
	case DATUM_NUMBER:
		number_write(d.number, b);
		break;
	case DATUM_TEXT:
		buf_char(b, '\'');
		buf_visible(b, d.text, TEXT_CODEPOINTS);
		buf_char(b, '\'');
		break;
	case DATUM_NODE:
		buf_visible(
		    b, json_source(d.node.doc, &d.node.doc->nodes[d.node.node]), TEXT_CODEPOINTS);
		break;
	case DATUM_LIST:
		buf_printf(b, "a list of %zu", d.count);
		break;
	}
}

static void
add_source(struct buf *b, const struct term *t)
{
	buf_visible(b, t->source, 2 * TEXT_CODEPOINTS);
}

static bool
is_constant(const struct term *t)
{
	return t->kind <= TERM_TEXT;
}

/* Adds the values of both sides of the comparison. */
static void
add_sides(struct evaluation *e, const struct term *t, struct buf *b)
{
	size_t said = 0;
	for (size_t i = 0; i < 2; i++) {
		if (is_constant(t->child[i]))
			continue;
		buf_text(b, said++ > 0 ? ", " : "");
		add_source(b, t->child[i]);
		buf_text(b, " is ");
		add_datum(b, term_eval(e, t->child[i]));
	}
	if (said < 2) {
		buf_text(b, said == 0 ? "" : ", expected ");
		add_source(b, t);
	}
}

static const struct term *
first_that_fails(struct evaluation *e, const struct term *t, struct buf *b)
{
	struct list_walk w;
	struct datum element;
	if (!list_begin(&w, e, t->child[0], term_eval(e, t->child[0])))
		return NULL;
	while (list_next(&w, &element)) {
		e->names[t->slot] = element;
		if (datum_truth(e, t->child[1], term_eval(e, t->child[1])) != NO)
			continue;
		buf_printf(b, "item %zu: ", w.index - 1);
		return t->child[1];
	}
	return NULL;
}

/* The part that does not hold, with the values that it has. */
static void
explain(struct evaluation *e, const struct term *t, struct buf *b)
{
	while (t && (t->kind == TERM_AND || (t->kind == TERM_OVER && t->function == F_ALL))) {
		if (t->kind == TERM_OVER)
			t = first_that_fails(e, t, b);
		else
			t = datum_truth(e, t->child[0], term_eval(e, t->child[0])) == NO
				? t->child[0]
				: t->child[1];
	}
	if (!t)
		return;
	if (t->kind >= TERM_EQUAL && t->kind <= TERM_ELEMENT) {
		add_sides(e, t, b);
		return;
	}
	add_source(b, t);
	buf_text(b, " does not hold");
}

static bool
take(struct evaluation *e, struct buf *b, struct str *out)
{
	return buf_keep(b, e->a, out) && !e->failed;
}

bool
invariant_check(const struct invariant *i, struct arena *a, const struct json_doc *out,
    const struct json_doc *in, struct invariant_result *result, struct err *err)
{
	struct evaluation e = {.a = a, .out = out, .in = in, .fuel = INVARIANT_FUEL};
	struct buf b;
	*result = (struct invariant_result){0};
	enum truth t = datum_truth(&e, i->root, term_eval(&e, i->root));
	if (e.failed)
		return err_memory(err);
	if (t == YES) {
		result->verdict = SCHEMA_VALID;
		return true;
	}
	buf_init(&b, MESSAGE_BYTES_MAX);
	if (t == NO) {
		result->verdict = SCHEMA_INVALID;
		explain(&e, i->root, &b);
	} else if (e.reason_at) {
		add_source(&b, e.reason_at);
		buf_printf(&b, " %s", e.reason);
	}
	return take(&e, &b, &result->message) || err_memory(err);
}
