/* SPDX-License-Identifier: MIT */
#include "transport.h"

#include "clock.h"

#define POST_HEADERS_MAX 8

bool
planner_post(struct arena *a, const struct planner_post *post, int64_t *status, struct err *err)
{
	const struct model_spec spec = {.ca_file = post->ca_file, .timeout_ms = post->timeout_ms};
	struct header headers[POST_HEADERS_MAX];
	struct transport_request request = {.spec = &spec,
	    .url = post->url,
	    .headers = headers,
	    .header_count = post->header_count,
	    .body = post->body,
	    .get = post->get};
	struct transport_reply reply;

	if (post->header_count > POST_HEADERS_MAX)
		return err_set(err, ERR_INTERNAL, "too many headers for one request");
	for (size_t i = 0; i < post->header_count; i++)
		headers[i] = (struct header){post->headers[i].name, post->headers[i].value};
	if (!transport_post(a, &request, clock_us() + post->timeout_ms * 1000, &reply, err))
		return false;
	*status = reply.status;
	if (post->reply)
		*post->reply = reply.body;
	if (reply.failure == TRANSPORT_NONE)
		return true;
	return err_set(err, ERR_PROVIDER, "%s: %.*s", transport_fault(reply.failure)->other_words,
	    STR_ARG(reply.message));
}
