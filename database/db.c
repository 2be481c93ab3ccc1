/* SPDX-License-Identifier: MIT */
#include "db.h"

#include "clock.h"
#include "hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ATTEMPTS_MAX 20
#define ATTEMPTS_US 10000000 /* no further one begins behind that */
#define PAUSE_FIRST_US 500
#define PAUSE_MAX_US 400000

struct db_value
db_null(void)
{
	return (struct db_value){.kind = DB_NULL};
}

struct db_value
db_int(int64_t n)
{
	return (struct db_value){.kind = DB_INT, .number = n};
}

struct db_value
db_text(struct str s)
{
	return (struct db_value){.kind = DB_TEXT, .text = s};
}

struct db_value
db_zero(const char *z)
{
	return z && *z ? db_text(str_from(z)) : db_null();
}

struct db_value
db_blob(struct str s)
{
	return (struct db_value){.kind = DB_BLOB, .text = s};
}

/* A read outside a transaction may be asked again; a write there may have happened. */
static bool
may_repeat(const struct db *db, const char *sql)
{
	return !db->in_transaction && strncmp(sql, "SELECT", 6) == 0;
}

static bool
is_last(unsigned attempt, int64_t began_us)
{
	return attempt + 1 == ATTEMPTS_MAX || clock_us() - began_us > ATTEMPTS_US;
}

/* Twice as long each time, up to a ceiling, and at random between half and the whole of it, so that
 * those who met once don't meet again. */
static void
pause_before(unsigned attempt)
{
	int64_t longest = PAUSE_FIRST_US << (attempt < 10 ? attempt : 10);
	uint32_t chance;

	random_bytes(&chance, sizeof(chance));
	if (longest > PAUSE_MAX_US)
		longest = PAUSE_MAX_US;
	int64_t us = longest / 2 + (int64_t)(chance % (uint32_t)(longest / 2 + 1));
	struct timespec pause = {us / 1000000, us % 1000000 * 1000};
	nanosleep(&pause, NULL);
}

struct query {
	const char *sql;
	const struct db_value *values;
	size_t count;
	bool (*row)(void *context, const struct db_row *row);
	void *context;
	int64_t *changed;
};

static bool
run(struct db *db, const struct query *q, struct err *err)
{
	if (db->broken)
		return err_set(err, ERR_INTERNAL, "a transaction goes on behind a failure");
	db->may_retry = false;
	bool done = db->engine->execute(
	    db, q->sql, q->values, q->count, q->row, q->context, q->changed, err);
	db->broken = db->in_transaction && !done;
	return done;
}

struct once { /* lets a repeated read not give a row twice */
	bool (*row)(void *context, const struct db_row *row);
	void *context;
	bool given;
};

static bool
give_row(void *context, const struct db_row *row)
{
	struct once *once = context;

	once->given = true;
	return !once->row || once->row(once->context, row);
}

bool
db_query(struct db *db, const char *sql, const struct db_value *values, size_t count,
    bool (*row)(void *context, const struct db_row *row), void *context, struct err *err)
{
	struct once once = {row, context, false};
	int64_t began_us = clock_us();

	for (unsigned attempt = 0;; attempt++) {
		struct query query = {sql, values, count, give_row, &once, NULL};
		if (run(db, &query, err))
			return true;
		if (!db->may_retry || once.given || !may_repeat(db, sql) ||
		    is_last(attempt, began_us))
			return false;
		pause_before(attempt);
	}
}

bool
db_change(struct db *db, const char *sql, const struct db_value *values, size_t count,
    int64_t *changed, struct err *err)
{
	int64_t ignored;

	return run(
	    db, &(struct query){sql, values, count, NULL, NULL, changed ? changed : &ignored}, err);
}

bool
db_change_one(struct db *db, const char *sql, const struct db_value *values, size_t count,
    enum err_code otherwise, const char *words, struct err *err)
{
	int64_t changed = 0;

	if (!db_change(db, sql, values, count, &changed, err))
		return false;
	return changed == 1 || err_set(err, otherwise, "%s", words);
}

static bool
attempt_once(struct db *db, bool writes, db_work *work, void *context, struct err *err)
{
	if (!db->engine->begin(db, writes, err))
		return false;
	db->in_transaction = true;
	bool pays = writes && db->owed;
	bool done =
	    (!pays || db->owed(db, NULL, err)) && work(db, context, err) &&
	    (!db->broken || err_set(err, ERR_INTERNAL, "a transaction went on behind a failure")) &&
	    db->engine->commit(db, err);
	if (!done) {
		bool may_retry = db->may_retry;
		db->engine->rollback(db);
		db->may_retry = may_retry;
		if (db->doubt)
			*db->doubt = true;
	} else if (pays) {
		db->owed = NULL;
	}
	db->doubt = NULL;
	db->in_transaction = db->broken = false;
	return done;
}

static bool
transact(struct db *db, bool writes, db_work *work, void *context, struct err *err)
{
	int64_t began_us = clock_us();

	if (db->in_transaction)
		return work(db, context, err);
	if (writes && db->read_only) {
		err_set(err, ERR_REFUSED, "this store is open read-only");
		return err_help(err,
		    "its file can't be written here, or its database role may only read (docs/store.md)");
	}
	for (unsigned attempt = 0;; attempt++) {
		db->may_retry = false;
		if (attempt_once(db, writes, work, context, err))
			return true;
		if (!db->may_retry || is_last(attempt, began_us))
			return false;
		pause_before(attempt);
	}
}

bool
db_do(struct db *db, db_work *work, void *context, struct err *err)
{
	return transact(db, true, work, context, err);
}

bool
db_do_soon(struct db *db, db_work *work, void *context, struct err *err)
{
	bool outer = db->soon;

	db->soon = true;
	bool done = transact(db, true, work, context, err);
	db->soon = outer;
	return done;
}

bool
db_read(struct db *db, db_work *work, void *context, struct err *err)
{
	return transact(db, false, work, context, err);
}

int64_t
db_column_int(const struct db_row *row, size_t column)
{
	return column < row->count && row->columns[column].kind == DB_INT
		   ? row->columns[column].number
		   : 0;
}

struct str
db_column_text(const struct db_row *row, size_t column)
{
	if (column >= row->count || row->columns[column].kind == DB_INT)
		return STR("");
	return row->columns[column].text;
}

void
db_column_copy(const struct db_row *row, size_t column, char *out, size_t size)
{
	struct str text = db_column_text(row, column);
	size_t n = text.n < size ? text.n : size - 1;

	if (n)
		memcpy(out, text.p, n);
	out[n] = '\0';
}

bool
db_column_keep(
    struct arena *a, const struct db_row *row, size_t column, struct str *out, struct err *err)
{
	return arena_copy(a, db_column_text(row, column), out) || err_memory(err);
}

static bool
take_number(void *context, const struct db_row *row)
{
	*(int64_t *)context = db_column_int(row, 0);
	return true;
}

bool
db_number(struct db *db, const char *sql, const struct db_value *values, size_t count,
    int64_t otherwise, int64_t *out, struct err *err)
{
	*out = otherwise;
	return db_query(db, sql, values, count, take_number, out, err);
}

static bool
take_any(void *context, const struct db_row *row)
{
	(void)row;
	*(bool *)context = true;
	return true;
}

bool
db_any(struct db *db, const char *sql, const struct db_value *values, size_t count, bool *any,
    struct err *err)
{
	*any = false;
	return db_query(db, sql, values, count, take_any, any, err);
}

__attribute__((format(printf, 3, 0))) static bool
say(struct err *err, enum err_code code, const char *format, va_list ap)
{
	char words[ERR_MESSAGE_BYTES];

	vsnprintf(words, sizeof(words), format, ap);
	return err_set(err, code, "%s", words);
}

bool
db_some(struct db *db, const char *sql, const struct db_value *values, size_t count,
    struct err *err, enum err_code otherwise, const char *format, ...)
{
	va_list ap;
	bool any;

	if (!db_any(db, sql, values, count, &any, err))
		return false;
	va_start(ap, format);
	any = any || say(err, otherwise, format, ap);
	va_end(ap);
	return any;
}

bool
db_none(struct db *db, const char *sql, const struct db_value *values, size_t count,
    struct err *err, enum err_code otherwise, const char *format, ...)
{
	va_list ap;
	bool any;

	if (!db_any(db, sql, values, count, &any, err))
		return false;
	va_start(ap, format);
	bool none = !any || say(err, otherwise, format, ap);
	va_end(ap);
	return none;
}

/* Numbers in the width of their member. */
static void
take_as(const struct member *f, int64_t number, void *to)
{
	switch ((int)f->kind) {
	case FIELD_BOOL:
		*(bool *)to = number != 0;
		break;
	case FIELD_SHORT:
		*(int *)to = (int)number;
		break;
	case FIELD_COUNT:
		*(size_t *)to = (size_t)number;
		break;
	default:
		*(int64_t *)to = number;
		break;
	}
}

bool
db_take(
    struct arena *a, const struct db_row *row, const struct form *form, void *item, struct err *err)
{
	if (row->count != form->count)
		return err_set(err, ERR_INTERNAL,
		    "a row of %zu columns is not a form of %zu members", row->count, form->count);
	for (size_t i = 0; i < form->count; i++) {
		const struct member *f = &form->fields[i];
		void *to = (char *)item + f->at;
		if (f->kind == FIELD_CHARS)
			db_column_copy(row, i, to, f->size);
		else if (f->kind == FIELD_WORD)
			*(unsigned *)to = f->of(db_column_text(row, i));
		else if (f->kind != FIELD_STRING)
			take_as(f, db_column_int(row, i), to);
		else if (!db_column_keep(a, row, i, to, err))
			return false;
	}
	return true;
}

struct taking {
	struct arena *a;
	const struct form *form;
	void *items; /* a list's, or the one */
	size_t count, capacity;
	struct err *err;
};

static bool
take_item(void *context, const struct db_row *row)
{
	struct taking *t = context;
	void *item = arena_push(t->a, &t->items, &t->count, &t->capacity, t->form->size);

	return item ? db_take(t->a, row, t->form, item, t->err) : err_memory(t->err);
}

bool
db_list(struct db *db, struct arena *a, const char *sql, const struct db_value *values,
    size_t count, const struct form *form, void *items, size_t *n, struct err *err)
{
	struct taking t = {.a = a, .form = form, .err = err};
	bool good = db_query(db, sql, values, count, take_item, &t, err);

	memcpy(items, &t.items, sizeof(t.items));
	*n = t.count;
	return good;
}

static const struct member text_fields[] = {{.name = "text", .kind = FIELD_STRING}};
const struct form db_texts = {text_fields, 1, sizeof(struct str)};

static bool
take_one(void *context, const struct db_row *row)
{
	struct taking *t = context;

	t->count++;
	return db_take(t->a, row, t->form, t->items, t->err);
}

bool
db_item(struct db *db, struct arena *a, const char *sql, const struct db_value *values,
    size_t count, const struct form *form, void *item, bool *found, struct err *err)
{
	struct taking t = {.a = a, .form = form, .items = item, .err = err};
	bool good = db_query(db, sql, values, count, take_one, &t, err);

	if (found)
		*found = t.count > 0;
	return good;
}

bool
db_one(struct db *db, struct arena *a, const char *sql, const struct db_value *values, size_t count,
    struct str *out, struct err *err)
{
	*out = STR("");
	return db_item(db, a, sql, values, count, &db_texts, out, NULL, err);
}

struct copying {
	char *out;
	size_t size;
};

static bool
take_copy(void *context, const struct db_row *row)
{
	const struct copying *c = context;

	db_column_copy(row, 0, c->out, c->size);
	return true;
}

bool
db_one_copy(struct db *db, const char *sql, const struct db_value *values, size_t count, char *out,
    size_t size, struct err *err)
{
	struct copying c = {out, size};

	out[0] = '\0';
	return db_query(db, sql, values, count, take_copy, &c, err);
}
