/* SPDX-License-Identifier: MIT */
/*
 * exceptions.c: which exceptions a run may stand on, and which waivers of a file a check. The store's
 * row only says where to look: that people granted it is verified by their signatures and this
 * machine's trust file, and what it lets pass is taken from the text that they signed. One that does
 * not hold lets nothing pass, and the run that needed it says why.
 */
#include "keep.h"
#include "terms.h"

struct granting {
	struct keep *k;
	struct run *run;
	const struct trust *trust;
	struct waivers *granted;
	struct evidence *grants; /* beside granted->items */
	bool started;            /* the run, which has used what it needed */
};

/* Did people grant it, for this policy or for all, and at least those whom the policy asks for? */
static bool
is_granted(struct arena *a, const struct policy *p, const struct trust *trust,
    const struct evidence *e, int64_t now_us, struct waiver *out, struct err *err)
{
	struct approval_rule rule;

	return exception_holds(a, trust, e, now_us, out, err) &&
	       exception_proposed(a, trust, e, now_us, out, err) &&
	       approval_rule_read(a, e->rule, &rule, err) && terms_grant(p, &rule, err);
}

static bool
judge(struct granting *g, const struct stored_exception *e, struct evidence *grant,
    struct waiver *out, struct err *err)
{
	if (!exceptions_evidence(g->k->w->store, g->k->a, e, grant, err) ||
	    !is_granted(g->k->a, g->run->task->policy, g->trust, grant, g->run->now_us, out, err))
		return false;
	return e->uses < out->max_uses || g->started || err_set(err, ERR_REFUSED, "it is used up");
}

static bool
take(struct granting *g, const struct stored_exception *e, struct err *err)
{
	struct evidence grant = {.decided_us = 0};
	struct waiver w;

	if (!judge(g, e, &grant, &w, err)) {
		if (err->code == ERR_SYSTEM || err->code == ERR_MEMORY)
			return false;
		g->run->ungranted =
		    str_from(arena_printf(g->k->a, "the exception '%.*s' is not in force: %s",
			STR_ARG(e->terms.id), err->message));
		return g->run->ungranted.n > 0 || err_memory(err);
	}
	g->grants[g->granted->count] = grant;
	g->granted->items[g->granted->count++] = w;
	return true;
}

static bool
prepare(struct granting *g, size_t count, struct err *err)
{
	struct err_list errs = {.count = 0};
	struct arena *a = g->k->a;
	struct trust *trust;

	g->granted->items = arena_array(a, count + 1, sizeof(*g->granted->items));
	g->grants = arena_array(a, count + 1, sizeof(*g->grants));
	if (!g->granted->items || !g->grants)
		return err_memory(err);
	if (count == 0)
		return true;
	if (g->k->w->trust && !trust_load(a, g->k->w->trust, &trust, &errs)) {
		*err = errs.items[0];
		return false;
	}
	g->trust = g->k->w->trust ? trust : NULL;
	return true;
}

bool
keep_exceptions(struct keep *k, struct run *run, const struct stored_run *stored)
{
	struct granting g = {.k = k, .run = run, .started = stored->state == STATE_RUNNING};
	char *scope = arena_text(k->a, policy_id(run->task->policy));
	struct stored_exception *all;
	size_t count;

	g.granted = arena_alloc(k->a, sizeof(*g.granted));
	if (!scope || !g.granted)
		return err_memory(k->err);
	if (!exceptions_list(k->w->store, k->a, scope, &all, &count, k->err) ||
	    !prepare(&g, count, k->err))
		return false;
	for (size_t i = 0; i < count; i++)
		if (all[i].granted && all[i].revoked_us == 0 && !take(&g, &all[i], k->err))
			return false;
	run->granted = g.granted;
	run->grants = g.grants;
	run->trust = k->w->trust;
	return true;
}

/* Counted with the start that they allow, against what was signed. */
bool
keep_use_exceptions(struct keep *k, const struct run *run, struct err *err)
{
	for (size_t i = 0; i < run->exception_count; i++)
		for (size_t j = 0; j < run->granted->count; j++)
			if (str_eq(run->granted->items[j].id, run->exceptions[i]) &&
			    !exceptions_use(k->w->store, k->job, &run->granted->items[j], err))
				return false;
	return true;
}

/* -- in a file ------------------------------------------------------------------------------- */

bool
waivers_grant(struct arena *a, const char *trust, const struct policy *p, int64_t now_us,
    struct waivers *w, struct err_list *errs)
{
	const char *path = trust ? trust : trust_path(a);
	size_t before = errs->count;
	struct trust *people = NULL;
	struct waiver granted;
	struct evidence e;
	struct err err;

	for (size_t i = 0; i < w->count; i++) {
		struct waiver *one = &w->items[i];

		if (one->evidence.n == 0)
			continue;
		if (!people && path && !trust_load(a, path, &people, errs))
			return false;
		if (evidence_read(a, one, &e, &err) &&
		    is_granted(a, p, people, &e, now_us, &granted, &err)) {
			one->approver = granted.approver;
			continue;
		}
		err.line = 0; /* a place in the evidence is none in the file */
		err_place(&err, one->file, one->line, one->column, 1);
		err_list_add(errs, &err);
	}
	return errs->count == before;
}
