/* SPDX-License-Identifier: MIT */
/*
 * leak_values.c: sensitive values. Rather than each value in every dress, the text is undressed: it
 * is folded, its strings and escapes are undone, its letters are taken together, its digits are
 * read in each base; and in each of these forms all values are looked for at once.
 */
#include "leak.h"

enum {
	BOUNDED_BELOW = 8,     /* code points: shorter ones count as whole words only */
	LETTERS_MIN = 8,       /* of a value that is looked for between other characters */
	DIGITS_ALONE_MIN = 10, /* the same of digits alone, which stand side by side by chance */
	ESCAPED_TIMES_MAX = 5,
	BYTES_MAX = 512 << 20,
};

#define WHAT "a sensitive value of the inputs"

static bool
is_number(struct str letters)
{
	for (size_t i = 0; i < letters.n; i++)
		if (!ascii_digit(letters.p[i]))
			return false;
	return true;
}

static bool
add_both_ways(struct arena *a, struct leak_index *x, struct leak_pattern p, const char *reversed)
{
	struct buf b;

	buf_init(&b, BYTES_MAX);
	bool good = leak_index_add(a, x, &p) && leak_reversed(p.text, &b);
	struct str other = buf_view(&b);
	if (good && !str_eq(other, p.text)) {
		p.text = other;
		p.what = reversed;
		good = leak_index_add(a, x, &p);
	}
	buf_release(&b);
	return good;
}

bool
leak_values_add(struct arena *a, struct leak_scanner *s, struct str value)
{
	struct leak_pattern p = {.what = WHAT};
	struct buf folded, letters;

	buf_init(&folded, BYTES_MAX);
	buf_init(&letters, BYTES_MAX);
	bool good = arena_copy(a, value, &p.value) && leak_fold(str_trim(value), &folded) &&
		    leak_letters(buf_view(&folded), &letters);
	size_t count = utf8_length(buf_view(&letters));
	bool digits = is_number(buf_view(&letters));
	p.text = buf_view(&folded);
	p.bounded = digits || utf8_length(p.text) < BOUNDED_BELOW;
	good = good && add_both_ways(a, &s->words, p, WHAT ", reversed");
	p.text = buf_view(&letters);
	p.bounded = false;
	p.what = WHAT ", split";
	if (good && count >= (digits ? DIGITS_ALONE_MIN : LETTERS_MIN))
		good = add_both_ways(a, &s->letters, p, WHAT ", split and reversed");
	buf_release(&folded);
	buf_release(&letters);
	return good && leak_numbers_add(a, s, p.value);
}

/* Names the form that was found, if that is not how the value itself is written. */
struct finding_as {
	leak_value_found *found;
	void *context;
	const char *what;
	bool placed;
};

static bool
found_as(void *context, struct str value, const char *what, size_t at)
{
	const struct finding_as *as = context;

	return as->found(
	    as->context, value, as->what ? as->what : what, as->placed ? at : SIZE_MAX);
}

static bool
scan_form(const struct leak_scanner *s, struct str text, struct finding_as *as)
{
	struct buf folded, letters;

	buf_init(&folded, BYTES_MAX);
	buf_init(&letters, BYTES_MAX);
	bool good = leak_fold(text, &folded);
	as->placed = as->placed && folded.n == text.n;
	good = good && leak_index_scan(&s->words, buf_view(&folded), false, found_as, as) &&
	       leak_numbers_scan(s, buf_view(&folded), found_as, as);
	as->placed = false;
	if (good && s->letters.count > 0)
		good = leak_letters(buf_view(&folded), &letters) &&
		       leak_index_scan(&s->letters, buf_view(&letters), true, found_as, as);
	buf_release(&folded);
	buf_release(&letters);
	return good;
}

static bool
scan_decoded(const struct leak_scanner *s, struct str text, struct finding_as *as)
{
	static const struct {
		unsigned bits;
		size_t shifts;
		const char *what;
	} BASES[] = {{6, 4, WHAT ", in base64"}, {5, 8, WHAT ", in base32"},
	    {4, 2, WHAT ", in hexadecimal"}};
	struct buf bytes, folded;
	bool good = true;

	buf_init(&bytes, BYTES_MAX);
	buf_init(&folded, BYTES_MAX);
	for (size_t i = 0; good && i < ARRAY_LENGTH(BASES); i++)
		for (size_t shift = 0; good && shift < BASES[i].shifts; shift++) {
			buf_clear(&bytes);
			buf_clear(&folded);
			leak_decode(text, BASES[i].bits, shift, &bytes);
			as->what = BASES[i].what;
			good = !bytes.failed && leak_fold(buf_view(&bytes), &folded) &&
			       leak_index_scan(&s->words, buf_view(&folded), true, found_as, as);
		}
	buf_release(&bytes);
	buf_release(&folded);
	return good;
}

/* The strings of the document, a line each: what stands between them is no part of a value. */
static bool
gather_strings(const struct json_doc *doc, bool names, struct buf *out)
{
	for (uint32_t i = 0; i < doc->count; i++) {
		const struct json_node *n = &doc->nodes[i];
		if (n->kind != JSON_STRING || ((n->flags & JSON_NAME) != 0) != names)
			continue;
		buf_str(out, n->text);
		buf_char(out, '\n');
	}
	return !out->failed;
}

static bool
scan_rewritten(const struct leak_scanner *s, struct str text, struct finding_as *as)
{
	bool good = scan_form(s, text, as) && scan_decoded(s, text, as);
	struct buf plain[2];
	size_t now = 0;

	buf_init(&plain[0], BYTES_MAX);
	buf_init(&plain[1], BYTES_MAX);
	for (size_t times = 0; good && times < ESCAPED_TIMES_MAX; times++) {
		buf_clear(&plain[now]);
		if (!leak_unescape(text, &plain[now]))
			break;
		as->what = WHAT ", escaped";
		text = buf_view(&plain[now]);
		now = 1 - now;
		good = scan_form(s, text, as) && scan_decoded(s, text, as);
	}
	good = good && !plain[0].failed && !plain[1].failed;
	as->what = NULL;
	buf_release(&plain[0]);
	buf_release(&plain[1]);
	return good;
}

bool
leak_values_scan(const struct leak_scanner *s, struct str text, const struct json_doc *doc,
    leak_value_found *found, void *context)
{
	struct finding_as as = {found, context, NULL, true};
	struct buf strings, names;

	if (!s->has_values)
		return true;
	if (!doc)
		return scan_rewritten(s, text, &as);
	buf_init(&strings, BYTES_MAX);
	buf_init(&names, BYTES_MAX);
	bool good = scan_form(s, text, &as) && gather_strings(doc, false, &strings) &&
		    gather_strings(doc, true, &names) &&
		    scan_rewritten(s, buf_view(&strings), &as) &&
		    scan_rewritten(s, buf_view(&names), &as);
	buf_release(&strings);
	buf_release(&names);
	return good;
}
