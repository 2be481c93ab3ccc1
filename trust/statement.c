/* SPDX-License-Identifier: MIT */
/* statement.c: in-toto's statement, version 1, with one subject. */
#include "statement.h"

#define STATEMENT_TYPE "https://in-toto.io/Statement/v1"
#define STATEMENT_DEPTH_MAX 16
#define STATEMENT_NODES_MAX 4096

bool
statement_write(struct arena *a, const struct statement *s, const void *predicate, struct str *out,
    struct err *err)
{
	struct json_writer w;
	struct buf text;

	buf_init(&text, RECORD_BYTES_MAX);
	json_writer_init(&w, &text, false);
	json_object(&w);
	json_put_text(&w, "_type", STATEMENT_TYPE);
	json_open_array(&w, "subject");
	json_object(&w);
	json_put_str(&w, "name", s->subject);
	json_open_object(&w, "digest");
	json_put_text(&w, "sha256", s->sha256);
	json_end_object(&w);
	json_end_object(&w);
	json_end_array(&w);
	json_put_text(&w, "predicateType", s->type);
	json_name(&w, "predicate");
	if (!is_digest(str_from(s->sha256)) || s->subject.n == 0) {
		buf_release(&text);
		return err_set(err, ERR_INPUT, "a statement needs a subject and its SHA-256");
	}
	if (!record_write(&w, s->form, predicate, err)) {
		buf_release(&text);
		return false;
	}
	json_end_object(&w);
	return record_finish(a, &text, out, err);
}

bool
statement_digest(struct arena *a, const struct statement *s, const void *predicate,
    char out[DIGEST_HEX_BYTES], struct err *err)
{
	struct str text;

	if (!record_text(a, s->form, predicate, RECORD_BYTES_MAX, &text, err))
		return false;
	digest_hex_of(text, out);
	return true;
}

static bool
parse(struct arena *a, struct str bytes, struct json_doc *d, struct err *err)
{
	const struct json_limits limits = {
	    RECORD_BYTES_MAX, STATEMENT_DEPTH_MAX, STATEMENT_NODES_MAX, 20};
	static const char *const members[] = {"_type", "subject", "predicateType", "predicate"};

	if (!json_parse_canonical(a, bytes, NULL, &limits, d, err) ||
	    !record_shape(d, json_root(d), members, ARRAY_LENGTH(members), err))
		return false;
	if (!str_is(json_get_text(d, json_root(d), "_type", STR("")), STATEMENT_TYPE))
		return err_set(err, ERR_INPUT, "this is not an in-toto statement of version 1");
	return true;
}

static bool
read_subject(const struct json_doc *d, struct statement *s, struct err *err)
{
	static const char *const members[] = {"name", "digest"}, *const algorithms[] = {"sha256"};
	const struct json_node *list = json_get(d, json_root(d), "subject");
	const struct json_node *item = list->kind == JSON_ARRAY ? json_first(d, list) : NULL;

	if (!item || list->count != 1)
		return err_set(err, ERR_INPUT, "a statement must have exactly one subject");
	if (!record_shape(d, item, members, ARRAY_LENGTH(members), err) ||
	    !record_shape(d, json_get(d, item, "digest"), algorithms, 1, err))
		return false;
	const struct json_node *name = json_get(d, item, "name");
	const struct json_node *digest = json_get(d, json_get(d, item, "digest"), "sha256");
	if (name->kind != JSON_STRING || name->text.n == 0 || digest->kind != JSON_STRING ||
	    !is_digest(digest->text))
		return err_set(err, ERR_INPUT, "a statement needs a subject and its SHA-256");
	s->subject = name->text;
	memcpy(s->sha256, digest->text.p, digest->text.n);
	s->sha256[digest->text.n] = '\0';
	return true;
}

bool
statement_read(
    struct arena *a, struct str bytes, struct statement *s, void *predicate, struct err *err)
{
	struct json_doc d;

	if (!parse(a, bytes, &d, err))
		return false;
	struct str type = json_get_text(&d, json_root(&d), "predicateType", STR(""));
	if (!str_is(type, s->type))
		return err_set(err, ERR_INPUT, "the statement is not of the type '%s'", s->type);
	return read_subject(&d, s, err) &&
	       record_read(
		   a, &d, json_get(&d, json_root(&d), "predicate"), s->form, predicate, err);
}
