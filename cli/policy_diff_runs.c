/* SPDX-License-Identifier: MIT */
/*
 * policy diff --over-runs: the code that past runs had, judged again.
 *
 * Of a program that was seen nothing is kept but its digest and what became of it, so that the
 * memory for ten thousand runs is some hundred bytes each.
 */
#include "author.h"

#include "clock.h"
#include "compare.h"
#include "file.h"
#include "names.h"
#include "store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PAGE_RUNS 500
#define PAGE_BYTES_MAX ((size_t)64 << 20)
#define CODE_ARENA_BYTES ((size_t)300 << 20)
#define ACKNOWLEDGED_MAX 100000
#define ACKNOWLEDGED_BYTES_MAX ((size_t)8 << 20)
#define PROGRESS_STEP 100

struct seen {        /* a program */
	size_t flip; /* SIZE_MAX: the verdict is the same, or can't be told */
	bool erased;
};

struct walk {
	struct arena *a;
	struct store *store;
	struct comparison *c;
	int64_t since_us, until_us, limit, looked_at;
	struct names codes; /* a recorded verdict, where it is compared with, and a digest */
	struct seen *seen;  /* by the number of that name, less 1 */
	size_t seen_count, seen_capacity;
	struct names acknowledged; /* ids of runs */
	bool *used;                /* by the number of the name */
	bool live;
};

/* -- what was seen --------------------------------------------------------------------------- */

/* *fresh where it was not there. */
static struct seen *
find_seen(struct walk *w, const char *code, enum decision recorded, bool *fresh)
{
	char key[DIGEST_HEX_BYTES + 1];
	uint32_t number;

	snprintf(key, sizeof(key), "%c%s", '0' + (int)recorded, code);
	number = names_copy(&w->codes, str_from(key));
	*fresh = number > w->seen_count;
	if (*fresh) {
		struct seen *added =
		    arena_push(w->a, &w->seen, &w->seen_count, &w->seen_capacity, sizeof(*added));
		if (added)
			*added = (struct seen){.flip = SIZE_MAX};
	}
	return number == 0 || number > w->seen_count ? NULL : &w->seen[number - 1];
}

/* -- what was acknowledged ------------------------------------------------------------------- */

static bool
acknowledge(struct walk *w, struct str id, struct err *err)
{
	if (w->acknowledged.count > ACKNOWLEDGED_MAX)
		return err_set(err, ERR_LIMIT, "more than %d acknowledged runs", ACKNOWLEDGED_MAX);
	return names_add(&w->acknowledged, id) != 0 || err_memory(err);
}

/* A run a line; what stands behind its id, and lines that begin with #, are for people. */
static bool
acknowledge_file(struct walk *w, const char *path, struct err *err)
{
	struct str text, line, id;
	unsigned number = 0;

	if (!file_read(w->a, path, ACKNOWLEDGED_BYTES_MAX, &text, err))
		return false;
	while (str_cut(&text, '\n', &line)) {
		struct str rest = str_trim(line);

		number++;
		if (rest.n == 0 || rest.p[0] == '#')
			continue;
		(void)str_cut(&rest, ' ', &id);
		if (!str_starts(id, STR("run_"))) {
			err_set(err, ERR_INPUT, "this is not a run's id");
			err_place(err, path, number, 1, (unsigned)utf8_length(id));
			return err_help(
			    err, "write an id and a reason in each line; # begins a comment");
		}
		if (!acknowledge(w, id, err))
			return false;
	}
	return true;
}

static bool
read_acknowledged(struct walk *w, const struct option_values *words, struct err *err)
{
	for (size_t i = 0; i < words->count; i++)
		if (str_starts(str_from(words->values[i]), STR("run_"))
			? !acknowledge(w, str_from(words->values[i]), err)
			: !acknowledge_file(w, words->values[i], err))
			return false;
	w->used = arena_array(w->a, w->acknowledged.count + 1, sizeof(*w->used));
	return w->used || err_memory(err);
}

static bool
is_acknowledged(struct walk *w, const char *id)
{
	uint32_t found = names_find(&w->acknowledged, str_from(id));

	w->used[found] = true;
	return found != 0;
}

/* A word too much may be a misspelled one. */
static void
tell_unused(const struct walk *w)
{
	for (uint32_t i = 1; i < w->acknowledged.count; i++)
		if (!w->used[i])
			fprintf(stderr,
			    "sluice: '%.*s' is acknowledged, but no verdict on its code differs\n",
			    STR_ARG(names_text(&w->acknowledged, i)));
}

/* -- a run ----------------------------------------------------------------------------------- */

/* A content that was erased is no failure: the run is counted as one that can't be told of. */
static bool
fetch(struct walk *w, struct arena *own, const char *sha256, struct str *out, bool *erased,
    struct err *err)
{
	*erased = false;
	if (content_get(w->store, own, sha256, out, err))
		return true;
	*erased = err->code == ERR_INPUT;
	return *erased;
}

static bool
judge(struct walk *w, const struct stored_run *run, enum decision recorded, struct seen *seen,
    struct err *err)
{
	struct arena *own = arena_new(CODE_ARENA_BYTES);
	struct compare_case program = {.recorded = recorded};
	bool gone = false;

	if (!own)
		return err_memory(err);
	bool good = fetch(w, own, run->code_sha256, &program.code, &seen->erased, err);
	if (good && !w->c->a && run->findings_sha256[0])
		good = fetch(w, own, run->findings_sha256, &program.findings, &gone, err);
	if (good && !seen->erased)
		good = compare_program(w->a, w->c, &program, &seen->flip, err);
	arena_free(own);
	return good || err_wrap(err, "run '%s'", run->id);
}

static bool
note_run(struct walk *w, const struct seen *seen, const char *id, struct err *err)
{
	struct verdict_flip *f;

	w->c->over.runs++;
	w->c->over.erased += seen->erased;
	if (seen->flip == SIZE_MAX)
		return true;
	f = &w->c->flips[seen->flip];
	f->acknowledged = is_acknowledged(w, id) || f->acknowledged;
	return f->run_count++ >= FLIP_RUNS_MAX ||
	       arena_copy(w->a, str_from(id), &f->runs[f->run_count - 1]) || err_memory(err);
}

static bool
look_at(struct walk *w, const struct stored_run *run, struct err *err)
{
	enum decision recorded = DECISION_DENY;
	struct digest code;
	struct seen *seen;
	bool fresh;

	if (!digest_read(str_from(run->code_sha256), &code) ||
	    (!w->c->a && !decision_of(run->verdict, &recorded))) {
		w->c->over.unjudged++;
		return true;
	}
	seen = find_seen(w, run->code_sha256, recorded, &fresh);
	if (!seen)
		return err_memory(err);
	return (!fresh || judge(w, run, recorded, seen, err)) && note_run(w, seen, run->id, err);
}

/* -- all of them ----------------------------------------------------------------------------- */

static void
tell_progress(const struct walk *w, bool end)
{
	if (w->live && (end || w->looked_at % PROGRESS_STEP == 0))
		fprintf(stderr, "\r%" PRId64 " runs, %zu programs%s", w->looked_at, w->c->programs,
		    end ? "\n" : "");
}

/* *last is the oldest of them; *over where no older one can be meant. */
static bool
look_at_page(
    struct walk *w, const struct stored_run *runs, size_t count, bool *over, struct err *err)
{
	for (size_t i = 0; i < count && !*over; i++) {
		if (runs[i].created_us < w->since_us) {
			*over = true;
		} else if (runs[i].created_us < w->until_us && w->looked_at == w->limit) {
			w->c->over.cut = *over = true;
		} else if (runs[i].created_us < w->until_us) {
			w->looked_at++;
			tell_progress(w, false);
			if (!look_at(w, &runs[i], err))
				return false;
		}
	}
	return true;
}

static bool
look_at_all(struct walk *w, const char *policy, struct err *err)
{
	char before[STORE_ID_BYTES] = "";
	struct run_filter filter = {.policy = policy, .limit = PAGE_RUNS};
	bool over = false, good = true;

	while (!over && good) {
		struct arena *page = arena_new(PAGE_BYTES_MAX);
		struct stored_run *runs;
		size_t count = 0;

		filter.before = before[0] ? before : NULL;
		good = page ? runs_list(w->store, page, &filter, &runs, &count, err) &&
				  look_at_page(w, runs, count, &over, err)
			    : err_memory(err);
		if (count > 0)
			memcpy(before, runs[count - 1].id, sizeof(before));
		over = over || count < PAGE_RUNS;
		arena_free(page);
	}
	tell_progress(w, true);
	return good;
}

bool
diff_over_runs(struct call *call, struct comparison *c)
{
	const struct options *o = call->o;
	struct err *err = &call->err;
	struct walk w = {.a = call->a,
	    .c = c,
	    .codes = {.arena = call->a},
	    .acknowledged = {.arena = call->a},
	    .live = isatty(STDERR_FILENO),
	    .since_us = o->since,
	    .until_us = o->until > 0 ? o->until : INT64_MAX,
	    .limit = o->limit};

	size_t before = c->programs;

	c->over.asked = true;
	if (!read_acknowledged(&w, &o->acknowledge, err) ||
	    !store_open(call->a, o->store, &w.store, err))
		return false;
	bool good = look_at_all(&w, o->policy, err);
	store_close(w.store);
	if (good && c->programs == before) {
		err_set(err, ERR_INPUT, "there is no past run with a program to check");
		return err_help(err, "look at --store, --policy, --since and --until");
	}
	tell_unused(&w);
	return good;
}
