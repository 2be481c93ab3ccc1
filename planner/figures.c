/* SPDX-License-Identifier: MIT */
/* The document's numbers are sorted once, as exact decimals; each of the text's is looked up. */
#include "figures.h"

#include "ascii.h"
#include "ceilings.h"
#include "decimal.h"
#include "validator.h"

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
	bool foreign; /* a digit, fraction or numeral that is not ASCII's */
};

/* Behind the whole part: groups of three, a fraction, an exponent. */
static size_t
number_end(struct str s, size_t from, bool *grouped)
{
	size_t first = ascii_digits(s, from), at = from + first;

	while (first <= 3 && at < s.n && s.p[at] == ',' && ascii_digits(s, at + 1) == 3) {
		at += 4;
		*grouped = true;
	}
	if (at < s.n && s.p[at] == '.' && ascii_digits(s, at + 1) > 0)
		at += 1 + ascii_digits(s, at + 1);
	if (at < s.n && (s.p[at] == 'e' || s.p[at] == 'E')) {
		size_t sign = at + 1 < s.n && (s.p[at + 1] == '-' || s.p[at + 1] == '+');
		size_t n = ascii_digits(s, at + 1 + sign);
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
		if (ascii_digit(s.p[here]) && (here == 0 || !ascii_word(s.p[here - 1]))) {
			*out = (struct figure){.from = here};
			*at = out->to = number_end(s, here, &out->grouped);
			return true;
		}
		if (ascii_digit(s.p[here])) {
			*at += ascii_digits(s, here);
			continue;
		}
		int32_t c = utf8_next(s, at);
		if (c >= 0 && codepoint_is_number((uint32_t)c)) {
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
