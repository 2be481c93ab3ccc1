/* SPDX-License-Identifier: MIT */
/*
 * exchange.h: a request to a provider's HTTP API and the JSON document that it answered with, or
 * what went wrong in words.
 *
 * A whole reply with status 200 that is no JSON is asked for once more; everything else that is
 * worth another request has been tried again before (retry.h).
 */
#ifndef PLANNER_EXCHANGE_H
#define PLANNER_EXCHANGE_H

#include "transport.h"

struct exchange {
	struct transport_reply got;
	struct json_doc doc;   /* where exchange_post returned true */
	struct str error_code; /* where it did not: the API's own code or type, may be empty */
	struct str error_text; /* and its words */
};

bool exchange_post(struct arena *a, const struct transport_request *request, int64_t deadline_us,
    struct model_usage *usage, struct exchange *out, struct err *err);

#endif
