/* SPDX-License-Identifier: MIT */
#include "cli.h"

static int
cmd_version(const struct verb *verb, int argc, char **argv)
{
	struct option_values words = {.count = 0};
	bool json = false;
	const struct option options[] = {{"--json", NULL, "print JSON", OPTION_FLAG, &json}};
	struct json_writer w;
	struct buf out;
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &words);

	if (code >= 0)
		return code;
	buf_init(&out, 4096);
	if (json) {
		json_writer_init(&w, &out, false);
		json_object(&w);
		json_put_text(&w, "version", SLUICE_VERSION);
		json_end_object(&w);
		buf_char(&out, '\n');
	} else {
		buf_printf(&out, "sluice %s\n", SLUICE_VERSION);
	}
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

const struct verb VERB_VERSION = {
    .name = "version",
    .summary = "prints the version",
    .usage = "version [--json]",
    .example = "sluice version --json",
    .run = cmd_version,
};
