/* SPDX-License-Identifier: MIT */
#include "lives.h"

#include "json.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define HEARD_BYTES ((size_t)1 << 20)
#define PARSE_ARENA_BYTES ((size_t)1 << 20)

bool
lives_begin(struct lives *l, struct err *err)
{
	int pair[2];

	*l = (struct lives){.from = -1, .to = -1};
	pthread_mutex_init(&l->lock, NULL);
	buf_init(&l->heard, HEARD_BYTES);
	l->list = calloc(LIVES_MAX, sizeof(*l->list));
	if (!l->list)
		return err_memory(err);
	if (pipe2(pair, O_CLOEXEC | O_NONBLOCK) != 0)
		return err_sys(err, "a pipe");
	l->from = pair[0];
	l->to = pair[1];
	return true;
}

void
lives_end(struct lives *l)
{
	if (l->from >= 0)
		close(l->from);
	if (l->to >= 0)
		close(l->to);
	buf_release(&l->heard);
	free(l->list);
}

static void
add(struct lives *l, struct str run, struct str json)
{
	struct live_event *e = &l->list[l->count % LIVES_MAX];

	if (run.n >= sizeof(e->run) || json.n >= sizeof(e->json))
		return;
	memcpy(e->run, run.p, run.n);
	e->run[run.n] = '\0';
	memcpy(e->json, json.p, json.n);
	e->n = json.n;
	l->count++;
}

static void
keep(struct lives *l, struct str line)
{
	struct arena *a = arena_new(PARSE_ARENA_BYTES);
	struct json_doc d;
	struct err err;

	if (line.p[0] != '{')
		add(l, line, STR(""));
	else if (a && json_parse(a, line, "an event", &JSON_LIMITS, &d, NULL, &err))
		add(l, json_get_text(&d, json_root(&d), "run_id", STR("")), line);
	arena_free(a);
}

static void
hear(struct lives *l)
{
	struct str rest, line;
	char bytes[16384];
	ssize_t n;

	while (l->heard.n < HEARD_BYTES / 2 && (n = read(l->from, bytes, sizeof(bytes))) > 0)
		buf_add(&l->heard, bytes, (size_t)n);
	rest = buf_view(&l->heard);
	while (rest.n > 0 && str_cut(&rest, '\n', &line))
		if (line.n > 0)
			keep(l, line);
	buf_clear(&l->heard); /* each was written whole */
}

static void
begin_look(struct lives *l, int64_t *after)
{
	hear(l);
	if (l->count - *after > LIVES_MAX)
		*after = l->count - LIVES_MAX;
}

void
lives_look(struct lives *l, const char *run, int64_t *after,
    void (*put)(void *context, struct str json), void *context)
{
	pthread_mutex_lock(&l->lock);
	begin_look(l, after);
	for (; *after < l->count; ++*after) {
		const struct live_event *e = &l->list[*after % LIVES_MAX];
		if (e->n > 0 && strcmp(e->run, run) == 0)
			put(context, (struct str){e->json, e->n});
	}
	pthread_mutex_unlock(&l->lock);
}

bool
lives_left(struct lives *l, const char *run, int64_t *after)
{
	bool left = false;

	pthread_mutex_lock(&l->lock);
	for (begin_look(l, after); *after < l->count; ++*after) {
		const struct live_event *e = &l->list[*after % LIVES_MAX];
		left = left || (e->n == 0 && strcmp(e->run, run) == 0);
	}
	pthread_mutex_unlock(&l->lock);
	return left;
}
