/* SPDX-License-Identifier: MIT */
/* service_events.c: what another trust file changed about the keys of services, told as events. The
 * store keeps them as lines of text, to compare. */
#include "people_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define LINES_BYTES_MAX ((size_t)1 << 16)
#define WORDS 6

static void
write_line(const struct trust_service *s, struct buf *out)
{
	buf_printf(out, "%s %.*s %s %" PRId64 " %" PRId64 " %" PRId64 "\n",
	    service_purpose_name(s->purpose), STR_ARG(s->name), s->id, s->from_us, s->until_us,
	    s->revoked_us);
}

static bool
take_lines(void *context, const struct db_row *row)
{
	buf_str(context, db_column_text(row, 0));
	return true;
}

static bool
has_line(struct str lines, struct str line)
{
	for (struct str rest = lines, one; str_cut(&rest, '\n', &one);)
		if (str_eq(one, line))
			return true;
	return false;
}

/* A purpose, a name and a key id: what a line is about. */
static struct str
about(struct str line)
{
	size_t at = 0;

	for (int i = 0; i < 3; i++)
		at = str_find(line, STR(" "), at) + 1;
	return str_slice(line, 0, at);
}

static bool
is_about_one(struct str lines, struct str what)
{
	for (struct str rest = lines, one; str_cut(&rest, '\n', &one);)
		if (str_starts(one, what))
			return true;
	return false;
}

static int64_t
number_of(struct str text)
{
	char copy[24];

	snprintf(copy, sizeof(copy), "%.*s", STR_ARG(text));
	return strtoll(copy, NULL, 10);
}

static bool
note_line(struct db *db, struct str line, bool gone, struct err *err)
{
	struct str words[WORDS] = {{NULL, 0}};
	size_t n = 0;

	for (struct str rest = line; n < WORDS && str_cut(&rest, ' ', &words[n]);)
		n++;
	if (n < WORDS)
		return true;
	if (gone)
		return ledger_note(db,
		    &(struct event_note){.kind = EVENT_SERVICE_KEY_GONE,
			.actor = "sluice",
			EVENT_VALUES({.name = "keyid", .text = words[2]},
			    {.name = "name", .text = words[1]},
			    {.name = "purpose", .text = words[0]})},
		    err);
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_SERVICE_KEY,
		.actor = "sluice",
		EVENT_VALUES({.name = "from_us", .number = number_of(words[3])},
		    {.name = "keyid", .text = words[2]}, {.name = "name", .text = words[1]},
		    {.name = "purpose", .text = words[0]},
		    {.name = "revoked_us", .number = number_of(words[5])},
		    {.name = "until_us", .number = number_of(words[4])})},
	    err);
}

static bool
compare(struct db *db, struct str before, struct str now, struct err *err)
{
	for (struct str rest = now, one; str_cut(&rest, '\n', &one);)
		if (one.n > 0 && !has_line(before, one) && !note_line(db, one, false, err))
			return false;
	for (struct str rest = before, one; str_cut(&rest, '\n', &one);)
		if (one.n > 0 && !is_about_one(now, about(one)) && !note_line(db, one, true, err))
			return false;
	return true;
}

bool
services_note_changes(struct db *db, const struct trust *t, struct err *err)
{
	struct buf before, now;

	buf_init(&before, LINES_BYTES_MAX);
	buf_init(&now, LINES_BYTES_MAX);
	for (size_t i = 0; i < t->service_count; i++)
		write_line(&t->services[i], &now);
	bool good = !now.failed || err_memory(err);
	good =
	    good &&
	    db_query(db, "SELECT value FROM meta WHERE name = 'services'", NULL, 0, take_lines,
		&before, err) &&
	    compare(db, buf_view(&before), buf_view(&now), err) &&
	    (before.n + now.n == 0 ||
		db_change(db,
		    "INSERT INTO meta (name, value) VALUES ('services', $1) ON CONFLICT (name) DO "
		    "UPDATE SET value = excluded.value",
		    VALUES(db_text(buf_view(&now))), NULL, err));
	buf_release(&before);
	buf_release(&now);
	return good;
}
