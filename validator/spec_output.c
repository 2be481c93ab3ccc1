/* SPDX-License-Identifier: MIT */
/* spec_output.c: the output formats of the JSON Schema specification. */
#include "report.h"

enum {
	POINTER_BYTES_MAX = 1 << 16,
	DETAIL_DEPTH_MAX = 100, /* units nested deeper are listed flat */
};

/* A pointer in a URI's fragment: RFC 6901, section 6. */
static void
add_fragment(struct buf *out, struct str pointer)
{
	static const char PLAIN[] = "/-._~!$&'()*+,;=:@?";
	for (size_t i = 0; i < pointer.n; i++) {
		unsigned char c = (unsigned char)pointer.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (letter || (c >= '0' && c <= '9') || (c != '\0' && strchr(PLAIN, c)))
			buf_char(out, (char)c);
		else
			buf_printf(out, "%%%02X", c);
	}
}

static struct str
absolute_location(struct run *r, uint32_t unit, uint32_t node)
{
	const struct unit *u = &r->s->units[unit];
	const struct json_doc *doc = r->s->docs[u->doc];
	struct buf root, whole, all;
	struct str out = STR("");
	buf_init(&root, POINTER_BYTES_MAX);
	buf_init(&whole, POINTER_BYTES_MAX);
	buf_init(&all, 4 * POINTER_BYTES_MAX);
	json_pointer(doc, &doc->nodes[r->s->resource_nodes[u->resource]], &root);
	json_pointer(doc, &doc->nodes[node], &whole);
	size_t skip = root.n <= whole.n ? root.n : 0;
	buf_str(&all, r->s->resource_uris[u->resource]);
	buf_char(&all, '#');
	add_fragment(&all, str_slice(buf_view(&whole), skip, whole.n));
	if (all.failed || root.failed || whole.failed || !arena_copy(r->a, buf_view(&all), &out))
		out = STR("");
	buf_release(&root);
	buf_release(&whole);
	buf_release(&all);
	return out;
}

static void
put_instance(struct json_writer *w, const struct run *r, uint32_t node)
{
	struct buf pointer;
	const struct json_node *n = &r->d->nodes[node];
	buf_init(&pointer, POINTER_BYTES_MAX);
	json_pointer(r->d, n->flags & JSON_NAME ? n + 1 : n, &pointer);
	json_put_str(w, "instanceLocation", buf_view(&pointer));
	buf_release(&pointer);
}

/* What is listed: the causes, or the annotations of a document that is valid. */
struct listing {
	struct run *r;
	struct json_writer *w;
	const struct cause *items;
	const char *list; /* "errors" or "annotations" */
	bool valid, failed;
};

static void
put_item(struct listing *l, const struct cause *c)
{
	struct run *r = l->r;
	struct schema_issue issue = {0};
	const struct json_doc *schema = r->s->docs[r->s->units[c->unit].doc];
	json_object(l->w);
	json_put_bool(l->w, "valid", l->valid);
	json_put_str(l->w, "keywordLocation", c->path);
	json_put_str(l->w, "absoluteKeywordLocation",
	    absolute_location(r, c->unit, l->valid ? c->op : cause_keyword(r->s, c)));
	put_instance(l->w, r, c->node);
	if (l->valid) {
		json_name(l->w, "annotation");
		json_raw(l->w, json_source(schema, &schema->nodes[c->op]));
	} else {
		l->failed = l->failed || !message_build(r, c, &issue);
		json_put_str(l->w, "error", issue.message);
	}
	json_end_object(l->w);
}

static void
put_basic(struct listing *l, size_t count)
{
	json_name(l->w, l->list);
	json_array(l->w);
	for (size_t i = 0; i < count && !l->failed; i++)
		put_item(l, &l->items[i]);
	json_end_array(l->w);
}

static bool
same_hop(const struct cause *a, const struct cause *b, uint32_t level)
{
	if (a->hop_count <= level || b->hop_count <= level)
		return false;
	const struct hop *x = &a->hops[level], *y = &b->hops[level];
	return x->path_length == y->path_length && x->node == y->node &&
	       memcmp(a->path.p, b->path.p, x->path_length) == 0;
}

/* How many items from the first on go the same way at this level. */
static size_t
group_size(const struct cause *items, size_t count, uint32_t level)
{
	size_t n = 1;
	while (n < count && same_hop(&items[0], &items[n], level))
		n++;
	return n;
}

/* A unit with several parts; where they all go on the same way, it is that way's unit that is
 * written. */
static void
put_group(struct listing *l, const struct cause *items, size_t count, uint32_t level)
{
	if (count == 1) {
		put_item(l, items);
		return;
	}
	while (level < DETAIL_DEPTH_MAX && group_size(items, count, level) == count)
		level++;
	struct str path =
	    level > 0 ? str_slice(items->path, 0, items->hops[level - 1].path_length) : STR("");
	json_object(l->w);
	json_put_bool(l->w, "valid", l->valid);
	json_put_str(l->w, "keywordLocation", path);
	put_instance(l->w, l->r, level > 0 ? items->hops[level - 1].node : 0);
	json_name(l->w, l->list);
	json_array(l->w);
	for (size_t i = 0, n = 0; i < count && !l->failed; i += n) {
		n = level < DETAIL_DEPTH_MAX ? group_size(items + i, count - i, level) : 1;
		put_group(l, items + i, n, level + 1);
	}
	json_end_array(l->w);
	json_end_object(l->w);
}

static void
put_unknown(struct json_writer *w, const struct run *r)
{
	json_object(w);
	json_name(w, "valid");
	json_null(w);
	json_put_text(w, "reason", r->reason ? r->reason : "a limit was met");
	json_end_object(w);
}

static void
put_verdict(struct listing *l, size_t count, bool basic)
{
	json_object(l->w);
	json_put_bool(l->w, "valid", l->valid);
	if (basic && (!l->valid || count > 0))
		put_basic(l, count);
	json_end_object(l->w);
}

bool
schema_output(const struct schema *s, struct arena *a, const struct json_doc *doc,
    enum schema_output format, struct buf *out, struct err *err)
{
	struct run r;
	struct json_writer w;
	run_init(&r, s, a, doc, format != SCHEMA_OUTPUT_FLAG);
	r.paths = r.annotate = format != SCHEMA_OUTPUT_FLAG;
	enum truth t = machine_run(&r);
	if (r.failed)
		return err_memory(err);
	json_writer_init(&w, out, false);
	bool valid = t == YES;
	struct listing l = {
	    &r, &w, valid ? r.notes : r.causes, valid ? "annotations" : "errors", valid, false};
	size_t count = valid ? r.note_count : r.cause_count;
	if (t == UNKNOWN)
		put_unknown(&w, &r);
	else if (format == SCHEMA_OUTPUT_DETAILED && count > 0)
		put_group(&l, l.items, count, 0);
	else
		put_verdict(&l, count, format != SCHEMA_OUTPUT_FLAG);
	return (!l.failed && !out->failed) || err_memory(err);
}
