/* SPDX-License-Identifier: MIT */
/* An input of any bytes, taken for each kind of file: its description is always one JSON object. */
#include "input.h"

#include <stdlib.h>

#define MUST(condition)                                                                            \
	do {                                                                                       \
		if (!(condition))                                                                  \
			abort();                                                                   \
	} while (0)

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct str names[] = {STR("a.csv"), STR("a.json"), STR("a.ndjson"), STR("a.txt")};
	struct json_writer w;
	struct json_doc d;
	struct err err;
	struct buf out;

	if (size < 1)
		return 0;
	const struct planner_input in = {
	    .name = names[data[0] % 4], .bytes = {(const char *)data + 1, size - 1}};
	struct arena *a = arena_new((size_t)64 << 20);
	buf_init(&out, (size_t)16 << 20);
	json_writer_init(&w, &out, false);
	MUST(input_describe(a, &in, data[0] / 16, &w));
	if (!out.failed && !json_parse(a, buf_view(&out), NULL, &JSON_LIMITS, &d, NULL, &err))
		/* Column and member names may repeat, and that alone. */
		MUST(strstr(err.message, "twice") || strstr(err.message, "duplicate"));
	buf_release(&out);
	arena_free(a);
	return 0;
}
