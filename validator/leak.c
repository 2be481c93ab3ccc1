/* SPDX-License-Identifier: MIT */
#include "leak.h"

#include "hash.h"

#include <stdlib.h>

enum {
	DIGEST_SHOWN = 16, /* hex digits of a digest that only the key's holder can make */
	PLAIN_BYTES_MAX = 512 << 20,
};

const char *const LEAK_CLASS_NAMES[LEAK_CLASSES + 1] = {
    "sensitive", "credential", "card", "account", "person", "email", "control", NULL};

static void
note_beginnings(struct leak_scanner *s)
{
	leak_credentials_begin(s->begins);
	for (int c = 0; c < 256; c++)
		if (ascii_word((char)c) || c == '.' || c == '+' || c == '%' || c < ' ' || c >= 0x7f)
			s->begins[c] = true;
}

static int
by_text(const void *a, const void *b)
{
	const struct str *x = a, *y = b;
	int order = memcmp(x->p, y->p, x->n < y->n ? x->n : y->n);

	return order ? order : (x->n > y->n) - (x->n < y->n);
}

/* Each once. */
static bool
add_values(struct arena *a, struct leak_scanner *s, const struct str *values, size_t count)
{
	struct str *sorted = arena_array(a, count + 1, sizeof(*sorted));

	if (!sorted)
		return false;
	if (count > 0) {
		memcpy(sorted, values, count * sizeof(*sorted));
		qsort(sorted, count, sizeof(*sorted), by_text);
	}
	for (size_t i = 0; i < count; i++) {
		bool known = i > 0 && str_eq(sorted[i], sorted[i - 1]);
		if (known || str_trim(sorted[i]).n < LEAK_VALUE_BYTES_MIN)
			continue;
		s->has_values = true;
		if (!leak_values_add(a, s, sorted[i]))
			return false;
	}
	leak_numbers_build(s);
	return leak_index_build(a, &s->words) && leak_index_build(a, &s->letters);
}

bool
leak_scanner_new(struct arena *a, const struct str *values, size_t count, struct str key,
    struct leak_scanner **out, struct err *err)
{
	struct leak_scanner *s = arena_alloc(a, sizeof(*s));

	*out = NULL;
	if (!s || !arena_copy(a, key, &s->key) || !add_values(a, s, values, count))
		return err_memory(err);
	note_beginnings(s);
	*out = s;
	return true;
}

/* The text, and where `inside` a string of a document, whose place all finds have. */
struct scan {
	const struct leak_scanner *s;
	struct arena *a;
	struct leak_report *out;
	struct str whole, where;
	bool failed;
	/* The findings so far: a program may write one thing millions of times. */
	struct {
		enum leak_class class;
		struct str bytes;
	} seen[LEAK_FINDINGS_MAX];
	size_t seen_count, last;
};

bool
leak_mask(struct arena *a, struct str key, struct str bytes, struct str *out)
{
	struct digest digest;
	char hex[DIGEST_HEX_BYTES];

	digest_keyed(key, bytes, &digest);
	digest_hex(&digest, hex);
	char *text = arena_printf(
	    a, "… (%zu characters, digest %.*s)", utf8_length(bytes), DIGEST_SHOWN, hex);
	*out = str_from(text);
	return text != NULL;
}

static bool
is_known(const struct scan *scan, const struct leak *leak)
{
	for (size_t i = 0; i < scan->out->count; i++) {
		const struct leak *l = &scan->out->items[i];
		if (l->class == leak->class && str_eq(l->masked, leak->masked) &&
		    str_eq(l->where, leak->where))
			return true;
	}
	return false;
}

static bool
is_seen(struct scan *scan, enum leak_class class, struct str bytes)
{
	for (size_t i = 0; i < scan->seen_count; i++) {
		size_t at = (scan->last + i) % scan->seen_count;
		if (scan->seen[at].class == class && str_eq(scan->seen[at].bytes, bytes)) {
			scan->last = at;
			return true;
		}
	}
	return false;
}

static void
note_seen(struct scan *scan, enum leak_class class, struct str bytes)
{
	struct str kept;

	if (scan->seen_count == LEAK_FINDINGS_MAX || !arena_copy(scan->a, bytes, &kept))
		return; /* then it is reckoned again */
	scan->last = scan->seen_count++;
	scan->seen[scan->last].class = class;
	scan->seen[scan->last].bytes = kept;
}

/* Each thing once in each place that leaves; the first find has its line. */
static bool
keep(struct scan *scan, struct leak leak, struct str bytes, size_t at)
{
	struct leak_report *r = scan->out;

	r->found[leak.class]++;
	leak.where = scan->where;
	if (r->count >= LEAK_FINDINGS_MAX) {
		r->more++;
		return true;
	}
	if (is_seen(scan, leak.class, bytes))
		return true;
	note_seen(scan, leak.class, bytes);
	scan->failed = !leak_mask(scan->a, scan->s->key, bytes, &leak.masked);
	if (scan->failed || is_known(scan, &leak))
		return !scan->failed;
	if (at != SIZE_MAX)
		text_place(scan->whole, at, &leak.line, &leak.column);
	struct leak *one = arena_push(scan->a, &r->items, &r->count, &r->capacity, sizeof(*one));
	if (one)
		*one = leak;
	scan->failed = !one;
	return one != NULL;
}

static bool
keep_value(void *context, struct str value, const char *what, size_t at)
{
	const struct leak leak = {.class = LEAK_VALUE, .rule = "sensitive-value", .what = what};

	return keep(context, leak, value, at);
}

static struct leak_hit
shape_at(struct str text, size_t at)
{
	struct leak_hit hit = leak_credentials_at(text, at);

	if (hit.length == 0)
		hit = leak_identifiers_at(text, at);
	return hit.length == 0 ? leak_control_at(text, at) : hit;
}

/* `place`: of the string that it is, in the whole; SIZE_MAX: it is the whole itself. */
static bool
scan_shapes(struct scan *scan, struct str text, size_t place)
{
	for (size_t at = 0; at < text.n;) {
		struct leak_hit hit = {0};
		if (scan->s->begins[(unsigned char)text.p[at]])
			hit = shape_at(text, at);
		const struct leak leak = {.class = hit.class, .rule = hit.rule, .what = hit.what};
		if (hit.length > 0 && hit.rule &&
		    !keep(scan, leak, str_slice(text, at, at + hit.length),
			place == SIZE_MAX ? at : place))
			return false;
		at += hit.length > 0 ? hit.length : 1;
	}
	return true;
}

/* Shapes behind percent, HTML or backslash escapes. Controls are left out: \n is none. */
static bool
scan_escaped(struct scan *scan, struct str text)
{
	struct buf plain;
	bool good = true;

	buf_init(&plain, PLAIN_BYTES_MAX);
	bool any = leak_unescape(text, &plain);
	for (size_t at = 0; any && good && at < plain.n;) {
		struct str view = buf_view(&plain);
		struct leak_hit hit = leak_credentials_at(view, at);
		if (hit.length == 0)
			hit = leak_identifiers_at(view, at);
		const struct leak leak = {.class = hit.class, .rule = hit.rule, .what = hit.what};
		if (hit.length > 0)
			good = keep(scan, leak, str_slice(view, at, at + hit.length), SIZE_MAX);
		at += hit.length > 0 ? hit.length : 1;
	}
	good = good && !plain.failed;
	buf_release(&plain);
	return good;
}

bool
leak_scan(const struct leak_scanner *s, struct arena *a, struct str where, struct str text,
    const struct json_doc *doc, struct leak_report *out, struct err *err)
{
	struct scan scan = {.s = s, .a = a, .out = out, .whole = text, .where = where};

	if (!scan_shapes(&scan, text, SIZE_MAX) || !scan_escaped(&scan, text))
		return err_memory(err);
	for (uint32_t i = 0; doc && i < doc->count; i++)
		if (doc->nodes[i].kind == JSON_STRING && (doc->nodes[i].flags & JSON_ESCAPED) &&
		    !scan_shapes(&scan, doc->nodes[i].text, doc->nodes[i].at))
			return err_memory(err);
	return leak_values_scan(s, text, doc, keep_value, &scan) || err_memory(err);
}
