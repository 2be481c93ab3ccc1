/* SPDX-License-Identifier: MIT */
/*
 * metaschema.c: the schemas of schemas, for those who refer to them. They state the same
 * constraints as the published documents of the three dialects, without their titles, comments and
 * defaults.
 */
#include "compile.h"

#define STRING "{\"type\":\"string\"}"
#define SCHEMA_20 "{\"$dynamicRef\":\"#meta\"}"
#define SCHEMA_19 "{\"$recursiveRef\":\"#\"}"
#define SCHEMA_7 "{\"$ref\":\"#\"}"
#define MAP(schema) "{\"type\":\"object\",\"additionalProperties\":" schema "}"
#define LIST(schema) "{\"type\":\"array\",\"minItems\":1,\"items\":" schema "}"
#define STRINGS "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"uniqueItems\":true}"
#define SIZE "{\"type\":\"integer\",\"minimum\":0}"
#define NUMBER "{\"type\":\"number\"}"
#define BOOLEAN "{\"type\":\"boolean\"}"
#define TYPES "[\"array\",\"boolean\",\"integer\",\"null\",\"number\",\"object\",\"string\"]"
#define TYPE                                                                                       \
	"{\"anyOf\":[{\"enum\":" TYPES "},{\"type\":\"array\",\"items\":{\"enum\":" TYPES          \
	"},\"minItems\":1,\"uniqueItems\":true}]}"

#define VALIDATION                                                                                 \
	"\"type\":" TYPE ",\"const\":true,\"enum\":{\"type\":\"array\",\"items\":true},"           \
	"\"multipleOf\":{\"type\":\"number\",\"exclusiveMinimum\":0},\"maximum\":" NUMBER          \
	",\"exclusiveMaximum\":" NUMBER ",\"minimum\":" NUMBER ",\"exclusiveMinimum\":" NUMBER     \
	",\"maxLength\":" SIZE ",\"minLength\":" SIZE                                              \
	",\"pattern\":{\"type\":\"string\",\"format\":\"regex\"},"                                 \
	"\"maxItems\":" SIZE ",\"minItems\":" SIZE ",\"uniqueItems\":" BOOLEAN                     \
	",\"maxProperties\":" SIZE ",\"minProperties\":" SIZE ",\"required\":" STRINGS
#define VALIDATION_NEW                                                                             \
	VALIDATION ",\"maxContains\":" SIZE ",\"minContains\":" SIZE                               \
		   ",\"dependentRequired\":" MAP(STRINGS)
#define METADATA                                                                                   \
	"\"title\":" STRING ",\"description\":" STRING ",\"default\":true,\"readOnly\":" BOOLEAN   \
	",\"writeOnly\":" BOOLEAN ",\"examples\":{\"type\":\"array\",\"items\":true}"
#define CONTENT "\"contentMediaType\":" STRING ",\"contentEncoding\":" STRING
#define APPLICATOR(schema)                                                                         \
	"\"contains\":" schema ",\"additionalProperties\":" schema ",\"properties\":" MAP(         \
	    schema) ",\"patternProperties\":{\"type\":\"object\",\"additionalProperties\":" schema \
		    ",\"propertyNames\":{\"format\":\"regex\"}},\"propertyNames\":" schema         \
		    ",\"if\":" schema ",\"then\":" schema ",\"else\":" schema                      \
		    ",\"allOf\":" LIST(schema) ",\"anyOf\":" LIST(schema) ",\"oneOf\":" LIST(      \
			schema) ",\"not\":" schema
#define OR_LIST(schema) "{\"anyOf\":[" schema "," LIST(schema) "]}"
#define OR_STRINGS(schema)                                                                         \
	"{\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[" schema "," STRINGS "]}}"

#define B20 "https://json-schema.org/draft/2020-12/"
#define B19 "https://json-schema.org/draft/2019-09/"
#define BOTH "\"type\":[\"object\",\"boolean\"],"
#define PART_20(name, members)                                                                     \
	{                                                                                          \
		B20 "meta/" name,                                                                  \
		    "{\"$schema\":\"" B20 "schema\",\"$id\":\"" B20 "meta/" name                   \
		    "\",\"$dynamicAnchor\":\"meta\"," BOTH "\"properties\":{" members "}}"         \
	}
#define PART_19(name, members)                                                                     \
	{                                                                                          \
		B19 "meta/" name,                                                                  \
		    "{\"$schema\":\"" B19 "schema\",\"$id\":\"" B19 "meta/" name                   \
		    "\",\"$recursiveAnchor\":true," BOTH "\"properties\":{" members "}}"           \
	}
#define PART(name) "{\"$ref\":\"meta/" name "\"}"
#define REFERENCE "{\"type\":\"string\",\"format\":\"uri-reference\"}"
#define URI "{\"type\":\"string\",\"format\":\"uri\"}"
#define IDENTIFIER "{\"type\":\"string\",\"format\":\"uri-reference\",\"pattern\":\"^[^#]*#?$\"}"
#define NAME_20 "{\"type\":\"string\",\"pattern\":\"^[A-Za-z_][-A-Za-z0-9._]*$\"}"
#define NAME_19 "{\"type\":\"string\",\"pattern\":\"^[A-Za-z][-A-Za-z0-9.:_]*$\"}"
#define VOCABULARY                                                                                 \
	"{\"type\":\"object\",\"propertyNames\":" URI ",\"additionalProperties\":" BOOLEAN "}"

#define NAMED(name, schema) "\"" name "\":" schema
#define ROOT(base, anchor) "{\"$schema\":\"" base "schema\",\"$id\":\"" base "schema\"," anchor ","
#define PARTS_OLD PART("core") "," PART("applicator") "," PART("validation") "," PART("meta-data")
#define PARTS_19 "\"allOf\":[" PARTS_OLD "," PART("format") "," PART("content") "],"
#define PARTS_20                                                                                   \
	"\"allOf\":[" PARTS_OLD                                                                    \
	"," PART("unevaluated") "," PART("format-annotation") "," PART("content") "],"
#define KEPT(schema) NAMED("definitions", MAP(schema)) "," NAMED("dependencies", OR_STRINGS(schema))
#define RECURSIVE NAMED("$recursiveAnchor", NAME_20) "," NAMED("$recursiveRef", REFERENCE)
#define CORE_20                                                                                    \
	NAMED("$id", IDENTIFIER)                                                                   \
	"," NAMED("$schema", URI) "," NAMED("$ref", REFERENCE) "," NAMED(                          \
	    "$anchor", NAME_20) "," NAMED("$dynamicRef", REFERENCE) "," NAMED("$dynamicAnchor",    \
	    NAME_20) "," NAMED("$vocabulary", VOCABULARY) "," NAMED("$comment",                    \
	    STRING) "," NAMED("$defs", MAP(SCHEMA_20))
#define CORE_19                                                                                    \
	NAMED("$id", IDENTIFIER)                                                                   \
	"," NAMED("$schema", URI) "," NAMED("$anchor", NAME_19) "," NAMED(                         \
	    "$ref", REFERENCE) "," NAMED("$recursiveRef", REFERENCE) "," NAMED("$recursiveAnchor", \
	    BOOLEAN) "," NAMED("$vocabulary", VOCABULARY) "," NAMED("$comment",                    \
	    STRING) "," NAMED("$defs", MAP(SCHEMA_19))
#define CORE_7                                                                                     \
	NAMED("$id", REFERENCE)                                                                    \
	"," NAMED("$schema", URI) "," NAMED("$ref", REFERENCE) "," NAMED(                          \
	    "$comment", STRING) "," NAMED("format", STRING)
#define APPLICATOR_20                                                                              \
	APPLICATOR(SCHEMA_20)                                                                      \
	"," NAMED("prefixItems", LIST(SCHEMA_20)) "," NAMED("items", SCHEMA_20) "," NAMED(         \
	    "dependentSchemas", MAP(SCHEMA_20))
#define UNEVALUATED(schema)                                                                        \
	NAMED("unevaluatedItems", schema) "," NAMED("unevaluatedProperties", schema)
#define ITEMS_OLD(schema) NAMED("additionalItems", schema) "," NAMED("items", OR_LIST(schema))
#define APPLICATOR_19                                                                              \
	APPLICATOR(SCHEMA_19)                                                                      \
	"," ITEMS_OLD(SCHEMA_19) "," UNEVALUATED(SCHEMA_19) "," NAMED(                             \
	    "dependentSchemas", MAP(SCHEMA_19))
#define METADATA_NEW METADATA "," NAMED("deprecated", BOOLEAN)
#define D7 "http://json-schema.org/draft-07/schema"
#define ROOT_7 "{\"$schema\":\"" D7 "#\",\"$id\":\"" D7 "#\","
#define ALL_7                                                                                      \
	CORE_7 "," METADATA "," CONTENT "," VALIDATION                                             \
	       "," APPLICATOR(SCHEMA_7) "," ITEMS_OLD(SCHEMA_7) "," KEPT(SCHEMA_7)
#define PROPERTIES(members) "\"properties\":{" members "}}"

static const struct {
	const char *uri, *text;
} BUILT_IN[] = {
    {B20 "schema", ROOT(B20, "\"$dynamicAnchor\":\"meta\"")
		       PARTS_20 BOTH PROPERTIES(KEPT(SCHEMA_20) "," RECURSIVE)},
    PART_20("core", CORE_20),
    PART_20("applicator", APPLICATOR_20),
    PART_20("unevaluated", UNEVALUATED(SCHEMA_20)),
    PART_20("validation", VALIDATION_NEW),
    PART_20("meta-data", METADATA_NEW),
    PART_20("format-annotation", NAMED("format", STRING)),
    PART_20("format-assertion", NAMED("format", STRING)),
    PART_20("content", CONTENT "," NAMED("contentSchema", SCHEMA_20)),
    {B19 "schema",
	ROOT(B19, "\"$recursiveAnchor\":true") PARTS_19 BOTH PROPERTIES(KEPT(SCHEMA_19))},
    PART_19("core", CORE_19),
    PART_19("applicator", APPLICATOR_19),
    PART_19("validation", VALIDATION_NEW),
    PART_19("meta-data", METADATA_NEW),
    PART_19("format", NAMED("format", STRING)),
    PART_19("content", CONTENT "," NAMED("contentSchema", SCHEMA_19)),
    {D7, ROOT_7 BOTH PROPERTIES(ALL_7)},
};

const struct json_doc *
metaschema_find(struct arena *a, struct str uri)
{
	struct err err = {0};
	for (size_t i = 0; i < ARRAY_LENGTH(BUILT_IN); i++) {
		if (!str_is(uri, BUILT_IN[i].uri))
			continue;
		struct json_doc *doc = arena_alloc(a, sizeof(*doc));
		struct str text = str_from(BUILT_IN[i].text);
		bool ok =
		    doc && json_parse(a, text, BUILT_IN[i].uri, &JSON_LIMITS, doc, NULL, &err);
		return ok ? doc : NULL;
	}
	return NULL;
}
