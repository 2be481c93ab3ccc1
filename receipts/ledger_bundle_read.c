/* SPDX-License-Identifier: MIT */
/*
 * ledger_bundle_read.c: judges a bundle, with a trust file and without a store. One walk over the
 * events, as over a store's; the other files are read along, each line where an event or a size
 * asks for it.
 */
#include "ledger_bundle.h"

#include "file.h"
#include "ledger_verify.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 500
#define PAGE_BYTES_MAX ((size_t)256 << 20)
#define WRITERS_FIRST 64
#define ROOTS_KEPT 1024 /* checkpoints that a receipt may lean on: the last so many */

/* -- lines ----------------------------------------------------------------------------------- */

struct lines {
	const char *name;
	FILE *f;
	struct hasher *hasher;
	char *line; /* of BUNDLE_LINE_MAX bytes */
};

/* Only a regular file, and not through a link: the folder may come from an attacker. */
static bool
lines_open(struct lines *l, int folder, const char *name, struct err *err)
{
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	l->name = name;
	if (fd < 0)
		return err_sys(err, "can't read '%s'", name);
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		(void)close(fd);
		return err_set(err, ERR_INPUT, "'%s' is not a file", name);
	}
	if (!(l->f = fdopen(fd, "r"))) {
		(void)close(fd);
		return err_memory(err);
	}
	l->hasher = hasher_new();
	l->line = malloc(BUNDLE_LINE_MAX);
	return (l->hasher && l->line) || err_memory(err);
}

static void
lines_close(struct lines *l, char sha256[DIGEST_HEX_BYTES])
{
	struct digest d;

	if (l->f)
		(void)fclose(l->f);
	if (l->hasher) {
		hasher_finish(l->hasher, &d);
		digest_hex(&d, sha256);
	}
	free(l->line);
	*l = (struct lines){.name = l->name};
}

/* False at the end, and where there is no whole line; *bad is set then. The text is borrowed until
 * the next one. */
static bool
lines_next(struct lines *l, struct str *out, bool *bad)
{
	size_t n = 0;
	int c;

	while ((c = getc_unlocked(l->f)) != EOF && c != '\n' && n < BUNDLE_LINE_MAX - 1)
		l->line[n++] = (char)c;
	if (c != '\n') {
		*bad = *bad || n > 0 || c != EOF || ferror(l->f);
		return false;
	}
	l->line[n] = '\n';
	hasher_add(l->hasher, l->line, n + 1);
	*out = (struct str){l->line, n};
	return true;
}

/* -- writers --------------------------------------------------------------------------------- */

struct writer { /* its last number; the id by its digest, which is as long for all */
	struct digest id;
	int64_t seq; /* 0: the place is free */
};

struct writers { /* open addressing; the capacity is a power of two */
	struct writer *items;
	size_t count, capacity;
};

static struct writer *
writer_place(struct writers *w, const struct digest *id)
{
	uint64_t at;

	memcpy(&at, id->bytes, sizeof(at));
	for (at &= w->capacity - 1; w->items[at].seq != 0 && !digest_eq(&w->items[at].id, id);)
		at = (at + 1) & (w->capacity - 1);
	return &w->items[at];
}

static bool
writers_grow(struct writers *w)
{
	struct writers next = {
	    .capacity = w->capacity ? w->capacity * 2 : WRITERS_FIRST, .count = w->count};

	next.items = calloc(next.capacity, sizeof(*next.items));
	if (!next.items)
		return false;
	for (size_t i = 0; i < w->capacity; i++)
		if (w->items[i].seq != 0)
			*writer_place(&next, &w->items[i].id) = w->items[i];
	free(w->items);
	*w = next;
	return true;
}

/* -- the bundle ------------------------------------------------------------------------------ */

struct judging {
	struct ledger_walk w;
	struct lines files[BUNDLE_FILES];
	struct writers writers;
	struct bundle_manifest m;
	struct ledger_mark mark; /* the next one; size 0: there is none */
	struct arena *mark_arena;
	struct {
		int64_t size;
		struct digest root;
	} roots[ROOTS_KEPT];
	size_t root_count;
	const char *folder;
	bool broken; /* a line that is none */
};

static void
check_writer(struct judging *j, const struct event_row *e, struct err *err)
{
	struct digest id;

	digest_of(e->writer, &id);
	if (2 * (j->writers.count + 1) > j->writers.capacity && !writers_grow(&j->writers)) {
		j->w.failed = !err_memory(err);
		return;
	}
	struct writer *w = writer_place(&j->writers, &id);
	if (e->writer_seq != w->seq + 1)
		ledger_problem_tell(&j->w, e->seq, "gap",
		    "an event before it is missing or out of place: writer '%.*s', number %" PRId64,
		    STR_ARG(e->writer), e->writer_seq);
	j->writers.count += w->seq == 0;
	w->id = id;
	w->seq = e->writer_seq > 0 ? e->writer_seq : 1;
}

/* The next line, where it is the content that the event names. */
static bool
named_line(
    struct judging *j, const struct event_row *e, const struct bundle_reference *r, struct str *out)
{
	struct lines *l = &j->files[r->file];
	char hex[DIGEST_HEX_BYTES] = "";

	if (lines_next(l, out, &j->broken))
		digest_hex_of(*out, hex);
	if (str_is(r->sha256, hex))
		return true;
	ledger_problem_tell(&j->w, e->seq, r->file == BUNDLE_RECEIPTS ? "receipt" : "vote",
	    "it does not name the next line of '%s'", l->name);
	return false;
}

static bool
root_is_known(const struct judging *j, const struct checkpoint *c)
{
	size_t kept = j->root_count < ROOTS_KEPT ? j->root_count : ROOTS_KEPT;

	for (size_t i = 0; i < kept; i++)
		if (j->roots[i].size == c->size && digest_eq(&j->roots[i].root, &c->root))
			return true;
	return false;
}

/* A receipt leans on a checkpoint of this log, and holds for itself. */
static void
judge_receipt(struct judging *j, const struct event_row *e, struct str receipt)
{
	struct receipt_finding found[RECEIPT_FINDINGS_MAX];
	struct checkpoint c;
	struct json_doc d;
	struct err why = {0};
	size_t count = 0;

	if (!receipt_read(j->w.a, receipt, &d, &why)) {
		ledger_problem_tell(&j->w, e->seq, "receipt", "%s", why.message);
		return;
	}
	const struct json_node *log = json_get(&d, json_get(&d, json_root(&d), "predicate"), "log");
	if (!checkpoint_read(j->w.a, json_get_text(&d, log, "checkpoint", STR("")), &c, &why) ||
	    !root_is_known(j, &c))
		ledger_problem_tell(&j->w, e->seq, "receipt",
		    "its checkpoint is not among the log's last %d", ROOTS_KEPT);
	if (!j->w.check->trust ||
	    receipt_verify(j->w.a, receipt, j->w.check->trust, found, &count, &why))
		return;
	for (size_t i = 0; i < count; i++)
		if (!found[i].good)
			ledger_problem_tell(&j->w, e->seq, "receipt", "%s: %.*s", found[i].what,
			    STR_ARG(found[i].detail));
}

static void
follow_reference(struct judging *j, const struct event_row *e)
{
	struct bundle_reference r;
	struct str line;

	bundle_reference(e, &r);
	if (r.file == BUNDLE_EVENTS)
		ballot_compare(&j->w, e, STR(""));
	else if (!named_line(j, e, &r, &line))
		return;
	else if (r.file == BUNDLE_STATEMENTS)
		ballot_compare(&j->w, e, line);
	else
		judge_receipt(j, e, line);
}

/* -- checkpoints ----------------------------------------------------------------------------- */

static bool
next_mark(struct judging *j, struct err *err)
{
	const struct json_limits limits = {BUNDLE_LINE_MAX, 3, 16, 20};
	struct checkpoint c;
	struct json_doc d;
	struct str line;
	struct err why = {0};

	arena_free(j->mark_arena);
	j->mark = (struct ledger_mark){.size = 0};
	if (!(j->mark_arena = arena_new(MARK_BYTES_MAX)))
		return err_memory(err);
	if (!lines_next(&j->files[BUNDLE_CHECKPOINTS], &line, &j->broken))
		return true;
	if (!json_parse_canonical(j->mark_arena, line, "a checkpoint", &limits, &d, &why) ||
	    !arena_copy(
		j->mark_arena, json_get_text(&d, json_root(&d), "note", STR("")), &j->mark.note) ||
	    !checkpoint_read(j->mark_arena, j->mark.note, &c, &why)) {
		ledger_problem_tell(&j->w, -1, "checkpoint", "%s", why.message);
		return true;
	}
	const struct json_node *made = json_get(&d, json_root(&d), "made_us");
	if (!made || !json_int(made, &j->mark.made_us) || c.size <= j->w.size)
		ledger_problem_tell(&j->w, -1, "checkpoint", "the checkpoints are out of order");
	else
		j->mark.size = c.size;
	return true;
}

static bool
pass_mark(struct judging *j, struct err *err)
{
	struct digest root;

	marks_seen_pass(&j->w);
	if (j->mark.size != j->w.size)
		return true;
	tree_range_root(&j->w.range, &root);
	marks_judge(&j->w, j->mark_arena, &j->mark, &root);
	j->roots[j->root_count % ROOTS_KEPT].size = j->w.size;
	j->roots[j->root_count % ROOTS_KEPT].root = root;
	j->root_count++;
	return next_mark(j, err);
}

/* -- the manifest ---------------------------------------------------------------------------- */

static bool
is_signed(struct judging *j, const struct envelope *e, struct err *why)
{
	const struct trust_service *s =
	    envelope_service(j->w.check->trust, SERVICE_LOG, j->m.origin, e, why);

	return s && service_counts(s, j->m.made_us, why);
}

/* False where the world failed, or nothing can be said without it. */
static bool
read_manifest(struct judging *j, struct arena *a, struct err *err)
{
	const char *path = path_join(a, j->folder, BUNDLE_MANIFEST);
	struct err why = {0};
	struct envelope e;
	struct str json;

	if (!path)
		return err_memory(err);
	if (!file_read(a, path, ENVELOPE_BYTES_MAX, &json, err) ||
	    !envelope_read(a, json, &e, err) || !bundle_manifest_read(a, e.payload, &j->m, err))
		return err_wrap(err, "this is not a ledger bundle");
	j->w.origin = j->m.origin;
	j->w.total = j->m.size;
	if (j->w.check->trust && !is_signed(j, &e, &why))
		ledger_problem_tell(&j->w, -1, "manifest", "%s", why.message);
	return true;
}

static bool
open_all(struct judging *j, struct err *err)
{
	int folder = open(j->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool good = folder >= 0 || err_sys(err, "can't open '%s'", j->folder);

	for (size_t i = 0; good && i < BUNDLE_FILES; i++)
		good = lines_open(&j->files[i], folder, bundle_names[i], err);
	if (folder >= 0)
		(void)close(folder);
	return good;
}

/* Behind the walk: nothing is left over, and the digests are the manifest's. */
static void
judge_files(struct judging *j)
{
	char sha256[DIGEST_HEX_BYTES];
	struct str line;

	for (size_t i = 0; i < BUNDLE_FILES; i++) {
		const char *name = bundle_names[i];
		if (j->files[i].f && lines_next(&j->files[i], &line, &j->broken))
			ledger_problem_tell(
			    &j->w, -1, "manifest", "'%s' has lines that no event refers to", name);
		lines_close(&j->files[i], sha256);
		if (strcmp(sha256, j->m.sha256[i]) != 0)
			ledger_problem_tell(
			    &j->w, -1, "manifest", "'%s' differs from the signed file", name);
	}
	if (j->broken)
		ledger_problem_tell(&j->w, -1, "form", "a line is cut off or too long");
}

/* -- the walk -------------------------------------------------------------------------------- */

static bool
take_page(struct judging *j, bool *more, struct err *err)
{
	struct event_row e;
	struct str line;

	for (size_t i = 0; i < PAGE; i++) {
		if (!(*more = lines_next(&j->files[BUNDLE_EVENTS], &line, &j->broken)))
			return true;
		if (ledger_walk_event(&j->w, line, j->w.size, &e)) {
			if (e.seq != j->w.size - 1)
				ledger_problem_tell(&j->w, j->w.size - 1, "order",
				    "it says that it is event %" PRId64, e.seq);
			check_writer(j, &e, err);
			if (!j->w.failed)
				follow_reference(j, &e);
		}
		if (j->w.failed || !pass_mark(j, err))
			return false;
	}
	return true;
}

static bool
walk_bundle(struct judging *j, struct err *err)
{
	bool good = next_mark(j, err), more = good;

	while (good && more) {
		if (!(j->w.a = arena_new(PAGE_BYTES_MAX)))
			return err_memory(err);
		good = take_page(j, &more, err);
		arena_free(j->w.a);
		if (good && j->w.check->progress)
			j->w.check->progress(j->w.check->context, j->w.size, j->w.total);
	}
	if (!good)
		return false;
	ledger_walk_end(&j->w);
	size_t roots = j->root_count;
	if (roots == 0 || j->roots[(roots - 1) % ROOTS_KEPT].size != j->w.size)
		ledger_problem_tell(
		    &j->w, -1, "checkpoint", "no checkpoint covers its last events");
	if (j->w.size != j->m.size)
		ledger_problem_tell(&j->w, -1, "truncated",
		    "it has %" PRId64 " events, the manifest says %" PRId64, j->w.size, j->m.size);
	marks_seen_end(&j->w);
	marks_age(&j->w);
	return true;
}

bool
ledger_bundle_verify(struct arena *a, const char *folder, const struct ledger_check *check,
    int64_t *events, size_t *problems, struct err *err)
{
	struct judging *j = arena_alloc(a, sizeof(*j));
	char ignored[DIGEST_HEX_BYTES];

	if (!j)
		return err_memory(err);
	*j = (struct judging){.folder = folder, .w = {.check = check, .err = err}};
	bool good = read_manifest(j, a, err) && open_all(j, err);
	if (good)
		marks_seen_read(&j->w, a);
	good = good && walk_bundle(j, err);
	if (good)
		judge_files(j);
	for (size_t i = 0; i < BUNDLE_FILES; i++)
		lines_close(&j->files[i], ignored);
	arena_free(j->mark_arena);
	free(j->writers.items);
	*events = j->w.size;
	*problems = j->w.problems;
	return good;
}
