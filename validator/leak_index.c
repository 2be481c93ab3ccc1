/* SPDX-License-Identifier: MIT */
/* leak_index.c: many texts looked for at once. A text is found by the hash of its beginning, of as
 * many bytes as it has: values that begin alike (numbers of customers) do not end in one slot. */
#include "leak.h"

#include <unictype.h>

static const uint8_t PREFIXES[] = {4, 5, 6, 7, 8, 10, 12, 16, 24, 32};

enum {
	DECODED_BYTES_MIN = 6, /* of what is looked for in decoded bytes, which are mostly noise */
	WORDS_END = 0x2e80,    /* from here on scripts have no blanks between words */
};

static uint32_t
hash_on(uint32_t h, const char *p, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		h = (h ^ (unsigned char)p[i]) * 16777619u;
	return h;
}

static uint32_t
pair_of(const char *p)
{
	return (uint32_t)(unsigned char)p[0] << 8 | (unsigned char)p[1];
}

static size_t
prefix_of(size_t n)
{
	size_t which = 0;

	while (which + 1 < ARRAY_LENGTH(PREFIXES) && PREFIXES[which + 1] <= n)
		which++;
	return which;
}

static size_t
slot_of(const struct leak_index *x, uint32_t h, size_t which)
{
	h += (uint32_t)which * 0x9e3779b9u;
	return (h ^ h >> 15) & (x->slot_count - 1);
}

bool
leak_index_add(struct arena *a, struct leak_index *x, const struct leak_pattern *p)
{
	if (p->text.n < PREFIXES[0])
		return true;
	struct leak_pattern *one =
	    arena_push(a, &x->patterns, &x->count, &x->capacity, sizeof(*one));
	if (!one)
		return false;
	*one = *p;
	return arena_copy(a, p->text, &one->text);
}

bool
leak_index_build(struct arena *a, struct leak_index *x)
{
	for (x->slot_count = 64; x->slot_count < 2 * x->count;)
		x->slot_count *= 2;
	x->slots = arena_array(a, x->slot_count, sizeof(*x->slots));
	for (size_t i = 0; x->slots && i < x->count; i++) {
		struct leak_pattern *p = &x->patterns[i];
		size_t which = prefix_of(p->text.n);
		uint32_t *slot = &x->slots[slot_of(
		    x, hash_on(2166136261u, p->text.p, 0, PREFIXES[which]), which)];
		x->pairs[pair_of(p->text.p) / 64] |= UINT64_C(1) << pair_of(p->text.p) % 64;
		x->prefixes |= 1u << which;
		p->next = *slot;
		*slot = (uint32_t)i + 1;
	}
	return x->slots != NULL;
}

static bool
is_word(int32_t c)
{
	return c > 0 && c < WORDS_END &&
	       (c == '_' || uc_is_property_alphabetic((ucs4_t)c) ||
		   uc_is_property_decimal_digit((ucs4_t)c));
}

static int32_t
before(struct str text, size_t at)
{
	size_t from = at;

	while (from > 0 && at - from < 4 && ((unsigned char)text.p[from - 1] & 0xc0) == 0x80)
		from--;
	if (from == 0)
		return 0;
	from--;
	return utf8_next(text, &from);
}

static int32_t
behind(struct str text, size_t at)
{
	return at < text.n ? utf8_next(text, &at) : 0;
}

/* Neither side goes on with a word that the text has begun. */
static bool
stands_alone(struct str text, size_t at, size_t end)
{
	size_t first = at;
	bool begins = !is_word(utf8_next(text, &first)) || !is_word(before(text, at));

	return begins && (!is_word(before(text, end)) || !is_word(behind(text, end)));
}

static const struct leak_pattern *
find_at(const struct leak_index *x, struct str text, size_t at, bool decoded)
{
	const struct leak_pattern *best = NULL;
	uint32_t h = 2166136261u;
	size_t done = 0;

	for (size_t which = 0; which < ARRAY_LENGTH(PREFIXES); which++) {
		size_t n = PREFIXES[which];
		if (n > text.n - at)
			break;
		h = hash_on(h, text.p + at, done, n);
		done = n;
		if (!(x->prefixes >> which & 1))
			continue;
		for (uint32_t i = x->slots[slot_of(x, h, which)]; i; i = x->patterns[i - 1].next) {
			const struct leak_pattern *p = &x->patterns[i - 1];
			if (text.n - at < p->text.n ||
			    memcmp(text.p + at, p->text.p, p->text.n) != 0 ||
			    (decoded && p->text.n < DECODED_BYTES_MIN) ||
			    (!decoded && p->bounded && !stands_alone(text, at, at + p->text.n)))
				continue;
			best = best && best->text.n > p->text.n ? best : p;
		}
	}
	return best;
}

bool
leak_index_scan(const struct leak_index *x, struct str text, bool decoded, leak_value_found *found,
    void *context)
{
	for (size_t at = 0; x->count > 0 && at + PREFIXES[0] <= text.n;) {
		uint32_t pair = pair_of(text.p + at);
		const struct leak_pattern *p =
		    x->pairs[pair / 64] >> pair % 64 & 1 ? find_at(x, text, at, decoded) : NULL;
		if (p && !found(context, p->value, p->what, at))
			return false;
		at += p ? p->text.n : 1;
	}
	return true;
}
