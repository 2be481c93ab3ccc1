/* SPDX-License-Identifier: MIT */
/*
 * receipt_witnessed.c: what witnesses add to a receipt when it is frozen already.
 *
 * Witnesses sign a checkpoint seconds after the log did, and a receipt is not made anew. So a later
 * checkpoint stands beside it, with the proof that it grows out of the receipt's own, and with the
 * event that has the receipt's digest: the witnesses have seen a log in which these very bytes are.
 */
#include "receipt_parts.h"

#include "ledger_parts.h"

#include <stdio.h>

#define LINE_BYTES_MAX ((size_t)1 << 20)

/* -- made -------------------------------------------------------------------------------------- */

struct looking {
	struct arena *a;
	struct str hex, body;
	int64_t seq;
	struct err *err;
};

/* The event that has the receipt's digest: the run's end, or what was noted behind it. */
static bool
look(void *context, const struct ledger_event *event)
{
	struct looking *l = context;

	if (l->seq >= 0 || str_find(event->body, l->hex, 0) == SIZE_MAX)
		return true;
	l->seq = event->seq;
	return arena_copy(l->a, event->body, &l->body) || err_memory(l->err);
}

static void
put_proof(struct json_writer *w, const char *name, const struct tree_proof *proof)
{
	char hex[DIGEST_HEX_BYTES];

	json_name(w, name);
	json_array(w);
	for (size_t i = 0; i < proof->count; i++) {
		digest_hex(&proof->path[i], hex);
		json_text(w, hex);
	}
	json_end_array(w);
}

static bool
write_line(struct store *s, const struct looking *l, struct str note, int64_t old_size,
    int64_t size, struct str *line, struct err *err)
{
	struct tree_proof grown, included;
	struct json_writer w;
	struct buf out;

	if (!ledger_consistency(s, old_size, size, &grown, err) ||
	    !ledger_inclusion(s, l->seq, size, &included, err))
		return false;
	buf_init(&out, LINE_BYTES_MAX);
	json_writer_init(&w, &out, false);
	json_object(&w);
	json_put_str(&w, "checkpoint", note);
	put_proof(&w, "consistency", &grown);
	json_name(&w, "event");
	json_object(&w);
	json_put_str(&w, "body", l->body);
	put_proof(&w, "path", &included);
	json_put_number(&w, "seq", l->seq);
	json_end_object(&w);
	json_put_number(&w, "v", 1);
	json_end_object(&w);
	bool good = !out.failed && arena_copy(l->a, buf_view(&out), line);
	buf_release(&out);
	return good || err_memory(err);
}

bool
receipt_witnessed(struct store *s, struct arena *a, struct str receipt, int64_t witnesses,
    struct str *line, struct err *err)
{
	struct receipt_judge j = {.a = a};
	char hex[DIGEST_HEX_BYTES];
	struct digest digest;
	struct str note;
	int64_t size;

	*line = STR("");
	if (witnesses <= 0)
		return true;
	digest_of(receipt, &digest);
	digest_hex(&digest, hex);
	struct looking l = {.a = a, .hex = str_from(hex), .seq = -1, .err = err};
	if (!receipt_open(a, receipt, &j.r, err))
		return false;
	const char *run = arena_text(a, receipt_text(&j.r, j.r.run, "id"));
	const struct ledger_filter filter = {.run = run};
	if (!run)
		return err_memory(err);
	if (!ledger_read(s, a, &filter, look, &l, err))
		return false;
	if (l.seq < 0)
		return true;
	if (!db_number(s->db,
		"SELECT size FROM ledger_cosignature WHERE size > $1 AND size >= $2 GROUP BY size "
		"HAVING count(*) >= $3 ORDER BY size LIMIT 1",
		VALUES(db_int(l.seq), db_int(j.r.checkpoint.size), db_int(witnesses)), 0, &size,
		err))
		return false;
	return size == 0 || (ledger_note_at(s, a, size, &note, err) &&
				write_line(s, &l, note, j.r.checkpoint.size, size, line, err));
}

/* -- judged ------------------------------------------------------------------------------------ */

static bool
read_proof(const struct json_doc *d, const struct json_node *list, struct tree_proof *proof)
{
	proof->count = 0;
	if (!list || list->kind != JSON_ARRAY || list->count > TREE_DEPTH_MAX)
		return false;
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		if (n->kind != JSON_STRING || !digest_read(n->text, &proof->path[proof->count++]))
			return false;
	return true;
}

static bool
has_the_receipt(const struct receipt_judge *j, const struct json_doc *d, struct str receipt,
    const struct json_node *event, struct err *err)
{
	const struct json_limits limits = {1 << 17, 8, 4096, 20};
	struct str body = json_get_text(d, event, "body", STR(""));
	const struct json_node *seq = json_get(d, event, "seq");
	struct tree_proof proof;
	struct json_doc inner;
	struct digest leaf;
	int64_t place = -1;

	if (!json_parse_canonical(j->a, body, NULL, &limits, &inner, err))
		return err_wrap(err, "the witnessed event");
	const struct json_node *with = json_get(&inner, json_root(&inner), "data");
	tree_leaf(body, &leaf);
	if (!seq || !json_int(seq, &place) || !read_proof(d, json_get(d, event, "path"), &proof) ||
	    !tree_verify_inclusion(&leaf, place, j->later.size, &proof, &j->later.root))
		return err_set(err, ERR_REFUSED, "the witnessed log does not have its event");
	return receipt_digest_is(receipt, json_get_text(&inner, with, "receipt", STR(""))) ||
	       err_set(err, ERR_REFUSED, "the witnessed event is of another receipt");
}

bool
judge_later(struct receipt_judge *j, struct str receipt, struct str line, struct err *err)
{
	const struct json_limits limits = {LINE_BYTES_MAX, 8, 4096, 20};
	struct tree_proof grown;
	struct json_doc d;
	int64_t version = 0;

	if (!json_parse_canonical(j->a, line, NULL, &limits, &d, err))
		return err_wrap(err, "what witnesses added");
	const struct json_node *root = json_root(&d), *event = json_get(&d, root, "event");
	if (root->kind != JSON_OBJECT || root->count != 4 || !event || event->count != 3 ||
	    !json_get(&d, root, "v") || !json_int(json_get(&d, root, "v"), &version) ||
	    version != 1)
		return err_set(err, ERR_REFUSED, "what witnesses added has another form");
	if (!checkpoint_read(
		j->a, json_get_text(&d, root, "checkpoint", STR("")), &j->later, err))
		return err_wrap(err, "what witnesses added");
	const struct checkpoint *own = &j->r.checkpoint;
	if (!checkpoint_log(j, &j->later))
		return err_set(err, ERR_REFUSED, "the witnessed checkpoint is not the log's");
	if (!str_eq(j->later.origin, own->origin) || j->later.size < own->size ||
	    !read_proof(&d, json_get(&d, root, "consistency"), &grown) ||
	    !tree_verify_consistency(
		own->size, &own->root, j->later.size, &j->later.root, &grown))
		return err_set(err, ERR_REFUSED,
		    "the witnessed checkpoint does not grow out of the receipt's");
	if (!has_the_receipt(j, &d, receipt, event, err))
		return false;
	j->seen = &j->later;
	return true;
}
