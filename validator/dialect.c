/* SPDX-License-Identifier: MIT */
/* dialect.c: which keywords a schema's $schema stands for. */
#include "compile.h"

#include "uri.h"

static const struct {
	const char *uri;
	uint8_t dialect;
} DIALECTS[] = {
    {"https://json-schema.org/draft/2020-12/schema", DRAFT_2020},
    {"https://json-schema.org/draft/2019-09/schema", DRAFT_2019},
    {"http://json-schema.org/draft-07/schema", DRAFT_7},
    {"https://json-schema.org/draft-07/schema", DRAFT_7},
};

static const struct {
	const char *name; /* behind ".../vocab/" */
	uint8_t bits;
} VOCABULARIES[] = {
    {"core", 1u << VOCABULARY_CORE},
    {"applicator", 1u << VOCABULARY_APPLICATOR},
    {"unevaluated", 1u << VOCABULARY_UNEVALUATED},
    {"validation", 1u << VOCABULARY_VALIDATION},
    {"meta-data", 1u << VOCABULARY_METADATA},
    {"format", 1u << VOCABULARY_FORMAT},
    {"format-annotation", 1u << VOCABULARY_FORMAT},
    {"format-assertion", 1u << VOCABULARY_FORMAT | 1u << VOCABULARY_FORMAT_ASSERTION},
    {"content", 1u << VOCABULARY_CONTENT},
};

static uint8_t
known_dialect(struct str uri)
{
	for (size_t i = 0; i < ARRAY_LENGTH(DIALECTS); i++)
		if (str_is(uri, DIALECTS[i].uri))
			return DIALECTS[i].dialect;
	return 0;
}

static uint8_t
vocabulary_bits(struct str uri)
{
	for (size_t i = 0; i < ARRAY_LENGTH(VOCABULARIES); i++) {
		struct str name = str_from(VOCABULARIES[i].name);
		struct str front = str_slice(uri, 0, uri.n > name.n ? uri.n - name.n : 0);
		if (str_ends(uri, name) && str_ends(front, STR("/vocab/")) &&
		    str_starts(front, STR("https://json-schema.org/draft/20")))
			return VOCABULARIES[i].bits;
	}
	return 0;
}

static bool
read_vocabularies(
    struct compiler *c, const struct json_doc *doc, const struct json_node *list, uint8_t *out)
{
	*out = 1u << VOCABULARY_CORE;
	for (const struct json_node *n = json_first(doc, list); n; n = json_next(doc, n)) {
		uint8_t bits = vocabulary_bits(n->text);
		if (!bits && n[1].kind == JSON_TRUE)
			return complain(
			    c, doc, n, "the vocabulary '%.*s' is not known", STR_ARG(n->text));
		if (bits & 1u << VOCABULARY_APPLICATOR &&
		    str_find(n->text, STR("2019-09"), 0) != SIZE_MAX)
			bits |= 1u << VOCABULARY_UNEVALUATED;
		*out |= bits;
	}
	return true;
}

/* A metaschema of the registry: its own $schema gives the dialect, its $vocabulary the keywords. */
static bool
read_custom(struct compiler *c, struct str uri, struct resource *out)
{
	const struct schema_registry *registry = c->options->registry;
	for (size_t i = 0; registry && i < registry->count; i++) {
		const struct json_doc *doc = registry->items[i].doc;
		const struct json_node *root = json_root(doc);
		if (!str_eq(registry->items[i].uri, uri) &&
		    !str_eq(json_get_text(doc, root, "$id", STR("")), uri))
			continue;
		struct str fragment, schema = json_get_text(doc, root, "$schema", STR(""));
		if (!uri_resolve(c->a, STR(""), schema, &schema, &fragment))
			return complain_memory(c);
		out->dialect = known_dialect(schema);
		if (!out->dialect)
			return complain(
			    c, doc, root, "the metaschema's own '$schema' is not known");
		const struct json_node *list = json_get(doc, root, "$vocabulary");
		out->vocabularies = VOCABULARIES_ALL;
		return !list || read_vocabularies(c, doc, list, &out->vocabularies);
	}
	return false;
}

bool
dialect_read(
    struct compiler *c, uint32_t source, const struct json_node *schema, struct resource *out)
{
	static const uint8_t defaults[] = {DRAFT_2020, DRAFT_2019, DRAFT_7};
	const struct json_doc *doc = c->sources[source].doc;
	if (!out->dialect) {
		out->dialect = defaults[c->options->dialect];
		out->vocabularies = VOCABULARIES_ALL;
	}
	const struct json_node *n = json_get(doc, schema, "$schema");
	if (!n)
		return true;
	struct str uri, fragment;
	if (!json_is_text(n))
		return complain(c, doc, n, "'$schema' must be a string");
	if (!uri_resolve(c->a, STR(""), n->text, &uri, &fragment))
		return complain(c, doc, n, "'$schema' is too long");
	uint8_t dialect = known_dialect(uri);
	if (dialect) {
		out->dialect = dialect;
		out->vocabularies = VOCABULARIES_ALL;
		return true;
	}
	if (read_custom(c, uri, out))
		return true;
	if (!c->failed)
		complain(c, doc, n, "the dialect '%.*s' is not known", STR_ARG(uri));
	advise(c, "use https://json-schema.org/draft/2020-12/schema");
	return false;
}
