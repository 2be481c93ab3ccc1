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

static const struct {
	const char *uri, *text;
} BUILT_IN[] = {
    {B20 "schema",
	"{\"$schema\":\"" B20 "schema\",\"$id\":\"" B20
	"schema\",\"$dynamicAnchor\":\"meta\",\"allOf\":[" PART("core") "," PART("applicator") "," PART("unevaluated") "," PART("validation") "," PART(
	    "meta-data") "," PART("format-annotation") "," PART("content") "]," BOTH
									   "\"properties\":{"
									   "\"definitions\":" MAP(SCHEMA_20) ",\"dependencies\":" OR_STRINGS(
									       SCHEMA_20) ",\"$"
											  "recursiv"
											  "eAnchor"
											  "\""
											  ":" NAME_20
											  ",\"$"
											  "recursiv"
											  "eRef\""
											  ":" REFERENCE
											  "}}"},
    PART_20("core",
	"\"$id\":" IDENTIFIER ",\"$schema\":" URI ",\"$ref\":" REFERENCE ",\"$anchor\":" NAME_20
	",\"$dynamicRef\":" REFERENCE ",\"$dynamicAnchor\":" NAME_20 ",\"$vocabulary\":" VOCABULARY
	",\"$comment\":" STRING ",\"$defs\":" MAP(SCHEMA_20)),
    PART_20("applicator",
	APPLICATOR(SCHEMA_20) ",\"prefixItems\":" LIST(
	    SCHEMA_20) ",\"items\":" SCHEMA_20 ",\"dependentSchemas\":" MAP(SCHEMA_20)),
    PART_20(
	"unevaluated", "\"unevaluatedItems\":" SCHEMA_20 ",\"unevaluatedProperties\":" SCHEMA_20),
    PART_20("validation", VALIDATION_NEW),
    PART_20("meta-data", METADATA ",\"deprecated\":" BOOLEAN),
    PART_20("format-annotation", "\"format\":" STRING),
    PART_20("format-assertion", "\"format\":" STRING),
    PART_20("content", CONTENT ",\"contentSchema\":" SCHEMA_20),
    {B19 "schema",
	"{\"$schema\":\"" B19 "schema\",\"$id\":\"" B19
	"schema\",\"$recursiveAnchor\":true,\"allOf\":[" PART("core") "," PART("applicator") "," PART("validation") "," PART(
	    "meta-data") "," PART("format") "," PART("content") "]," BOTH "\"properties\":{"
								"\"definitions\":" MAP(
								    SCHEMA_19) ",\"dependencies\""
									       ":" OR_STRINGS(
										   SCHEMA_19) "}}"},
    PART_19("core",
	"\"$id\":" IDENTIFIER ",\"$schema\":" URI ",\"$anchor\":" NAME_19 ",\"$ref\":" REFERENCE
	",\"$recursiveRef\":" REFERENCE ",\"$recursiveAnchor\":" BOOLEAN
	",\"$vocabulary\":" VOCABULARY ",\"$comment\":" STRING ",\"$defs\":" MAP(SCHEMA_19)),
    PART_19("applicator",
	APPLICATOR(SCHEMA_19) ",\"additionalItems\":" SCHEMA_19 ",\"unevaluatedItems\":" SCHEMA_19
			      ",\"items\":" OR_LIST(
				  SCHEMA_19) ",\"unevaluatedProperties\":" SCHEMA_19
					     ",\"dependentSchemas\":" MAP(SCHEMA_19)),
    PART_19("validation", VALIDATION_NEW),
    PART_19("meta-data", METADATA ",\"deprecated\":" BOOLEAN),
    PART_19("format", "\"format\":" STRING),
    PART_19("content", CONTENT ",\"contentSchema\":" SCHEMA_19),
    {"http://json-schema.org/draft-07/schema",
	"{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"$id\":\"http://json-schema.org/"
	"draft-07/schema#\"," BOTH "\"properties\":{\"$id\":" REFERENCE ",\"$schema\":" URI
	",\"$ref\":" REFERENCE ",\"$comment\":" STRING ",\"format\":" STRING "," METADATA
	"," CONTENT "," VALIDATION
	"," APPLICATOR(SCHEMA_7) ",\"additionalItems\":" SCHEMA_7
				 ",\"items\":" OR_LIST(SCHEMA_7) ",\"definitions\":" MAP(
				     SCHEMA_7) ",\"dependencies\":" OR_STRINGS(SCHEMA_7) "}}"},
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
