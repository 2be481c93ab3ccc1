/* SPDX-License-Identifier: MIT */
#include "ask.h"

#include "clock.h"
#include "reply.h"

#define QUOTE_BACK_BYTES 4096 /* of an unusable reply, shown to the model again */

struct asking {
	struct message messages[4];
	struct model_request request;
	struct reply reply;
	struct str hint; /* of the last reply */
	bool was_empty;
};

static bool
put_note(struct err *err, struct str note)
{
	struct buf seen;

	if (note.n == 0)
		return false;
	buf_init(&seen, 2048);
	buf_visible(&seen, note, 160);
	err_help(err, "it says: %.*s", STR_ARG(buf_view(&seen)));
	buf_release(&seen);
	return false;
}

/* Only a reply that ended well is read; of the others a cut one alone is worth another request. */
static bool
ended_well(const struct model_reply *m, const struct stage_kind *stage, int64_t max_tokens,
    struct err *err)
{
	switch (m->finish) {
	case FINISH_STOP:
		return true;
	case FINISH_LENGTH:
		err_set(err, ERR_PROVIDER, "the model's reply (%s) was cut at %lld tokens",
		    stage->name, (long long)max_tokens);
		return err_help(err, "raise model.max_tokens");
	case FINISH_REFUSED:
		err_set(err, ERR_PROVIDER, "the model refused to reply (%s)", stage->name);
		return put_note(err, m->note);
	case FINISH_FILTERED:
		err_set(err, ERR_PROVIDER, "the provider's content filter took the reply (%s)",
		    stage->name);
		return put_note(err, m->note);
	case FINISH_TOOL:
		err_set(err, ERR_PROVIDER, "the model called a tool instead of a reply (%s)",
		    stage->name);
		return err_help(err, "no tool was offered: use a model, or a setting of its "
				     "server, that does not call tools");
	case FINISH_EMPTY:
		return err_set(err, ERR_PROVIDER, "the model's reply (%s) is empty", stage->name);
	case FINISH_UNKNOWN:
	default:
		err_set(err, ERR_PROVIDER, "the model's reply (%s) did not say how it ended",
		    stage->name);
		return put_note(err, m->note);
	}
}

/* Puts the unusable reply and the reason behind the question. */
static bool
ask_again(struct asking *k, struct arena *scratch, struct str text, struct err *err)
{
	size_t cut = text.n < QUOTE_BACK_BYTES ? text.n : QUOTE_BACK_BYTES;

	while (cut < text.n && cut > 0 && ((unsigned char)text.p[cut] & 0xc0) == 0x80)
		cut--;
	char *words = arena_printf(scratch,
	    "Your reply can't be used: %.*s.\nReply again, with one JSON object that fits the "
	    "schema and "
	    "nothing around it.",
	    STR_ARG(k->reply.why));
	if (!words)
		return err_memory(err);
	k->messages[2] = (struct message){"assistant", str_slice(text, 0, cut)};
	k->messages[3] = (struct message){"user", str_from(words)};
	k->request.count = 4;
	return true;
}

static bool
past_deadline(int64_t deadline_us, struct err *err)
{
	if (clock_us() < deadline_us)
		return false;
	err_set(err, ERR_PROVIDER, "the run's time was up before the model was asked");
	err_help(err, "raise the task's time budget");
	return true;
}

/* One request. *again: it may be tried once more; false without *again is final. */
static bool
ask_once(struct asking *k, struct provider *p, struct arena *scratch, const struct question *q,
    struct spending *spending, struct err *err)
{
	const struct stage_kind *stage = stage_kind(q->stage);
	struct model_reply m;

	k->reply.verdict = REPLY_UNUSABLE;
	k->reply.why = STR("");
	if (watch_is_cancelled(q->watch, err) || past_deadline(q->deadline_us, err) ||
	    !provider_ask(p, scratch, &k->request, spending, &m, err))
		return false;
	k->hint = m.hint;
	if (m.finish == FINISH_LENGTH && k->request.max_tokens == q->max_tokens) {
		k->request.max_tokens *= 2;
		k->reply.why = STR("the reply was cut at the token limit");
		return true;
	}
	if (m.finish == FINISH_EMPTY && !k->was_empty) {
		k->was_empty = true;
		k->reply.why = STR("the reply is empty");
		return true;
	}
	if (!ended_well(&m, stage, k->request.max_tokens, err))
		return false;
	if (!reply_read(
		scratch, stage, q->schema, provider_is_free_form(p), m.text, &k->reply, err))
		return false;
	return k->reply.verdict == REPLY_GOOD || ask_again(k, scratch, m.text, err);
}

bool
ask(struct provider *p, struct arena *scratch, const struct question *q, struct spending *spending,
    struct json_doc *out, struct err *err)
{
	const struct stage_kind *stage = stage_kind(q->stage);
	struct asking k = {
	    .messages = {{"system", q->system}, {"user", q->user}},
	    .request = {.name = stage->request_name,
		.count = 2,
		.schema = embedded_text(stage->schema),
		.max_tokens = q->max_tokens,
		.deadline_us = q->deadline_us,
		.repair = q->stage == STAGE_REPAIR,
		.watch = q->watch},
	};

	k.request.messages = k.messages;
	for (int tries = 0; tries < 2; tries++) {
		if (!ask_once(&k, p, scratch, q, spending, err))
			return false;
		if (k.reply.verdict == REPLY_GOOD) {
			*out = k.reply.doc;
			return true;
		}
	}
	err_set(err, ERR_PROVIDER, "the model's reply (%s) can't be used, twice: %.*s", stage->name,
	    STR_ARG(k.reply.why));
	if (k.hint.n > 0)
		return err_help(err, "%.*s", STR_ARG(k.hint));
	return err_help(
	    err, "nothing was run; try again, or use a model that keeps to a JSON schema");
}
