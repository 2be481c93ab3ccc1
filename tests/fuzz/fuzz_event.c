/* SPDX-License-Identifier: MIT */
/* An event has one text, and an event's body holds what its kind has. */
#include "tape.h"

#include "events.h"

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct str text = {n > 0 ? (const char *)bytes : "", n}, canonical;
	struct event_row e;
	struct err err = {.code = ERR_NONE};

	if (event_read(a, text, &e, &err)) {
		struct buf again;
		buf_init(&again, (size_t)1 << 20);
		event_body(&e, &again);
		MUST(!again.failed && str_eq(buf_view(&again), text));
		buf_release(&again);
	} else {
		MUST(err.code != ERR_NONE);
	}
	if (json_canonical_text(a, text, &canonical, &err)) {
		struct str again;
		MUST(json_canonical_text(a, canonical, &again, &err) && str_eq(again, canonical));
	}
	arena_free(a);
	return 0;
}
