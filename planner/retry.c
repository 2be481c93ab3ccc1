/* SPDX-License-Identifier: MIT */
#include "retry.h"

#include "breaker.h"
#include "ceilings.h"
#include "clock.h"
#include "hash.h"

#include <errno.h>
#include <time.h>

#define SLEEP_STEP_MS 100

bool
retry_is_worth_it(const struct transport_reply *r)
{
	if (r->failure != TRANSPORT_NONE)
		return (transport_fault(r->failure)->effects & FAULT_TRIED_AGAIN) != 0;
	if (r->status < 400)
		return false;
	if (r->retry_said)
		return r->retry_wanted;
	return r->status == 408 || r->status == 409 || r->status == 429 || r->status >= 500;
}

int64_t
retry_wait_ms(unsigned tried, int64_t retry_after_ms, uint32_t random)
{
	int64_t wait = RETRY_FIRST_MS;

	if (retry_after_ms > 0)
		return retry_after_ms < RETRY_AFTER_MAX_MS ? retry_after_ms : RETRY_AFTER_MAX_MS;
	for (unsigned i = 1; i < tried && wait < RETRY_STEP_MAX_MS; i++)
		wait *= 2;
	if (wait > RETRY_STEP_MAX_MS)
		wait = RETRY_STEP_MAX_MS;
	return wait - (int64_t)(random % (uint32_t)(wait / 4 + 1));
}

/* In steps, so that who is cancelled does not sleep on. False where that happened. */
static bool
sleep_ms(int64_t ms, const struct watch *watch, struct err *err)
{
	while (ms > 0) {
		int64_t step = ms < SLEEP_STEP_MS ? ms : SLEEP_STEP_MS;
		struct timespec left = {step / 1000, step % 1000 * 1000000};
		if (watch_is_cancelled(watch, err))
			return false;
		while (nanosleep(&left, &left) != 0 && errno == EINTR)
			;
		ms -= step;
	}
	return true;
}

/* A server that answers, with whatever below 500, is well. */
static bool
is_well(const struct transport_reply *r)
{
	return r->failure == TRANSPORT_NONE
		   ? r->status < 500
		   : (transport_fault(r->failure)->effects & FAULT_UNWELL) == 0;
}

static void
account_for(
    struct spending *s, const struct transport_request *request, const struct transport_reply *r)
{
	s->account.usage.requests++;
	s->account.model_ms += r->elapsed_ms;
	if (transport_fault(r->failure)->effects & FAULT_BILLED)
		spending_add_estimate(s, request->body.n);
}

static bool
one_request(struct arena *a, const struct transport_request *request, int64_t deadline_us,
    struct spending *spending, struct transport_reply *out, struct err *err)
{
	watch_tell(request->watch, PLANNER_ASKING, spending->account.usage.requests + 1);
	if (!transport_post(a, request, deadline_us, out, err))
		return false;
	account_for(spending, request, out);
	breaker_note(request->url, is_well(out), clock_us());
	return true;
}

bool
retry_post(struct arena *a, const struct transport_request *request, int64_t deadline_us,
    struct spending *spending, struct transport_reply *out, struct err *err)
{
	struct err ignored;

	if (!spending_allows(spending, err) || !breaker_allows(request->url, clock_us(), err))
		return false;
	for (unsigned tried = 1;; tried++) {
		uint32_t random;

		if (!one_request(a, request, deadline_us, spending, out, err))
			return false;
		if (tried == HTTP_REQUESTS_MAX || !retry_is_worth_it(out) ||
		    !spending_allows(spending, &ignored))
			return true;
		random_bytes(&random, sizeof(random));
		int64_t wait_ms = retry_wait_ms(tried, out->retry_after_ms, random);
		if (request->impatient && wait_ms > IMPATIENT_MS)
			return true;
		if (wait_ms >= (deadline_us - clock_us()) / 1000)
			return true;
		watch_tell(request->watch, PLANNER_WAITING, wait_ms);
		if (!sleep_ms(wait_ms, request->watch, err))
			return false;
		spending->account.wait_ms += wait_ms;
		spending->account.retries++;
	}
}
