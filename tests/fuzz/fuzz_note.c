/* SPDX-License-Identifier: MIT */
/* A checkpoint has one text: what is read, written again, is the same bytes. */
#include "tape.h"

#include "note.h"

static void
write_again(const struct checkpoint *c, struct buf *out)
{
	checkpoint_text(c->origin, c->size, &c->root, out);
	buf_char(out, '\n');
	for (size_t i = 0; i < c->count; i++) {
		const struct note_signature *s = &c->signatures[i];
		struct buf bytes;
		buf_init(&bytes, NOTE_BYTES_MAX);
		buf_add(&bytes, s->keyhash, sizeof(s->keyhash));
		buf_str(&bytes, s->signature);
		buf_text(out, "\xe2\x80\x94 ");
		buf_str(out, s->name);
		buf_char(out, ' ');
		base64_write(bytes.p, bytes.n, out);
		buf_char(out, '\n');
		buf_release(&bytes);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct str text = {n > 0 ? (const char *)bytes : "", n};
	static const struct public_key nobody;
	struct checkpoint c;
	struct err err = {.code = ERR_NONE};
	int64_t time_us;

	if (checkpoint_read(a, text, &c, &err)) {
		struct buf again;
		buf_init(&again, 2 * NOTE_BYTES_MAX);
		write_again(&c, &again);
		MUST(!again.failed && str_eq(buf_view(&again), text));
		buf_release(&again);
		MUST(c.size >= 0 && c.count >= 1 && note_name_is_good(c.origin));
		for (size_t i = 0; i < c.count; i++)
			MUST(!checkpoint_verify(&c, c.signatures[i].name, &nobody, &time_us, &err));
	} else {
		MUST(err.code == ERR_INPUT);
	}
	arena_free(a);
	return 0;
}
