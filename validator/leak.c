/* SPDX-License-Identifier: MIT */
#include "leak.h"

#include "hash.h"

#include <stdlib.h>

enum {
	SHOWN_BYTES = 4, /* of a finding, where it is long enough to hide the rest */
	SHOWN_LENGTH_MIN = 16,
	DIGEST_SHOWN = 8,
};

static void
note_beginnings(struct leak_scanner *s)
{
	bool values = s->count > 0, contacts = (s->classes & LEAK_CONTACTS) != 0;
	if (s->classes & LEAK_CREDENTIALS)
		leak_credentials_begin(s->begins);
	for (int c = 0; c < 256; c++) {
		bool digit = c >= '0' && c <= '9', upper = c >= 'A' && c <= 'Z',
		     control = c < ' ' || c >= 0x7f;
		bool wanted = values || (contacts && leak_word_char((char)c)) ||
			      ((s->classes & LEAK_IDENTIFIERS) && (digit || upper)) ||
			      ((s->classes & LEAK_CONTROLS) && control);
		s->begins[c] = s->begins[c] || wanted;
	}
}

bool
leak_scanner_new(struct arena *a, unsigned classes, const struct str *values, size_t count,
    struct leak_scanner **out, struct err *err)
{
	struct leak_scanner *s = arena_alloc(a, sizeof(*s));
	*out = NULL;
	if (count > LEAK_VALUES_MAX)
		return err_set(err, ERR_LIMIT, "more than %d sensitive values", LEAK_VALUES_MAX);
	if (!s)
		return err_memory(err);
	s->classes = classes;
	for (size_t i = 0; i < count && (classes & LEAK_VALUES); i++)
		if (values[i].n >= LEAK_VALUE_BYTES_MIN && !leak_values_add(a, s, values[i]))
			return err_memory(err);
	note_beginnings(s);
	*out = s;
	return true;
}

/* One place, found in the text or (shifted to where the string begins) in a string of the document.
 */
struct found {
	struct leak_hit hit;
	struct str bytes;
	size_t at;
};

struct scan {
	const struct leak_scanner *s;
	struct arena *a;
	struct found *items;
	size_t count, capacity, more;
	bool failed;
};

static struct leak_hit
control_at(struct str text, size_t at)
{
	unsigned char c = (unsigned char)text.p[at];
	size_t next = at;
	if (c == '\n' || c == '\r' || c == '\t' || (c >= ' ' && c < 0x7f) ||
	    (c >= 0x80 && (c & 0xc0) == 0x80))
		return (struct leak_hit){0};
	int32_t codepoint = utf8_next(text, &next);
	if (codepoint < 0 || !codepoint_is_invisible((uint32_t)codepoint))
		return (struct leak_hit){0};
	return (struct leak_hit){
	    "control-character", "a character that changes what a reader sees", next - at};
}

/* Most bytes are inside words or between them, where no shape begins. */
static bool
may_begin(struct str text, size_t at)
{
	unsigned char c = (unsigned char)text.p[at];
	if (leak_word_char(text.p[at]))
		return leak_begins(text, at);
	return c == ':' || c == '-' || c < ' ' || c >= 0x7f;
}

static struct leak_hit
hit_at(const struct leak_scanner *s, struct str text, size_t at)
{
	struct leak_hit hit = {0};
	if (s->classes & LEAK_VALUES)
		hit = leak_values_at(s, text, at);
	if (hit.length > 0 || !may_begin(text, at))
		return hit;
	if (s->classes & LEAK_CREDENTIALS)
		hit = leak_credentials_at(text, at);
	if (hit.length == 0 && (s->classes & LEAK_IDENTIFIERS))
		hit = leak_identifiers_at(text, at);
	if (hit.length == 0 && (s->classes & LEAK_CONTACTS))
		hit = leak_contacts_at(text, at);
	if (hit.length == 0 && (s->classes & LEAK_CONTROLS))
		hit = control_at(text, at);
	return hit;
}

static void
keep(struct scan *scan, struct leak_hit hit, struct str bytes, size_t at)
{
	if (scan->count == LEAK_FINDINGS_MAX) {
		scan->more++;
		return;
	}
	struct found *f =
	    arena_push(scan->a, &scan->items, &scan->count, &scan->capacity, sizeof(*f));
	if (f)
		*f = (struct found){hit, bytes, at};
	else
		scan->failed = true;
}

/* Inside a string of the document every finding is at the place of the string. */
static void
scan_text(struct scan *scan, struct str text, bool inside, size_t place)
{
	for (size_t at = 0; at < text.n && !scan->failed;) {
		if (!scan->s->begins[(unsigned char)text.p[at]]) {
			at++;
			continue;
		}
		struct leak_hit hit = hit_at(scan->s, text, at);
		if (hit.length > 0)
			keep(scan, hit, str_slice(text, at, at + hit.length), inside ? place : at);
		at += hit.length > 0 ? hit.length : 1;
	}
}

static int
by_place(const void *a, const void *b)
{
	size_t x = ((const struct found *)a)->at, y = ((const struct found *)b)->at;
	return (x > y) - (x < y);
}

static bool
mask(struct arena *a, const struct found *f, struct str *out)
{
	struct digest digest;
	char hex[DIGEST_HEX_BYTES];
	struct buf b;
	buf_init(&b, 512);
	if (str_is(str_from(f->hit.rule), "control-character")) {
		buf_visible(&b, f->bytes, 1);
	} else {
		digest_of(f->bytes, &digest);
		digest_hex(&digest, hex);
		bool shown = f->bytes.n >= SHOWN_LENGTH_MIN &&
			     !str_is(str_from(f->hit.rule), "sensitive-value");
		buf_visible(&b, str_slice(f->bytes, 0, shown ? SHOWN_BYTES : 0), SHOWN_BYTES);
		buf_printf(&b, "… (%zu characters, sha256 %.*s)", utf8_length(f->bytes),
		    DIGEST_SHOWN, hex);
	}
	bool ok = !b.failed && arena_copy(a, buf_view(&b), out);
	buf_release(&b);
	return ok;
}

static bool
publish(struct scan *scan, struct str text, struct leak_report *out)
{
	size_t from = 0;
	unsigned line = 1, column = 1;
	out->items = arena_array(scan->a, scan->count + 1, sizeof(*out->items));
	if (!out->items)
		return false;
	if (scan->count > 0)
		qsort(scan->items, scan->count, sizeof(*scan->items), by_place);
	for (size_t i = 0; i < scan->count; i++) {
		const struct found *f = &scan->items[i];
		struct leak *leak = &out->items[i];
		unsigned down = 1, across = 1;
		text_place(str_slice(text, from, text.n), f->at - from, &down, &across);
		column = down == 1 ? column + across - 1 : across;
		line += down - 1;
		from = f->at;
		*leak = (struct leak){
		    .rule = f->hit.rule, .what = f->hit.what, .line = line, .column = column};
		if (!mask(scan->a, f, &leak->masked))
			return false;
	}
	out->count = scan->count;
	out->more = scan->more;
	return true;
}

bool
leak_scan(const struct leak_scanner *s, struct arena *a, struct str text,
    const struct json_doc *doc, struct leak_report *out, struct err *err)
{
	struct scan scan = {.s = s, .a = a};
	*out = (struct leak_report){0};
	scan_text(&scan, text, false, 0);
	for (uint32_t i = 0; doc && i < doc->count; i++)
		if (doc->nodes[i].kind == JSON_STRING && (doc->nodes[i].flags & JSON_ESCAPED))
			scan_text(&scan, doc->nodes[i].text, true, doc->nodes[i].at);
	return (!scan.failed && publish(&scan, text, out)) || err_memory(err);
}
