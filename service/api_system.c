/* SPDX-License-Identifier: MIT */
/* api_system.c: whether the service lives, can work, and how much it does. */
#include "serving.h"

#include "clock.h"

#include <inttypes.h>

bool
health_http(struct request *r, struct answer *out, struct err *err)
{
	(void)r;
	(void)err;
	buf_text(&out->body, "{\"status\":\"ok\"}\n");
	return true;
}

/* Tried once: a box takes tens of milliseconds, and anybody may ask. */
bool
serving_sandbox(struct serving *s, struct arena *a, struct err *err)
{
	struct guarantee *guarantees;
	struct err why = {.code = ERR_NONE};
	size_t count;

	pthread_mutex_lock(&s->lock);
	if (!s->probed) {
		s->sound = box_probe(a, NULL, &guarantees, &count, &why);
		for (size_t i = 0; s->sound && i < count; i++)
			if (guarantees[i].state == GUARANTEE_ABSENT)
				s->sound = err_set(&why, ERR_SANDBOX, "'%.60s' is absent",
				    guarantees[i].name);
		if (!s->sound)
			buf_text(&s->fault, why.message);
		s->probed = true;
	}
	bool sound = s->sound;
	if (!sound)
		err_set(err, ERR_SANDBOX, "the sandbox: %s", s->fault.p ? s->fault.p : "");
	pthread_mutex_unlock(&s->lock);
	return sound;
}

bool
ready_http(struct request *r, struct answer *out, struct err *err)
{
	enum store_mode mode;
	struct store *s = request_store(r, err);

	if (!s || !store_mode_get(s, &mode, err))
		return false;
	if (mode != STORE_RUN) {
		out->status = 503;
		return err_set(err, ERR_REFUSED, "the store is halted or draining");
	}
	if (r->serving->o->program && !serving_sandbox(r->serving, r->a, err))
		return false;
	buf_text(&out->body, "{\"status\":\"ready\"}\n");
	return true;
}

/* -- metrics --------------------------------------------------------------------------------- */

static void
head(struct buf *out, const char *name, const char *type, const char *help)
{
	buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static bool
put_queue(struct request *r, struct buf *out, struct err *err)
{
	struct store *s = request_store(r, err);
	struct store_figures f;

	if (!s || !store_figures(s, &f, err))
		return false;
	head(out, "sluice_runs", "gauge", "Runs in the store, by state.");
	for (int i = STATE_RECEIVED; i < STATE_COUNT; i++)
		buf_printf(out, "sluice_runs{state=\"%s\"} %" PRId64 "\n",
		    run_state_name((enum run_state)i), f.runs[i]);
	head(out, "sluice_queue_oldest_seconds", "gauge",
	    "Age of the oldest run that waits for a worker.");
	buf_printf(out, "sluice_queue_oldest_seconds %.3f\n", (double)f.queue_age_us / 1e6);
	head(out, "sluice_approvals_open", "gauge", "Approvals that wait for people.");
	buf_printf(out, "sluice_approvals_open %" PRId64 "\n", f.approvals_open);
	head(out, "sluice_approvals_oldest_seconds", "gauge", "Age of the oldest of them.");
	buf_printf(out, "sluice_approvals_oldest_seconds %.3f\n", (double)f.approval_age_us / 1e6);
	head(out, "sluice_notices", "gauge", "Notices that the webhook's server did not take.");
	buf_printf(out, "sluice_notices{state=\"late\"} %" PRId64 "\n", f.notices_late);
	buf_printf(out, "sluice_notices{state=\"given_up\"} %" PRId64 "\n", f.notices_given_up);
	return true;
}

static void
put_service(struct serving *s, struct buf *out)
{
	pthread_mutex_lock(&s->lock);
	head(out, "sluice_http_requests_total", "counter", "Requests by the class of their status.");
	for (int i = 2; i < STATUS_CLASSES; i++)
		buf_printf(out, "sluice_http_requests_total{status=\"%dxx\"} %" PRIu64 "\n", i,
		    s->answered[i]);
	pthread_mutex_unlock(&s->lock);
	head(out, "sluice_uptime_seconds", "gauge", "Since the service began.");
	buf_printf(out, "sluice_uptime_seconds %.3f\n", (double)(clock_us() - s->began_us) / 1e6);
	head(out, "sluice_build_info", "gauge", "The version, as a label.");
	buf_printf(out, "sluice_build_info{version=\"%s\"} 1\n", SLUICE_VERSION);
}

bool
metrics_http(struct request *r, struct answer *out, struct err *err)
{
	out->media_type = "text/plain; version=0.0.4; charset=utf-8";
	put_service(r->serving, &out->body);
	return put_queue(r, &out->body, err);
}
