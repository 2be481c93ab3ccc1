/* SPDX-License-Identifier: MIT */
#include "retry.h"

#include "ceilings.h"
#include "clock.h"
#include "hash.h"

#include <errno.h>
#include <time.h>

bool
retry_is_worth_it(const struct transport_reply *r)
{
	switch (r->failure) {
	case TRANSPORT_RESOLVE:
	case TRANSPORT_CONNECT:
	case TRANSPORT_TIMEOUT:
	case TRANSPORT_CUT:
		return true;
	case TRANSPORT_NONE:
		break;
	case TRANSPORT_OTHER:
	case TRANSPORT_SETTING:
	case TRANSPORT_TLS:
	case TRANSPORT_TOO_LARGE:
	case TRANSPORT_NOT_UTF8:
	default:
		return false;
	}
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

static void
sleep_ms(int64_t ms)
{
	struct timespec left = {ms / 1000, ms % 1000 * 1000000};

	while (nanosleep(&left, &left) != 0 && errno == EINTR)
		;
}

bool
retry_post(struct arena *a, const struct transport_request *request, int64_t deadline_us,
    struct model_usage *usage, struct transport_reply *out, struct err *err)
{
	for (unsigned tried = 1;; tried++) {
		uint32_t random;

		if (!transport_post(a, request, deadline_us, out, err))
			return false;
		usage->requests++;
		if (tried == HTTP_REQUESTS_MAX || !retry_is_worth_it(out))
			return true;
		random_bytes(&random, sizeof(random));
		int64_t wait_ms = retry_wait_ms(tried, out->retry_after_ms, random);
		if (wait_ms >= (deadline_us - clock_us()) / 1000)
			return true;
		sleep_ms(wait_ms);
	}
}
