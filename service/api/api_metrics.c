/* SPDX-License-Identifier: MIT */
/* api_metrics.c: GET /metrics, for Prometheus. */
#include "routes.h"
#include "serving.h"

#include "clock.h"

#include <inttypes.h>
#include <stdio.h>

static bool
label_route(const void *context, size_t nth, char *out, size_t size)
{
	const struct route_table *all = context;

	if (nth >= all->count)
		return false;
	snprintf(
	    out, size, "method=\"%s\",path=\"%s\"", all->list[nth].method, all->list[nth].path);
	return true;
}

static void
put(struct buf *out, const char *name, const char *help, double value)
{
	buf_printf(out, "# HELP %s %s\n# TYPE %s gauge\n%s %.3f\n", name, help, name, name, value);
}

static bool
put_store(struct store *s, struct buf *out, struct err *err)
{
	struct store_figures f;

	if (!store_figures(s, &f, err))
		return false;
	buf_text(
	    out, "# HELP sluice_runs Runs in the store, by state.\n# TYPE sluice_runs gauge\n");
	for (int i = STATE_RECEIVED; i < STATE_COUNT; i++)
		buf_printf(out, "sluice_runs{state=\"%s\"} %" PRId64 "\n",
		    run_state_name((enum run_state)i), f.runs[i]);
	put(out, "sluice_queue_depth", "Runs that wait for a worker.", (double)f.queued);
	put(out, "sluice_queue_oldest_seconds", "Age of the oldest one.",
	    (double)f.queue_age_us / 1e6);
	put(out, "sluice_approvals_open", "Approvals that wait for people.",
	    (double)f.approvals_open);
	put(out, "sluice_approvals_oldest_seconds", "Age of the oldest one.",
	    (double)f.approval_age_us / 1e6);
	put(out, "sluice_ledger_waiting_events", "Events that wait for their place in the ledger.",
	    (double)f.events_waiting);
	put(out, "sluice_ledger_lag_seconds", "Age of the oldest one.",
	    (double)f.event_age_us / 1e6);
	buf_text(out, "# HELP sluice_notices Notices that the webhook's server did not take.\n"
		      "# TYPE sluice_notices gauge\n");
	buf_printf(out, "sluice_notices{state=\"late\"} %" PRId64 "\n", f.notices_late);
	buf_printf(out, "sluice_notices{state=\"given_up\"} %" PRId64 "\n", f.notices_given_up);
	return true;
}

/* Events behind the last checkpoint that was signed. */
static bool
put_ledger(struct request *r, struct store *s, struct buf *out, struct err *err)
{
	struct checkpoint head;
	int64_t size;
	struct err none;

	if (!ledger_size(s, &size, err))
		return false;
	put(out, "sluice_ledger_events", "Events in the ledger.", (double)size);
	if (ledger_head(s, r->a, &head, &none))
		put(out, "sluice_ledger_unsigned_events",
		    "Events behind the last signed checkpoint.", (double)(size - head.size));
	return true;
}

bool
metrics_http(struct request *r, struct answer *out, struct err *err)
{
	struct serving *serving = r->serving;
	struct store *s = request_store(r, err);

	out->media_type = "text/plain; version=0.0.4; charset=utf-8";
	if (!s || !metrics_read(&serving->metrics, s, err))
		return false;
	metrics_write(&serving->metrics, label_route, serving->routes, &out->body);
	put(&out->body, "sluice_uptime_seconds", "Time since the service started.",
	    (double)(clock_us() - serving->began_us) / 1e6);
	buf_printf(&out->body,
	    "# HELP sluice_build_info The version, as a label.\n"
	    "# TYPE sluice_build_info gauge\nsluice_build_info{version=\"%s\"} 1\n",
	    SLUICE_VERSION);
	return put_store(s, &out->body, err) && put_ledger(r, s, &out->body, err);
}
