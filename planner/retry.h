/* SPDX-License-Identifier: MIT */
/*
 * retry.h: a request that is tried again where that makes sense, as the vendors' own clients do it,
 * with ceilings.
 *
 * Tried again: no connection, a cut or late reply, 408, 409, 429 and 5xx, unless the server says
 * otherwise by x-should-retry. The wait is what the server asks for, at most a minute, else half a
 * second doubled each time, at most eight, less up to a quarter at random. A wait that would pass
 * the deadline is not begun.
 */
#ifndef PLANNER_RETRY_H
#define PLANNER_RETRY_H

#include "spending.h"
#include "transport.h"

bool retry_is_worth_it(const struct transport_reply *reply);
/* The wait before the next request; `tried` counts those so far, `random` is any number. */
int64_t retry_wait_ms(unsigned tried, int64_t retry_after_ms, uint32_t random);
/*
 * The last reply. Every request is accounted for in *spending, and none is begun that its budgets
 * don't allow or whose server rests (breaker.h).
 */
bool retry_post(struct arena *a, const struct transport_request *request, int64_t deadline_us,
    struct spending *spending, struct transport_reply *out, struct err *err);

#endif
