/* SPDX-License-Identifier: MIT */
/*
 * exchange.h: a request to a provider's HTTP API until its reply could be read, or what went wrong
 * in words.
 *
 * A whole reply with status 200 that can't be read (no JSON, a stream that ends too soon) is asked
 * for once more; everything else that is worth another request has been tried again before
 * (retry.h).
 */
#ifndef PLANNER_EXCHANGE_H
#define PLANNER_EXCHANGE_H

#include "retry.h"

struct exchange {
	const struct transport_request *request;
	int64_t deadline_us;
	struct spending *spending;
	/* False puts the reason behind "the model provider's reply" into `why`, or leaves it empty:
	 * out of memory. */
	bool (*read)(void *context, struct arena *a, struct str body, struct buf *why);
	void *context;

	struct transport_reply got; /* the last one */
	struct str
	    error_code; /* of a reply that is an error: the API's own code or type, may be empty */
	struct str error_text;      /* and its words */
	enum model_trouble trouble; /* of a false */
};

bool exchange_run(struct arena *a, struct exchange *x, struct err *err);

#endif
