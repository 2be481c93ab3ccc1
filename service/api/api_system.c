/* SPDX-License-Identifier: MIT */
/* api_system.c: whether the service lives and can work. */
#include "routes.h"
#include "serving.h"

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
				s->sound = err_set(
				    &why, ERR_SANDBOX, "'%.60s' is absent", guarantees[i].name);
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
	buf_text(
	    &out->body, belief_is_stale(&r->serving->belief)
			    ? "{\"status\":\"ready\",\"trust_file\":\"changed and not used\"}\n"
			    : "{\"status\":\"ready\"}\n");
	return true;
}
