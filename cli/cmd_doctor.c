/* SPDX-License-Identifier: MIT */
/* sluice doctor: which guarantees this machine can give, and what to do about the rest. */
#include "actions.h"

#include "file.h"
#include "ledger.h"
#include "model.h"
#include "record.h"
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

/* A name and how it stands; the paint is empty, or ends behind the state. */
static void
put_row(struct buf *out, struct str name, const char *paint, const char *state)
{
	buf_printf(out, "%-22.*s %s%-9s%s ", STR_ARG(name), paint, state, *paint ? RESET : "");
}

static void
put_note(struct buf *out, const char *before, struct str text)
{
	buf_printf(out, "%23s%s%.*s\n", "", before, STR_ARG(text));
}

static void
render_store(const struct findings *f, bool colour, struct buf *out)
{
	bool good = f->ledger.code == ERR_NONE;

	if (!f->store)
		return;
	put_row(
	    out, STR("ledger"), colour ? (good ? GREEN : RED) : "", good ? "goes on" : "stopped");
	buf_printf(out, "%" PRId64 " events in %s\n", f->events, f->store);
	if (!good)
		put_note(out, "nothing starts: ", str_from(f->ledger.message));
	if (!good && f->ledger.help[0])
		put_note(out, "", str_from(f->ledger.help));
}

/* True where the policy needs the guarantee and does not get it. */
static bool
is_missed(const struct findings *f, const struct guarantee *g)
{
	return f->policy && g->state != GUARANTEE_ENFORCED &&
	       words_have(&policy_settings_of(f->policy)->requires, str_from(g->name));
}

static bool
is_escalated(const struct findings *f, const struct guarantee *g)
{
	return f->policy && g->state != GUARANTEE_ENFORCED &&
	       words_have(&policy_settings_of(f->policy)->wants, str_from(g->name));
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
		put_row(out, name, colour ? RED : "", "unknown");
		buf_text(out, "no sandbox has this guarantee");
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
	struct str python = STR(""), policy = f->policy ? policy_id(f->policy) : STR("");

	for (size_t i = 0; i < f->count; i++) {
		const struct guarantee *g = &f->guarantees[i];

		put_row(out, str_from(g->name), colour ? state_colour(g->state) : "",
		    guarantee_state_name(g->state));
		buf_str(out, g->by);
		if (g->bound > 0)
			buf_printf(out, " (%" PRId64 ")", g->bound);
		buf_char(out, '\n');
		if (g->why.n > 0)
			put_note(out, "", g->why);
		if (is_missed(f, g))
			buf_printf(out,
			    "%23sthe policy '%.*s' requires it: nothing will run here\n", "",
			    STR_ARG(policy));
		if (is_escalated(f, g))
			buf_printf(out,
			    "%23sthe policy '%.*s' lets a person accept that, each time\n", "",
			    STR_ARG(policy));
	}
	(void)table_version(STR("python"), &python);
	put_row(out, STR("interpreter"), colour ? GREEN : "", "described");
	buf_printf(out, "%s, by the tables for %.*s\n", policy_interpreter_name(), STR_ARG(python));
	render_unknown(f, colour, out);
	render_store(f, colour, out);
}

#define ONE struct guarantee
FORM(guarantee_form, ONE, MEMBER_AS("guarantee", ONE, name),
    MEMBER_WORD("state", ONE, state, guarantee_state_name, NULL), MEMBER(ONE, by),
    MEMBER(ONE, bound), MEMBER(ONE, why));

static void
write_json(const struct findings *f, struct json_writer *w)
{
	json_object(w);
	json_put_bool(w, "enforceable", count_missed(f) == 0);
	json_open_object(w, "interpreter");
	json_put_text(w, "name", policy_interpreter_name());
	json_put_str(w, "tables", table_versions());
	json_end_object(w);
	json_open_array(w, "guarantees");
	for (size_t i = 0; i < f->count; i++) {
		json_object(w);
		record_put(w, &guarantee_form, &f->guarantees[i]);
		json_put_bool(w, "missed", is_missed(f, &f->guarantees[i]));
		json_put_bool(w, "escalated", is_escalated(f, &f->guarantees[i]));
		json_end_object(w);
	}
	json_end_array(w);
	json_open_array(w, "unknown");
	for (size_t i = 0; unknown_name(f, i).n > 0; i++)
		json_str(w, unknown_name(f, i));
	json_end_array(w);
	if (f->store) {
		json_open_object(w, "ledger");
		json_put_text(w, "store", f->store);
		json_put_number(w, "events", f->events);
		json_put_bool(w, "goes_on", f->ledger.code == ERR_NONE);
		if (f->ledger.code != ERR_NONE)
			json_put_text(w, "why", f->ledger.message);
		json_end_object(w);
	}
	json_end_object(w);
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
		write_json(&f, &c->j);
	else
		render(&f, c->colour, &c->out);
	return call_end(c, count_missed(&f) > 0 ? EXIT_SANDBOX : EXIT_ANSWERED);
}
