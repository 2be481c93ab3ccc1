/* SPDX-License-Identifier: MIT */
/* sluice ledger: what happened, and the proof of it. */
#include "ledger_view.h"

#include "clock.h"
#include "file.h"
#include "push.h"
#include "witness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LEDGER_BYTES_MAX ((size_t)1 << 30)
#define NOTE_FILE_BYTES_MAX ((size_t)1 << 17)
#define TAIL_USUAL 20

struct ledger_options {
	struct place_options place;
	struct option_values words;
	const char *run, *actor, *type, *since, *until, *limit, *format, *seen, *old, *reason;
	const char *to, *bundle; /* folders */
	bool json;
};

/* -- choosing -------------------------------------------------------------------------------- */

static bool
read_number(const char *text, int64_t otherwise, int64_t *out, struct err *err)
{
	char *end;

	*out = otherwise;
	if (!text)
		return true;
	*out = strtoll(text, &end, 10);
	return (*end == '\0' && end != text && *out >= 0) ||
	       err_set(err, ERR_USAGE, "'%s' is no number", text);
}

static bool
read_filter(const struct ledger_options *o, struct ledger_filter *f, struct err *err)
{
	int64_t limit;

	*f = (struct ledger_filter){.run = o->run, .actor = o->actor, .type = o->type};
	if (!option_moment(o->since, 0, &f->from_us, err) ||
	    !option_moment(o->until, 0, &f->until_us, err) ||
	    !read_number(o->limit, 0, &limit, err))
		return false;
	f->limit = (size_t)limit;
	return true;
}

/* -- telling --------------------------------------------------------------------------------- */

static int
tell(struct arena *a, struct place *p, const struct ledger_filter *f, const char *format)
{
	struct log_identity log;
	struct err err;

	if (!ledger_identity(p->store, a, &log, &err))
		return print_error(&err);
	struct ledger_telling t = {.a = a, .format = format, .origin = log.origin, .err = &err};
	if (strcmp(format, "csv") == 0)
		ledger_csv_head();
	if (!ledger_read(p->store, a, f, ledger_tell, &t, &err))
		return print_error(&err);
	return fflush(stdout) == 0 ? EXIT_ANSWERED : EXIT_INTERNAL;
}

/* A log that can't go on is told of, and can still be read. */
static void
tend(struct place *p)
{
	struct err err;

	if (!ledger_may_go_on(p->store, &err))
		(void)print_error(&err);
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

static int
tail(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct ledger_filter f;
	struct checkpoint head;
	struct err err;
	int64_t limit, size;

	tend(p);
	if (!read_filter(o, &f, &err) || !read_number(o->limit, TAIL_USUAL, &limit, &err) ||
	    !ledger_size(p->store, &size, &err))
		return print_error(&err);
	f.from_seq = size > limit ? size - limit : 0;
	f.limit = 0;
	int code = tell(a, p, &f, o->json ? "jsonl" : "text");
	if (code == EXIT_ANSWERED && !o->json && ledger_head(p->store, a, &head, &err))
		printf("%" PRId64 " events, %" PRId64 " of them signed, %zu %s\n", size, head.size,
		    head.count - 1, head.count == 2 ? "witness" : "witnesses");
	if (code == EXIT_ANSWERED && !o->json && p->trust &&
	    !witness_standings(p->store, a, p->trust, tell_standing, &size, &err))
		return print_error(&err);
	return code;
}

static int
search(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct ledger_filter f;
	struct err err;

	return read_filter(o, &f, &err) ? tell(a, p, &f, o->json ? "jsonl" : "text")
					: print_error(&err);
}

static int
export_bundle(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct ledger_verdict v = {.live = isatty(STDERR_FILENO)};
	const struct ledger_check check = {.progress = ledger_progress, .context = &v};
	struct err err;
	int64_t events;

	if (!o->to || o->run || o->actor || o->type || o->since || o->until || o->limit) {
		err_set(&err, ERR_USAGE, "a bundle is the whole log, in a new folder: --to FOLDER");
		return print_error(&err);
	}
	if (!ledger_bundle_write(p->store, a, o->to, &check, &events, &err))
		return print_error(&err);
	printf("%s has %" PRId64 " events, signed\n", o->to, events);
	return EXIT_ANSWERED;
}

static int export(struct arena *a, struct place *p, const struct ledger_options *o)
{
	const char *format = o->format ? o->format : "jsonl";
	struct ledger_filter f;
	struct err err;

	if (strcmp(format, "bundle") == 0)
		return export_bundle(a, p, o);
	if (strcmp(format, "jsonl") != 0 && strcmp(format, "csv") != 0 &&
	    strcmp(format, "ocsf") != 0) {
		err_set(&err, ERR_USAGE, "'%s' is no format: jsonl, csv, ocsf, bundle", format);
		return print_error(&err);
	}
	return read_filter(o, &f, &err) ? tell(a, p, &f, format) : print_error(&err);
}

static int
show(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct ledger_showing showing = {.a = a, .store = p->store};
	struct ledger_filter f = {.limit = 1};
	struct err err;

	if (!read_number(o->words.values[1], 0, &f.from_seq, &err) ||
	    !ledger_read(p->store, a, &f, ledger_show, &showing, &err))
		return print_error(&err);
	if (!showing.found) {
		err_set(&err, ERR_INPUT, "there is no event %s", o->words.values[1]);
		return print_error(&err);
	}
	return fflush(stdout) == 0 ? EXIT_ANSWERED : EXIT_INTERNAL;
}

/* -- proving --------------------------------------------------------------------------------- */

static int
prove(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct ledger_proof proof = {.a = a};
	struct err err;

	if (!read_number(o->words.values[1], 0, &proof.seq, &err) ||
	    !ledger_tend(p->store, false, &err) ||
	    !ledger_head_note(p->store, a, &proof.note, &err) ||
	    !checkpoint_read(a, proof.note, &proof.head, &err))
		return print_error(&err);
	if (proof.seq >= proof.head.size && (!ledger_tend(p->store, true, &err) ||
						!ledger_head_note(p->store, a, &proof.note, &err) ||
						!checkpoint_read(a, proof.note, &proof.head, &err)))
		return print_error(&err);
	if (!ledger_inclusion(p->store, proof.seq, proof.head.size, &proof.path, &err) ||
	    !ledger_read(p->store, a, &(struct ledger_filter){.from_seq = proof.seq, .limit = 1},
		ledger_prove, &proof, &err))
		return print_error(&err);
	return fflush(stdout) == 0 ? EXIT_ANSWERED : EXIT_INTERNAL;
}

/* Of the place's store, or of the bundle that was named: then the place has no store. */
static int
verify_only(struct arena *a, struct place *p, const struct ledger_options *o, const char *kind)
{
	struct ledger_verdict v = {.only = kind, .json = o->json, .live = isatty(STDERR_FILENO)};
	struct ledger_check check = {
	    .trust = p->trust && p->trust->service_count > 0 ? p->trust : NULL,
	    .problem = ledger_problem,
	    .progress = ledger_progress,
	    .context = &v};
	struct err err;
	int64_t events;
	size_t problems;

	if (o->seen && !file_read(a, o->seen, NOTE_FILE_BYTES_MAX, &check.seen, &err))
		return print_error(&err);
	if (!o->bundle)
		tend(p);
	if (o->bundle ? !ledger_bundle_verify(a, o->bundle, &check, &events, &problems, &err)
		      : !ledger_verify(p->store, a, &check, &events, &problems, &err))
		return print_error(&err);
	ledger_verdict_end(&v, events, check.trust != NULL);
	return v.told > 0 ? EXIT_FINDINGS : EXIT_ANSWERED;
}

static int
verify(struct arena *a, struct place *p, const struct ledger_options *o)
{
	return verify_only(a, p, o, NULL);
}

static int
gaps(struct arena *a, struct place *p, const struct ledger_options *o)
{
	return verify_only(a, p, o, "gap");
}

static int
checkpoint(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct str note;
	struct err err;

	(void)o;
	if (!ledger_tend(p->store, true, &err) || !ledger_head_note(p->store, a, &note, &err))
		return print_error(&err);
	printf("%.*s", STR_ARG(note));
	return EXIT_ANSWERED;
}

static int
request(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct str text;
	int64_t old;
	struct err err;

	if (!read_number(o->old, 0, &old, &err) || !ledger_tend(p->store, true, &err) ||
	    !witness_request(p->store, a, old, &text, &err))
		return print_error(&err);
	printf("%.*s", STR_ARG(text));
	return EXIT_ANSWERED;
}

static int
cosign(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct str lines;
	struct err err;

	if (!p->trust)
		err_set(&err, ERR_USAGE, "no trust file says who the witnesses are");
	else if (file_read(a, o->words.values[1], NOTE_FILE_BYTES_MAX, &lines, &err) &&
		 witness_accept(p->store, a, p->trust, lines, &err))
		return EXIT_ANSWERED;
	return print_error(&err);
}

static int
key(struct arena *a, struct place *p, const struct ledger_options *o)
{
	static const char *const purposes[] = {"log", "receipt", "worker"};
	struct log_identity identity;
	struct public_key worker;
	struct buf text;
	struct err err;

	(void)o;
	if (!ledger_identity(p->store, a, &identity, &err) ||
	    !worker_key_public(p->store, &worker, &err))
		return print_error(&err);
	printf("services:\n");
	for (size_t i = 0; i < ARRAY_LENGTH(purposes); i++) {
		buf_init(&text, 128);
		public_key_write(i < 2 ? &identity.key : &worker, &text);
		printf("  - {name: %.*s, purpose: %s, public: \"%.*s\", from: .., until: ..}\n",
		    STR_ARG(identity.origin), purposes[i], STR_ARG(buf_view(&text)));
		buf_release(&text);
	}
	return EXIT_ANSWERED;
}

static int
push(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct push_report pushed;
	struct err err;
	int64_t size;

	(void)o;
	if (!p->trust) {
		err_set(&err, ERR_USAGE, "no trust file says who the witnesses are");
		return print_error(&err);
	}
	if (!ledger_tend(p->store, true, &err) ||
	    !push_deliver(p->store, p->trust, true, &pushed, &err) ||
	    !ledger_size(p->store, &size, &err) ||
	    !witness_standings(p->store, a, p->trust, tell_standing, &size, &err))
		return print_error(&err);
	return pushed.failed > 0 ? EXIT_FINDINGS : EXIT_ANSWERED;
}

/* -- after a restore ------------------------------------------------------------------------- */

static int
adopt(struct arena *a, struct place *p, const struct ledger_options *o)
{
	struct ledger_adoption how = {
	    .name = str_from(o->words.values[1]), .reason = str_from(o->reason)};
	char actor[STORE_ID_BYTES];
	struct err err;

	if (!o->reason) {
		err_set(&err, ERR_USAGE, "going on behind a restore needs a reason");
		err_help(&err, "--reason WORDS; they stand beside the ledger");
		return print_error(&err);
	}
	how.actor = actor;
	if ((o->seen && !file_read(a, o->seen, NOTE_FILE_BYTES_MAX, &how.known, &err)) ||
	    !place_requester(a, p, actor, &err) || !ledger_adopt(p->store, a, &how, &err))
		return print_error(&err);
	printf("the log goes on as %s; name it, with the same key, in the trust files:\n",
	    o->words.values[1]);
	return key(a, p, o);
}

static int
rotate(struct arena *a, struct place *p, const struct ledger_options *o)
{
	return ledger_rotate(a, p, o->reason, o->json);
}

/* -- the verb -------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	int (*act)(struct arena *a, struct place *p, const struct ledger_options *o);
	size_t words;
	const char *needs;
} ACTIONS[] = {
    {"tail", tail, 1, "no more words"},
    {"search", search, 1, "no more words"},
    {"show", show, 2, "an event's number"},
    {"prove", prove, 2, "an event's number"},
    {"verify", verify, 1, "no more words"},
    {"gaps", gaps, 1, "no more words"},
    {"export", export, 1, "no more words"},
    {"checkpoint", checkpoint, 1, "no more words"},
    {"request", request, 1, "no more words"},
    {"cosign", cosign, 2, "a file with the witness's answer"},
    {"key", key, 1, "no more words, or `rotate`"},
    {"push", push, 1, "no more words"},
    {"adopt", adopt, 2, "a new name for the log"},
};

/* Nothing is opened but the folder and the trust file. */
static int
verify_bundle(struct arena *a, const struct ledger_options *o)
{
	struct place p = {.trust_path = o->place.trust ? o->place.trust : trust_path(a)};
	struct err_list errs = {.count = 0};

	if (p.trust_path && !trust_load(a, p.trust_path, &p.trust, &errs))
		return print_errors(&errs);
	return verify(a, &p, o);
}

static int
act_in(int (*act)(struct arena *a, struct place *p, const struct ledger_options *o),
    const struct ledger_options *o)
{
	struct arena *a = arena_new(LEDGER_BYTES_MAX);
	struct err_list errs;
	struct place place;
	int code;

	if (!a)
		return EXIT_INTERNAL;
	if (o->bundle && act == verify) {
		code = verify_bundle(a, o);
	} else if (place_open(a, &o->place, &place, &errs)) {
		code = act(a, &place, o);
		place_close(&place);
	} else {
		code = print_errors(&errs);
	}
	arena_free(a);
	return code;
}

static int
act(const struct verb *verb, const struct ledger_options *o)
{
	const char *name = o->words.count > 0 ? o->words.values[0] : "tail";

	if (strcmp(name, "events") == 0)
		return ledger_events_page();
	if (o->words.count == 2 && strcmp(name, "key") == 0 &&
	    strcmp(o->words.values[1], "rotate") == 0)
		return act_in(rotate, o);
	for (size_t i = 0; i < ARRAY_LENGTH(ACTIONS); i++) {
		if (strcmp(ACTIONS[i].name, name) != 0)
			continue;
		if (o->words.count > 0 && o->words.count != ACTIONS[i].words)
			return usage_error(verb, "'%s' needs %s", name, ACTIONS[i].needs);
		return act_in(ACTIONS[i].act, o);
	}
	return usage_error(verb,
	    "'%s' is not one of tail, search, show, prove, verify, gaps, export, checkpoint, "
	    "request, cosign, push, key, adopt, events",
	    name);
}

static int
cmd_ledger(const struct verb *verb, int argc, char **argv)
{
	static struct ledger_options o;
	const struct option options[] = {
	    {"--run", "ID", "only this run's events", OPTION_TEXT, &o.run},
	    {"--actor", "ID", "only this person's or worker's", OPTION_TEXT, &o.actor},
	    {"--type", "NAME", "only this kind", OPTION_TEXT, &o.type},
	    {"--since", "TIME", "not before", OPTION_TEXT, &o.since},
	    {"--until", "TIME", "before", OPTION_TEXT, &o.until},
	    {"--limit", "N", "at most so many", OPTION_TEXT, &o.limit},
	    {"--format", "NAME", "of export: jsonl, csv, ocsf, bundle", OPTION_TEXT, &o.format},
	    {"--to", "FOLDER", "of export: where the bundle goes", OPTION_TEXT, &o.to},
	    {"--bundle", "FOLDER", "of verify: this bundle, and no store", OPTION_TEXT, &o.bundle},
	    {"--seen", "FILE", "of verify and adopt: a checkpoint that was seen before",
		OPTION_TEXT, &o.seen},
	    {"--reason", "WORDS", "of adopt, key rotate: why", OPTION_TEXT, &o.reason},
	    {"--old", "N", "of request: the size that the witness knows", OPTION_TEXT, &o.old},
	    PLACE_OPTIONS(o.place),
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);

	return code >= 0 ? code : act(verb, &o);
}

const struct verb VERB_LEDGER = {
    .name = "ledger",
    .summary = "shows what happened, proves it, verifies the whole log",
    .usage = "ledger tail|search|show N|prove N|verify|gaps|export|checkpoint|push|key|adopt NAME "
	     "[options]",
    .example = "sluice ledger verify --seen checkpoint.txt",
    .run = cmd_ledger,
};
