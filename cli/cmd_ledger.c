/* SPDX-License-Identifier: MIT */
/* sluice ledger: what happened, and the proof of it. */
#include "approver.h"
#include "ledger_view.h"

#include "clock.h"
#include "file.h"
#include "log_acts.h"
#include "push.h"
#include "witness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define NOTE_FILE_BYTES_MAX ((size_t)1 << 17)

/* -- choosing -------------------------------------------------------------------------------- */

/* The event that the word behind the action names. */
static bool
read_event(struct call *c, int64_t *seq)
{
	char *end;

	*seq = strtoll(word(c, 0), &end, 10);
	return (*end == '\0' && end != word(c, 0) && *seq >= 0) ||
	       err_set(&c->err, ERR_USAGE, "'%s' is not an event's number", word(c, 0));
}

static struct ledger_filter
filter_of(const struct options *o)
{
	return (struct ledger_filter){.run = o->run,
	    .actor = o->actor,
	    .type = o->type,
	    .from_us = o->since,
	    .until_us = o->until,
	    .limit = (size_t)o->limit};
}

/* -- telling --------------------------------------------------------------------------------- */

static int
tell(struct call *c, const struct ledger_filter *f, const char *format)
{
	struct log_identity log;

	if (!ledger_identity(c->place.store, c->a, &log, &c->err))
		return call_fail(c);
	struct ledger_telling t = {
	    .a = c->a, .format = format, .origin = log.origin, .err = &c->err};
	ledger_head_line(format);
	if (!ledger_read(c->place.store, c->a, f, ledger_tell, &t, &c->err))
		return call_fail(c);
	return fflush(stdout) == 0 ? EXIT_ANSWERED : EXIT_INTERNAL;
}

/* A log that can't go on is told of, and can still be read. */
static void
tend(struct call *c)
{
	if (!ledger_may_go_on(c->place.store, &c->err))
		(void)call_fail(c);
}

static void
tell_standing(void *context, const struct witness_standing *st)
{
	const int64_t *size = context;

	printf("%.*s: ", STR_ARG(st->name));
	if (st->refused)
		printf("REFUSES this log%s: ", st->stops ? ", nothing starts" : "");
	else
		printf("%" PRId64 " of %" PRId64 " events%s", st->known, *size,
		    st->said.n > 0 ? ", " : "");
	printf("%.*s\n", STR_ARG(st->said));
}

int
ledger_tail(struct call *c)
{
	struct ledger_filter f = filter_of(c->o);
	struct checkpoint head;
	int64_t size;

	tend(c);
	if (!ledger_size(c->place.store, &size, &c->err))
		return call_fail(c);
	f.from_seq = size > c->o->limit ? size - c->o->limit : 0;
	f.limit = 0;
	int code = tell(c, &f, c->o->json ? "jsonl" : "text");
	if (code == EXIT_ANSWERED && !c->o->json &&
	    ledger_head(c->place.store, c->a, &head, &c->err))
		printf("%" PRId64 " events, %" PRId64 " of them signed, %zu %s\n", size, head.size,
		    head.count - 1, head.count == 2 ? "witness" : "witnesses");
	if (code == EXIT_ANSWERED && !c->o->json && c->place.trust &&
	    !witness_standings(c->place.store, c->a, c->place.trust, tell_standing, &size, &c->err))
		return call_fail(c);
	return code;
}

int
ledger_search(struct call *c)
{
	const struct ledger_filter f = filter_of(c->o);

	return tell(c, &f, c->o->json ? "jsonl" : "text");
}

static int
export_bundle(struct call *c)
{
	struct ledger_verdict v = {.live = isatty(STDERR_FILENO)};
	const struct ledger_check check = {.progress = ledger_progress, .context = &v};
	int64_t events;

	if (!c->o->to || c->o->run || c->o->actor || c->o->type || c->o->since || c->o->until ||
	    c->o->limit) {
		err_set(&c->err, ERR_USAGE,
		    "a bundle is the whole log in a new folder: add --to FOLDER");
		return call_fail(c);
	}
	if (!ledger_bundle_write(c->place.store, c->a, c->o->to, &check, &events, &c->err))
		return call_fail(c);
	printf("%s has %" PRId64 " events, signed\n", c->o->to, events);
	return EXIT_ANSWERED;
}

int
ledger_write_out(struct call *c)
{
	const char *format = c->o->format ? c->o->format : "jsonl";
	const struct ledger_filter f = filter_of(c->o);

	return strcmp(format, "bundle") == 0 ? export_bundle(c) : tell(c, &f, format);
}

int
ledger_one(struct call *c)
{
	struct ledger_showing showing = {.a = c->a, .store = c->place.store};
	struct ledger_filter f = {.limit = 1};

	if (!read_event(c, &f.from_seq) ||
	    !ledger_read(c->place.store, c->a, &f, ledger_show, &showing, &c->err))
		return call_fail(c);
	if (!showing.found) {
		err_set(&c->err, ERR_INPUT, "there is no event %s", word(c, 0));
		return call_fail(c);
	}
	return fflush(stdout) == 0 ? EXIT_ANSWERED : EXIT_INTERNAL;
}

/* -- proving --------------------------------------------------------------------------------- */

int
ledger_prove_one(struct call *c)
{
	struct ledger_proof proof = {.a = c->a};

	if (!read_event(c, &proof.seq) || !ledger_tend(c->place.store, false, &c->err) ||
	    !ledger_head_note(c->place.store, c->a, &proof.note, &c->err) ||
	    !checkpoint_read(c->a, proof.note, &proof.head, &c->err) ||
	    (proof.seq >= proof.head.size &&
		(!ledger_tend(c->place.store, true, &c->err) ||
		    !ledger_head_note(c->place.store, c->a, &proof.note, &c->err) ||
		    !checkpoint_read(c->a, proof.note, &proof.head, &c->err))) ||
	    !ledger_inclusion(c->place.store, proof.seq, proof.head.size, &proof.path, &c->err) ||
	    !ledger_read(c->place.store, c->a,
		&(struct ledger_filter){.from_seq = proof.seq, .limit = 1}, ledger_prove, &proof,
		&c->err))
		return call_fail(c);
	return fflush(stdout) == 0 ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static int
verify_only(struct call *c, const char *kind)
{
	struct ledger_verdict v = {.only = kind, .json = c->o->json, .live = isatty(STDERR_FILENO)};
	struct ledger_check check = {
	    .trust = c->place.trust && c->place.trust->service_count > 0 ? c->place.trust : NULL,
	    .problem = ledger_problem,
	    .progress = ledger_progress,
	    .context = &v};
	int64_t events;
	size_t problems;

	if (c->o->seen && !file_read(c->a, c->o->seen, NOTE_FILE_BYTES_MAX, &check.seen, &c->err))
		return call_fail(c);
	if (!c->o->bundle)
		tend(c);
	if (c->o->bundle
		? !ledger_bundle_verify(c->a, c->o->bundle, &check, &events, &problems, &c->err)
		: !ledger_verify(c->place.store, c->a, &check, &events, &problems, &c->err))
		return call_fail(c);
	ledger_verdict_end(&v, events, check.trust != NULL);
	return v.told > 0 ? EXIT_FINDINGS : EXIT_ANSWERED;
}

/* Of a bundle, only the folder and the trust file are opened. */
int
ledger_judge(struct call *c)
{
	if (!(c->o->bundle ? call_trust(c) : call_open(c)))
		return call_fail(c);
	return verify_only(c, NULL);
}

int
ledger_gaps(struct call *c)
{
	return verify_only(c, "gap");
}

int
ledger_head_print(struct call *c)
{
	struct str note;

	if (!ledger_tend(c->place.store, true, &c->err) ||
	    !ledger_head_note(c->place.store, c->a, &note, &c->err))
		return call_fail(c);
	printf("%.*s", STR_ARG(note));
	return EXIT_ANSWERED;
}

int
ledger_ask(struct call *c)
{
	struct str text;

	if (!ledger_tend(c->place.store, true, &c->err) ||
	    !witness_request(c->place.store, c->a, c->o->old, &text, &c->err))
		return call_fail(c);
	printf("%.*s", STR_ARG(text));
	return EXIT_ANSWERED;
}

int
ledger_cosign(struct call *c)
{
	struct str lines;

	return file_read(c->a, word(c, 0), NOTE_FILE_BYTES_MAX, &lines, &c->err) &&
		       witness_accept(c->place.store, c->a, c->place.trust, lines, &c->err)
		   ? EXIT_ANSWERED
		   : call_fail(c);
}

int
ledger_key(struct call *c)
{
	static const char *const purposes[] = {"log", "receipt", "worker"};
	struct log_identity identity;
	struct public_key worker;

	if (!ledger_identity(c->place.store, c->a, &identity, &c->err) ||
	    !worker_key_public(c->place.store, &worker, &c->err))
		return call_fail(c);
	call_begin(c);
	buf_text(&c->out, "services:\n");
	for (size_t i = 0; i < ARRAY_LENGTH(purposes); i++)
		service_line(&c->out, identity.origin, purposes[i], i < 2 ? &identity.key : &worker,
		    SPAN_TO_FILL);
	return call_print(c);
}

int
ledger_push(struct call *c)
{
	struct push_report pushed;
	int64_t size;

	if (!ledger_tend(c->place.store, true, &c->err) ||
	    !push_deliver(c->place.store, c->place.trust, true, &pushed, &c->err) ||
	    !ledger_size(c->place.store, &size, &c->err) ||
	    !witness_standings(c->place.store, c->a, c->place.trust, tell_standing, &size, &c->err))
		return call_fail(c);
	return pushed.failed > 0 ? EXIT_FINDINGS : EXIT_ANSWERED;
}

/* -- after a restore ------------------------------------------------------------------------- */

static bool
adopt_unsigned(struct call *c, struct str known)
{
	char actor[STORE_ID_BYTES];
	const struct ledger_adoption how = {.name = str_from(word(c, 0)),
	    .actor = actor,
	    .reason = str_from(c->o->reason),
	    .known = known};

	return call_requester(c, actor) && ledger_adopt(c->place.store, c->a, &how, &c->err);
}

static bool
adopt_signed(struct call *c, struct str known)
{
	struct str envelope;

	return approver_say(c, ACT_ADOPT, word(c, 0), STR(""), &envelope) &&
	       ledger_adopt_signed(c->place.store, c->a, envelope, known, &c->err);
}

int
ledger_go_on(struct call *c)
{
	struct str known = STR("");

	if ((c->o->seen && !file_read(c->a, c->o->seen, NOTE_FILE_BYTES_MAX, &known, &c->err)) ||
	    !(c->place.key ? adopt_signed(c, known) : adopt_unsigned(c, known)))
		return call_fail(c);
	printf("the log continues as %s; add it, with the same key, to the trust files:\n",
	    word(c, 0));
	return ledger_key(c);
}
