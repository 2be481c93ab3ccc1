/* SPDX-License-Identifier: MIT */
/*
 * document.c: two parsers must agree. What is validated is the tape; what others use may be cJSON's
 * tree; where the two see different documents in one text, nobody gets it.
 */
#include "validator.h"

#include <cjson/cJSON.h>

#include <math.h>

static bool
same_kind(enum json_kind kind, const cJSON *c)
{
	switch (kind) {
	case JSON_NULL:
		return cJSON_IsNull(c);
	case JSON_FALSE:
		return cJSON_IsFalse(c);
	case JSON_TRUE:
		return cJSON_IsTrue(c);
	case JSON_NUMBER:
		return cJSON_IsNumber(c) && isfinite(c->valuedouble);
	case JSON_STRING:
		return cJSON_IsString(c);
	case JSON_ARRAY:
		return cJSON_IsArray(c);
	case JSON_OBJECT:
		return cJSON_IsObject(c);
	case JSON_NONE:
		break;
	}
	return false;
}

static bool
same_value(const struct json_doc *doc, uint32_t i, const cJSON *c)
{
	const struct json_node *n = &doc->nodes[i];
	if (!c || !same_kind((enum json_kind)n->kind, c))
		return false;
	if (n->kind == JSON_STRING && !str_is(n->text, c->valuestring))
		return false;
	bool named = i > 0 && doc->nodes[n->parent].kind == JSON_OBJECT;
	return !named || (c->string && str_is(n[-1].text, c->string));
}

/* `next[i]`: the child of container i that has not been met yet. */
static uint32_t
first_difference(const struct json_doc *doc, const cJSON *root, const cJSON **next)
{
	for (uint32_t i = 0; i < doc->count; i++) {
		const struct json_node *n = &doc->nodes[i];
		if (n->flags & JSON_NAME)
			continue;
		const cJSON *c = i == 0 ? root : next[n->parent];
		if (!same_value(doc, i, c))
			return i;
		if (i > 0)
			next[n->parent] = c->next;
		next[i] = c->child;
	}
	for (uint32_t i = 0; i < doc->count; i++)
		if (next[i])
			return i;
	return doc->count;
}

static bool
agrees(struct arena *a, const struct json_doc *doc, struct err *err)
{
	const char *text = arena_text(a, doc->source), *end = NULL;
	const cJSON **next = arena_array(a, doc->count, sizeof(*next));
	if (!text || !next)
		return err_memory(err);
	cJSON *root = cJSON_ParseWithLengthOpts(text, doc->source.n + 1, &end, 1);
	uint32_t at = root ? first_difference(doc, root, next) : 0;
	bool whole = root && end == text + doc->source.n;
	cJSON_Delete(root);
	if (whole && at == doc->count)
		return true;
	at = at < doc->count ? at : 0;
	json_err(doc, &doc->nodes[at], err, "two JSON parsers read this differently");
	return err_help(err,
	    "write it plainly: numbers that a double can hold, no escapes that are not needed");
}

static bool
refuse_nul(const struct json_doc *doc, const struct json_node *n, struct err *err)
{
	json_err(doc, n, err, "a string holds a NUL character");
	return err_help(err, "leave \\u0000 out");
}

bool
document_read(
    struct arena *a, struct str text, const char *file, struct json_doc *out, struct err *err)
{
	if (!json_parse(a, text, file, &JSON_LIMITS, out, NULL, err))
		return false;
	for (uint32_t i = 0; i < out->count; i++) {
		const struct json_node *n = &out->nodes[i];
		if (n->kind == JSON_STRING && n->text.n > 0 && memchr(n->text.p, '\0', n->text.n))
			return refuse_nul(out, n, err);
	}
	return agrees(a, out, err);
}
