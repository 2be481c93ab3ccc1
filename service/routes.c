/* SPDX-License-Identifier: MIT */
#include "routes.h"

#include "pages.h"

static const struct route routes[] = {
#define ROUTE(handle, method, path, right, bytes, type, summary)                                   \
	{handle, method, path, right, bytes, type, summary},
#include "routes.def"
#undef ROUTE
};

static const struct route_token tokens[] = {
    {e2b_execute_http, "X-Access-Token"},
    {e2b_execute_http, "E2B-Traffic-Access-Token"},
    {e2b_contexts_http, "X-Access-Token"},
    {e2b_contexts_http, "E2B-Traffic-Access-Token"},
    {e2b_context_http, "X-Access-Token"},
    {e2b_context_http, "E2B-Traffic-Access-Token"},
    {e2b_restart_http, "X-Access-Token"},
    {e2b_restart_http, "E2B-Traffic-Access-Token"},
    {e2b_remove_http, "X-Access-Token"},
    {e2b_remove_http, "E2B-Traffic-Access-Token"},
    {guardrail_http, "x-api-key"},
};

const struct route_table route_table = {
    routes, ARRAY_LENGTH(routes), tokens, ARRAY_LENGTH(tokens), page_problem};
