/* SPDX-License-Identifier: MIT */
/*
 * format_idn.c: internationalised host names, by IDNA 2008. libidn2 knows which characters may be
 * where; the rules for names in which scripts run both ways (RFC 5893) that it leaves out are here.
 * It is loaded by the first name that needs it: with its tables it costs every start of a program
 * 0.12 ms. Where it is not there, no such name is valid.
 */
#include "format_text.h"

#include "late.h"

#include <assert.h>
#include <idn2.h>

#define IDN_LIST(X) X(idn2_lookup_u8) X(idn2_register_u8) X(idn2_to_unicode_8z8z) X(idn2_free)

static struct {
	IDN_LIST(LATE_MEMBER)
} idn;

enum {
	NAME_BYTES_MAX = 253,
	LABEL_BYTES_MAX = 63,
	TEXT_BYTES_MAX = 1024,
};

enum direction {
	NEUTRAL = 0,
	LEFT,
	RIGHT,
	DIGIT, /* European */
	ARABIC_DIGIT,
};

static enum direction
direction_of(int32_t c)
{
	bool arabic = (c >= 0x660 && c <= 0x669) || c == 0x66b || c == 0x66c || c == 0x6dd ||
		      c == 0x8e2 || (c >= 0x600 && c <= 0x605) || (c >= 0x10d30 && c <= 0x10d39) ||
		      (c >= 0x10e60 && c <= 0x10e7e);
	bool right = (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) ||
		     (c >= 0xfe70 && c <= 0xfeff) || (c >= 0x10800 && c <= 0x10fff) ||
		     (c >= 0x1e800 && c <= 0x1efff);
	if ((c >= '0' && c <= '9') || (c >= 0x6f0 && c <= 0x6f9))
		return DIGIT;
	if (arabic)
		return ARABIC_DIGIT;
	if (right)
		return RIGHT;
	return c == '-' ? NEUTRAL : LEFT;
}

struct bidi {
	bool right, digit, arabic_digit, starts_with_letter;
};

static struct bidi
look_at(struct str label)
{
	struct bidi b = {0};
	for (size_t at = 0; at < label.n;) {
		bool first = at == 0;
		enum direction d = direction_of(utf8_next(label, &at));
		b.right = b.right || d == RIGHT || d == ARABIC_DIGIT;
		b.digit = b.digit || d == DIGIT;
		b.arabic_digit = b.arabic_digit || d == ARABIC_DIGIT;
		if (first)
			b.starts_with_letter = d == LEFT || d == RIGHT;
	}
	return b;
}

static bool
is_loaded(void)
{
	static const char *const names[] = {IDN_LIST(LATE_NAME)};
	const struct late_library library = {"libidn2.so.0", "libidn2-0", names,
	    (late_function **)(void *)&idn, ARRAY_LENGTH(names)};
	struct err ignored;

	static_assert(sizeof(idn) == sizeof(names), "a table of function pointers alone");
	return late_load(&library, &ignored);
}

/* A label in its own letters: what both registration and look-up allow, and not too long when
 * encoded. */
static bool
is_u_label(struct str label)
{
	char text[TEXT_BYTES_MAX + 1];
	uint8_t *encoded = NULL;
	if (label.n == 0 || label.n > TEXT_BYTES_MAX || memchr(label.p, 0, label.n) || !is_loaded())
		return false;
	memcpy(text, label.p, label.n);
	text[label.n] = '\0';
	bool ok = idn.idn2_lookup_u8((const uint8_t *)text, &encoded, IDN2_NO_TR46) == IDN2_OK;
	idn.idn2_free(encoded);
	encoded = NULL;
	ok = ok && idn.idn2_register_u8((const uint8_t *)text, NULL, &encoded, 0) == IDN2_OK;
	ok = ok && strlen((const char *)encoded) <= LABEL_BYTES_MAX;
	idn.idn2_free(encoded);
	struct bidi b = look_at(label);
	return ok && !(b.digit && b.arabic_digit);
}

bool
is_a_label(struct str label)
{
	char text[LABEL_BYTES_MAX + 1], *decoded = NULL;
	if (label.n > LABEL_BYTES_MAX || !is_loaded())
		return false;
	for (size_t i = 0; i < label.n; i++)
		text[i] =
		    (char)(label.p[i] >= 'A' && label.p[i] <= 'Z' ? label.p[i] | 0x20 : label.p[i]);
	text[label.n] = '\0';
	bool ok = idn.idn2_to_unicode_8z8z(text, &decoded, IDN2_NO_TR46) == IDN2_OK && decoded;
	struct str u = str_from(decoded);
	ok = ok && !str_is_ascii(u) && is_u_label(u);
	idn.idn2_free(decoded);
	return ok;
}

/* The next label, cut at any of the four full stops; false behind the last. */
static bool
cut_label(struct str s, size_t *from, struct str *label)
{
	size_t at = *from;
	if (at > s.n)
		return false;
	while (at < s.n) {
		size_t before = at;
		int32_t c = utf8_next(s, &at);
		if (c != '.' && c != 0x3002 && c != 0xff0e && c != 0xff61)
			continue;
		*label = str_slice(s, *from, before);
		*from = at;
		return true;
	}
	*label = str_slice(s, *from, s.n);
	*from = s.n + 1;
	return true;
}

static bool
is_name(struct str s)
{
	struct str label;
	bool right = false, letters_first = true;
	for (size_t from = 0; cut_label(s, &from, &label);) {
		struct bidi b = look_at(label);
		right = right || b.right;
		letters_first = letters_first && b.starts_with_letter;
		if (str_is_ascii(label) ? !is_hostname(label) : !is_u_label(label))
			return false;
	}
	return !right || letters_first;
}

bool
is_idn_hostname(struct str s)
{
	return s.n > 0 && s.n <= TEXT_BYTES_MAX && utf8_length(s) <= NAME_BYTES_MAX && is_name(s);
}
