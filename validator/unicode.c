/* SPDX-License-Identifier: MIT */
/*
 * unicode.c: Unicode's properties, by libunistring. It takes names in any case and with blanks;
 * ECMA-262 does not, and neither do we.
 */
#include "charset.h"
#include "validator.h"

#include <stdio.h>
#include <unictype.h>

enum {
	NAME_BYTES_MAX = 64,
};

struct property {
	enum { CATEGORY, SCRIPT, BINARY } kind;
	uc_general_category_t category;
	const uc_script_t *script;
	uc_property_t binary;
};

/* Other names of categories and scripts. */
static const struct {
	const char *name, *means;
} ALIASES[] = {
    {"cntrl", "Control"},
    {"digit", "Decimal_Number"},
    {"punct", "Punctuation"},
    {"Combining_Mark", "Mark"},
    {"Arab", "Arabic"},
    {"Armn", "Armenian"},
    {"Beng", "Bengali"},
    {"Cyrl", "Cyrillic"},
    {"Deva", "Devanagari"},
    {"Geor", "Georgian"},
    {"Grek", "Greek"},
    {"Hang", "Hangul"},
    {"Hani", "Han"},
    {"Hebr", "Hebrew"},
    {"Hira", "Hiragana"},
    {"Kana", "Katakana"},
    {"Latn", "Latin"},
    {"Taml", "Tamil"},
    {"Zyyy", "Common"},
    {"Zinh", "Inherited"},
    {"Qaai", "Inherited"},
};

/* ECMA-262's binary properties, as far as libunistring knows them: 1.0 knows none of emoji. */
static const char *const BINARIES[] = {"AHex", "ASCII_Hex_Digit", "Alpha", "Alphabetic",
    "Bidi_Control", "CI", "Case_Ignorable", "Cased", "Changes_When_Casefolded",
    "Changes_When_Casemapped", "Changes_When_Lowercased", "Changes_When_Titlecased",
    "Changes_When_Uppercased", "DI", "Dash", "Default_Ignorable_Code_Point", "Dep", "Deprecated",
    "Dia", "Diacritic", "Ext", "Extender", "Grapheme_Base", "Grapheme_Extend", "Hex", "Hex_Digit",
    "IDC", "IDS", "IDSB", "IDST", "IDS_Binary_Operator", "IDS_Trinary_Operator", "ID_Continue",
    "ID_Start", "Ideo", "Ideographic", "Join_Control", "LOE", "Logical_Order_Exception", "Lower",
    "Lowercase", "Math", "Pattern_Syntax", "Pattern_White_Space", "Quotation_Mark", "Radical", "SD",
    "Sentence_Terminal", "Soft_Dotted", "Terminal_Punctuation", "Unified_Ideograph", "Upper",
    "Uppercase", "VS", "Variation_Selector", "White_Space", "XIDC", "XIDS", "XID_Continue",
    "XID_Start", "space"};

static bool
has(const struct property *p, uint32_t c)
{
	if (p->kind == CATEGORY)
		return uc_is_general_category(c, p->category);
	return p->kind == SCRIPT ? uc_is_script(c, p->script) : uc_is_property(c, p->binary);
}

/* Nothing is told apart within a plane that no character is in but its last two, nor behind the
 * tags of plane 14: there one question is enough for all. */
static uint32_t
next_to_ask(uint32_t c)
{
	bool same = c >= 0x40000 && (c < 0xe0000 || c >= 0xe1000) && (c & 0xffff) < 0xfffe;

	return same ? (c | 0xffff) - 1 : c + 1;
}

static bool
add_property(struct arena *a, struct charset *s, const struct property *p)
{
	uint32_t first = 0;
	bool in = false;

	for (uint32_t c = 0; c <= CODEPOINT_MAX + 1; c = next_to_ask(c)) {
		bool now = c <= CODEPOINT_MAX && has(p, c);
		if (now && !in)
			first = c;
		if (!now && in && !charset_add(a, s, first, c - 1))
			return false;
		in = now;
	}
	return true;
}

/* The name as libunistring prints it: with blanks. */
static bool
is_printed(struct str name, const char *printed)
{
	bool same = printed && strlen(printed) == name.n;

	for (size_t i = 0; same && i < name.n; i++)
		same = name.p[i] == (printed[i] == ' ' ? '_' : printed[i]);
	return same;
}

static bool
find_category(struct str name, const char *text, struct property *out)
{
	*out = (struct property){.kind = CATEGORY, .category = uc_general_category_byname(text)};
	return out->category.bitmask &&
	       (is_printed(name, uc_general_category_name(out->category)) ||
		   is_printed(name, uc_general_category_long_name(out->category)));
}

static bool
find_script(const char *text, struct property *out)
{
	*out = (struct property){.kind = SCRIPT, .script = uc_script_byname(text)};
	return out->script;
}

static bool
find_binary(const char *text, struct property *out)
{
	*out = (struct property){.kind = BINARY};
	for (size_t i = 0; i < ARRAY_LENGTH(BINARIES); i++)
		if (strcmp(BINARIES[i], text) == 0)
			out->binary = uc_property_byname(text);
	return uc_property_is_valid(out->binary);
}

static bool
find(struct str name, struct str value, struct property *out)
{
	struct str word = value.n > 0 ? value : name;
	bool by_category = str_is(name, "General_Category") || str_is(name, "gc");
	bool by_script = str_is(name, "Script") || str_is(name, "sc");
	char text[NAME_BYTES_MAX];

	for (size_t i = 0; i < ARRAY_LENGTH(ALIASES); i++)
		if (str_is(word, ALIASES[i].name))
			word = str_from(ALIASES[i].means);
	if (word.n >= sizeof(text) || memchr(word.p, '\0', word.n))
		return false;
	snprintf(text, sizeof(text), "%.*s", STR_ARG(word));
	if (value.n > 0)
		return by_category ? find_category(word, text, out)
				   : by_script && find_script(text, out);
	return find_category(word, text, out) || find_binary(text, out);
}

bool
codepoint_is_number(uint32_t c)
{
	return uc_is_general_category(c, UC_NUMBER);
}

bool
unicode_add(struct arena *a, struct charset *s, struct str name, struct str value, bool *known)
{
	bool assigned = value.n == 0 && str_is(name, "Assigned");
	struct charset unassigned = {0};
	struct property p;

	*known = true;
	if (value.n == 0 && (str_is(name, "Any") || str_is(name, "ASCII")))
		return charset_add(a, s, 0, name.n == 3 ? CODEPOINT_MAX : 0x7f);
	if (!find(assigned ? STR("Cn") : name, value, &p)) {
		*known = false;
		return false;
	}
	if (!assigned)
		return add_property(a, s, &p);
	if (!add_property(a, &unassigned, &p))
		return false;
	charset_normalise(&unassigned);
	return charset_invert(a, &unassigned) && charset_add_set(a, s, &unassigned);
}
