/* SPDX-License-Identifier: MIT */
/* keywords.c: every keyword of the three dialects. */
#include "compile.h"

enum {
	D7 = DRAFT_7,
	D19 = DRAFT_2019,
	D20 = DRAFT_2020,
	NEW = D19 | D20,
	ALL = D7 | D19 | D20,
	CORE = VOCABULARY_CORE,
	APPLICATOR = VOCABULARY_APPLICATOR,
	UNEVALUATED = VOCABULARY_UNEVALUATED,
	VALIDATION = VOCABULARY_VALIDATION,
	METADATA = VOCABULARY_METADATA,
	FORMAT = VOCABULARY_FORMAT,
	CONTENT = VOCABULARY_CONTENT,
};

static const struct keyword KEYWORDS[] = {
    {"$ref", ALL, CORE, SUB_NONE, OP_REF, compile_ref},
    {"$recursiveRef", D19, CORE, SUB_NONE, OP_DYNAMIC_REF, compile_dynamic_ref},
    {"$dynamicRef", D20, CORE, SUB_NONE, OP_DYNAMIC_REF, compile_dynamic_ref},
    {"$defs", NEW, CORE, SUB_MAP, OP_COUNT, compile_definitions},
    {"definitions", ALL, CORE, SUB_MAP, OP_COUNT, compile_definitions},
    {"$schema", ALL, CORE, SUB_NONE, OP_COUNT, NULL},
    {"$id", ALL, CORE, SUB_NONE, OP_COUNT, NULL},
    {"$comment", ALL, CORE, SUB_NONE, OP_COUNT, compile_text},
    {"$anchor", NEW, CORE, SUB_NONE, OP_COUNT, compile_anchor},
    {"$recursiveAnchor", D19, CORE, SUB_NONE, OP_COUNT, compile_flag},
    {"$dynamicAnchor", D20, CORE, SUB_NONE, OP_COUNT, compile_anchor},
    {"$vocabulary", NEW, CORE, SUB_NONE, OP_COUNT, NULL},

    {"type", ALL, VALIDATION, SUB_NONE, OP_TYPE, compile_type},
    {"const", ALL, VALIDATION, SUB_NONE, OP_CONST, compile_const},
    {"enum", ALL, VALIDATION, SUB_NONE, OP_ENUM, compile_enum},
    {"minimum", ALL, VALIDATION, SUB_NONE, OP_MINIMUM, compile_number},
    {"maximum", ALL, VALIDATION, SUB_NONE, OP_MAXIMUM, compile_number},
    {"exclusiveMinimum", ALL, VALIDATION, SUB_NONE, OP_EXCLUSIVE_MINIMUM, compile_number},
    {"exclusiveMaximum", ALL, VALIDATION, SUB_NONE, OP_EXCLUSIVE_MAXIMUM, compile_number},
    {"multipleOf", ALL, VALIDATION, SUB_NONE, OP_MULTIPLE_OF, compile_number},
    {"minLength", ALL, VALIDATION, SUB_NONE, OP_MIN_LENGTH, compile_size},
    {"maxLength", ALL, VALIDATION, SUB_NONE, OP_MAX_LENGTH, compile_size},
    {"pattern", ALL, VALIDATION, SUB_NONE, OP_PATTERN, compile_pattern},
    {"minItems", ALL, VALIDATION, SUB_NONE, OP_MIN_ITEMS, compile_size},
    {"maxItems", ALL, VALIDATION, SUB_NONE, OP_MAX_ITEMS, compile_size},
    {"uniqueItems", ALL, VALIDATION, SUB_NONE, OP_UNIQUE_ITEMS, compile_unique},
    {"minContains", NEW, VALIDATION, SUB_NONE, OP_CONTAINS, NULL},
    {"maxContains", NEW, VALIDATION, SUB_NONE, OP_CONTAINS, NULL},
    {"minProperties", ALL, VALIDATION, SUB_NONE, OP_MIN_PROPERTIES, compile_size},
    {"maxProperties", ALL, VALIDATION, SUB_NONE, OP_MAX_PROPERTIES, compile_size},
    {"required", ALL, VALIDATION, SUB_NONE, OP_MEMBERS, NULL},
    {"dependentRequired", NEW, VALIDATION, SUB_NONE, OP_DEPENDENT_REQUIRED, compile_dependents},
    {"format", ALL, FORMAT, SUB_NONE, OP_FORMAT, compile_format},

    {"properties", ALL, APPLICATOR, SUB_MAP, OP_MEMBERS, NULL},
    {"patternProperties", ALL, APPLICATOR, SUB_MAP, OP_MEMBERS, NULL},
    {"additionalProperties", ALL, APPLICATOR, SUB_ONE, OP_MEMBERS, NULL},
    {"propertyNames", ALL, APPLICATOR, SUB_ONE, OP_MEMBERS, NULL},
    {"prefixItems", D20, APPLICATOR, SUB_LIST, OP_ITEMS, NULL},
    {"items", D20, APPLICATOR, SUB_ONE, OP_ITEMS, NULL},
    {"items", D7 | D19, APPLICATOR, SUB_ONE_OR_LIST, OP_ITEMS, NULL},
    {"additionalItems", D7 | D19, APPLICATOR, SUB_ONE, OP_ITEMS, NULL},
    {"contains", ALL, APPLICATOR, SUB_ONE, OP_CONTAINS, NULL},
    {"allOf", ALL, APPLICATOR, SUB_LIST, OP_ALL_OF, compile_list},
    {"anyOf", ALL, APPLICATOR, SUB_LIST, OP_ANY_OF, compile_list},
    {"oneOf", ALL, APPLICATOR, SUB_LIST, OP_ONE_OF, compile_list},
    {"not", ALL, APPLICATOR, SUB_ONE, OP_NOT, compile_one},
    {"if", ALL, APPLICATOR, SUB_ONE, OP_IF, compile_if},
    {"then", ALL, APPLICATOR, SUB_ONE, OP_COUNT, compile_branch},
    {"else", ALL, APPLICATOR, SUB_ONE, OP_COUNT, compile_branch},
    {"dependentSchemas", NEW, APPLICATOR, SUB_MAP, OP_DEPENDENT, compile_dependents},
    {"dependencies", ALL, APPLICATOR, SUB_MAP_OR_NAMES, OP_DEPENDENT, compile_dependents},
    {"unevaluatedItems", NEW, UNEVALUATED, SUB_ONE, OP_UNEVALUATED_ITEMS, compile_one},
    {"unevaluatedProperties", NEW, UNEVALUATED, SUB_ONE, OP_UNEVALUATED_PROPERTIES, compile_one},

    {"title", ALL, METADATA, SUB_NONE, OP_COUNT, compile_text},
    {"description", ALL, METADATA, SUB_NONE, OP_COUNT, compile_text},
    {"default", ALL, METADATA, SUB_NONE, OP_COUNT, NULL},
    {"examples", ALL, METADATA, SUB_NONE, OP_COUNT, compile_examples},
    {"deprecated", NEW, METADATA, SUB_NONE, OP_COUNT, compile_flag},
    {"readOnly", ALL, METADATA, SUB_NONE, OP_COUNT, compile_flag},
    {"writeOnly", ALL, METADATA, SUB_NONE, OP_COUNT, compile_flag},
    {"contentEncoding", ALL, CONTENT, SUB_NONE, OP_COUNT, compile_text},
    {"contentMediaType", ALL, CONTENT, SUB_NONE, OP_COUNT, compile_text},
    {"contentSchema", NEW, CONTENT, SUB_ONE, OP_COUNT, NULL},
};

static bool
is_known(const struct keyword *k, const struct resource *r)
{
	return (k->dialects & r->dialect) && (r->vocabularies >> k->vocabulary & 1);
}

const struct keyword *
keyword_find(const struct resource *r, struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(KEYWORDS); i++)
		if (KEYWORDS[i].name[0] == (name.n > 0 ? name.p[0] : '\0') &&
		    is_known(&KEYWORDS[i], r) && str_is(name, KEYWORDS[i].name))
			return &KEYWORDS[i];
	return NULL;
}

const struct json_node *
keyword_get(const struct compiler *c, const struct use *u, const char *name)
{
	if (!keyword_find(&c->resources[u->resource], str_from(name)))
		return NULL;
	return json_get(u->doc, u->object, name);
}

/* Says that the keyword belongs to another dialect, or stands alone; else suggests what the typist may
 * have meant. */
bool
keyword_unknown(struct compiler *c, const struct use *u)
{
	struct str names[ARRAY_LENGTH(KEYWORDS)], name = u->name->text;
	size_t count = 0;
	if (str_starts(name, STR("x-")))
		return true;
	bool elsewhere = false;
	for (size_t i = 0; i < ARRAY_LENGTH(KEYWORDS); i++) {
		elsewhere = elsewhere || str_is(name, KEYWORDS[i].name);
		if (is_known(&KEYWORDS[i], &c->resources[u->resource]))
			names[count++] = str_from(KEYWORDS[i].name);
	}
	complain(c, u->doc, u->name, "unknown keyword '%.*s'", STR_ARG(name));
	struct str close = text_closest(name, names, count);
	if (elsewhere)
		advise(c, "'%.*s' belongs to another dialect of JSON Schema", STR_ARG(name));
	else if (close.n > 0)
		advise(c, "did you mean '%.*s'?", STR_ARG(close));
	return false;
}
