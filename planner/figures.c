/* SPDX-License-Identifier: MIT */
/* The document's numbers are sorted once, as exact decimals; each of the text's is looked up. */
#include "figures.h"

#include "ceilings.h"
#include "decimal.h"

#include <stdlib.h>

#define NUMBER_BYTES_MAX 256 /* a longer number is never taken for known */

struct figures {
	struct decimal *items;
	size_t count, capacity;
};

/* The place of a number in a text; a comma inside separates thousands, or two numbers. */
struct figure {
	size_t from, to;
	bool grouped;
	bool foreign; /* a digit that is not ASCII's */
};

static bool
is_digit(struct str s, size_t at)
{
	return at < s.n && s.p[at] >= '0' && s.p[at] <= '9';
}

static size_t
digits_from(struct str s, size_t at)
{
	size_t n = 0;

	while (is_digit(s, at + n))
		n++;
	return n;
}

static bool
is_letter(struct str s, size_t at)
{
	unsigned char c = (unsigned char)s.p[at];
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Decimal digits of common scripts, superscripts, subscripts, fractions, circled numbers. */
static bool
is_foreign(int32_t c)
{
	static const struct {
		int32_t first, last;
	} ranges[] = {
	    {0xb2, 0xb3},
	    {0xb9, 0xb9},
	    {0xbc, 0xbe},
	    {0x660, 0x669},
	    {0x6f0, 0x6f9},
	    {0x7c0, 0x7c9},
	    {0x966, 0x96f},
	    {0x9e6, 0x9ef},
	    {0xa66, 0xa6f},
	    {0xae6, 0xaef},
	    {0xb66, 0xb6f},
	    {0xbe6, 0xbef},
	    {0xc66, 0xc6f},
	    {0xce6, 0xcef},
	    {0xd66, 0xd6f},
	    {0xe50, 0xe59},
	    {0xed0, 0xed9},
	    {0xf20, 0xf29},
	    {0x1040, 0x1049},
	    {0x17e0, 0x17e9},
	    {0x1810, 0x1819},
	    {0x2070, 0x2089},
	    {0x2150, 0x2189},
	    {0x2460, 0x249b},
	    {0x24ea, 0x24ff},
	    {0x2776, 0x2793},
	    {0x3007, 0x3007},
	    {0x3021, 0x3029},
	    {0xff10, 0xff19},
	    {0x104a0, 0x104a9},
	    {0x1d7ce, 0x1d7ff},
	    {0x1fbf0, 0x1fbf9},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(ranges); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

/* Behind the whole part: groups of three, a fraction, an exponent. */
static size_t
number_end(struct str s, size_t from, bool *grouped)
{
	size_t first = digits_from(s, from), at = from + first;

	while (first <= 3 && at < s.n && s.p[at] == ',' && digits_from(s, at + 1) == 3) {
		at += 4;
		*grouped = true;
	}
	if (at < s.n && s.p[at] == '.' && is_digit(s, at + 1))
		at += 1 + digits_from(s, at + 1);
	if (at < s.n && (s.p[at] == 'e' || s.p[at] == 'E')) {
		size_t sign = at + 1 < s.n && (s.p[at + 1] == '-' || s.p[at + 1] == '+');
		size_t n = digits_from(s, at + 1 + sign);
		at += n > 0 ? 1 + sign + n : 0;
	}
	return at;
}

/* The next number at or after *at; false at the end. */
static bool
next_figure(struct str s, size_t *at, struct figure *out)
{
	while (*at < s.n) {
		size_t here = *at;
		if (is_digit(s, here) && (here == 0 || !is_letter(s, here - 1))) {
			*out = (struct figure){.from = here};
			*at = out->to = number_end(s, here, &out->grouped);
			return true;
		}
		if (is_digit(s, here)) {
			*at += digits_from(s, here);
			continue;
		}
		if (is_foreign(utf8_next(s, at))) {
			*out = (struct figure){.from = here, .to = *at, .foreign = true};
			return true;
		}
	}
	return false;
}

/* Without its sign and the commas of its groups; false where it is too long to be known. */
static bool
read_number(struct str number, char room[NUMBER_BYTES_MAX], struct decimal *out)
{
	size_t n = 0;

	for (size_t i = 0; i < number.n; i++) {
		if (number.p[i] == ',' || (i == 0 && number.p[i] == '-'))
			continue;
		if (n == NUMBER_BYTES_MAX)
			return false;
		room[n++] = number.p[i];
	}
	return decimal_read((struct str){room, n}, out);
}

static bool
add(struct arena *a, struct figures *f, struct str number)
{
	char room[NUMBER_BYTES_MAX];
	struct decimal known;

	if (!read_number(number, room, &known))
		return true;
	struct decimal *slot = arena_push(a, &f->items, &f->count, &f->capacity, sizeof(*f->items));
	if (!slot || !arena_copy(a, known.digits, &known.digits))
		return false;
	*slot = known;
	return true;
}

static bool
add_text(struct arena *a, struct figures *f, struct str text)
{
	struct figure figure;

	for (size_t at = 0; next_figure(text, &at, &figure);)
		if (!figure.foreign && !add(a, f, str_slice(text, figure.from, figure.to)))
			return false;
	return true;
}

static int
compare(const void *left, const void *right)
{
	return decimal_compare(left, right);
}

bool
figures_collect(struct arena *a, const struct json_doc *doc, struct figures **out)
{
	struct figures *f = arena_alloc(a, sizeof(*f));

	if (!f)
		return false;
	for (uint32_t i = 0; i < doc->count; i++) {
		const struct json_node *n = &doc->nodes[i];
		bool good = true;
		if (n->kind == JSON_NUMBER)
			good = add(a, f, n->text);
		else if (n->kind == JSON_STRING)
			good = add_text(a, f, n->text);
		if (!good)
			return false;
	}
	if (f->count > 0)
		qsort(f->items, f->count, sizeof(*f->items), compare);
	*out = f;
	return true;
}

static bool
is_known(const struct figures *f, struct str number)
{
	char room[NUMBER_BYTES_MAX];
	struct decimal wanted;

	return f->count > 0 && read_number(number, room, &wanted) &&
	       bsearch(&wanted, f->items, f->count, sizeof(*f->items), compare) != NULL;
}

/* "1,234" is one number, or else two that both are known. */
static bool
is_founded(const struct figures *f, struct str number, bool grouped)
{
	struct str part;

	if (is_known(f, number))
		return true;
	if (!grouped)
		return false;
	while (str_cut(&number, ',', &part))
		if (!is_known(f, part))
			return false;
	return true;
}

bool
figures_mark(struct arena *a, const struct figures *known, struct str text, struct str *out,
    size_t *unfounded)
{
	struct figure figure;
	size_t copied = 0;
	struct buf marked;

	*unfounded = 0;
	buf_init(&marked, text.n * (1 + sizeof(FIGURES_MARK)) + 1);
	for (size_t at = 0; next_figure(text, &at, &figure);) {
		struct str number = str_slice(text, figure.from, figure.to);
		buf_str(&marked, str_slice(text, copied, figure.to));
		copied = figure.to;
		if (!figure.foreign && is_founded(known, number, figure.grouped))
			continue;
		buf_text(&marked, FIGURES_MARK);
		++*unfounded;
	}
	buf_str(&marked, str_slice(text, copied, text.n));
	bool good = !marked.failed && arena_copy(a, buf_view(&marked), out);
	buf_release(&marked);
	return good;
}
