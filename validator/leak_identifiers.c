/* SPDX-License-Identifier: MIT */
/* leak_identifiers.c: numbers of people and accounts, told from other numbers by their checksums.
 */
#include "leak.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Up to `most` digits from `at`, single blanks and dashes between them left out; *end is behind the
 * last. */
static size_t
read_digits(struct str text, size_t at, char *out, size_t most, size_t *end)
{
	size_t n = 0, i = at;
	*end = at;
	while (i < text.n && n < most) {
		bool gap =
		    (text.p[i] == ' ' || text.p[i] == '-') && n > 0 && is_digit(text.p[i - 1]);
		if (!is_digit(text.p[i]) && !gap)
			break;
		if (!gap) {
			out[n++] = text.p[i];
			*end = i + 1;
		}
		i++;
	}
	return n;
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

static bool
is_card_number(const char *d, size_t n)
{
	int two = (d[0] - '0') * 10 + (d[1] - '0');
	int four = two * 100 + (d[2] - '0') * 10 + (d[3] - '0');
	bool visa = d[0] == '4' && (n == 13 || n == 16 || n == 19);
	bool mastercard = n == 16 && ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720));
	bool amex = n == 15 && (two == 34 || two == 37);
	bool discover = n == 16 && (four == 6011 || two == 65 || two == 64);
	bool jcb = n == 16 && four >= 3528 && four <= 3589;
	return (visa || mastercard || amex || discover || jcb) && passes_luhn(d, n);
}

static bool
ends_alone(struct str text, size_t end)
{
	return end >= text.n ||
	       (!leak_word_char(text.p[end]) &&
		   !(text.p[end] == '.' && end + 1 < text.n && is_digit(text.p[end + 1])));
}

static struct leak_hit
card_at(struct str text, size_t at)
{
	char digits[20];
	size_t end = at, n = read_digits(text, at, digits, sizeof(digits), &end);
	if (n < 13 || n > 19 || !ends_alone(text, end) || !is_card_number(digits, n))
		return (struct leak_hit){0};
	return (struct leak_hit){"payment-card", "a payment card number", end - at};
}

/* Country, two check digits, up to 30 letters and digits; blanks in groups. Letters count as two
 * digits. */
static struct leak_hit
iban_at(struct str text, size_t at)
{
	char out[34];
	size_t n = 0, i = at, end = at;
	if (at + 4 > text.n || !is_upper(text.p[at]) || !is_upper(text.p[at + 1]) ||
	    !is_digit(text.p[at + 2]) || !is_digit(text.p[at + 3]))
		return (struct leak_hit){0};
	for (; i < text.n && n < sizeof(out); i++) {
		if (text.p[i] == ' ' && n > 0 && n % 4 == 0)
			continue;
		if (!is_digit(text.p[i]) && !is_upper(text.p[i]))
			break;
		out[n++] = text.p[i];
		end = i + 1;
	}
	uint32_t rest = 0;
	for (size_t k = 0; k < n; k++) {
		char c = out[(k + 4) % n];
		rest = is_digit(c) ? (rest * 10 + (uint32_t)(c - '0')) % 97
				   : (rest * 100 + (uint32_t)(c - 'A') + 10) % 97;
	}
	if (n < 15 || rest != 1 || !ends_alone(text, end))
		return (struct leak_hit){0};
	return (struct leak_hit){"iban", "an IBAN", end - at};
}

static bool
fits(struct str text, size_t at, const char *pattern)
{
	size_t i = 0;
	for (; pattern[i]; i++) {
		if (at + i >= text.n)
			return false;
		char c = text.p[at + i];
		if (pattern[i] == '9' ? !is_digit(c) : c != pattern[i])
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
	return (struct leak_hit){"us-ssn", "a US social security number", never ? 0 : 11};
}

/* 756.1234.5678.97, with the check digit of EAN-13. */
static struct leak_hit
ahv_at(struct str text, size_t at)
{
	int sum = 0, position = 0;
	if (!fits(text, at, "756.9999.9999.99"))
		return (struct leak_hit){0};
	for (size_t i = at; i < at + 16; i++)
		if (is_digit(text.p[i]))
			sum += (text.p[i] - '0') * (position++ % 2 ? 3 : 1);
	return (struct leak_hit){
	    "swiss-ahv", "a Swiss social security number", sum % 10 == 0 ? 16 : 0};
}

struct leak_hit
leak_identifiers_at(struct str text, size_t at)
{
	struct leak_hit hit = {0};
	if (!leak_begins(text, at))
		return hit;
	if (is_upper(text.p[at]))
		return iban_at(text, at);
	if (!is_digit(text.p[at]) ||
	    (at > 0 && strchr("-.", text.p[at - 1]) && at > 1 && is_digit(text.p[at - 2])))
		return hit;
	hit = ssn_at(text, at);
	if (hit.length == 0)
		hit = ahv_at(text, at);
	return hit.length == 0 ? card_at(text, at) : hit;
}

static bool
is_local_char(char c)
{
	return leak_word_char(c) || (c && strchr(".+-%", c));
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
	for (; i < text.n && (leak_word_char(text.p[i]) || text.p[i] == '-' || text.p[i] == '.');
	     i++)
		dot = text.p[i] == '.' && i > host ? i : dot;
	bool whole = dot > host && i > dot + 2;
	return (struct leak_hit){"email", "an e-mail address", whole ? i - at : 0};
}

static struct leak_hit
private_address_at(struct str text, size_t at)
{
	int octets[4] = {0};
	size_t i = at, n = 0;
	for (; n < 4 && i < text.n && is_digit(text.p[i]); n++) {
		size_t from = i;
		for (; i < text.n && i < from + 3 && is_digit(text.p[i]); i++)
			octets[n] = octets[n] * 10 + (text.p[i] - '0');
		if (n < 3 && (i >= text.n || text.p[i++] != '.'))
			return (struct leak_hit){0};
	}
	bool own = octets[0] == 10 || (octets[0] == 192 && octets[1] == 168) ||
		   (octets[0] == 172 && octets[1] >= 16 && octets[1] <= 31);
	bool sound =
	    n == 4 && octets[1] < 256 && octets[2] < 256 && octets[3] < 256 && ends_alone(text, i);
	return (struct leak_hit){
	    "private-address", "a private IPv4 address", own && sound ? i - at : 0};
}

struct leak_hit
leak_contacts_at(struct str text, size_t at)
{
	if (!leak_begins(text, at) || (at > 0 && text.p[at - 1] == '.'))
		return (struct leak_hit){0};
	struct leak_hit hit =
	    is_digit(text.p[at]) ? private_address_at(text, at) : (struct leak_hit){0};
	return hit.length > 0 ? hit : email_at(text, at);
}
