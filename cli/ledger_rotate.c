/* SPDX-License-Identifier: MIT */
/* sluice ledger key rotate. */
#include "approver.h"
#include "ledger_view.h"

#include "clock.h"

static void
put_line(struct buf *out, struct str origin, const char *purpose, const struct public_key *k,
    const char *span)
{
	buf_printf(out, "  - {name: %.*s, purpose: %s, public: \"", STR_ARG(origin), purpose);
	public_key_write(k, out);
	buf_printf(out, "\", %s}\n", span);
}

static void
put_text(struct json_writer *w, const char *name, const struct public_key *k)
{
	struct buf text;

	buf_init(&text, 128);
	public_key_write(k, &text);
	json_put_str(w, name, buf_view(&text));
	buf_release(&text);
}

static int
tell(struct arena *a, const struct log_rotation *r, struct str origin, bool json)
{
	char stamp[CLOCK_STAMP_BYTES];
	struct json_writer w;
	struct buf out;

	buf_init(&out, 1 << 16);
	clock_stamp_of(r->at_us, stamp);
	if (json) {
		json_writer_init(&w, &out, true);
		json_object(&w);
		json_put_str(&w, "origin", origin);
		put_text(&w, "old_key", &r->old_key);
		put_text(&w, "key", &r->new_key);
		json_put_text(&w, "at", stamp);
		json_end_object(&w);
		buf_char(&out, '\n');
		return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
	}
	const char *until = arena_printf(a, "from: .., until: %s", stamp);
	const char *from = arena_printf(a, "from: %s, until: ..", stamp);
	buf_text(&out,
	    "the log has another key, and the file of the old one is gone\n"
	    "the old key's lines in every trust file end now, and the new one's begin:\n");
	for (int i = 0; i < 2; i++)
		put_line(&out, origin, i ? "receipt" : "log", &r->old_key, until ? until : "");
	for (int i = 0; i < 2; i++)
		put_line(&out, origin, i ? "receipt" : "log", &r->new_key, from ? from : "");
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

int
ledger_rotate(struct arena *a, struct place *p, const char *reason, bool json)
{
	struct approver w = {.a = a, .place = *p};
	struct log_identity identity;
	struct log_rotation rotation;
	struct err err;

	bool good = approver_unlock(&w, &err) &&
		    ledger_key_rotate(p->store, w.me, str_from(reason), &rotation, &err) &&
		    ledger_identity(p->store, a, &identity, &err);
	key_free(w.key);
	return good ? tell(a, &rotation, identity.origin, json) : print_error(&err);
}
