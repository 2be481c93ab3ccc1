/* SPDX-License-Identifier: MIT */
/*
 * exceptions.c: which exceptions a run may stand on. The store's row only says where to look: that
 * people granted it is verified by their signatures and this machine's trust file, and what it lets
 * pass is taken from the text that they signed. One that does not hold lets nothing pass, and the
 * run that needed it says why.
 */
#include "keep.h"
#include "terms.h"

#include "waiver.h"

struct granting {
	struct keep *k;
	struct run *run;
	const struct trust *trust;
	struct waivers *granted;
	struct evidence *grants; /* beside granted->items */
	bool started;            /* the run, which has used what it needed */
};

static bool
judge(struct granting *g, const struct stored_exception *e, struct evidence *grant,
    struct exception_terms *terms, struct err *err)
{
	const struct policy *policy = g->run->task->policy;
	struct store *store = g->k->w->store;
	struct stored_approval approval;
	struct approval_rule rule;

	if (!approvals_get(store, g->k->a, e->approval, &approval, err) ||
	    !approvals_evidence(store, g->k->a, &approval, grant, err) ||
	    !exception_holds(g->k->a, g->trust, grant, g->run->now_us, terms, err) ||
	    !exceptions_proposed(store, g->k->a, grant, err) ||
	    !approval_rule_read(g->k->a, grant->rule, &rule, err) ||
	    !terms_grant(policy, &rule, err))
		return false;
	if (!str_is(terms->id, e->id))
		return err_set(err, ERR_REFUSED, "the signature is for another exception");
	return e->uses < terms->max_uses || g->started ||
	       err_set(err, ERR_REFUSED, "it is used up");
}

static bool
take(struct granting *g, const struct stored_exception *e, struct err *err)
{
	struct evidence grant = {.decided_us = 0};
	struct exception_terms t;

	if (!judge(g, e, &grant, &t, err)) {
		if (err->code == ERR_SYSTEM || err->code == ERR_MEMORY)
			return false;
		g->run->ungranted = str_from(arena_printf(
		    g->k->a, "the exception '%s' is not in force: %s", e->id, err->message));
		return g->run->ungranted.n > 0 || err_memory(err);
	}
	g->grants[g->granted->count] = grant;
	g->granted->items[g->granted->count++] = (struct waiver){.id = t.id,
	    .rule = t.rule,
	    .fingerprint = t.fingerprint,
	    .reason = t.justification,
	    .owner = t.owner,
	    .approver = STR("votes"),
	    .from_us = t.from_us,
	    .until_us = t.until_us};
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
		for (size_t j = 0; j < run->granted->count; j++) {
			struct exception_terms terms;
			if (!str_eq(run->granted->items[j].id, run->exceptions[i]))
				continue;
			if (!exception_read(k->a, run->grants[j].subject, &terms, err) ||
			    !exceptions_use(k->w->store, k->job, &terms, err))
				return false;
		}
	return true;
}
