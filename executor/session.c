/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A session keeps the text of all that ran in it, which is what the gate judges a
 * new cell with. Between two cells stands a statement that does nothing: no line of a cell can continue a
 * statement of the one before. Where a cell ended early, by an exception, its text goes on below `try:`, so
 * that the gate reckons with every place that it may have ended at.
 *
 * The executor's own copy of that text decides which part is new; a caller can't have a line run twice, or one
 * that stands in no verdict.
 */
#include "launch.h"

#include "ceilings.h"
#include "clock.h"
#include "hash.h"

#include <stdlib.h>

#define SESSION_ARENA_BYTES ((size_t)16 << 20)
#define BETWEEN STR("pass\n")

const struct session_limits SESSION_LIMITS = {
    .idle_ms = 600000, .whole_ms = 14400000, .cpu_ms = 600000, .cells = 500};

struct left { /* a file, as the last cell left it */
	struct str name;
	char sha256[DIGEST_HEX_BYTES];
};

struct box_session {
	struct box *box; /* NULL: it is over */
	struct arena *a; /* of what it remembers */
	struct session_limits limits;
	struct buf text; /* all that ran, and BETWEEN where something did */
	char inputs_sha256[DIGEST_HEX_BYTES];
	struct left *left;
	size_t left_count, left_capacity;
	int64_t opened_us;
	struct session_use used;
	const char *over;
};

static bool
hash_inputs(const struct box_spec *spec, char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	struct hasher *h = hasher_new();
	struct digest digest;
	char one[DIGEST_HEX_BYTES];

	if (!h)
		return err_memory(err);

	for (size_t i = 0; i < spec->input_count; i++) {
		digest_hex_of(spec->inputs[i].name, one);
		hasher_add(h, one, sizeof(one));
		digest_hex_of(spec->inputs[i].bytes, one);
		hasher_add(h, one, sizeof(one));
	}
	hasher_finish(h, &digest);
	digest_hex(&digest, sha256);
	return true;
}

static void
end(struct box_session *s, const char *why)
{
	box_drop(s->box);
	s->box = NULL;
	if (!s->over)
		s->over = why;
}

struct box_session *
session_open(const struct box_spec *spec, const struct session_limits *limits, struct err *err)
{
	struct box_session *s = calloc(1, sizeof(*s));
	struct arena *a = arena_new(SESSION_ARENA_BYTES);

	if (!s || !a) {
		box_drop(spec->prepared);
		arena_free(a);
		free(s);
		err_memory(err);
		return NULL;
	}
	*s = (struct box_session){.a = a,
	    .limits = limits ? *limits : SESSION_LIMITS,
	    .opened_us = clock_us(),
	    .box = spec->prepared};
	buf_init(&s->text, BOX_CODE_BYTES_MAX);
	if (hash_inputs(spec, s->inputs_sha256, err) && !s->box)
		s->box = launch_standing(spec, false, err);
	if (s->box && s->inputs_sha256[0])
		return s;
	session_close(s);
	return NULL;
}

void
session_close(struct box_session *s)
{
	if (!s)
		return;
	end(s, "it was closed");
	buf_release(&s->text);
	arena_free(s->a);
	free(s);
}

struct str
session_text(const struct box_session *s)
{
	return buf_view(&s->text);
}

struct str
session_between(void)
{
	return BETWEEN;
}

int64_t
session_line(const struct box_session *s)
{
	int64_t lines = 0;

	for (size_t i = 0; i < s->text.n; i++)
		lines += s->text.p[i] == '\n';
	return lines;
}

static int64_t
whole_left_ms(const struct box_session *s)
{
	return s->limits.whole_ms - (clock_us() - s->opened_us) / 1000;
}

const char *
session_over(struct box_session *s)
{
	if (s->box && !launch_lives(s->box))
		end(s, "it waited too long for the next cell, or was killed");
	else if (s->box && whole_left_ms(s) <= 0)
		end(s, "it was open for too long");
	else if (s->box && s->used.cells >= s->limits.cells)
		end(s, "it has reached its maximum number of cells");
	else if (s->box && s->limits.cpu_ms <= 0)
		end(s, "its cells used up its CPU time");
	return s->box ? "" : s->over;
}

/* The new part must be whole lines behind all that ran. */
static bool
check_cell(const struct box_session *s, const struct box_spec *spec, struct err *err)
{
	char inputs[DIGEST_HEX_BYTES];

	if (!str_starts(spec->code, session_text(s)))
		return err_set(
		    err, ERR_INPUT, "the cell does not continue the code that ran in the session");
	if (!hash_inputs(spec, inputs, err))
		return false;
	if (strcmp(inputs, s->inputs_sha256) != 0)
		return err_set(err, ERR_INPUT, "the inputs of a session can't change");
	return true;
}

static void
add_below_try(struct buf *text, struct str cell)
{
	struct str line;

	buf_text(text, "try:\n pass\n");
	while (cell.n > 0 && str_cut(&cell, '\n', &line))
		buf_printf(text, " %.*s\n", STR_ARG(line));
	buf_text(text, "except BaseException:\n pass\n");
}

static void
remember(struct box_session *s, struct str code, bool whole)
{
	struct str cell = str_slice(code, s->text.n, code.n);

	if (whole) {
		buf_str(&s->text, cell);
		if (cell.n > 0 && cell.p[cell.n - 1] != '\n')
			buf_text(&s->text, "\n");
	} else {
		add_below_try(&s->text, cell);
	}
	buf_str(&s->text, BETWEEN);
	if (s->text.failed)
		end(s, "its text is longer than the maximum for a program");
}

/* False where the file is as it was. */
static bool
note_left(struct box_session *s, const struct box_artifact *artifact)
{
	struct left *l = NULL;

	for (size_t i = 0; i < s->left_count && !l; i++)
		if (str_eq(s->left[i].name, artifact->name))
			l = &s->left[i];
	if (l && strcmp(l->sha256, artifact->sha256) == 0)
		return false;
	if (!l)
		l = arena_push(s->a, &s->left, &s->left_count, &s->left_capacity, sizeof(*l));
	if (!l || (l->name.n == 0 && !arena_copy(s->a, artifact->name, &l->name)))
		return true; /* it is told again */
	memcpy(l->sha256, artifact->sha256, sizeof(l->sha256));
	return true;
}

static void
keep_new_files(struct box_session *s, struct box_result *r)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->artifact_count; i++)
		if (note_left(s, &r->artifacts[i]))
			r->artifacts[kept++] = r->artifacts[i];
	r->artifact_count = kept;
}

static const char *
reason_to_end(const struct box_session *s, const struct box_result *r)
{
	if (r->outcome == BOX_VIOLATION || s->box->watch.evidence.violated)
		return "a cell attempted an operation that the sandbox refuses";
	if (!s->box->watch.paused)
		return "its last cell ended the interpreter";
	return NULL;
}

static void
add_bytes(int64_t *sum, int64_t more)
{
	*sum = *sum < 0 || more < 0 ? -1 : *sum + more;
}

struct session_use
session_used(const struct box_session *s)
{
	return s->used;
}

bool
session_cell(struct arena *a, struct box_session *s, const struct box_spec *spec,
    struct box_result *out, struct err *err)
{
	struct box_spec cell = *spec;
	const char *why = session_over(s);
	struct watch *w;

	*out = (struct box_result){.outcome = BOX_NEVER_STARTED, .exit_code = -1};
	if (*why)
		return err_set(err, ERR_INPUT, "the session is over: %s", why);
	if (!check_cell(s, spec, err))
		return false;
	w = &s->box->watch;
	w->from = (int64_t)s->text.n;
	w->session_cpu_ms = s->limits.cpu_ms;
	w->idle_ms = s->limits.idle_ms < whole_left_ms(s) ? s->limits.idle_ms : whole_left_ms(s);
	int64_t latest_us = clock_us() + whole_left_ms(s) * 1000;

	if (cell.deadline_us == 0 || cell.deadline_us > latest_us)
		cell.deadline_us = latest_us;
	cell.prepared = NULL;
	w->evidence.gone = false;
	bool good = box_cell(a, s->box, &cell, out, err);
	if (!good && !w->evidence.gone)
		return false; /* nothing has happened in it */
	bool began = s->box->report.begun || !w->paused;
	bool whole = good && out->outcome == BOX_OK && !w->evidence.report.left;

	s->used.cells++;
	add_bytes(&s->used.read_bytes, out->usage.read_bytes);
	add_bytes(&s->used.written_bytes, out->usage.written_bytes);
	out->session = s->used;
	s->limits.cpu_ms -= out->usage.cpu_ms;
	why = good ? reason_to_end(s, out) : "its last cell was lost";
	if (why)
		end(s, why);
	if (began)
		remember(s, spec->code, whole);
	keep_new_files(s, out);
	return good;
}
