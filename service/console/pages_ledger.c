/* SPDX-License-Identifier: MIT */
/* pages_ledger.c: the ledger as pages. They show what a proof needs; the browser follows it (console.js). */
#include "pages.h"
#include "routes.h"

#include "clock.h"

#define EVENTS_SHOWN 50
#define EVENT_BYTES_MAX ((size_t)1 << 20)

/* A number of the query from 0 to `most`; false where it is none, or not there. */
static bool
query_number(const struct request *r, const char *name, int64_t most, int64_t *out)
{
	const char *text = request_query(r, name);

	return text && str_number(str_from(text), out) && *out <= most;
}

/* -- the head: the last checkpoint, as it was signed ----------------------------------------- */

struct log_head {
	int64_t events;
	struct str note; /* empty: nothing is signed yet */
	struct checkpoint at;
};

static bool
read_head(struct request *r, struct log_head *out, struct err *err)
{
	struct store *s = request_store(r, err);

	*out = (struct log_head){.note = STR("")};
	if (!s || !ledger_size(s, &out->events, err))
		return false;
	if (!ledger_head_note(s, r->a, &out->note, err)) {
		out->note = STR("");
		return err->code == ERR_INPUT;
	}
	return checkpoint_read(r->a, out->note, &out->at, err);
}

void
put_services(struct request *r, struct json_writer *w)
{
	const struct trust *t = r->trust;
	struct buf text;

	buf_init(&text, 256);
	json_open_array(w, "services");
	for (size_t i = 0; t && i < t->service_count; i++) {
		const struct trust_service *one = &t->services[i];
		if (one->purpose != SERVICE_LOG && one->purpose != SERVICE_RECEIPT &&
		    one->purpose != SERVICE_WITNESS)
			continue;
		buf_clear(&text);
		public_key_write(&one->key, &text);
		json_format(w, "{purpose: %s, name: %.*s, public: %.*s}",
		    service_purpose_name(one->purpose), STR_ARG(one->name),
		    STR_ARG(buf_view(&text)));
	}
	json_end_array(w);
	buf_release(&text);
}

static void
put_head(struct request *r, struct json_writer *w, const struct log_head *h)
{
	char root[DIGEST_HEX_BYTES];

	json_format(w, "events_count: %ld, signed: %ld", h->events, h->at.size);
	if (h->note.n == 0)
		return;
	digest_hex(&h->at.root, root);
	json_format(w, "head: {origin: %.*s, size: %ld, root: %s, witnesses: %ld, note: %.*s",
	    STR_ARG(h->at.origin), h->at.size, root, (int64_t)h->at.count - 1, STR_ARG(h->note));
	put_services(r, w);
	json_end_object(w);
}

/* -- the list -------------------------------------------------------------------------------- */

struct listing {
	struct json_writer *w;
	struct arena *a;
	int64_t signed_size, last;
	struct str rows[EVENTS_SHOWN]; /* as they came, the oldest first */
	size_t count;
	bool failed; /* memory ran out */
};

static void
put_event(struct json_writer *w, const struct ledger_event *e, int64_t signed_size)
{
	char words[WORDS_BYTES], stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(e->time_us, stamp);
	json_put_number(w, "seq", e->seq);
	json_put_str(w, "at", str_slice(str_from(stamp), 0, 19));
	json_put_str(w, "type", e->type);
	json_put_str(w, "words", words_of(e->type, words));
	json_format(w, "actor: %.*s, worker: %d, run: %.*s, approval: %.*s, is_signed: %d",
	    STR_ARG(e->actor), str_starts(e->actor, STR("wrk_")), STR_ARG(e->run),
	    STR_ARG(e->approval), e->seq < signed_size);
}

static bool
list_event(void *context, const struct ledger_event *e)
{
	struct listing *l = context;
	struct json_writer w;
	struct buf row;

	json_begin(&w, &row, EVENT_BYTES_MAX);
	json_object(&w);
	put_event(&w, e, l->signed_size);
	json_end_object(&w);
	l->last = e->seq;
	l->failed = row.failed || !arena_copy(l->a, buf_view(&row), &l->rows[l->count++]);
	buf_release(&row);
	return !l->failed;
}

/* The newest first. */
static void
put_listing(struct json_writer *w, const struct listing *l)
{
	json_open_array(w, "list");
	for (size_t i = l->count; i-- > 0;)
		json_raw(w, l->rows[i]);
	json_end_array(w);
}

/* The words of a search name a run, a kind of event, or somebody. */
static void
read_search(struct request *r, struct ledger_filter *f, const char **words)
{
	const char *q = request_query(r, "q");

	*words = q && q[0] ? q : NULL;
	if (!*words)
		return;
	if (str_starts(str_from(q), STR("run_")))
		f->run = q;
	else if (strchr(q, '.'))
		f->type = q;
	else
		f->actor = q;
}

bool
page_ledger(struct request *r, struct answer *out, struct err *err)
{
	struct ledger_filter f = {.limit = EVENTS_SHOWN};
	const char *words;
	struct log_head head;
	struct page_data p;

	read_search(r, &f, &words);
	if (!read_head(r, &head, err) || !page_begin(r, &p, "Ledger", "at_ledger", err))
		return false;
	if (!query_number(r, "from", head.events, &f.from_seq))
		f.from_seq = !words && head.events > EVENTS_SHOWN ? head.events - EVENTS_SHOWN : 0;
	struct listing l = {.a = r->a, .signed_size = head.at.size};
	put_head(r, &p.w, &head);
	json_put_text(&p.w, "q", words);
	if (!ledger_read(request_store(r, err), r->a, &f, list_event, &l, err) || l.failed)
		return l.failed && err_memory(err);
	put_listing(&p.w, &l);
	if (l.count == EVENTS_SHOWN && l.last + 1 < head.events)
		json_format(&p.w, "later: {from: %ld}", l.last + 1);
	if (!words && f.from_seq > 0)
		json_format(&p.w, "earlier: {from: %ld}",
		    f.from_seq > EVENTS_SHOWN ? f.from_seq - EVENTS_SHOWN : 0);
	return page_end(r, &p, "ledger", out, err);
}

/* -- one event, with its proof --------------------------------------------------------------- */

static bool
show_event(void *context, const struct ledger_event *e)
{
	struct listing *l = context;

	put_event(l->w, e, l->signed_size);
	json_format(l->w, "body: %.*s, leaf: %s, before_it: %s", STR_ARG(e->body), e->leaf_sha256,
	    e->prev_sha256);
	l->count++;
	return true;
}

bool
page_event(struct request *r, struct answer *out, struct err *err)
{
	struct ledger_filter f = {.limit = 1};
	struct tree_proof proof = {.count = 0};
	struct log_head head;
	struct page_data p;

	if (!read_head(r, &head, err))
		return false;
	if (!str_number(r->parts[0], &f.from_seq) || f.from_seq >= head.events)
		return answer_missing(out, err, "event", r->parts[0]);
	if (f.from_seq < head.at.size &&
	    !ledger_inclusion(request_store(r, err), f.from_seq, head.at.size, &proof, err))
		return false;
	if (!page_begin(r, &p, "Event", "at_ledger", err))
		return false;
	struct listing l = {.w = &p.w, .signed_size = head.at.size};
	put_head(r, &p.w, &head);
	tree_proof_put(&proof, &p.w);
	json_put_number(&p.w, "hashes", (int64_t)proof.count);
	return ledger_read(request_store(r, err), r->a, &f, show_event, &l, err) &&
	       (l.count == 1 || answer_missing(out, err, "event", r->parts[0])) &&
	       page_end(r, &p, "event", out, err);
}

/* That the log of `to` events grew out of the one of `from`: for a browser that remembers it. */
bool
page_growth(struct request *r, struct answer *out, struct err *err)
{
	struct tree_proof proof;
	struct log_head head;
	struct json_writer w;
	int64_t from, to;

	if (!read_head(r, &head, err))
		return false;
	if (!query_number(r, "to", head.at.size, &to) || !query_number(r, "from", to, &from) ||
	    from == 0)
		return err_set(err, ERR_USAGE, "'from' and 'to' must be numbers of signed events");
	if (!ledger_consistency(request_store(r, err), from, to, &proof, err))
		return false;
	out->media_type = "application/json";
	answer_json(out, &w);
	tree_proof_put(&proof, &w);
	json_end_object(&w);
	return true;
}
