/* SPDX-License-Identifier: MIT */
#include "ledger_view.h"

#include "clock.h"

#include <inttypes.h>
#include <stdio.h>

#define VIEW_BYTES_MAX ((size_t)8 << 20)
#define PROGRESS_STEP 10000

static bool
print_line(struct buf *out)
{
	bool good = !out->failed && fwrite(out->p, 1, out->n, stdout) == out->n;

	buf_release(out);
	return good;
}

/* -- events ---------------------------------------------------------------------------------- */

static void
put_text(const struct ledger_event *e, struct buf *out)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(e->time_us, stamp);
	buf_printf(out, "%8" PRId64 "  %.19sZ  %-24.*s %-12.*s ", e->seq, stamp, STR_ARG(e->type),
	    STR_ARG(e->actor));
	buf_str(out, e->run.n > 0 ? e->run : e->approval);
	buf_char(out, '\n');
}

void
ledger_head_line(const char *format)
{
	if (strcmp(format, "csv") == 0)
		puts("seq,time,type,actor,run,approval,leaf_sha256,prev_sha256");
	if (strcmp(format, "text") == 0)
		printf("%8s  %-20s  %-24s %-30s %s\n", "EVENT", "TIME", "TYPE", "ACTOR", "RUN");
}

/* Words of a body hold neither quotes nor blanks; a comma in one is put between quotes. */
static void
put_cell(struct buf *out, struct str cell)
{
	bool quoted = memchr(cell.p ? cell.p : "", ',', cell.n) != NULL;

	/* A spreadsheet would take these for a formula. */
	if (cell.n > 0 && strchr("=+-@", cell.p[0]))
		buf_char(out, '\'');
	if (quoted)
		buf_char(out, '"');
	buf_str(out, cell);
	if (quoted)
		buf_char(out, '"');
}

static void
put_csv(const struct ledger_event *e, struct buf *out)
{
	const struct str cells[] = {e->type, e->actor, e->run, e->approval,
	    str_from(e->leaf_sha256), str_from(e->prev_sha256)};
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(e->time_us, stamp);
	buf_printf(out, "%" PRId64 ",%s", e->seq, stamp);
	for (size_t i = 0; i < ARRAY_LENGTH(cells); i++) {
		buf_char(out, ',');
		put_cell(out, cells[i]);
	}
	buf_char(out, '\n');
}

bool
ledger_tell(void *telling, const struct ledger_event *event)
{
	const struct ledger_telling *t = telling;
	struct buf out;

	buf_init(&out, VIEW_BYTES_MAX);
	if (strcmp(t->format, "jsonl") == 0) {
		buf_str(&out, event->body);
		buf_char(&out, '\n');
	} else if (strcmp(t->format, "csv") == 0) {
		put_csv(event, &out);
	} else if (strcmp(t->format, "ocsf") == 0) {
		if (!ledger_ocsf(t, event, &out)) {
			buf_release(&out);
			return false;
		}
	} else {
		put_text(event, &out);
	}
	return print_line(&out) || err_set(t->err, ERR_SYSTEM, "the output can't be written");
}

/* -- one event, with the words that it commits to -------------------------------------------- */

static void
put_member(struct ledger_showing *s, const struct json_doc *d, const struct json_node *name,
    struct buf *out)
{
	char text[DIGEST_HEX_BYTES];
	struct str salt, words;
	struct err err;

	buf_printf(out, "  %-12.*s ", STR_ARG(name->text));
	buf_line(out, "", json_source(d, name + 1), 400);
	if ((name + 1)->kind != JSON_STRING || (name + 1)->text.n != DIGEST_HEX_BYTES - 1)
		return;
	snprintf(text, sizeof(text), "%.*s", STR_ARG((name + 1)->text));
	if (!ledger_words(s->store, s->a, text, &salt, &words, &err))
		return;
	buf_printf(out, "  %-12s ", "");
	if (salt.n == 0)
		buf_text(out, "(erased)");
	else
		buf_visible(out, words, 1000);
	buf_char(out, '\n');
}

/* Beside an id, what the store knows of it: the log itself holds no names. */
static void
put_actor(struct ledger_showing *s, struct str id, struct buf *out)
{
	struct str name;
	struct err err;

	if (!principal_name(s->store, s->a, id, &name, &err) || name.n == 0 || str_eq(name, id))
		return;
	buf_printf(out, "  %-12s ", "");
	buf_line(out, "", name, 200);
}

bool
ledger_show(void *showing, const struct ledger_event *event)
{
	struct ledger_showing *s = showing;
	struct json_doc d;
	struct err err;
	struct buf out;

	s->found = true;
	buf_init(&out, VIEW_BYTES_MAX);
	put_text(event, &out);
	buf_printf(&out, "  %-12s %s\n", "leaf", event->leaf_sha256);
	if (json_parse(s->a, event->body, "event", &JSON_LIMITS, &d, NULL, &err)) {
		const struct json_node *data = json_get(&d, json_root(&d), "data");
		JSON_EACH(n, &d, json_root(&d)) {
			if (n + 1 != data)
				put_member(s, &d, n, &out);
			if (str_is(n->text, "actor"))
				put_actor(s, event->actor, &out);
		}
		buf_text(&out, "data\n");
		JSON_EACH(n, &d, data)
			put_member(s, &d, n, &out);
	} else {
		buf_printf(&out, "  its body can't be read: %s\n", err.message);
	}
	return print_line(&out);
}

/* -- a proof --------------------------------------------------------------------------------- */

bool
ledger_prove(void *proof, const struct ledger_event *event)
{
	const struct ledger_proof *p = proof;
	struct json_writer w;
	struct buf out;

	buf_init(&out, VIEW_BYTES_MAX);
	json_writer_init(&w, &out, true);
	json_object(&w);
	json_put_str(&w, "event", event->body);
	json_put_text(&w, "leaf_sha256", event->leaf_sha256);
	json_put_number(&w, "index", p->seq);
	json_put_number(&w, "size", p->head.size);
	tree_proof_put(&p->path, &w);
	json_put_str(&w, "checkpoint", p->note);
	json_end_object(&w);
	buf_char(&out, '\n');
	return print_line(&out);
}

/* -- a verification -------------------------------------------------------------------------- */

void
ledger_problem(void *verdict, const struct ledger_problem *p)
{
	struct ledger_verdict *v = verdict;
	struct json_writer w;
	struct buf out;

	if (v->only && strcmp(v->only, p->kind) != 0)
		return;
	v->told += !p->note;
	buf_init(&out, VIEW_BYTES_MAX);
	if (v->json) {
		json_writer_init(&w, &out, false);
		json_object(&w);
		json_put_number(&w, "seq", p->seq);
		json_put_text(&w, "kind", p->kind);
		if (p->note)
			json_put_bool(&w, "note", true);
		json_put_str(&w, "message", p->message);
		json_end_object(&w);
	} else {
		if (p->note)
			buf_text(&out, "note: ");
		if (p->seq >= 0)
			buf_printf(&out, "event %" PRId64 ": ", p->seq);
		buf_printf(&out, "%s: ", p->kind);
		buf_visible(&out, p->message, 400);
	}
	buf_char(&out, '\n');
	(void)print_line(&out);
}

void
ledger_progress(void *verdict, int64_t done, int64_t total)
{
	const struct ledger_verdict *v = verdict;

	if (v->live && (done % PROGRESS_STEP == 0 || done == total))
		fprintf(stderr, "\r%" PRId64 " of %" PRId64 " events", done, total);
	if (v->live && done == total)
		fputc('\n', stderr);
}

void
ledger_verdict_end(const struct ledger_verdict *v, int64_t events, bool judged)
{
	if (v->json)
		return;
	printf(
	    "%" PRId64 " events, %zu %s\n", events, v->told, v->told == 1 ? "problem" : "problems");
	if (!judged)
		puts(
		    "no signature was verified: the trust file lists no log (`sluice ledger key`)");
}

int
ledger_events_page(struct call *c)
{
	call_begin(c);
	ledger_events(&c->out);
	return call_print(c);
}
