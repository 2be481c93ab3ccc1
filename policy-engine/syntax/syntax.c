/* SPDX-License-Identifier: MIT */
#include "syntax.h"

#include "text.h"

#include <pthread.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_python(void);

#define SYMBOLS_MAX 1024
#define FIELDS_MAX 128

static uint8_t kinds[SYMBOLS_MAX];
static uint8_t fields[FIELDS_MAX];
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct entry {
	const char *text;
	uint8_t value;
};

#define X(name, text, traits) [K_##name] = (traits),
const uint8_t syntax_traits[K_COUNT] = {SYNTAX_NAMED(X)};
#undef X
#define X(name, text, ...) {text, K_##name},
static const struct entry named[] = {SYNTAX_NAMED(X)};
#undef X
#define X(name, text) {text, K_##name},
static const struct entry tokens[] = {SYNTAX_TOKENS(X)};
#undef X
#define X(name, text) {text, F_##name},
static const struct entry field_names[] = {SYNTAX_FIELDS(X)};
#undef X

static uint8_t
find(const struct entry *entries, size_t count, const char *text, uint8_t otherwise)
{
	for (size_t i = 0; i < count; i++)
		if (entries[i].text[0] == text[0] && strcmp(entries[i].text, text) == 0)
			return entries[i].value;
	return otherwise;
}

static uint8_t
kind_of(const TSLanguage *language, TSSymbol symbol)
{
	const char *text = ts_language_symbol_name(language, symbol);

	if (strcmp(text, "comment") == 0 || strcmp(text, "line_continuation") == 0)
		return K_SKIP;
	if (ts_language_symbol_type(language, symbol) == TSSymbolTypeRegular)
		return find(named, ARRAY_LENGTH(named), text, K_UNKNOWN);
	return find(tokens, ARRAY_LENGTH(tokens), text, K_SKIP);
}

static void
learn(void)
{
	const TSLanguage *language = tree_sitter_python();
	uint32_t symbols = ts_language_symbol_count(language),
		 n = ts_language_field_count(language);

	memset(kinds, K_UNKNOWN, sizeof(kinds));
	memset(fields, F_OTHER, sizeof(fields));
	for (uint32_t i = 0; i < symbols && i < SYMBOLS_MAX; i++)
		kinds[i] = kind_of(language, (TSSymbol)i);
	for (uint32_t i = 1; i <= n && i < FIELDS_MAX; i++)
		fields[i] = find(field_names, ARRAY_LENGTH(field_names),
		    ts_language_field_name_for_id(language, (TSFieldId)i), F_OTHER);
	fields[0] = F_NONE;
}

enum kind
syntax_kind(uint16_t symbol)
{
	pthread_once(&once, learn);
	if (symbol >= SYMBOLS_MAX)
		return K_ERROR; /* tree-sitter numbers its ERROR node 65535 */
	return (enum kind)kinds[symbol];
}

enum field
syntax_field(uint16_t field)
{
	pthread_once(&once, learn);
	return field < FIELDS_MAX ? (enum field)fields[field] : F_OTHER;
}

const void *
syntax_language(void)
{
	return tree_sitter_python();
}
