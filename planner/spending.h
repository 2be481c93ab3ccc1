/* SPDX-License-Identifier: MIT */
/*
 * spending.h: what a run's requests have cost, and whether another one is within its budgets.
 *
 * A request that failed after it was sent may still be billed: it is charged by the estimate of its
 * prompt.
 */
#ifndef PLANNER_SPENDING_H
#define PLANNER_SPENDING_H

#include "planner.h"

#define TOKENS_TOLD_MAX                                                                            \
	((int64_t)1000000000) /* of one reply; a provider that tells more is not believed */
#define BYTES_PER_TOKEN 4     /* a rule of thumb for estimates */

struct spending {
	struct model_account account;
	int64_t budget_requests, budget_tokens, budget_micros;
	int64_t price_in_micros, price_out_micros, price_cached_micros;
	int64_t estimated_out; /* tokens of replies; a part of account.estimated_tokens */
	/* The spending before the current prices came into force. */
	struct model_account before;
	int64_t before_estimated_out;
};

void spending_init(struct spending *s, const struct model_spec *spec);
/* From now on the prices of `spec` count. */
void spending_price(struct spending *s, const struct model_spec *spec);
/* False (ERR_LIMIT) where a budget is used up. */
bool spending_allows(const struct spending *s, struct err *err);
/* cached: a part of `prompt`. */
void spending_add_tokens(struct spending *s, int64_t prompt, int64_t cached, int64_t completion);
void spending_add_estimate(struct spending *s, size_t request_bytes);
/* Of a reply whose tokens nobody told. */
void spending_add_reply_estimate(struct spending *s, size_t reply_bytes);

#endif
