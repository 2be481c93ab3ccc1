/* SPDX-License-Identifier: MIT */
/*
 * Theory: a version covers the tables and the guards together. Tables change by steps (versions.c),
 * one for each version. The guards have no history and are created again after the last step. A
 * change of either must add a step, even an empty one, so that an older program never replaces newer
 * guards with its own.
 */
#include "migrate.h"
#include "vault.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define SCRIPT_BYTES_MAX ((size_t)1 << 20)

static bool
version_read(struct db *db, int64_t *version, struct err *err)
{
	return db_number(db, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'version'", NULL,
	    0, 0, version, err);
}

static bool
version_of(struct db *db, int64_t *version, struct err *err)
{
	int64_t there;

	*version = 0;
	return db_number(db, db->engine->dialect->has_meta, NULL, 0, 0, &there, err) &&
	       (!there || version_read(db, version, err));
}

static bool
is_known(int64_t version, struct err *err)
{
	if (version > 0 && version < STORE_FIRST) {
		err_set(err, ERR_REFUSED, "the store has version %lld, which was never released",
		    (long long)version);
		return err_help(err,
		    "move it away, or name a new one with --store; this program upgrades from version %d on",
		    STORE_FIRST);
	}
	if (version <= store_version())
		return true;
	err_set(err, ERR_REFUSED, "the store has version %lld, and this program knows %d",
	    (long long)version, store_version());
	return err_help(err, "use the newer sluice that made it so");
}

bool
store_version_stands(struct db *db, struct err *err)
{
	int64_t version;

	return version_read(db, &version, err) && is_known(version, err);
}

static bool
run_script(struct db *db, struct buf *script, struct err *err)
{
	bool done = script->failed ? err_memory(err) : db->engine->script(db, script->p, err);

	buf_release(script);
	return done;
}

void
migrate_step(const struct dialect *dialect, int64_t from, struct buf *out)
{
	dialect->schema(str_from(store_step(from)), out);
}

static bool
run_steps(struct db *db, int64_t version, int64_t to, struct err *err)
{
	while (version < to) {
		struct buf script;
		buf_init(&script, SCRIPT_BYTES_MAX);
		migrate_step(db->engine->dialect, version, &script);
		if (!run_script(db, &script, err))
			return false;
		version = version == 0 ? STORE_FIRST : version + 1;
	}
	return true;
}

static bool
take_statement(void *context, const struct db_row *row)
{
	buf_str(context, db_column_text(row, 0));
	buf_text(context, ";\n");
	return true;
}

/* Runs the statements that the query gives. */
static bool
run_statements(struct db *db, const char *query, struct err *err)
{
	struct buf script;

	buf_init(&script, SCRIPT_BYTES_MAX);
	if (!db_query(db, query, NULL, 0, take_statement, &script, err)) {
		buf_release(&script);
		return false;
	}
	buf_char(&script, '\n');
	return run_script(db, &script, err);
}

void
migrate_helpers(const struct dialect *dialect, struct buf *out)
{
	for (size_t i = 0; i < dialect->helper_count; i++)
		buf_printf(out, "CREATE OR REPLACE FUNCTION %s RETURNS %s AS $helper$%s$helper$;\n",
		    dialect->helpers[i].name, dialect->helpers[i].makes, dialect->helpers[i].text);
}

void
migrate_guards(const struct dialect *dialect, struct buf *out)
{
	struct guard_group g = {.count = 0};
	const char *table = "";

	migrate_helpers(dialect, out);
	while (guard_group_next(dialect->guard_lists, &g)) {
		if (dialect->table && strcmp(table, g.first->table) != 0)
			dialect->table(g.first->table, out);
		table = g.first->table;
		dialect->guard(&g, out);
	}
}

static bool
make_guards(struct db *db, struct err *err)
{
	struct buf script;

	buf_init(&script, SCRIPT_BYTES_MAX);
	migrate_guards(db->engine->dialect, &script);
	return run_script(db, &script, err);
}

static bool
make_helpers(struct db *db, struct err *err)
{
	struct buf script;

	buf_init(&script, SCRIPT_BYTES_MAX);
	migrate_helpers(db->engine->dialect, &script);
	buf_char(&script, '\n');
	return run_script(db, &script, err);
}

/* With the rows of a backup between the step that they were made by and the next; NULL: none. */
static bool
make(struct db *db, int64_t version, struct backup *rows, struct err *err)
{
	const struct dialect *d = db->engine->dialect;
	char text[24];

	snprintf(text, sizeof(text), "%d", store_version());
	if (rows && !(run_steps(db, version, rows->version, err) && make_helpers(db, err) &&
			run_statements(db, d->references_wait, err) && backup_load(db, rows, err) &&
			run_statements(db, d->references_hold, err)))
		return false;
	return run_steps(db, rows ? rows->version : version, store_version(), err) &&
	       db_change_one(db, "UPDATE meta SET value = $1 WHERE name = 'version'",
		   VALUES(db_zero(text)), ERR_INTERNAL, "the schema has no version", err) &&
	       make_guards(db, err);
}

static bool
migrate(struct db *db, void *context, struct err *err)
{
	int64_t version;

	(void)context;
	if (!db->engine->script(db, db->engine->dialect->lock, err) ||
	    !version_of(db, &version, err) || !is_known(version, err))
		return false;
	return version == store_version() ||
	       (run_statements(db, db->engine->dialect->drop_guards, err) &&
		   make(db, version, NULL, err));
}

/* A vault apart has its keys before the rows are there, so that a kill between leaves no store; one
 * in the store's own tables gets them in the same transaction. */
static bool
bring_keys(struct db *db, const struct backup *rows, bool made, struct err *err)
{
	return !rows->brings_keys || rows->keys.n == 0 ||
	       vault_keys_read(db, rows->keys, made, err);
}

static bool
remake(struct db *db, void *context, struct err *err)
{
	struct backup *rows = context;
	int64_t version;

	if (!db->engine->script(db, db->engine->dialect->lock, err) ||
	    !version_of(db, &version, err) || !is_known(rows->version, err))
		return false;
	if (version == 0 && rows->version > 0)
		return bring_keys(db, rows, false, err) && make(db, 0, rows, err) &&
		       bring_keys(db, rows, true, err);
	err_set(err, ERR_REFUSED, "there is a store already: nothing was restored");
	return err_help(err, "put it aside, or name another place with --store");
}

bool
store_remake(struct db *db, struct backup *rows, struct err *err)
{
	return db_do(db, remake, rows, err);
}

struct standing {
	const struct dialect *dialect;
	struct buf text;
	struct guard_group group; /* the last that was found */
	size_t there, helpers;
	char changed[64]; /* one that is not as this program would make it */
	char stranger[160];
};

static bool
is_as_made(struct standing *st, struct str text)
{
	buf_clear(&st->text);
	st->dialect->guard_text(&st->group, &st->text);
	return !st->text.failed && str_eq(buf_view(&st->text), text);
}

/* guard_TABLE_EVENT, in any case. */
static bool
is_named(const char *name, const struct guard *guard)
{
	size_t n = strlen(guard->table);

	return strncmp(name, "guard_", 6) == 0 && strncmp(name + 6, guard->table, n) == 0 &&
	       name[6 + n] == '_' && strcasecmp(name + 7 + n, guard->event) == 0;
}

/* Most come in the order in which they were made: it is looked for behind the last. */
static bool
find_group(struct standing *st, const char *name)
{
	for (int round = 0; round < 2; round++) {
		while (guard_group_next(st->dialect->guard_lists, &st->group))
			if (is_named(name, st->group.first))
				return true;
		st->group = (struct guard_group){.count = 0};
	}
	return false;
}

static bool
is_helper(const struct dialect *d, const char *name, struct str text)
{
	for (size_t i = 0; i < d->helper_count; i++)
		if (strcmp(d->helpers[i].name, name) == 0)
			return str_is(text, d->helpers[i].text);
	return false;
}

/* A table of the guards' has one against TRUNCATE, whose function is a helper. */
static bool
is_table_guard(const struct dialect *d, const char *name, struct str text)
{
	struct guard_group g = {.count = 0};
	char own[64];

	while (d->table && guard_group_next(d->guard_lists, &g)) {
		snprintf(own, sizeof(own), "guard_%s_truncate", g.first->table);
		if (strcmp(name, own) == 0)
			return is_helper(d, "guard_truncate()", text);
	}
	return false;
}

static bool
compare(void *context, const struct db_row *row)
{
	struct standing *st = context;
	char name[64];

	if (db_column_text(row, 2).n) {
		db_column_copy(row, 2, st->stranger, sizeof(st->stranger));
		return true;
	}
	db_column_copy(row, 0, name, sizeof(name));
	if (is_helper(st->dialect, name, db_column_text(row, 1))) {
		st->helpers++;
		return true;
	}
	if ((find_group(st, name) && is_as_made(st, db_column_text(row, 1))) ||
	    is_table_guard(st->dialect, name, db_column_text(row, 1)))
		st->there++;
	else
		memcpy(st->changed, name, sizeof(name));
	return true;
}

static size_t
guards_wanted(const struct dialect *d)
{
	struct guard_group g = {.count = 0};
	const char *table = "";
	size_t tables = 0;

	while (guard_group_next(d->guard_lists, &g)) {
		tables += d->table && strcmp(table, g.first->table) != 0;
		table = g.first->table;
	}
	return g.number + tables;
}

/* Each as this program makes it, and no other trigger. */
static bool
guards_stand(struct db *db, struct err *err)
{
	struct standing st = {.dialect = db->engine->dialect};

	buf_init(&st.text, SCRIPT_BYTES_MAX);
	bool asked = db_query(db, st.dialect->guards_there, NULL, 0, compare, &st, err);
	buf_release(&st.text);
	if (asked && st.stranger[0]) {
		err_set(err, ERR_REFUSED, "the schema has what no sluice made: %s", st.stranger);
		return err_help(err, "take it away, or restore a backup");
	}
	if (!asked || (!st.changed[0] && st.there == guards_wanted(st.dialect) &&
			  st.helpers == st.dialect->helper_count))
		return asked;
	if (st.changed[0])
		err_set(
		    err, ERR_REFUSED, "the guard '%s' is not as this program made it", st.changed);
	else if (st.there == guards_wanted(st.dialect))
		err_set(err, ERR_REFUSED, "the store has %zu of the %zu functions of its guards",
		    st.helpers, st.dialect->helper_count);
	else
		err_set(err, ERR_REFUSED, "the store has %zu of its %zu guards", st.there,
		    guards_wanted(st.dialect));
	return err_help(err, "somebody has changed its schema: restore a backup");
}

/* A role that may do less than is needed here: what was granted, or was not, is the answer. */
static bool
say_who_begins(struct err *err)
{
	static const char *const words[] = {
	    "permission denied", "must be owner", "no schema has been selected"};

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (strstr(err->message, words[i]) && !err->help[0])
			err_help(err,
			    "open the store once as its schema's owner, and give this role its "
			    "rights: `sluice store roles | psql DATABASE` (docs/store.md)");
	return false;
}

static bool
migrate_if_older(struct db *db, int64_t version, struct err *err)
{
	return version >= store_version() || db_do(db, migrate, NULL, err);
}

static bool
read_rights(struct db *db, struct err *err)
{
	const char *query = db->engine->dialect->rights;
	int64_t rights = 15;

	if (query && !db_number(db, query, NULL, 0, 0, &rights, err))
		return false;
	db->read_only = db->read_only || !(rights & 1);
	db->no_clock = db->read_only || !(rights & 2);
	db->no_order = db->read_only || !(rights & 4);
	db->no_keys = !(rights & 8);
	return true;
}

bool
store_migrate(struct db *db, struct err *err)
{
	int64_t version;

	if (!version_of(db, &version, err) || !is_known(version, err) ||
	    !migrate_if_older(db, version, err))
		return say_who_begins(err);
	return guards_stand(db, err) && read_rights(db, err);
}
