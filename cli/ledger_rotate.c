/* SPDX-License-Identifier: MIT */
/* sluice ledger key rotate. */
#include "approver.h"
#include "ledger_view.h"

#include "clock.h"
#include "log_acts.h"

#define PUBLIC_KEY_TEXT_BYTES 128

static void
put_text(struct json_writer *w, const char *name, const struct public_key *k)
{
	struct buf text;

	buf_init(&text, 128);
	public_key_write(k, &text);
	json_put_str(w, name, buf_view(&text));
	buf_release(&text);
}

/* Prints the lines that the trust file needs from now on. */
static int
tell(struct call *c, const struct log_rotation *r, struct str origin)
{
	char stamp[CLOCK_STAMP_BYTES];

	call_begin(c);
	clock_stamp_of(r->at_us, stamp);
	if (c->o->json) {
		json_object(&c->j);
		json_put_str(&c->j, "origin", origin);
		put_text(&c->j, "old_key", &r->old_key);
		put_text(&c->j, "key", &r->new_key);
		json_put_text(&c->j, "at", stamp);
		json_end_object(&c->j);
		return call_print(c);
	}
	const char *until = arena_printf(c->a, "from: .., until: %s", stamp);
	const char *from = arena_printf(c->a, "from: %s, until: ..", stamp);
	buf_text(&c->out,
	    "the log has a new key, and the old key's file was removed\n"
	    "update every trust file: end the old key's lines now, and add the new key's:\n");
	for (int i = 0; i < 2; i++)
		service_line(
		    &c->out, origin, i ? "receipt" : "log", &r->old_key, until ? until : "");
	for (int i = 0; i < 2; i++)
		service_line(&c->out, origin, i ? "receipt" : "log", &r->new_key, from ? from : "");
	return call_print(c);
}

int
ledger_key_rotate_by(struct call *c)
{
	struct log_identity identity;
	struct log_rotation rotation;
	struct public_key next;
	struct str envelope;
	struct buf text;

	if (!ledger_key_next(c->place.store, &next, &c->err))
		return call_fail(c);
	buf_init(&text, PUBLIC_KEY_TEXT_BYTES);
	public_key_write(&next, &text);
	buf_char(&text, '\0');
	bool good = approver_say(c, ACT_ROTATE, text.p, STR(""), &envelope) &&
		    ledger_key_rotate_signed(c->place.store, c->a, envelope, &rotation, &c->err);
	buf_release(&text);
	return good && ledger_identity(c->place.store, c->a, &identity, &c->err)
		   ? tell(c, &rotation, identity.origin)
		   : call_fail(c);
}
