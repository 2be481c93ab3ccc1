/* SPDX-License-Identifier: MIT */
#include "format.h"

#include "format_text.h"
#include "json.h"
#include "regex.h"

#define SCRATCH_BYTES_MAX (32u << 20)

static bool
is_uuid(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;
		if (dash ? s.p[i] != '-' : ascii_hex(s.p[i]) < 0)
			return false;
	}
	return s.n == 36;
}

static bool
is_regex(struct str s)
{
	struct regex *regex = NULL;
	struct regex_problem problem;
	struct arena *a = arena_new(SCRATCH_BYTES_MAX);
	bool ok = a && regex_compile(a, s, &regex, &problem);
	arena_free(a);
	return ok;
}

/* RFC 4648, with padding. Decodes in place of *out where that is not NULL. */
static bool
read_base64(struct str s, char *out, size_t *n)
{
	static const char ALPHABET[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = 0;
	size_t padding = 0;
	*n = 0;
	if (s.n % 4 != 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		const char *digit = s.p[i] && s.p[i] != '=' ? strchr(ALPHABET, s.p[i]) : NULL;
		padding += s.p[i] == '=';
		if ((!digit && s.p[i] != '=') || (digit && padding > 0) || padding > 2)
			return false;
		bits = bits << 6 | (digit ? (uint32_t)(digit - ALPHABET) : 0);
		if (i % 4 != 3 || !out)
			continue;
		for (int k = 2; k >= 0; k--)
			out[(*n)++] = (char)(bits >> (8 * k) & 0xff);
	}
	*n -= out ? padding : 0;
	return true;
}

static bool
is_base64(struct str s)
{
	size_t n = 0;
	return read_base64(s, NULL, &n);
}

static bool
is_json(struct str s)
{
	struct json_doc doc;
	struct err err = {0};
	struct arena *a = arena_new(SCRATCH_BYTES_MAX);
	bool ok = a && json_parse(a, s, NULL, &JSON_LIMITS, &doc, NULL, &err);
	arena_free(a);
	return ok;
}

static bool
is_json_in_base64(struct str s)
{
	struct arena *a = arena_new(SCRATCH_BYTES_MAX);
	char *text = a ? arena_alloc(a, s.n + 4) : NULL;
	size_t n = 0;
	bool ok = text && read_base64(s, text, &n) && is_json((struct str){text, n});
	arena_free(a);
	return ok;
}

static const struct format FORMATS[] = {
    {"date-time", "a date and time like '2026-11-21T09:30:00Z'", is_date_time},
    {"date", "a date like '2026-11-21'", is_date},
    {"time", "a time like '09:30:00Z'", is_time},
    {"duration", "a duration like 'P1DT12H'", is_duration},
    {"email", "an e-mail address", is_email},
    {"idn-email", "an e-mail address", is_idn_email},
    {"hostname", "a host name", is_hostname},
    {"idn-hostname", "a host name", is_idn_hostname},
    {"ipv4", "an IPv4 address like '192.0.2.1'", is_ipv4},
    {"ipv6", "an IPv6 address like '2001:db8::1'", is_ipv6},
    {"uri", "a URI like 'https://example.org/a'", is_uri},
    {"uri-reference", "a URI or a relative reference", is_uri_reference},
    {"iri", "an IRI like 'https://example.org/a'", is_iri},
    {"iri-reference", "an IRI or a relative reference", is_iri_reference},
    {"uri-template", "a URI template like '/items/{id}'", is_uri_template},
    {"uuid", "a UUID like '2eb8aa08-aa98-11ea-b4aa-73b441d16380'", is_uuid},
    {"json-pointer", "a JSON Pointer like '/items/0'", is_json_pointer},
    {"relative-json-pointer", "a relative JSON Pointer like '1/items'", is_relative_json_pointer},
    {"regex", "a regular expression", is_regex},
};

static const struct format CONTENTS[] = {
    {"base64", "text in base64", is_base64},
    {"application/json", "a JSON text", is_json},
    {"base64 application/json", "a JSON text in base64", is_json_in_base64},
};

const struct format *
format_find(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(FORMATS); i++)
		if (str_is(name, FORMATS[i].name))
			return &FORMATS[i];
	return NULL;
}

const struct format *
format_of_content(struct str encoding, struct str media_type)
{
	bool base64 = str_is(encoding, "base64"), json = str_is(media_type, "application/json");
	if (encoding.n > 0 && !base64)
		return NULL;
	if (base64)
		return json ? &CONTENTS[2] : &CONTENTS[0];
	return json ? &CONTENTS[1] : NULL;
}

struct str
format_closest(struct str name)
{
	struct str names[ARRAY_LENGTH(FORMATS)];
	for (size_t i = 0; i < ARRAY_LENGTH(FORMATS); i++)
		names[i] = str_from(FORMATS[i].name);
	return text_closest(name, names, ARRAY_LENGTH(names));
}
