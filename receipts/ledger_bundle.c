/* SPDX-License-Identifier: MIT */
/* ledger_bundle.c: writes a bundle. */
#include "ledger_bundle.h"

#include "clock.h"
#include "file.h"
#include "ledger_verify.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* -- what events name ------------------------------------------------------------------------ */

void
bundle_reference(const struct event_row *e, struct bundle_reference *out)
{
	const char *field = "envelope";

	*out = (struct bundle_reference){BUNDLE_EVENTS, STR("")};
	if (str_is(e->type, event_type(EVENT_APPROVAL_VOTED)) ||
	    str_is(e->type, event_type(EVENT_DELEGATION_GIVEN)) ||
	    str_is(e->type, event_type(EVENT_ACT_MADE)) || str_starts(e->type, STR("log."))) {
		out->file = BUNDLE_STATEMENTS;
	} else if (str_starts(e->type, STR("run."))) {
		out->file = BUNDLE_RECEIPTS;
		field = "receipt";
	}
	if (out->file != BUNDLE_EVENTS)
		out->sha256 = event_said(e, field);
	if (out->sha256.n == 0)
		out->file = BUNDLE_EVENTS;
}

/* -- files ----------------------------------------------------------------------------------- */

struct bundling {
	struct store *s;
	const char *folder;
	struct bundle_manifest m;
	FILE *files[BUNDLE_FILES];
	struct hasher *hashers[BUNDLE_FILES];
	int64_t first_us, last_us;
	const struct ledger_check *check; /* its progress alone */
	struct err *err;
};

static bool
open_files(struct bundling *b, struct arena *a, struct err *err)
{
	if (mkdir(b->folder, 0700) != 0) {
		err_sys(err, "can't make '%s'", b->folder);
		return err_help(
		    err, "name a new folder: a bundle is not written into an existing one");
	}
	for (size_t i = 0; i < BUNDLE_FILES; i++) {
		const char *path = path_join(a, b->folder, bundle_names[i]);
		if (!path || !(b->hashers[i] = hasher_new()))
			return err_memory(err);
		if (!(b->files[i] = fopen(path, "wxe")))
			return err_sys(err, "can't write '%s'", path);
	}
	return true;
}

static bool
put_line(struct bundling *b, enum bundle_file file, struct str line)
{
	hasher_add(b->hashers[file], line.p, line.n);
	hasher_add(b->hashers[file], "\n", 1);
	return (fwrite(line.p, 1, line.n, b->files[file]) == line.n &&
		   putc('\n', b->files[file]) != EOF) ||
	       err_sys(b->err, "can't write '%s/%s'", b->folder, bundle_names[file]);
}

/* Syncs and closes; what is not whole is no bundle: its manifest is written behind this. */
static bool
close_files(struct bundling *b, bool good, struct err *err)
{
	struct digest d;

	for (size_t i = 0; i < BUNDLE_FILES; i++) {
		FILE *f = b->files[i];
		if (good && (fflush(f) != 0 || fsync(fileno(f)) != 0))
			good = err_sys(err, "can't write '%s/%s'", b->folder, bundle_names[i]);
		if (f && fclose(f) != 0 && good)
			good = err_sys(err, "can't write '%s/%s'", b->folder, bundle_names[i]);
		if (b->hashers[i]) {
			hasher_finish(b->hashers[i], &d);
			digest_hex(&d, b->m.sha256[i]);
		}
	}
	return good;
}

/* -- events ---------------------------------------------------------------------------------- */

static bool
put_content(struct bundling *b, struct arena *a, const struct bundle_reference *r)
{
	char sha256[DIGEST_HEX_BYTES];
	struct str bytes;

	snprintf(sha256, sizeof(sha256), "%.*s", STR_ARG(r->sha256));
	return content_get(b->s, a, sha256, &bytes, b->err) &&
	       (!memchr(bytes.p, '\n', bytes.n) ||
		   err_set(b->err, ERR_INTERNAL, "the content '%s' is not one line", sha256)) &&
	       put_line(b, r->file, bytes);
}

static bool
hear(void *context, const struct ledger_event *e)
{
	struct bundling *b = context;
	struct event_row row;
	struct err why;

	if (e->seq >= b->m.size)
		return true;
	b->first_us = e->seq == 0 ? e->time_us : b->first_us;
	b->last_us = e->time_us;
	if (!put_line(b, BUNDLE_EVENTS, e->body))
		return false;
	struct arena *a = arena_new(2 * BUNDLE_LINE_MAX);
	if (!a)
		return err_memory(b->err);
	struct bundle_reference r = {.file = BUNDLE_EVENTS};
	if (event_read(a, e->body, &row, &why)) /* what is no event is for who judges to find */
		bundle_reference(&row, &r);
	bool good = r.file == BUNDLE_EVENTS || put_content(b, a, &r);
	arena_free(a);
	if (good && b->check->progress)
		b->check->progress(b->check->context, e->seq + 1, b->m.size);
	return good;
}

/* -- checkpoints ----------------------------------------------------------------------------- */

static bool
put_checkpoint(struct bundling *b, const struct ledger_mark *mark)
{
	struct json_writer w;
	struct buf line;

	buf_init(&line, BUNDLE_LINE_MAX);
	json_writer_init(&w, &line, false);
	json_object(&w);
	json_put_number(&w, "made_us", mark->made_us);
	json_put_str(&w, "note", mark->note);
	json_end_object(&w);
	bool good =
	    line.failed ? err_memory(b->err) : put_line(b, BUNDLE_CHECKPOINTS, buf_view(&line));
	buf_release(&line);
	return good;
}

static bool
put_checkpoints(struct db *db, void *context, struct err *err)
{
	struct bundling *b = context;
	struct ledger_mark mark = {.size = 0};
	bool good = true;

	for (int64_t size = 0; good;) {
		struct arena *a = arena_new(MARK_BYTES_MAX);
		if (!a)
			return err_memory(err);
		good = ledger_mark_after(db, size, &size, err);
		bool more = good && size > 0 && size <= b->m.size;
		good = good && (!more || (ledger_mark_read(db, a, size, &mark, err) &&
					     put_checkpoint(b, &mark)));
		arena_free(a);
		if (!more)
			break;
	}
	return good;
}

/* -- the rest -------------------------------------------------------------------------------- */

static bool
write_readme(const struct bundling *b, struct arena *a, struct err *err)
{
	char made[CLOCK_STAMP_BYTES], first[CLOCK_STAMP_BYTES], last[CLOCK_STAMP_BYTES];
	const char *path = path_join(a, b->folder, "README.txt");
	struct buf text;

	clock_stamp_of(b->m.made_us, made);
	clock_stamp_of(b->first_us, first);
	clock_stamp_of(b->last_us, last);
	buf_init(&text, 1 << 16);
	buf_printf(&text,
	    "The log %.*s\n%" PRId64 " events, %s to %s, written out at %s\n\n"
	    "events.jsonl       the events: each line is a leaf of the Merkle tree (RFC 6962)\n"
	    "checkpoints.jsonl  signed checkpoints (C2SP tlog-checkpoint), witnesses' lines with "
	    "them\n"
	    "statements.jsonl   votes, delegations and acts as people signed them (DSSE), in the "
	    "events' order\n"
	    "receipts.jsonl     the runs' receipts (DSSE), in the events' order\n"
	    "manifest.json      the digests of these files, signed with the log's key (DSSE)\n\n"
	    "To verify all of it without a store, a network or an account:\n\n"
	    "    sluice ledger verify --bundle THIS-FOLDER --trust TRUST-FILE\n\n"
	    "The trust file names the log's key, the people's and the witnesses'. Get it over a "
	    "way that\nyou trust, and not from here.\n",
	    STR_ARG(b->m.origin), b->m.size, first, last, made);
	bool good = path && !text.failed ? file_write(path, buf_view(&text), err) : err_memory(err);
	buf_release(&text);
	return good;
}

static bool
write_manifest(const struct bundling *b, struct arena *a, struct err *err)
{
	const char *path = path_join(a, b->folder, BUNDLE_MANIFEST);
	const struct secret_key *k;
	struct str statement;
	struct buf text;

	if (!path)
		return err_memory(err);
	if (!bundle_manifest_write(a, &b->m, &statement, err))
		return false;
	if (!log_key(b->s, &k, err))
		return err_wrap(err, "can't sign a bundle here");
	buf_init(&text, ENVELOPE_BYTES_MAX);
	bool good =
	    envelope_sign(k, statement, &text, err) && file_write(path, buf_view(&text), err);
	buf_release(&text);
	return good;
}

bool
ledger_bundle_write(struct store *s, struct arena *a, const char *folder,
    const struct ledger_check *check, int64_t *events, struct err *err)
{
	struct bundling b = {.s = s, .folder = folder, .check = check, .err = err};
	const struct ledger_filter all = {.run = NULL};
	struct checkpoint head;

	*events = 0;
	if (!receipt_ready(s, err) || !ledger_tend(s, true, err) || !ledger_head(s, a, &head, err))
		return false;
	b.m.origin = head.origin;
	b.m.size = head.size;
	b.m.made_us = store_now_us(s);
	bool good = open_files(&b, a, err) && ledger_read(s, a, &all, hear, &b, err) &&
		    db_read(s->db, put_checkpoints, &b, err);
	good = close_files(&b, good, err) && write_readme(&b, a, err) && write_manifest(&b, a, err);
	*events = b.m.size;
	return good;
}
