/* SPDX-License-Identifier: MIT */
/*
 * application FILE STATEMENT: a program of the service's that sends SQL of its own to a SQLite store,
 * with the guards in force. Rows come as lines, columns between tabs; a refusal is exit status 1.
 */
#include "db.h"

#include <stdio.h>

static bool
print_row(void *context, const struct db_row *row)
{
	(void)context;
	for (size_t i = 0; i < row->count; i++) {
		const struct db_value *v = &row->columns[i];
		fputs(i > 0 ? "\t" : "", stdout);
		if (v->kind == DB_INT)
			printf("%lld", (long long)v->number);
		else
			fwrite(v->text.p, 1, v->text.n, stdout);
	}
	fputc('\n', stdout);
	return true;
}

static bool
say(struct db *db, void *context, struct err *err)
{
	return db_query(db, context, NULL, 0, print_row, NULL, err);
}

int
main(int argc, char **argv)
{
	struct err err = {0};
	struct db *db = NULL;
	bool done = argc == 3 && sqlite_open(argv[1], &db, &err) && db_do(db, say, argv[2], &err);

	if (db)
		db->engine->close(db);
	if (!done)
		fprintf(
		    stderr, "%s\n", argc == 3 ? err.message : "usage: application FILE STATEMENT");
	return done ? 0 : 1;
}
