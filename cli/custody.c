/* SPDX-License-Identifier: MIT */
#include "custody.h"

#include "clock.h"

#include <stdio.h>
#include <stdlib.h>

bool
custody_number(const char *text, int64_t otherwise, int64_t *out, struct err *err)
{
	char *end;

	*out = otherwise;
	if (!text)
		return true;
	*out = strtoll(text, &end, 10);
	return (*end == '\0' && end != text && *out > 0) ||
	       err_set(err, ERR_USAGE, "'%s' is no number", text);
}

void
custody_put_time(struct custody *c, const char *name, int64_t us)
{
	char stamp[CLOCK_STAMP_BYTES];

	if (us == 0)
		return;
	clock_stamp_of(us, stamp);
	json_put_text(&c->j, name, stamp);
}

int
custody_list(struct custody *c, size_t count, void (*put)(struct custody *c, size_t i),
    void (*draw)(struct custody *c, size_t i), const char *none)
{
	buf_init(&c->out, APPROVER_BYTES_MAX);
	json_writer_init(&c->j, &c->out, true);
	if (c->o->asked.json)
		json_array(&c->j);
	for (size_t i = 0; i < count; i++) {
		if (c->o->asked.json)
			put(c, i);
		else
			draw(c, i);
	}
	if (c->o->asked.json) {
		json_end_array(&c->j);
		buf_char(&c->out, '\n');
	} else if (count == 0) {
		buf_printf(&c->out, "%s\n", none);
	}
	return print_buf(&c->out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static int
act_in(struct custody *c, const struct custody_action *action)
{
	struct approver *w = &c->w;
	struct err_list errs;
	struct err err;

	if (!place_open(w->a, &w->o->place, &w->place, &errs))
		return print_errors(&errs);
	w->now_us = store_now_us(w->place.store);
	approver_look(w);
	int code =
	    action->unlocks && !approver_unlock(w, &err) ? print_error(&err) : action->act(c);
	key_free(w->key);
	place_close(&w->place);
	return code;
}

int
custody_act(const struct verb *verb, struct custody_options *o,
    const struct custody_action *actions, size_t count)
{
	struct custody c = {.w = {.verb = verb, .o = &o->asked}, .o = o};
	const char *name = o->asked.words.count > 0 ? o->asked.words.values[0] : actions[0].name;

	for (size_t i = 0; i < count; i++) {
		if (strcmp(actions[i].name, name) != 0)
			continue;
		if (o->asked.words.count > 0 && o->asked.words.count != actions[i].words)
			return usage_error(verb, "'%s' needs %s", name, actions[i].needs);
		c.w.a = arena_new(APPROVER_BYTES_MAX);
		if (!c.w.a)
			return EXIT_INTERNAL;
		int code = act_in(&c, &actions[i]);
		arena_free(c.w.a);
		return code;
	}
	return usage_error(verb, "'%s' is no such word; see --help", name);
}
