/* SPDX-License-Identifier: MIT */
/* spec_output.c: the output formats of the JSON Schema specification. */
#include "report.h"

enum {
	POINTER_BYTES_MAX = 1 << 16,
};

static struct str
absolute_location(struct run *r, uint32_t unit, uint32_t node)
{
	const struct unit *u = &r->s->units[unit];
	const struct json_doc *doc = r->s->docs[u->doc];
	struct buf root, all;
	struct str out = STR("");
	buf_init(&root, POINTER_BYTES_MAX);
	buf_init(&all, 2 * POINTER_BYTES_MAX);
	json_pointer(doc, &doc->nodes[r->s->resource_nodes[u->resource]], &root);
	buf_str(&all, r->s->resource_uris[u->resource]);
	buf_char(&all, '#');
	size_t n = all.n;
	json_pointer(doc, &doc->nodes[node], &all);
	struct str whole = buf_view(&all);
	size_t skip = n + root.n <= whole.n ? root.n : 0;
	char *text = arena_printf(
	    r->a, "%.*s%.*s", (int)n, whole.p, (int)(whole.n - n - skip), whole.p + n + skip);
	if (text && !all.failed && !root.failed)
		out = str_from(text);
	buf_release(&root);
	buf_release(&all);
	return out;
}

static void
put_locations(struct json_writer *w, struct run *r, const struct cause *c, uint32_t schema_node)
{
	struct buf pointer;
	const struct json_node *n = &r->d->nodes[c->node];
	buf_init(&pointer, POINTER_BYTES_MAX);
	json_pointer(r->d, n->flags & JSON_NAME ? n + 1 : n, &pointer);
	json_put_str(w, "keywordLocation", c->path);
	json_put_str(w, "absoluteKeywordLocation", absolute_location(r, c->unit, schema_node));
	json_put_str(w, "instanceLocation", buf_view(&pointer));
	buf_release(&pointer);
}

static bool
put_errors(struct json_writer *w, struct run *r)
{
	json_name(w, "errors");
	json_array(w);
	for (size_t i = 0; i < r->cause_count; i++) {
		const struct cause *c = &r->causes[i];
		struct schema_issue issue = {0};
		if (!message_build(r, c, &issue))
			return false;
		json_object(w);
		json_put_bool(w, "valid", false);
		put_locations(w, r, c, cause_keyword(r->s, c));
		json_put_str(w, "error", issue.message);
		json_end_object(w);
	}
	json_end_array(w);
	return true;
}

static void
put_annotations(struct json_writer *w, struct run *r)
{
	json_name(w, "annotations");
	json_array(w);
	for (size_t i = 0; i < r->note_count; i++) {
		const struct cause *c = &r->notes[i];
		const struct json_doc *schema = r->s->docs[r->s->units[c->unit].doc];
		json_object(w);
		json_put_bool(w, "valid", true);
		put_locations(w, r, c, c->op);
		json_name(w, "annotation");
		json_raw(w, json_source(schema, &schema->nodes[c->op]));
		json_end_object(w);
	}
	json_end_array(w);
}

static bool
put_unknown(struct json_writer *w, const struct run *r)
{
	json_name(w, "valid");
	json_null(w);
	json_put_text(w, "reason", r->reason ? r->reason : "a limit was met");
	return true;
}

bool
schema_output(const struct schema *s, struct arena *a, const struct json_doc *doc,
    enum schema_output format, struct buf *out, struct err *err)
{
	struct run r;
	struct json_writer w;
	bool basic = format == SCHEMA_OUTPUT_BASIC, ok = true;
	run_init(&r, s, a, doc, basic);
	r.paths = r.annotate = basic;
	enum truth t = machine_run(&r);
	if (r.failed)
		return err_memory(err);
	json_writer_init(&w, out, false);
	json_object(&w);
	if (t == UNKNOWN)
		ok = put_unknown(&w, &r);
	else
		json_put_bool(&w, "valid", t == YES);
	if (basic && t == NO)
		ok = put_errors(&w, &r);
	else if (basic && t == YES)
		put_annotations(&w, &r);
	json_end_object(&w);
	return (ok && !out->failed) || err_memory(err);
}
