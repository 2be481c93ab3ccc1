/* SPDX-License-Identifier: MIT */
/* A mutant is cut from the example's own text: every node knows the bytes that it stands in. */
#include "strength.h"

#define MUTANTS_MAX 20000
#define SURVIVORS_MAX 1000
#define MUTANT_ARENA_BYTES ((size_t)64 << 20)

struct mutation {
	const char *change, *text;
	enum json_kind kind; /* of the replacement */
};

/* A replacement of the same kind pushes a bound; of another kind, the type. */
static const struct mutation REPLACEMENTS[] = {
    {"replaced by null", "null", JSON_NULL},
    {"replaced by true", "true", JSON_TRUE},
    {"replaced by a huge number", "1e99", JSON_NUMBER},
    {"replaced by a negative number", "-1e99", JSON_NUMBER},
    {"replaced by a fraction", "0.123456789", JSON_NUMBER},
    {"replaced by an empty string", "\"\"", JSON_STRING},
    {"replaced by another string", "\"\\u2026 something else\"", JSON_STRING},
    {"replaced by an empty array", "[]", JSON_ARRAY},
    {"replaced by an empty object", "{}", JSON_OBJECT},
};

struct work {
	const struct schema *schema;
	struct arena *a;
	const struct json_doc *example;
	struct schema_strength *out;
	size_t capacity;
	struct buf text;
};

static bool
note_survivor(struct work *w, const struct json_node *n, const char *change, struct err *err)
{
	struct schema_mutant *m;
	struct buf pointer;

	if (w->out->count == SURVIVORS_MAX)
		return true;
	m = arena_push(w->a, &w->out->survivors, &w->out->count, &w->capacity, sizeof(*m));
	if (!m)
		return err_memory(err);
	m->change = change;
	buf_init(&pointer, 64 << 10);
	json_pointer(w->example, n, &pointer);
	return buf_keep(&pointer, w->a, &m->instance) || err_memory(err);
}

/* Judges the example with the bytes from `at` to `end` replaced. */
static bool
judge(struct work *w, const struct json_node *n, size_t at, size_t end, const struct mutation *m,
    struct err *err)
{
	struct arena *a = arena_new(MUTANT_ARENA_BYTES);
	enum schema_verdict verdict;
	struct json_doc doc;

	buf_clear(&w->text);
	buf_str(&w->text, str_slice(w->example->source, 0, at));
	buf_text(&w->text, m->text);
	buf_str(&w->text, str_slice(w->example->source, end, w->example->source.n));
	bool good = a && !w->text.failed &&
		    json_parse(a, buf_view(&w->text), NULL, &JSON_LIMITS, &doc, NULL, err) &&
		    schema_accepts(w->schema, a, &doc, &verdict, err);
	arena_free(a);
	if (!a || w->text.failed)
		return err_memory(err);
	if (!good)
		return false;
	w->out->tried++;
	if (verdict != SCHEMA_VALID) {
		w->out->caught++;
		return true;
	}
	return note_survivor(w, n, m->change, err);
}

static bool
replace(struct work *w, const struct json_node *n, struct err *err)
{
	struct str written = json_source(w->example, n);

	for (size_t i = 0; i < ARRAY_LENGTH(REPLACEMENTS); i++) {
		const struct mutation *m = &REPLACEMENTS[i];
		bool same = str_is(written, m->text) ||
			    ((n->kind == JSON_ARRAY || n->kind == JSON_OBJECT) &&
				n->kind == m->kind && n->count == 0);
		if (!same && !judge(w, n, n->at, n->end, m, err))
			return false;
	}
	return true;
}

static bool
add_member(struct work *w, const struct json_node *object, struct err *err)
{
	const struct mutation m = {"given one more member",
	    object->count > 0 ? "\"un\\u0065xpected\": 1, " : "\"un\\u0065xpected\": 1",
	    JSON_OBJECT};

	return judge(w, object, object->at + 1, object->at + 1, &m, err);
}

/* Takes out a child with the comma that stands beside it; `last` is the end of the child before it.
 */
static bool
drop(struct work *w, const struct json_node *child, const struct json_node *value,
    size_t before_end, struct err *err)
{
	const struct mutation m = {"dropped", "", JSON_NONE};
	const struct json_node *next = json_next(w->example, child);

	if (next)
		return judge(w, value, child->at, next->at, &m, err);
	return judge(w, value, before_end ? before_end : child->at, value->end, &m, err);
}

static bool
drop_children(struct work *w, const struct json_node *container, struct err *err)
{
	size_t before_end = 0;

	for (const struct json_node *c = json_first(w->example, container); c;
	     c = json_next(w->example, c)) {
		const struct json_node *value = container->kind == JSON_OBJECT ? c + 1 : c;
		if (!drop(w, c, value, before_end, err))
			return false;
		before_end = value->end;
	}
	return true;
}

static bool
mutate(struct work *w, const struct json_node *n, struct err *err)
{
	if (!replace(w, n, err))
		return false;
	if (n->kind == JSON_OBJECT && !add_member(w, n, err))
		return false;
	return (n->kind != JSON_OBJECT && n->kind != JSON_ARRAY) || drop_children(w, n, err);
}

bool
schema_strength(const struct schema *s, struct arena *a, const struct json_doc *example,
    struct schema_strength *out, struct err *err)
{
	struct work w = {.schema = s, .a = a, .example = example, .out = out};
	enum schema_verdict verdict;
	bool good = true;

	*out = (struct schema_strength){.tried = 0};
	if (!schema_accepts(s, a, example, &verdict, err))
		return false;
	if (verdict != SCHEMA_VALID) {
		err_set(err, ERR_INPUT, "the example does not fit the schema");
		err_place(err, example->file, 1, 1, 1);
		return err_help(err, "mutants are made from valid examples; `sluice schema "
				     "validate` says what is wrong");
	}
	buf_init(&w.text, example->source.n + 256);
	for (uint32_t i = 0; good && i < example->count && out->tried < MUTANTS_MAX; i++)
		if (!(example->nodes[i].flags & JSON_NAME))
			good = mutate(&w, &example->nodes[i], err);
	buf_release(&w.text);
	return good;
}
