/* SPDX-License-Identifier: MIT */
#include "dialect.h"

#include "sqlite_guards.h"

/* Every occurrence of `from` becomes `to`. */
static void
replace(struct str text, struct str from, struct str to, struct buf *out)
{
	for (size_t at = 0; at < text.n;) {
		size_t found = str_find(text, from, at);
		buf_str(out, str_slice(text, at, found < text.n ? found : text.n));
		if (found >= text.n)
			return;
		buf_str(out, to);
		at = found + from.n;
	}
}

/* The line without the name of the engine that it is alone for; false where that is another. */
static bool
is_for(struct str engine, struct str *line)
{
	static const struct str engines[] = {{"sqlite ", 7}, {"postgresql ", 11}};

	for (size_t i = 0; i < ARRAY_LENGTH(engines); i++)
		if (str_starts(*line, engines[i])) {
			*line = str_slice(*line, engines[i].n, line->n);
			return str_eq(engines[i], engine);
		}
	return true;
}

/* -- SQLite ---------------------------------------------------------------------------------- */

/* STRICT: a column holds what it says, or a text could stand where a time is compared. */
static void
sqlite_schema(struct str sql, struct buf *out)
{
	struct str line;
	bool in_table = false;

	while (str_cut(&sql, '\n', &line)) {
		if (!is_for(STR("sqlite "), &line))
			continue;
		in_table = in_table || str_starts(line, STR("CREATE TABLE"));
		bool ends = in_table && str_find(line, STR(");"), 0) != SIZE_MAX;
		if (ends) {
			size_t at = str_find(line, STR(");"), 0);
			replace(str_slice(line, 0, at + 1), STR("BIGINT"), STR("INTEGER"), out);
			buf_text(out, " STRICT");
			buf_str(out, str_slice(line, at + 1, line.n));
			in_table = false;
		} else {
			replace(line, STR("BIGINT"), STR("INTEGER"), out);
		}
		buf_char(out, '\n');
	}
}

static void
sqlite_guard_text(const struct guard_group *g, struct buf *out)
{
	buf_text(out, sqlite_guard_list[g->number].trigger);
}

static void
sqlite_guard(const struct guard_group *g, struct buf *out)
{
	sqlite_guard_text(g, out);
	buf_text(out, ";\n");
}

const struct dialect sqlite_dialect = {
    .lock = "",
    .has_meta = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'meta'",
    .guard_lists = GUARD_LISTS_SQLITE,
    .schema = sqlite_schema,
    .guard_text = sqlite_guard_text,
    .guard = sqlite_guard,
    .guards_there = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    .one_writer = true,
    .drop_guards = "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'",
    .tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' "
	      "ESCAPE '!' ORDER BY name",
    .columns = "SELECT name FROM pragma_table_info($1) ORDER BY cid",
    .references_wait = "SELECT 'PRAGMA defer_foreign_keys = ON'",
    .references_hold = "SELECT 'SELECT 1'",
};

/* -- PostgreSQL ------------------------------------------------------------------------------ */

static void
postgres_schema(struct str sql, struct buf *out)
{
	struct str line;

	while (str_cut(&sql, '\n', &line)) {
		if (!is_for(STR("postgresql "), &line))
			continue;
		replace(line, STR(" BLOB"), STR(" BYTEA"), out);
		if (sql.p)
			buf_char(out, '\n');
	}
}

static void
postgres_guard_text(const struct guard_group *g, struct buf *out)
{
	buf_text(out, " BEGIN\n");
	for (size_t i = 0; i < g->count; i++) {
		buf_text(out, "IF (");
		guard_condition(g->first[i].when, "TRUE", out);
		buf_text(out, ") IS NOT FALSE THEN\n");
		if (g->first[i].lock)
			buf_printf(out, "PERFORM %s%s;\n", g->first[i].lock,
			    strstr(g->first[i].lock, " FOR ") ? "" : " FOR UPDATE");
		buf_text(out, "IF (");
		guard_condition(g->first[i].must, "FALSE", out);
		buf_printf(out,
		    ") IS NOT TRUE THEN RAISE EXCEPTION USING MESSAGE = '%s'; END IF; END IF;\n",
		    g->first[i].words);
	}
	buf_printf(out, "RETURN %s; END ", strcmp(g->first->event, "DELETE") == 0 ? "OLD" : "NEW");
}

/* The function fixes its search path, so it never reads another schema's tables. It runs with the
 * owner's rights: a role that may change a row need not be able to read or lock the rows that the
 * guard reads. */
static void
postgres_guard(const struct guard_group *g, struct buf *out)
{
	buf_printf(out,
	    "CREATE FUNCTION guard_%s_%s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET "
	    "search_path FROM CURRENT AS $guard$",
	    g->first->table, g->first->event);
	postgres_guard_text(g, out);
	buf_printf(out,
	    "$guard$;\nCREATE TRIGGER guard_%s BEFORE %s ON %s FOR EACH ROW EXECUTE FUNCTION "
	    "guard_%s_%s();\n",
	    g->first->event, g->first->event, g->first->table, g->first->table, g->first->event);
}

static void
postgres_table(const char *table, struct buf *out)
{
	buf_printf(out,
	    "DROP TRIGGER IF EXISTS guard_truncate ON %s;\n"
	    "CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE "
	    "FUNCTION guard_truncate();\n",
	    table, table);
}

#define SQL_IMMUTABLE "LANGUAGE sql IMMUTABLE"

static const struct helper helpers[] = {
    {"now_us()", "BIGINT LANGUAGE sql STABLE",
	" SELECT (extract(epoch FROM statement_timestamp()) * 1000000)::BIGINT "},
    {"sha256_hex(bytea)", "TEXT " SQL_IMMUTABLE " STRICT", " SELECT encode(sha256($1), 'hex') "},
    {"sha256_hex(text)", "TEXT " SQL_IMMUTABLE " STRICT",
	" SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex') "},
    {"rule_text(text, text)", "TEXT " SQL_IMMUTABLE, " SELECT $1::json ->> $2 "},
    {"rule_needs(text)", "BIGINT " SQL_IMMUTABLE,
	" SELECT json_array_length($1::json -> 'needs')::BIGINT "},
    {"rule_asks(text, text, text, text, bigint)", "BIGINT " SQL_IMMUTABLE,
	" SELECT count(*) FROM json_array_elements($1::json -> 'needs') e WHERE e ->> 'name' = $2 "
	"AND e ->> 'role' = $3 AND e ->> 'scope' = $4 AND e ->> 'n' = $5::TEXT "},
    {"may(text)", "BIGINT LANGUAGE sql STABLE",
	" SELECT has_table_privilege(session_user, current_schema() || '.' || $1, "
	"'INSERT')::INTEGER::BIGINT "},
    {"guard_truncate()", "trigger LANGUAGE plpgsql",
	" BEGIN RAISE EXCEPTION USING MESSAGE = 'nothing here is truncated'; END "},
};

/* What there is in the schema is found by what depends on it, which alone has an index: the catalogs
 * hold all schemas' objects. Behind the name and the text stands what is a stranger: a trigger or
 * rule of somebody else's would change what a statement does, a policy, an heir, an operator or a
 * setting what a guard sees, or whether it is asked. What depends on the schema twice, as by a default, counts
 * once. */
static const char guards_there[] =
    "SELECT DISTINCT CASE WHEN t.oid IS NULL THEN p.proname || '(' || "
    "pg_get_function_identity_arguments(p.oid) || ')' WHEN t.tgname = 'guard_truncate' THEN "
    "'guard_' || c.relname || '_truncate' ELSE p.proname::TEXT END, "
    "CASE WHEN CASE WHEN t.oid IS NULL THEN p.proconfig IS NULL AND NOT p.prosecdef AND "
    "p.provolatile = CASE p.proname WHEN 'guard_truncate' THEN 'v' WHEN 'now_us' THEN 's' "
    "WHEN 'may' THEN 's' ELSE 'i' END ELSE t.tgenabled = 'O' AND t.tgqual IS NULL AND "
    "t.tgattr = '' AND t.tgtype = CASE t.tgname WHEN 'guard_insert' THEN 7 WHEN "
    "'guard_delete' THEN 11 WHEN 'guard_update' THEN 19 ELSE 34 END AND (t.tgname = "
    "'guard_truncate' OR p.prosecdef AND p.provolatile = 'v' AND p.proconfig = "
    "ARRAY['search_path=' || current_setting('search_path')]) END THEN p.prosrc ELSE '' END, "
    "CASE WHEN current_setting('session_replication_role') <> 'origin' THEN "
    "'the setting session_replication_role' "
    "WHEN d.classid = 'pg_operator'::regclass THEN "
    "'the ' || pg_describe_object(d.classid, d.objid, 0) "
    "WHEN c.oid IS NULL THEN NULL "
    "WHEN c.relrowsecurity THEN 'row security on ' || c.relname "
    "WHEN c.relhasrules AND EXISTS (SELECT 1 FROM pg_rewrite r WHERE r.ev_class = c.oid) "
    "THEN 'a rule on ' || c.relname "
    "WHEN c.relhassubclass AND EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhparent = "
    "c.oid) THEN 'a table that inherits ' || c.relname "
    "WHEN t.oid IS NOT NULL AND (p.pronamespace = d.refobjid AND p.proname = CASE WHEN "
    "t.tgname = 'guard_truncate' THEN 'guard_truncate' WHEN t.tgname IN ('guard_insert', "
    "'guard_update', 'guard_delete') THEN 'guard_' || c.relname || substr(t.tgname, 6) END) "
    "IS NOT TRUE THEN 'the trigger ' || t.tgname || ' on ' || c.relname END "
    "FROM pg_depend d LEFT JOIN pg_class c ON d.classid = 'pg_class'::regclass AND c.oid = "
    "d.objid LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal LEFT JOIN "
    "pg_proc p ON p.oid = CASE WHEN d.classid = 'pg_proc'::regclass THEN d.objid ELSE "
    "t.tgfoid END WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = "
    "quote_ident(current_schema())::regnamespace AND (t.oid IS NOT NULL OR d.classid = "
    "'pg_operator'::regclass OR d.classid = 'pg_proc'::regclass AND (p.proname = "
    "'guard_truncate' OR p.proname NOT LIKE 'guard!_%' ESCAPE '!'))";

#define POSTGRES_REFERENCES(how)                                                                   \
	"SELECT format('ALTER TABLE %I ALTER CONSTRAINT %I " how "', r.relname, c.conname) FROM "  \
	"pg_constraint c JOIN pg_class r ON r.oid = c.conrelid WHERE c.contype = 'f' AND "         \
	"c.connamespace = current_schema()::regnamespace"

const struct dialect postgres_dialect = {
    .lock = "SELECT pg_advisory_xact_lock(6004224834411627363);",
    .has_meta =
	"SELECT count(*) FROM pg_class WHERE relname = 'meta' AND relkind IN ('r', 'p') AND "
	"relnamespace = quote_ident(current_schema())::regnamespace",
    .guard_lists = GUARD_LISTS_POSTGRESQL,
    .helpers = helpers,
    .helper_count = ARRAY_LENGTH(helpers),
    .schema = postgres_schema,
    .guard_text = postgres_guard_text,
    .guard = postgres_guard,
    .table = postgres_table,
    .guards_there = guards_there,
    .rights = "SELECT has_table_privilege('ledger_pending', 'INSERT')::INTEGER + 2 * "
	      "has_column_privilege('meta', 'value', 'UPDATE')::INTEGER + 4 * "
	      "has_table_privilege('ledger_event', 'INSERT')::INTEGER + 8 * "
	      "has_table_privilege('content_key', 'SELECT')::INTEGER",
    .drop_guards =
	"SELECT 'DROP FUNCTION ' || quote_ident(p.proname) || '() CASCADE' FROM pg_proc p WHERE "
	"p.pronamespace = current_schema()::regnamespace AND p.prorettype = 'trigger'::regtype AND "
	"p.proname LIKE 'guard!_%' ESCAPE '!' AND p.proname <> 'guard_truncate'",
    .tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() AND "
	      "tablename NOT IN ('vault', 'content_key') ORDER BY 1",
    .columns =
	"SELECT a.attname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE "
	"c.relnamespace = current_schema()::regnamespace AND c.relname = $1 AND c.relkind = "
	"'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum",
    .references_wait = POSTGRES_REFERENCES("DEFERRABLE INITIALLY DEFERRED"),
    .references_hold =
	"SELECT 'SET CONSTRAINTS ALL IMMEDIATE' UNION ALL " POSTGRES_REFERENCES("NOT DEFERRABLE"),
};
