/* SPDX-License-Identifier: MIT */
/* embed_guards OUT: the guards' SQL for SQLite (sqlite_guards.h) as C, so that no opening makes it. */
#include "guards.h"
#include "sqlite_guards.h"

#include <stdio.h>
#include <unistd.h>

#define QUERY_BYTES_MAX ((size_t)1 << 16)
#define COLUMNS_MAX 99 /* SQLite passes a function 100 arguments */

struct query {
	struct buf written, numbered;    /* NEW.x and OLD.x by name; by parameter */
	struct str columns[COLUMNS_MAX]; /* in the parameters' order; they lie in `written` */
	size_t count;
};

static size_t
column_number(struct query *q, struct str name)
{
	size_t at = 0;

	while (at < q->count && !str_eq(q->columns[at], name))
		at++;
	if (at == COLUMNS_MAX)
		q->numbered.failed = true;
	else if (at == q->count)
		q->columns[q->count++] = name;
	return at + 1;
}

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* How long the NEW.x or OLD.x at this place is; 0: there is none. */
static size_t
column_at(struct str sql, size_t at)
{
	size_t n = 4;

	if ((sql.p[at] != 'N' && sql.p[at] != 'O') || (at > 0 && is_word(sql.p[at - 1])) ||
	    !(str_starts(str_slice(sql, at, sql.n), STR("NEW.")) ||
		str_starts(str_slice(sql, at, sql.n), STR("OLD."))))
		return 0;
	while (at + n < sql.n && is_word(sql.p[at + n]))
		n++;
	return n;
}

static void
number_columns(struct query *q)
{
	struct str sql = buf_view(&q->written);
	size_t done = 0;

	for (size_t at = 0, n; at < sql.n; at += n ? n : 1) {
		if ((n = column_at(sql, at)) == 0)
			continue;
		buf_str(&q->numbered, str_slice(sql, done, at));
		done = at + n;
		buf_char(&q->numbered, '?');
		buf_number(&q->numbered, (int64_t)column_number(q, str_slice(sql, at, done)));
	}
	buf_str(&q->numbered, str_slice(sql, done, sql.n));
}

/* Whether the guard refuses; one without a condition does. */
static void
put_condition(const struct guard *guard, struct buf *out)
{
	if (guard->when) {
		buf_char(out, '(');
		guard_condition(guard->when, NULL, out);
		buf_text(out, guard->must ? ") IS NOT FALSE AND " : ") IS NOT FALSE");
	}
	if (guard->must) {
		buf_char(out, '(');
		guard_condition(guard->must, NULL, out);
		buf_text(out, ") IS NOT TRUE");
	}
	if (!guard->when && !guard->must)
		buf_text(out, "TRUE");
}

/* The words of the first guard that refuses. */
static void
query_init(struct query *q, const struct guard_group *g)
{
	q->count = 0;
	buf_init(&q->written, QUERY_BYTES_MAX);
	buf_init(&q->numbered, QUERY_BYTES_MAX);
	buf_text(&q->written, "SELECT CASE");
	for (size_t i = 0; i < g->count; i++) {
		buf_text(&q->written, "\nWHEN ");
		put_condition(&g->first[i], &q->written);
		buf_printf(&q->written, " THEN '%s'", g->first[i].words);
	}
	buf_text(&q->written, " END");
	number_columns(q);
	q->numbered.failed = q->numbered.failed || q->written.failed;
}

/*
 * A trigger before a change costs SQLite a copy of the row, twice what the guard itself does.
 * Events come by the thousand, and what is asked of a new one (the event before it, the clock) is
 * the same behind its insertion: there the guard undoes the statement.
 */
static const char *
moment(const struct guard *g)
{
	return strcmp(g->table, "ledger_event") == 0 && strcmp(g->event, "INSERT") == 0 ? "AFTER"
											: "BEFORE";
}

/* RAISE() makes SQLite ready to undo a statement that has changed other rows already. */
static void
trigger(const struct guard_group *g, const struct query *q, struct buf *out)
{
	buf_printf(out,
	    "CREATE TRIGGER guard_%s_%s %s %s ON %s BEGIN SELECT RAISE(ABORT, 'guarded') WHERE "
	    "guard(%zu",
	    g->first->table, g->first->event, moment(g->first), g->first->event, g->first->table,
	    g->number);
	for (size_t i = 0; i < q->count; i++) {
		buf_text(out, ", ");
		buf_str(out, q->columns[i]);
	}
	buf_text(out, ") IS NOT TRUE; END");
}

static void
put_text(FILE *out, const struct buf *text)
{
	fputs("\t\"", out);
	for (size_t i = 0; i < text->n; i++) {
		unsigned char c = (unsigned char)text->p[i];
		if (c == '"' || c == '\\' || c < ' ' || c >= 0x7f)
			fprintf(out, "\\%03o", c);
		else
			fputc(c, out);
	}
	fputs("\",\n", out);
}

static bool
put(FILE *out, const struct guard_group *g)
{
	struct query q;
	struct buf made;

	query_init(&q, g);
	buf_init(&made, QUERY_BYTES_MAX);
	trigger(g, &q, &made);
	bool done = !made.failed && !q.numbered.failed;
	if (done) {
		fputs("    {\n", out);
		put_text(out, &made);
		put_text(out, &q.numbered);
		fputs("    },\n", out);
	}
	buf_release(&made);
	buf_release(&q.written);
	buf_release(&q.numbered);
	return done;
}

int
main(int argc, char **argv)
{
	FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
	struct guard_group g = {.count = 0};
	bool good = out != NULL;

	if (!out) {
		fputs("usage: embed_guards OUT\n", stderr);
		return 2;
	}
	fputs("/* Made by embed_guards. */\n#include \"sqlite_guards.h\"\n\n"
	      "const struct sqlite_guard sqlite_guard_list[] = {\n",
	    out);
	while (good && guard_group_next(GUARD_LISTS_SQLITE, &g))
		good = g.number < SQLITE_GUARDS_MAX && put(out, &g);
	fprintf(out, "};\nconst size_t sqlite_guard_count = %zu;\n", g.number);
	good = fclose(out) == 0 && good;
	if (!good)
		(void)unlink(argv[1]);
	return good ? 0 : 1;
}
