/* SPDX-License-Identifier: MIT */
/* leak_identifiers.c: numbers of people and accounts, told from other numbers by their checksums.
 */
#include "leak.h"

/* A blank or dash between groups; its length, 0 where there is none. */
static size_t
gap_at(struct str text, size_t at)
{
	static const char *const GAPS[] = {" ", "-", "\u00a0", "\u202f", "\u2011"};

	for (size_t i = 0; i < ARRAY_LENGTH(GAPS); i++)
		if (str_starts(str_slice(text, at, text.n), str_from(GAPS[i])))
			return strlen(GAPS[i]);
	return 0;
}

static bool
passes_luhn(const char *digits, size_t n)
{
	int sum = 0;
	for (size_t i = 0; i < n; i++) {
		int d = digits[n - 1 - i] - '0';
		d = i % 2 == 1 ? 2 * d : d;
		sum += d > 9 ? d - 9 : d;
	}
	return sum % 10 == 0;
}

/* By the networks' ranges of numbers: how they begin, how many digits they have. */
static const struct {
	int first, last; /* of the first four digits */
	size_t length;
} NETWORKS[] = {
    {4000, 4999, 16},                                     /* Visa */
    {5100, 5599, 16}, {2221, 2720, 16},                   /* Mastercard */
    {3400, 3499, 15}, {3700, 3799, 15},                   /* American Express */
    {6011, 6011, 16}, {6440, 6599, 16},                   /* Discover */
    {3528, 3589, 16},                                     /* JCB */
    {3000, 3059, 14}, {3600, 3699, 14}, {3800, 3999, 14}, /* Diners Club */
    {6200, 6299, 16},                                     /* UnionPay */
};

static bool
is_card_number(const char *d, size_t n)
{
	int four = 0;

	for (size_t i = 0; i < 4; i++)
		four = four * 10 + (d[i] - '0');
	for (size_t i = 0; i < ARRAY_LENGTH(NETWORKS); i++)
		if (four >= NETWORKS[i].first && four <= NETWORKS[i].last &&
		    n == NETWORKS[i].length)
			return passes_luhn(d, n);
	return false;
}

static bool
ends_alone(struct str text, size_t end)
{
	return end >= text.n ||
	       (!ascii_word(text.p[end]) &&
		   !(text.p[end] == '.' && end + 1 < text.n && ascii_digit(text.p[end + 1])));
}

/* Without gaps, or in groups as they are printed. */
static const uint8_t GROUPS[][5] = {{16}, {15}, {14}, {4, 4, 4, 4}, {4, 6, 5}, {4, 6, 4}};

static size_t
read_groups(struct str text, size_t at, const uint8_t *groups, char *out, size_t *end)
{
	size_t n = 0;

	for (; *groups; groups++) {
		size_t gap = n > 0 ? gap_at(text, at) : 0;
		if (n > 0 && gap == 0)
			return 0;
		at += gap;
		for (size_t k = 0; k < *groups; k++, at++) {
			if (at >= text.n || !ascii_digit(text.p[at]))
				return 0;
			out[n++] = text.p[at];
		}
	}
	*end = at;
	return n;
}

enum { OUTLINE_BYTES_MAX = 1024, SVG_BEGINS_BEFORE = 4096 };

/*
 * A drawing's outline is rows of numbers, each row behind a letter that says what to draw (SVG 2,
 * 9.3): in a chart some rows look like a card's number. Texts in the drawing are not such rows.
 */
static bool
is_outline(struct str text, size_t at)
{
	size_t stop = at > OUTLINE_BYTES_MAX ? at - OUTLINE_BYTES_MAX : 1;

	while (at > stop && text.p[at - 1] &&
	       (ascii_digit(text.p[at - 1]) || strchr(" \n,.-", text.p[at - 1])))
		at--;
	return at > stop && text.p[at - 1] && strchr("MmLlHhVvCcSsQqTtAa", text.p[at - 1]) &&
	       text.p[at - 2] && strchr(" \n\"", text.p[at - 2]) &&
	       str_find(str_slice(text, 0, SVG_BEGINS_BEFORE), STR("<svg"), 0) != SIZE_MAX;
}

static struct leak_hit
card_at(struct str text, size_t at)
{
	char digits[20];
	size_t end = at;

	for (size_t i = 0; i < ARRAY_LENGTH(GROUPS); i++) {
		size_t n = read_groups(text, at, GROUPS[i], digits, &end);
		if (n > 0 && ends_alone(text, end) && is_card_number(digits, n) &&
		    !is_outline(text, at))
			return (struct leak_hit){
			    LEAK_CARD, "payment-card", "a payment card number", end - at};
	}
	return (struct leak_hit){0};
}

/* The countries of the IBAN registry, each with the length of its numbers. */
static const char IBANS[] =
    "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24"
    "FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21"
    "LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22"
    "RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";

static char
upper(char c)
{
	return (char)(c >= 'a' && c <= 'z' ? c & 0xdf : c);
}

static size_t
iban_length(char a, char b)
{
	for (const char *p = IBANS; *p; p += 4)
		if (p[0] == a && p[1] == b)
			return (size_t)(p[2] - '0') * 10 + (size_t)(p[3] - '0');
	return 0;
}

static bool
passes_mod97(const char *out, size_t n)
{
	uint32_t rest = 0;

	for (size_t k = 0; k < n; k++) {
		char c = out[(k + 4) % n];
		rest = ascii_digit(c) ? (rest * 10 + (uint32_t)(c - '0')) % 97
				      : (rest * 100 + (uint32_t)(c - 'A') + 10) % 97;
	}
	return rest == 1;
}

/* Country, two check digits, letters and digits; in groups of four, or without gaps. */
static struct leak_hit
iban_at(struct str text, size_t at)
{
	char out[34];
	size_t n = 0, i = at, length;

	if (at + 4 > text.n || !(length = iban_length(upper(text.p[at]), upper(text.p[at + 1]))))
		return (struct leak_hit){0};
	while (i < text.n && n < length) {
		size_t gap = n > 0 && n % 4 == 0 ? gap_at(text, i) : 0;
		char c = upper(text.p[i += gap]);
		if (!ascii_digit(c) && !ascii_upper(c))
			break;
		out[n++] = c;
		i++;
	}
	if (n != length || !ascii_digit(out[2]) || !ascii_digit(out[3]) || !passes_mod97(out, n) ||
	    !ends_alone(text, i))
		return (struct leak_hit){0};
	return (struct leak_hit){LEAK_ACCOUNT, "iban", "an IBAN", i - at};
}

static bool
fits(struct str text, size_t at, const char *pattern)
{
	size_t i = 0;
	for (; pattern[i]; i++) {
		if (at + i >= text.n)
			return false;
		char c = text.p[at + i];
		if (pattern[i] == '9' ? !ascii_digit(c) : c != pattern[i])
			return false;
	}
	return ends_alone(text, at + i);
}

static struct leak_hit
ssn_at(struct str text, size_t at)
{
	if (!fits(text, at, "999-99-9999"))
		return (struct leak_hit){0};
	const char *p = text.p + at;
	bool never = memcmp(p, "000", 3) == 0 || memcmp(p, "666", 3) == 0 || p[0] == '9' ||
		     memcmp(p + 4, "00", 2) == 0 || memcmp(p + 7, "0000", 4) == 0;
	return (struct leak_hit){
	    LEAK_PERSON, "us-ssn", "a US social security number", never ? 0 : 11};
}

/* 756.1234.5678.97, with the check digit of EAN-13. */
static struct leak_hit
ahv_at(struct str text, size_t at)
{
	int sum = 0, position = 0;
	if (!fits(text, at, "756.9999.9999.99"))
		return (struct leak_hit){0};
	for (size_t i = at; i < at + 16; i++)
		if (ascii_digit(text.p[i]))
			sum += (text.p[i] - '0') * (position++ % 2 ? 3 : 1);
	return (struct leak_hit){
	    LEAK_PERSON, "swiss-ahv", "a Swiss social security number", sum % 10 == 0 ? 16 : 0};
}

static bool
is_local_char(char c)
{
	return ascii_word(c) || (c && strchr(".+-%", c));
}

static struct leak_hit
email_at(struct str text, size_t at)
{
	size_t i = at, dot = 0;
	while (i < text.n && i < at + 64 && is_local_char(text.p[i]))
		i++;
	if (i == at || i >= text.n || text.p[i] != '@' || (at > 0 && is_local_char(text.p[at - 1])))
		return (struct leak_hit){0};
	size_t host = ++i;
	while (i < text.n && (ascii_word(text.p[i]) || text.p[i] == '-' || text.p[i] == '.'))
		i++;
	i -= i > host && text.p[i - 1] == '.'; /* the end of a sentence */
	for (size_t k = host + 1; k < i; k++)
		dot = text.p[k] == '.' ? k : dot;
	bool whole = dot > host && i > dot + 2 && !ascii_digit(text.p[dot + 1]);
	return (struct leak_hit){LEAK_EMAIL, "email", "an e-mail address", whole ? i - at : 0};
}

static struct leak_hit
number_at(struct str text, size_t at)
{
	if (at > 1 && strchr("-.", text.p[at - 1]) && ascii_digit(text.p[at - 2]))
		return (struct leak_hit){0};
	struct leak_hit hit = ssn_at(text, at);
	if (hit.length == 0)
		hit = ahv_at(text, at);
	return hit.length == 0 ? card_at(text, at) : hit;
}

struct leak_hit
leak_identifiers_at(struct str text, size_t at)
{
	struct leak_hit hit = {0};

	if (ascii_digit(text.p[at]) && leak_begins(text, at))
		hit = number_at(text, at);
	else if (leak_begins(text, at))
		hit = iban_at(text, at);
	return hit.length == 0 ? email_at(text, at) : hit;
}
