/* SPDX-License-Identifier: MIT */
#include "push.h"

#include "planner.h"
#include "witness.h"

#define ARENA_BYTES ((size_t)16 << 20)
#define TIMEOUT_MS 5000
#define TURNS_MAX 3 /* at one witness: it may say that it knows another size */

static bool
ask(struct store *s, struct arena *a, const struct trust *t, struct witness_push *p,
    struct push_report *out, struct err *err)
{
	const struct planner_header headers[] = {
	    {"content-type", STR("text/plain; charset=utf-8")}};
	const char *slash = p->url.n > 0 && p->url.p[p->url.n - 1] == '/' ? "" : "/";
	const char *url = arena_printf(a, "%.*s%sadd-checkpoint", STR_ARG(p->url), slash);
	struct str reply = STR("");
	int64_t status = 0;
	struct err why;

	if (!url)
		return err_memory(err);
	const struct planner_post post = {.url = str_from(url),
	    .body = p->request,
	    .headers = headers,
	    .header_count = ARRAY_LENGTH(headers),
	    .timeout_ms = TIMEOUT_MS,
	    .reply = &reply};
	out->asked++;
	store_turn_give(s);
	bool sent = planner_post(a, &post, &status, &why);
	store_turn_take(s);
	if (sent) {
		out->failed += status != 200;
		return witness_push_answer(s, a, t, p, status, reply, err);
	}
	out->failed++;
	return witness_push_failed(s, a, t, p, str_from(why.message), err);
}

static bool
deliver(struct store *s, struct arena *a, const struct trust *t, bool now, size_t *at, bool *found,
    struct push_report *out, struct err *err)
{
	size_t here = *at;

	for (int turn = 0; turn < TURNS_MAX; turn++) {
		struct witness_push p;
		*at = here;
		if (!witness_push_next(s, a, t, now, at, &p, found, err))
			return false;
		if (!*found)
			return true;
		here = *at - 1; /* the same again, where it said what it knows */
		int64_t knew = p.standing.known;
		if (!ask(s, a, t, &p, out, err))
			return false;
		if (p.standing.next_us != 0 || p.standing.known == knew)
			return true;
	}
	return true;
}

bool
push_deliver(
    struct store *s, const struct trust *t, bool now, struct push_report *out, struct err *err)
{
	bool good = true, found = true;
	size_t at = 0;

	*out = (struct push_report){.asked = 0};
	while (good && found) {
		struct arena *a = arena_new(ARENA_BYTES);
		good = a ? deliver(s, a, t, now, &at, &found, out, err) : err_memory(err);
		arena_free(a);
	}
	return good;
}
