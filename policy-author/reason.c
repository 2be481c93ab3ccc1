/* SPDX-License-Identifier: MIT */
/* reason.c: why a policy does not let a program pass, for hosts that show one text. */
#include "words.h"

#define REASON_FINDINGS_MAX 10

void
policy_reason(const struct policy *p, const struct policy_verdict *v, struct buf *out)
{
	size_t told = 0;

	buf_printf(out, "the policy '%.*s' %s this program:", STR_ARG(policy_id(p)),
	    v->decision == DECISION_DENY ? "refuses" : "leaves to a person");
	for (size_t i = 0; i < v->count && told < REASON_FINDINGS_MAX; i++) {
		const struct finding *f = &v->findings[i];
		if (!finding_decides(f) && f->wall == WALL_NONE)
			continue;
		told++;
		buf_printf(out, "\nline %u: ", f->line);
		buf_visible(out, f->message, 400);
		if (f->remedy.n > 0) {
			buf_text(out, "; ");
			buf_visible(out, f->remedy, 400);
		}
	}
}
