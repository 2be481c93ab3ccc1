/* SPDX-License-Identifier: MIT */
/* api_events.c: a run's steps as they come, and what its program prints meanwhile. */
#include "lives.h"
#include "routes.h"
#include "run_object.h"
#include "serving.h"

#include "clock.h"

#include <inttypes.h>
#include <stdlib.h>

struct following {
	struct serving *serving;
	struct arena *a; /* of one look */
	char run[STORE_ID_BYTES];
	int64_t after, live; /* live: of what the program prints (lives.h) */
	bool sse, over;
};

#define LOOK_ARENA_BYTES ((size_t)64 << 20)

static void
put_event(
    const struct following *f, const char *type, int64_t seq, struct str json, struct buf *out)
{
	if (f->sse)
		buf_printf(out, "id: %" PRId64 "\nevent: %s\ndata: ", seq, type);
	buf_str(out, json);
	buf_text(out, f->sse ? "\n\n" : "\n");
}

static void
put_step(struct following *f, const struct run_step *step, struct buf *out)
{
	char stamp[CLOCK_STAMP_BYTES];
	struct json_writer w;
	struct buf line;

	clock_stamp_of(step->at_us, stamp);
	json_begin(&w, &line, (size_t)1 << 20);
	json_format(&w,
	    "{type: step, seq: %ld, at: %s, from: %.*s, to: %.*s, actor: %.*s, note: %.*s}",
	    step->seq, stamp, STR_ARG(step->from), STR_ARG(step->to), STR_ARG(step->actor),
	    STR_ARG(step->note));
	put_event(f, "step", step->seq, buf_view(&line), out);
	buf_release(&line);
	f->after = step->seq;
}

static bool
put_end(struct following *f, struct store *s, const struct stored_run *run, struct buf *out,
    struct err *err)
{
	struct json_writer w;
	struct buf line;

	json_begin(&w, &line, REQUEST_BYTES_MAX);
	json_format(&w, "{type: end");
	json_name(&w, "run");
	bool good = run_object(f->a, s, run, &w, err);
	json_end_object(&w);
	if (good)
		put_event(f, "end", f->after + 1, buf_view(&line), out);
	buf_release(&line);
	f->over = true;
	return good;
}

struct live_out {
	struct following *f;
	struct buf *out;
};

/* It has no number: nobody goes on behind it. */
static void
put_live(void *context, struct str json)
{
	const struct live_out *to = context;

	buf_text(to->out, to->f->sse ? "event: run.output\ndata: " : "");
	buf_str(to->out, json);
	buf_text(to->out, to->f->sse ? "\n\n" : "\n");
}

/* The steps that are new, what the program printed meanwhile, and the run where it has ended. */
static bool
look(struct following *f, struct store *s, struct buf *out, struct err *err)
{
	struct stored_run run;
	struct run_step *steps;
	size_t count;

	if (!runs_get(s, f->a, f->run, &run, err) ||
	    !runs_history(s, f->a, f->run, &steps, &count, err))
		return false;
	for (size_t i = 0; i < count; i++)
		if (steps[i].seq > f->after)
			put_step(f, &steps[i], out);
	struct live_out to = {f, out};
	lives_look(f->serving->lives, f->run, &f->live, put_live, &to);
	return run_state_is_open(run.state) || put_end(f, s, &run, out, err);
}

static bool
follow(void *context, struct buf *out, bool *over)
{
	struct following *f = context;
	struct pooled borrowed;
	struct err err;
	bool good;

	if (!stores_take(&f->serving->stores, &borrowed, &err))
		return false;
	f->a = arena_new(LOOK_ARENA_BYTES);
	good = f->a && look(f, borrowed.store, out, &err);
	arena_free(f->a);
	stores_give(&f->serving->stores, borrowed, true);
	*over = f->over;
	return good;
}

static void
follow_no_more(void *context, bool left)
{
	(void)left;
	free(context);
}

bool
runs_events_http(struct request *r, struct answer *out, struct err *err)
{
	const char *accept = request_header(r, "Accept");
	const char *after = request_query(r, "after");
	const char *last = request_header(r, "Last-Event-ID");
	struct following *f;
	struct stored_run run;

	if (!request_may_wait(r, out, err) || !request_run(r, out, &run, err))
		return false;
	f = calloc(1, sizeof(*f));
	if (!f)
		return err_memory(err);
	*f = (struct following){.serving = r->serving,
	    .after = last    ? strtoll(last, NULL, 10)
		     : after ? strtoll(after, NULL, 10)
			     : 0,
	    .sse = accept && strstr(accept, "text/event-stream")};
	memcpy(f->run, run.id, sizeof(f->run));
	out->media_type = f->sse ? "text/event-stream" : NULL;
	out->stream = (struct stream){.look = follow,
	    .end = follow_no_more,
	    .context = f,
	    .quiet = f->sse ? ": still here\n\n" : "\n"};
	return true;
}
