/* SPDX-License-Identifier: MIT */
/*
 * ledger_keys.c: whose key signs a log, by the log's own word.
 *
 * Theory: the first event names the log's key. An event that names another is an announcement: the
 * next checkpoint, which covers it, must still be signed by the key before, and every later one by
 * the new. So neither a key that was never announced nor a stolen old key can sign a valid
 * checkpoint. The trust file decides whether a key is trusted at all.
 */
#include "ledger_verify.h"

static bool
read_key(const struct event_row *e, const char *name, struct public_key *out)
{
	struct err ignored;

	return public_key_read(event_said(e, name), out, &ignored);
}

/* A log that is opened again, under another name, has the key that it had. */
static void
open_with(struct ledger_walk *w, const struct event_row *e)
{
	struct public_key key;
	bool good = read_key(e, "key", &key);

	if (!good || (w->has_log_key && memcmp(&key, &w->log_key, sizeof(key)) != 0))
		ledger_problem_tell(
		    w, e->seq, "key", "the log is opened with a key that was not announced");
	else
		w->log_key = key;
	w->has_log_key = w->has_log_key || good;
}

static void
announce(struct ledger_walk *w, const struct event_row *e)
{
	struct public_key before;

	if (!read_key(e, "old_key", &before) || !read_key(e, "key", &w->next_key)) {
		ledger_problem_tell(w, e->seq, "key", "a key change lacks the old or the new key");
		return;
	}
	if (w->has_log_key && memcmp(&before, &w->log_key, sizeof(before)) != 0)
		ledger_problem_tell(
		    w, e->seq, "key", "the old key in a key change is not the log's key");
	if (w->has_next_key)
		ledger_problem_tell(
		    w, e->seq, "key", "a key change follows another that was not yet signed");
	w->has_next_key = true;
}

void
keys_pass(struct ledger_walk *w, const struct event_row *e)
{
	if (str_is(e->type, event_type(EVENT_LOG_OPENED)))
		open_with(w, e);
	else if (str_is(e->type, event_type(EVENT_LOG_KEY)))
		announce(w, e);
}

static bool
signed_by(const struct checkpoint *c, const struct public_key *key)
{
	struct err ignored = {0};
	int64_t time_us;

	return checkpoint_verify(c, c->origin, key, &time_us, &ignored);
}

void
keys_judge(struct ledger_walk *w, const struct checkpoint *c)
{
	bool old = w->has_log_key && signed_by(c, &w->log_key);

	if (w->has_log_key && !old && !(w->has_next_key && signed_by(c, &w->next_key)))
		ledger_problem_tell(
		    w, c->size - 1, "key", "the log's announced key did not sign this checkpoint");
	else if (w->has_log_key && !old)
		ledger_problem_tell(w, c->size - 1, "key",
		    "the previous key did not sign the change of the log's key");
	if (!w->has_next_key)
		return;
	w->log_key = w->next_key;
	w->has_log_key = true;
	w->has_next_key = false;
}
