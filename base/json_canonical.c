/* SPDX-License-Identifier: MIT */
/* json_canonical.c: one value, one text (RFC 8785, restricted as json.h says). */
#include "json.h"

#include <inttypes.h>
#include <stdlib.h>

#define INTEGER_MAX ((INT64_C(1) << 53) - 1)
#define CANONICAL_DEPTH_MAX 64

/*
 * The names of the objects that are open, one object's behind another's. A document has fewer names
 * than nodes, so one allocation of that size serves the whole walk.
 */
struct walk {
	const struct json_doc *doc;
	const struct json_node **names;
	size_t used;
	unsigned depth;
	struct json_writer w;
	struct err *err;
};

/* RFC 8785 sorts by UTF-16 code units; of ASCII names that is the order of their bytes. */
static int
by_name(const void *a, const void *b)
{
	const struct json_node *const *x = a, *const *y = b;
	return str_compare((*x)->text, (*y)->text);
}

static bool
collect_names(struct walk *walk, const struct json_node *object, size_t first)
{
	const struct json_doc *d = walk->doc;
	bool sorted = true;

	for (const struct json_node *n = json_first(d, object); n; n = json_next(d, n)) {
		if (!str_is_ascii(n->text))
			return json_err(
			    d, n, walk->err, "a name of canonical JSON must be of ASCII alone");
		sorted = sorted && (walk->used == first ||
				       str_compare(walk->names[walk->used - 1]->text, n->text) < 0);
		walk->names[walk->used++] = n;
	}
	if (sorted)
		return true;
	qsort(walk->names + first, walk->used - first, sizeof(*walk->names), by_name);
	for (size_t i = first + 1; i < walk->used; i++)
		if (str_eq(walk->names[i - 1]->text, walk->names[i]->text))
			return json_err(d, walk->names[i], walk->err, "a name stands here twice");
	return true;
}

static bool put(struct walk *walk, const struct json_node *n);

static bool
put_object(struct walk *walk, const struct json_node *object)
{
	size_t first = walk->used;

	if (!collect_names(walk, object, first))
		return false;
	json_object(&walk->w);
	for (size_t i = first, end = walk->used; i < end; i++) {
		json_name_str(&walk->w, walk->names[i]->text);
		if (!put(walk, walk->names[i] + 1))
			return false;
	}
	json_end_object(&walk->w);
	walk->used = first;
	return true;
}

static bool
put_array(struct walk *walk, const struct json_node *array)
{
	const struct json_doc *d = walk->doc;

	json_array(&walk->w);
	for (const struct json_node *n = json_first(d, array); n; n = json_next(d, n))
		if (!put(walk, n))
			return false;
	json_end_array(&walk->w);
	return true;
}

static bool
put_integer(struct walk *walk, const struct json_node *n)
{
	int64_t value;

	if (!json_int(n, &value) || value > INTEGER_MAX || value < -INTEGER_MAX ||
	    (value == 0 && n->text.p[0] == '-'))
		return json_err(walk->doc, n, walk->err,
		    "a number of canonical JSON must be an integer within 2^53 - 1, "
		    "without fraction and exponent");
	json_number(&walk->w, value);
	return true;
}

static bool
put_string(struct walk *walk, const struct json_node *n)
{
	if (utf8_invalid_at(n->text) != n->text.n)
		return json_err(walk->doc, n, walk->err, "a string is not UTF-8");
	json_str(&walk->w, n->text);
	return true;
}

static bool
put_nested(struct walk *walk, const struct json_node *n)
{
	if (walk->depth == CANONICAL_DEPTH_MAX)
		return json_err(walk->doc, n, walk->err, "canonical JSON is at most %d levels deep",
		    CANONICAL_DEPTH_MAX);
	walk->depth++;
	bool good = n->kind == JSON_OBJECT ? put_object(walk, n) : put_array(walk, n);
	walk->depth--;
	return good;
}

static bool
put(struct walk *walk, const struct json_node *n)
{
	switch ((enum json_kind)n->kind) {
	case JSON_OBJECT:
	case JSON_ARRAY:
		return put_nested(walk, n);
	case JSON_STRING:
		return put_string(walk, n);
	case JSON_NUMBER:
		return put_integer(walk, n);
	case JSON_TRUE:
	case JSON_FALSE:
		json_bool(&walk->w, n->kind == JSON_TRUE);
		return true;
	case JSON_NULL:
		json_null(&walk->w);
		return true;
	case JSON_NONE:
	default:
		return err_set(walk->err, ERR_INTERNAL, "a document holds a node of no kind");
	}
}

bool
json_canonical(
    const struct json_doc *d, const struct json_node *n, struct buf *out, struct err *err)
{
	struct walk walk = {.doc = d, .err = err};

	if (!n)
		return err_set(err, ERR_INPUT, "there is no document");
	walk.names = malloc(((size_t)d->count + 1) * sizeof(*walk.names));
	if (!walk.names)
		return err_memory(err);
	json_writer_init(&walk.w, out, false);
	bool good = put(&walk, n);
	free(walk.names);
	if (good && out->failed)
		return err_set(err, ERR_LIMIT, "canonical JSON is larger than %zu bytes", out->max);
	return good;
}

bool
json_canonical_text(struct arena *a, struct str json, struct str *out, struct err *err)
{
	struct json_doc d;
	struct buf text;

	if (!json_parse(a, json, NULL, &JSON_LIMITS, &d, NULL, err))
		return false;
	buf_init(&text, JSON_LIMITS.bytes);
	bool good = json_canonical(&d, json_root(&d), &text, err) &&
		    (arena_copy(a, buf_view(&text), out) || err_memory(err));
	buf_release(&text);
	return good;
}

/* The first byte that is not as it would be written. */
static bool
differs(const struct json_doc *d, struct str written, struct err *err)
{
	unsigned line, column;
	size_t at = 0;

	while (at < written.n && at < d->source.n && written.p[at] == d->source.p[at])
		at++;
	text_place(d->source, at, &line, &column);
	err_set(err, ERR_INPUT, "this is not canonical JSON");
	err_help(err, "members are sorted by name, without blanks, each string in its shortest "
		      "form (RFC 8785)");
	return err_place(err, d->file, line, column, 1);
}

bool
json_parse_canonical(struct arena *a, struct str source, const char *file,
    const struct json_limits *limits, struct json_doc *out, struct err *err)
{
	struct buf text;

	if (!json_parse(a, source, file, limits, out, NULL, err))
		return false;
	buf_init(&text, limits->bytes);
	bool good = json_canonical(out, json_root(out), &text, err) &&
		    (str_eq(buf_view(&text), source) || differs(out, buf_view(&text), err));
	buf_release(&text);
	if (!good)
		*out = (struct json_doc){.count = 0};
	return good;
}
