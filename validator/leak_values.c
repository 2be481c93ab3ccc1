/* SPDX-License-Identifier: MIT */
#include "leak.h"

enum {
	FIRST = 4, /* bytes that a pattern is indexed by */
};

static char
fold(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

static uint32_t
slot_of(const char *p)
{
	uint32_t h = 2166136261u;
	for (size_t i = 0; i < FIRST; i++)
		h = (h ^ (unsigned char)fold(p[i])) * 16777619u;
	return (h ^ h >> 15) % LEAK_SLOTS;
}

static uint32_t
pair_of(const char *p)
{
	return (uint32_t)(unsigned char)fold(p[0]) << 8 | (unsigned char)fold(p[1]);
}

static bool
add(struct arena *a, struct leak_scanner *s, struct str text, bool folded, const char *what)
{
	struct str copy;
	if (text.n < FIRST)
		return true;
	if (!arena_copy(a, text, &copy))
		return false;
	struct leak_pattern *p = arena_push(a, &s->patterns, &s->count, &s->capacity, sizeof(*p));
	if (!p)
		return false;
	s->pairs[pair_of(copy.p) / 64] |= UINT64_C(1) << pair_of(copy.p) % 64;
	uint32_t *slot = &s->slots[slot_of(copy.p)];
	*p = (struct leak_pattern){copy, what, folded, *slot};
	*slot = (uint32_t)s->count;
	return true;
}

static bool
add_hex(struct arena *a, struct leak_scanner *s, struct str value)
{
	struct buf b;
	buf_init(&b, 2 * value.n + 1);
	for (size_t i = 0; i < value.n; i++)
		buf_printf(&b, "%02x", (unsigned)(unsigned char)value.p[i]);
	bool ok = !b.failed &&
		  add(a, s, buf_view(&b), true, "a sensitive value of the inputs, in hexadecimal");
	buf_release(&b);
	return ok;
}

static uint32_t
bit_of(struct str s, size_t i)
{
	uint32_t byte = (unsigned char)s.p[i / 8];
	return byte >> (7 - i % 8) & 1u;
}

/*
 * The value may stand behind any number of other bytes: modulo three there are three ways, and in
 * each the characters that hold bits of neighbours too are left out.
 */
static bool
add_base64(struct arena *a, struct leak_scanner *s, struct str value, bool url, size_t shift)
{
	static const char STANDARD[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	static const char URL[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	struct buf b;
	buf_init(&b, 2 * value.n + 8);
	size_t first = (8 * shift + 5) / 6, last = 8 * (shift + value.n) / 6;
	for (size_t i = first; i < last; i++) {
		uint32_t bits = 0;
		for (size_t k = 6 * i; k < 6 * i + 6; k++)
			bits = bits << 1 | bit_of(value, k - 8 * shift);
		buf_char(&b, (url ? URL : STANDARD)[bits]);
	}
	bool ok = !b.failed && (b.n < 6 || add(a, s, buf_view(&b), false,
					       "a sensitive value of the inputs, in base64"));
	buf_release(&b);
	return ok;
}

static bool
is_unreserved(char c)
{
	return leak_word_char(c) || c == '-' || c == '.' || c == '~';
}

static bool
add_escaped(struct arena *a, struct leak_scanner *s, struct str value)
{
	struct buf url, json;
	bool plain = true, plain_json = true;
	buf_init(&url, 3 * value.n + 1);
	buf_init(&json, 6 * value.n + 1);
	for (size_t i = 0; i < value.n; i++) {
		unsigned char c = (unsigned char)value.p[i];
		bool special = c == '"' || c == '\\';
		plain = plain && is_unreserved(value.p[i]);
		plain_json = plain_json && !special && c >= ' ';
		if (is_unreserved(value.p[i]))
			buf_char(&url, fold(value.p[i]));
		else
			buf_printf(&url, "%%%02x", (unsigned)c);
		if (special)
			buf_printf(&json, "\\%c", c);
		else if (c < ' ')
			buf_printf(&json,
			    c == '\n'   ? "\\n"
			    : c == '\t' ? "\\t"
					: "\\u%04x",
			    (unsigned)c);
		else
			buf_char(&json, fold(value.p[i]));
	}
	bool ok = !url.failed && !json.failed;
	if (ok && !plain)
		ok = add(
		    a, s, buf_view(&url), true, "a sensitive value of the inputs, percent-encoded");
	if (ok && !plain_json)
		ok = add(a, s, buf_view(&json), true, "a sensitive value of the inputs, escaped");
	buf_release(&url);
	buf_release(&json);
	return ok;
}

bool
leak_values_add(struct arena *a, struct leak_scanner *s, struct str value)
{
	char *folded = arena_alloc(a, value.n + 1);
	if (!folded)
		return false;
	for (size_t i = 0; i < value.n; i++)
		folded[i] = fold(value.p[i]);
	bool ok =
	    add(a, s, (struct str){folded, value.n}, true, "a sensitive value of the inputs") &&
	    add_hex(a, s, value) && add_escaped(a, s, value);
	for (size_t shift = 0; ok && shift < 3; shift++)
		ok = add_base64(a, s, value, false, shift) && add_base64(a, s, value, true, shift);
	return ok;
}

static bool
is_here(const struct leak_pattern *p, struct str text, size_t at)
{
	if (text.n - at < p->text.n)
		return false;
	if (!p->folded)
		return memcmp(text.p + at, p->text.p, p->text.n) == 0;
	for (size_t i = 0; i < p->text.n; i++)
		if (fold(text.p[at + i]) != p->text.p[i])
			return false;
	return true;
}

struct leak_hit
leak_values_at(const struct leak_scanner *s, struct str text, size_t at)
{
	struct leak_hit hit = {0};
	if (s->count == 0 || text.n - at < FIRST)
		return hit;
	uint32_t pair = pair_of(text.p + at);
	if (!(s->pairs[pair / 64] >> pair % 64 & 1))
		return hit;
	for (uint32_t i = s->slots[slot_of(text.p + at)]; i; i = s->patterns[i - 1].next) {
		const struct leak_pattern *p = &s->patterns[i - 1];
		if (p->text.n > hit.length && is_here(p, text, at))
			hit = (struct leak_hit){"sensitive-value", p->what, p->text.n};
	}
	return hit;
}
