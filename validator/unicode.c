/* SPDX-License-Identifier: MIT */
/* unicode.c: Unicode's properties, from tables that scripts/unicode-tables.mjs writes. */
#include "charset.h"

enum property_kind {
	UNICODE_CATEGORY,
	UNICODE_SCRIPT,
	UNICODE_BINARY,
};

struct property {
	enum property_kind kind;
	const char *name;
	uint32_t first, count; /* of the edges */
};

#include "unicode_tables.inc"

static const struct {
	const char *name, *categories; /* two letters each */
} CATEGORY_NAMES[] = {
    {"Cased_Letter", "LuLlLt"},
    {"LC", "LuLlLt"},
    {"Close_Punctuation", "Pe"},
    {"Connector_Punctuation", "Pc"},
    {"Control", "Cc"},
    {"cntrl", "Cc"},
    {"Currency_Symbol", "Sc"},
    {"Dash_Punctuation", "Pd"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Enclosing_Mark", "Me"},
    {"Final_Punctuation", "Pf"},
    {"Format", "Cf"},
    {"Initial_Punctuation", "Pi"},
    {"Letter", "LuLlLtLmLo"},
    {"L", "LuLlLtLmLo"},
    {"Letter_Number", "Nl"},
    {"Line_Separator", "Zl"},
    {"Lowercase_Letter", "Ll"},
    {"Mark", "MnMcMe"},
    {"M", "MnMcMe"},
    {"Combining_Mark", "MnMcMe"},
    {"Math_Symbol", "Sm"},
    {"Modifier_Letter", "Lm"},
    {"Modifier_Symbol", "Sk"},
    {"Nonspacing_Mark", "Mn"},
    {"Number", "NdNlNo"},
    {"N", "NdNlNo"},
    {"Open_Punctuation", "Ps"},
    {"Other", "CcCfCsCoCn"},
    {"C", "CcCfCsCoCn"},
    {"Other_Letter", "Lo"},
    {"Other_Number", "No"},
    {"Other_Punctuation", "Po"},
    {"Other_Symbol", "So"},
    {"Paragraph_Separator", "Zp"},
    {"Private_Use", "Co"},
    {"Punctuation", "PcPdPsPePiPfPo"},
    {"P", "PcPdPsPePiPfPo"},
    {"punct", "PcPdPsPePiPfPo"},
    {"Separator", "ZsZlZp"},
    {"Z", "ZsZlZp"},
    {"Space_Separator", "Zs"},
    {"Spacing_Mark", "Mc"},
    {"Surrogate", "Cs"},
    {"Symbol", "SmScSkSo"},
    {"S", "SmScSkSo"},
    {"Titlecase_Letter", "Lt"},
    {"Unassigned", "Cn"},
    {"Uppercase_Letter", "Lu"},
};

static const struct {
	const char *name, *means;
} ALIASES[] = {
    {"Alpha", "Alphabetic"},
    {"Lower", "Lowercase"},
    {"Upper", "Uppercase"},
    {"space", "White_Space"},
    {"Hex", "Hex_Digit"},
    {"IDC", "ID_Continue"},
    {"IDS", "ID_Start"},
    {"XIDC", "XID_Continue"},
    {"XIDS", "XID_Start"},
    {"Ideo", "Ideographic"},
    {"ExtPict", "Extended_Pictographic"},
    {"EPres", "Emoji_Presentation"},
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

/* The numbers of EDGES, one after another. */
struct reader {
	size_t line, at;
	uint32_t value;
};

static uint32_t
read_next(struct reader *r)
{
	uint32_t n = 0;
	while (r->line < ARRAY_LENGTH(EDGES)) {
		char c = EDGES[r->line][r->at];
		if (c == '\0') {
			r->line++;
			r->at = 0;
			continue;
		}
		r->at++;
		uint32_t digit = (c == '!' ? '\\' : (uint32_t)c) - 35;
		n = n * 46 + digit % 46;
		if (digit < 46)
			break;
	}
	r->value = n & 1 ? r->value - n / 2 : r->value + n / 2;
	return r->value;
}

static bool
add_property(struct arena *a, struct charset *s, const struct property *p)
{
	struct reader r = {0};
	for (uint32_t i = 0; i < p->first; i++)
		read_next(&r);
	for (uint32_t i = 0; i < p->count; i += 2) {
		uint32_t first = read_next(&r), last = read_next(&r) - 1;
		if (!charset_add(a, s, first, last))
			return false;
	}
	return true;
}

static bool
add_named(struct arena *a, struct charset *s, enum property_kind kind, struct str name, bool *known)
{
	for (size_t i = 0; i < ARRAY_LENGTH(ALIASES); i++)
		if (str_is(name, ALIASES[i].name))
			name = str_from(ALIASES[i].means);
	for (size_t i = 0; i < ARRAY_LENGTH(PROPERTIES); i++) {
		if (PROPERTIES[i].kind != kind || !str_is(name, PROPERTIES[i].name))
			continue;
		*known = true;
		return add_property(a, s, &PROPERTIES[i]);
	}
	return false;
}

static bool
add_category(struct arena *a, struct charset *s, struct str name, bool *known)
{
	for (size_t i = 0; i < ARRAY_LENGTH(CATEGORY_NAMES); i++) {
		if (!str_is(name, CATEGORY_NAMES[i].name))
			continue;
		for (const char *c = CATEGORY_NAMES[i].categories; *c; c += 2)
			if (!add_named(a, s, UNICODE_CATEGORY, (struct str){c, 2}, known))
				return false;
		return true;
	}
	return add_named(a, s, UNICODE_CATEGORY, name, known);
}

bool
unicode_add(struct arena *a, struct charset *s, struct str name, struct str value, bool *known)
{
	*known = false;
	if (value.n > 0) {
		if (str_is(name, "General_Category") || str_is(name, "gc"))
			return add_category(a, s, value, known);
		return (str_is(name, "Script") || str_is(name, "sc")) &&
		       add_named(a, s, UNICODE_SCRIPT, value, known);
	}
	if (str_is(name, "Any") || str_is(name, "ASCII")) {
		*known = true;
		return charset_add(a, s, 0, name.n == 3 ? CODEPOINT_MAX : 0x7f);
	}
	if (str_is(name, "ASCII_Hex_Digit") || str_is(name, "AHex")) {
		*known = true;
		return charset_add(a, s, '0', '9') && charset_add(a, s, 'A', 'F') &&
		       charset_add(a, s, 'a', 'f');
	}
	if (str_is(name, "Assigned")) {
		struct charset out = {0};
		if (!add_category(a, &out, STR("Cn"), known))
			return false;
		charset_normalise(&out);
		return charset_invert(a, &out) && charset_add_set(a, s, &out);
	}
	return add_category(a, s, name, known) ||
	       (!*known && add_named(a, s, UNICODE_BINARY, name, known));
}
