/* SPDX-License-Identifier: MIT */
/* A provider's body, whole or streamed, of either shape: text comes only with a good ending. */
#include "wire.h"

#include <stdlib.h>

#define MUST(condition)                                                                            \
	do {                                                                                       \
		if (!(condition))                                                                  \
			abort();                                                                   \
	} while (0)

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct model_reply reply = {.finish = FINISH_UNKNOWN};
	struct wire_reply got = {.reply = &reply};
	struct buf why;

	if (size < 1)
		return 0;
	static const struct wire *const wires[] = {&WIRE_CHAT, &WIRE_MESSAGES, &WIRE_RESPONSES,
	    &WIRE_GEMINI, &WIRE_OLLAMA, &WIRE_CONVERSE};
	const struct wire *wire = wires[(data[0] >> 2) % ARRAY_LENGTH(wires)];
	struct str body = {(const char *)data + 1, size - 1};
	struct arena *a = arena_new((size_t)64 << 20);
	buf_init(&why, 4096);
	got.why = &why;
	if (!wire_read(wire, a, body, (data[0] & 2) && wire->streams, &got))
		MUST(reply.text.n == 0);
	MUST(reply.finish == FINISH_STOP ? reply.text.n > 0 : reply.text.n == 0);
	MUST(got.prompt_tokens >= 0 && got.completion_tokens >= 0);
	buf_release(&why);
	arena_free(a);
	return 0;
}
