/* SPDX-License-Identifier: MIT */
/* sluice doctor: which guarantees this machine can give, and what to do about the rest. */
#include "actions.h"

#include "file.h"
#include "ledger.h"
#include "store.h"
#include "table.h"

#include <inttypes.h>
#include <unistd.h>

#define GUARANTEES_TOLD 64

#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define RED "\033[31m"
#define RESET "\033[0m"

struct findings {
	const struct guarantee *guarantees;
	size_t count;
	const char *store;           /* NULL: there is none yet */
	int64_t events;              /* in its ledger */
	struct err ledger;           /* why nothing starts, or no error */
	const struct policy *policy; /* NULL where none was named */
};

/* The store is asked where there is one, and not made. */
static void
ask_store(struct arena *a, struct findings *f)
{
	const char *where = store_default(a);
	struct store *s;

	f->ledger = (struct err){.code = ERR_NONE};
	if (!where || (strncmp(where, "sqlite:", 7) == 0 && !file_exists(where + 7)))
		return;
	f->store = where;
	if (!store_open(a, where, &s, &f->ledger))
		return;
	if (ledger_size(s, &f->events, &f->ledger) && ledger_may_go_on(s, &f->ledger))
		f->ledger.code = ERR_NONE;
	store_close(s);
}

static void
render_store(const struct findings *f, bool colour, struct buf *out)
{
	bool good = f->ledger.code == ERR_NONE;

	if (!f->store)
		return;
	buf_printf(out, "%-22s %s%-9s%s %" PRId64 " events in %s\n", "ledger",
	    !colour ? ""
	    : good  ? GREEN
		    : RED,
	    good ? "goes on" : "stopped", colour ? RESET : "", f->events, f->store);
	if (!good)
		buf_printf(out, "%23snothing starts: %s\n", "", f->ledger.message);
	if (!good && f->ledger.help[0])
		buf_printf(out, "%23s%s\n", "", f->ledger.help);
}

static bool
is_named(const struct words *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (str_is(names->items[i], name))
			return true;
	return false;
}

/* True where the policy needs the guarantee and does not get it. */
static bool
is_missed(const struct findings *f, const struct guarantee *g)
{
	return f->policy && g->state != GUARANTEE_ENFORCED &&
	       is_named(&policy_settings_of(f->policy)->requires, g->name);
}

static bool
is_escalated(const struct findings *f, const struct guarantee *g)
{
	return f->policy && g->state != GUARANTEE_ENFORCED &&
	       is_named(&policy_settings_of(f->policy)->wants, g->name);
}

/* The ith name that the policy has and no sandbox; empty behind the last. */
static struct str
unknown_name(const struct findings *f, size_t i)
{
	const struct policy_settings *s = f->policy ? policy_settings_of(f->policy) : NULL;
	size_t count = s ? s->requires.count + s->wants.count : 0;

	for (size_t n = 0; n < count; n++) {
		struct str name = n < s->requires.count ? s->requires.items[n]
							: s->wants.items[n - s->requires.count];
		if (!guarantee_find(f->guarantees, f->count, name) && i-- == 0)
			return name;
	}
	return STR("");
}

/* Of what nothing will run without. */
static size_t
count_missed(const struct findings *f)
{
	size_t missed = 0;

	for (size_t i = 0; i < f->count; i++)
		missed += is_missed(f, &f->guarantees[i]);
	for (size_t i = 0; unknown_name(f, i).n > 0; i++)
		missed++;
	return missed;
}

static void
render_unknown(const struct findings *f, bool colour, struct buf *out)
{
	struct str name, names[GUARANTEES_TOLD], near;
	size_t count = f->count < GUARANTEES_TOLD ? f->count : GUARANTEES_TOLD;

	for (size_t i = 0; i < count; i++)
		names[i] = str_from(f->guarantees[i].name);
	for (size_t i = 0; (name = unknown_name(f, i)).n > 0; i++) {
		near = text_closest(name, names, count);
		buf_printf(out, "%-22.*s %s%-9s%s no sandbox has this guarantee", STR_ARG(name),
		    colour ? RED : "", "unknown", colour ? RESET : "");
		if (near.n > 0)
			buf_printf(out, "; did you mean '%.*s'?", STR_ARG(near));
		buf_printf(out, "\n%23sthe policy '%.*s' names it: nothing will run\n", "",
		    STR_ARG(policy_id(f->policy)));
	}
}

static const char *
state_colour(enum guarantee_state s)
{
	return s == GUARANTEE_ENFORCED ? GREEN : s == GUARANTEE_PARTIAL ? YELLOW : RED;
}

static void
render(const struct findings *f, bool colour, struct buf *out)
{
	struct str python = STR("");

	for (size_t i = 0; i < f->count; i++) {
		const struct guarantee *g = &f->guarantees[i];
		buf_printf(out, "%-22s %s%-9s%s %.*s", g->name,
		    colour ? state_colour(g->state) : "", guarantee_state_name(g->state),
		    colour ? RESET : "", STR_ARG(g->by));
		if (g->bound > 0)
			buf_printf(out, " (%" PRId64 ")", g->bound);
		buf_char(out, '\n');
		if (g->why.n > 0)
			buf_printf(out, "%23s%.*s\n", "", STR_ARG(g->why));
		if (is_missed(f, g))
			buf_printf(out,
			    "%23sthe policy '%.*s' requires it: nothing will run here\n", "",
			    STR_ARG(policy_id(f->policy)));
		if (is_escalated(f, g))
			buf_printf(out,
			    "%23sthe policy '%.*s' lets a person accept that, each time\n", "",
			    STR_ARG(policy_id(f->policy)));
	}
	(void)table_version(STR("python"), &python);
	buf_printf(out, "%-22s %s%-9s%s %s, by the tables for %.*s\n", "interpreter",
	    colour ? GREEN : "", "described", colour ? RESET : "", policy_interpreter_name(),
	    STR_ARG(python));
	render_unknown(f, colour, out);
	render_store(f, colour, out);
}

static void
write_json(const struct findings *f, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_put_bool(&w, "enforceable", count_missed(f) == 0);
	json_open_object(&w, "interpreter");
	json_put_text(&w, "name", policy_interpreter_name());
	json_put_str(&w, "tables", table_versions());
	json_end_object(&w);
	json_open_array(&w, "guarantees");
	for (size_t i = 0; i < f->count; i++) {
		const struct guarantee *g = &f->guarantees[i];
		json_object(&w);
		json_put_text(&w, "guarantee", g->name);
		json_put_text(&w, "state", guarantee_state_name(g->state));
		json_put_str(&w, "by", g->by);
		json_put_number(&w, "bound", g->bound);
		json_put_str(&w, "why", g->why);
		json_put_bool(&w, "missed", is_missed(f, g));
		json_put_bool(&w, "escalated", is_escalated(f, g));
		json_end_object(&w);
	}
	json_end_array(&w);
	json_open_array(&w, "unknown");
	for (size_t i = 0; unknown_name(f, i).n > 0; i++)
		json_str(&w, unknown_name(f, i));
	json_end_array(&w);
	if (f->store) {
		json_open_object(&w, "ledger");
		json_put_text(&w, "store", f->store);
		json_put_number(&w, "events", f->events);
		json_put_bool(&w, "goes_on", f->ledger.code == ERR_NONE);
		if (f->ledger.code != ERR_NONE)
			json_put_text(&w, "why", f->ledger.message);
		json_end_object(&w);
	}
	json_end_object(&w);
	buf_char(out, '\n');
}

static bool
choose_profile(struct arena *a, const char *name, struct policy **policy, struct err *err)
{
	struct policy *chosen = policy_profile(*policy, str_from(name));

	if (!chosen)
		return policy_unknown_profile(a, *policy, str_from(name), err);
	*policy = chosen;
	return true;
}

int
doctor(struct call *c)
{
	struct findings f = {.count = 0};
	struct policy *policy = NULL;
	struct guarantee *guarantees;
	struct box_spec box;

	if (c->o->profile && !c->o->policy)
		return call_error(c, "--profile needs a policy: add --policy NAME");
	if ((c->o->policy && !policy_open(c->a, c->o->policy, NULL, &policy, &c->errs)) ||
	    (c->o->profile && !choose_profile(c->a, c->o->profile, &policy, &c->err)) ||
	    (policy && !policy_box(c->a, policy, NULL, &box, &c->err)))
		return call_fail(c);
	if (!box_probe(c->a, policy ? &box : NULL, &guarantees, &f.count, &c->err)) {
		/* Whatever it is, limits and environment included: this box can't be had here. */
		c->err.code = policy ? ERR_SANDBOX : c->err.code;
		return call_fail(c);
	}
	f.guarantees = guarantees;
	f.policy = policy;
	ask_store(c->a, &f);
	call_begin(c);
	if (c->o->json)
		write_json(&f, &c->out);
	else
		render(&f, c->colour, &c->out);
	if (!print_buf(&c->out))
		return EXIT_INTERNAL;
	return count_missed(&f) > 0 ? EXIT_SANDBOX : EXIT_ANSWERED;
}
