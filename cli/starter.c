/* SPDX-License-Identifier: MIT */
#include "starter.h"

#include "arena.h"
#include "file.h"

#include <stdio.h>
#include <string.h>

bool
starter_is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
		if (!plain && (c != '-' || i == 0))
			return false;
	}
	return s.n > 0 && s.n <= 80;
}

bool
starter_ask(const char *question, const char *usual, char out[STARTER_ANSWER_BYTES])
{
	fprintf(stderr, *usual ? "%s [%s]: " : "%s: ", question, usual);
	if (!fgets(out, STARTER_ANSWER_BYTES, stdin))
		return false;
	out[strcspn(out, "\r\n")] = '\0';
	if (!*out)
		snprintf(out, STARTER_ANSWER_BYTES, "%s", usual);
	return true;
}

const char *
starter_fill(struct arena *a, const char *text, const struct starter_mark *marks)
{
	struct str rest = str_from(text);
	struct buf out;

	buf_init(&out, STARTER_FILE_BYTES_MAX);
	while (rest.n > 0) {
		const struct starter_mark *next = NULL;
		size_t at = rest.n;
		for (const struct starter_mark *m = marks; m->mark; m++) {
			size_t found = str_find(rest, str_from(m->mark), 0);
			if (found < at) {
				at = found;
				next = m;
			}
		}
		buf_str(&out, str_slice(rest, 0, at));
		if (next) {
			buf_str(&out, next->value);
			at += strlen(next->mark);
		}
		rest = str_slice(rest, at, rest.n);
	}
	const char *filled = out.failed ? NULL : arena_text(a, buf_view(&out));
	buf_release(&out);
	return filled;
}

bool
starter_write(const char *path, const char *text, struct err *err)
{
	if (!path || !text)
		return err_memory(err);
	if (!file_exists(path))
		return file_write(path, str_from(text), err);
	err_set(err, ERR_INPUT, "'%s' already exists", path);
	return err_help(err, "choose another name, or another folder");
}
