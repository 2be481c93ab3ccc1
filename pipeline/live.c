/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. What a running program prints is told as events while it runs, where the policy
 * says `output: {live: true}`. Nobody has validated it, and it is no answer: each event says that it is not
 * believed. Whole lines alone are told, in pieces, at most so often and so many (below).
 *
 * Before a piece goes out, everything that the stream has printed so far is searched as the output is at
 * the end (leaks.c): what goes out has passed that search as a whole. The first text that does not pass
 * ends the telling for good. A value could still leave letter by letter before the last letter gives it
 * away, so nothing at all is told where the task has sensitive values.
 */
#include "pipeline.h"

#include "clock.h"

#define STREAM_BYTES_MAX ((size_t)32 << 10) /* of a stream that are told */
#define EVENTS_MAX 200
#define BETWEEN_US 100000
#define LINE_BYTES_MAX 400 /* a longer one is told in pieces */
#define SCRATCH_BYTES ((size_t)64 << 20)

static const char *const STREAMS[LIVE_STREAMS] = {"stdout", "stderr"};

struct live {
	struct live_stream {
		struct buf text; /* printed so far */
		size_t told;     /* bytes of it */
	} streams[LIVE_STREAMS];
	int64_t told_us;
	size_t events;
	bool over;
};

static void
tell(struct run *run, struct live_piece *piece)
{
	const struct run_event event = {.type = EVENT_OUTPUT, .stage = run->stage, .output = piece};

	run->live->events++;
	run_tell(run, &event);
}

static void
stop_telling(struct run *run, size_t stream, enum live_end end)
{
	struct live_piece piece = {.stream = STREAMS[stream], .end = end};

	run->live->over = true;
	tell(run, &piece);
}

/* A copy of the run has an arena of its own, so that searching again and again costs no memory. */
static bool
passes(const struct run *run, struct str text)
{
	struct run probe = *run;
	bool good;

	probe.arena = arena_new(SCRATCH_BYTES);
	good = probe.arena && !leaks_in_words(&probe, text);
	arena_free(probe.arena);
	return good;
}

/* The end of the last whole line: what a line has no end yet may be half of what must not leave. */
static size_t
end_of_lines(struct str text, size_t from)
{
	size_t end = text.n;

	while (end > from && text.p[end - 1] != '\n')
		end--;
	return end;
}

/* Of text that may be told, as much as goes into one event: whole lines, or whole characters of one. */
static size_t
piece_of(struct str text)
{
	size_t end;

	if (text.n <= LINE_BYTES_MAX)
		return text.n;
	text.n = LINE_BYTES_MAX;
	if ((end = end_of_lines(text, 0)) > 0)
		return end;
	for (end = text.n; end > 0 && ((unsigned char)text.p[end - 1] & 0xc0) == 0x80;)
		end--;
	return end > 1 ? end - 1 : text.n;
}

static void
tell_piece(struct run *run, size_t stream, struct str text)
{
	struct live_piece piece = {.stream = STREAMS[stream]};
	struct buf shown;
	struct str line;

	buf_init(&shown, LINE_BYTES_MAX * 8);
	while (text.n > 0) {
		bool ends = str_find(text, STR("\n"), 0) != SIZE_MAX;
		(void)str_cut(&text, '\n', &line);
		buf_visible(&shown, line, LINE_BYTES_MAX);
		if (ends)
			buf_char(&shown, '\n');
	}
	piece.text = buf_view(&shown);
	if (!shown.failed)
		tell(run, &piece);
	buf_release(&shown);
}

static void
tell_new(struct run *run, size_t stream)
{
	struct live *live = run->live;
	struct live_stream *s = &live->streams[stream];
	size_t end = end_of_lines(buf_view(&s->text), s->told);

	if (end > s->told && !passes(run, str_slice(buf_view(&s->text), 0, end))) {
		stop_telling(run, stream, LIVE_WITHHELD);
		return;
	}
	while (s->told < end && live->events < EVENTS_MAX) {
		struct str rest = str_slice(buf_view(&s->text), s->told, end);
		size_t n = piece_of(rest);
		tell_piece(run, stream, str_slice(rest, 0, n));
		s->told += n;
	}
	if (live->events >= EVENTS_MAX || s->text.failed || s->text.n >= STREAM_BYTES_MAX)
		stop_telling(run, stream, LIVE_CUT);
}

static void
printed(void *context, int stream, struct str bytes)
{
	struct run *run = context;
	struct live *live = run->live;

	if (live->over)
		return;
	if (bytes.n > 0) {
		struct buf *text = &live->streams[stream].text;
		size_t room = STREAM_BYTES_MAX - text->n;
		buf_str(text, str_slice(bytes, 0, bytes.n < room ? bytes.n : room));
	}
	if (clock_us() - live->told_us < BETWEEN_US)
		return;
	live->told_us = clock_us();
	for (size_t i = 0; i < LIVE_STREAMS && !live->over; i++)
		tell_new(run, i);
}

bool
live_begin(struct run *run, struct box_spec *spec)
{
	if (!spec->live || !run->observer.event)
		return true;
	if (!run->live && !(run->live = arena_alloc(run->arena, sizeof(*run->live))))
		return false;
	for (size_t i = 0; i < LIVE_STREAMS; i++) {
		buf_init(&run->live->streams[i].text, STREAM_BYTES_MAX);
		run->live->streams[i].told = 0;
	}
	if (!run->live->over && task_has_sensitive(run->task))
		stop_telling(run, 0, LIVE_WITHHELD);
	spec->printed = printed;
	spec->reader = run;
	return true;
}

void
live_end(struct run *run)
{
	for (size_t i = 0; run->live && i < LIVE_STREAMS; i++)
		buf_release(&run->live->streams[i].text);
}
