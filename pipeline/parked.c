/* SPDX-License-Identifier: MIT */
#include "parked.h"

#include <stdio.h>

void
parked_note(struct parked_cells *p, const struct run *run, const struct box_session *s)
{
	if (run->status != RUN_ESCALATED || run->evasion || p->count == PARKED_MAX)
		return;
	struct parked *one = &p->list[p->count++];
	snprintf(one->run, sizeof(one->run), "%s", run->id);
	one->from = session_text(s).n;
}

/* Another worker may have been quicker, where nobody looked for longer than the session's moment. */
static enum parked_now
claim(const struct parked *one, const struct work *w, struct job *job)
{
	struct err err;

	if (*session_over(w->session) || session_text(w->session).n != one->from)
		return PARKED_APART;
	return queue_claim_run(w->store, w->worker, one->run, job, &err) ? PARKED_CLAIMED
									 : PARKED_APART;
}

static enum parked_now
look(const struct parked *one, const struct work *w, struct job *job, const struct stored_run *run)
{
	if (run->state == STATE_APPROVED)
		return claim(one, w, job);
	if (run_state_is_open(run->state))
		return PARKED_WAITS;
	return run->state == STATE_ANSWERED ? PARKED_APART : PARKED_ENDED;
}

enum parked_now
parked_look(struct parked_cells *p, struct arena *a, const struct work *w, struct job *job,
    struct stored_run *which)
{
	enum parked_now now = PARKED_WAITS;
	struct err err;

	for (size_t i = 0; i < p->count && now == PARKED_WAITS; i++) {
		if (!runs_get(w->store, a, p->list[i].run, which, &err))
			continue;
		now = look(&p->list[i], w, job, which);
		if (now != PARKED_WAITS)
			memmove(
			    &p->list[i], &p->list[i + 1], (--p->count - i) * sizeof(p->list[0]));
	}
	return now;
}
