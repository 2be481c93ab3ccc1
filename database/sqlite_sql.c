/* SPDX-License-Identifier: MIT */
#include "sqlite_sql.h"

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* The offset behind `words` where they stand at `at`, else `at`. */
static size_t
past(struct str sql, size_t at, struct str words)
{
	bool found = str_starts(str_slice(sql, at, sql.n), words) &&
		     (at + words.n == sql.n || !is_word(sql.p[at + words.n]));

	return found ? at + words.n : at;
}

static size_t
past_lock(struct str sql, size_t at)
{
	size_t end = past(sql, at, STR(" FOR UPDATE"));

	if (end == at)
		return at;
	size_t of = past(sql, end, STR(" OF"));
	if (of != end)
		for (end = of + 1; end < sql.n && is_word(sql.p[end]);)
			end++;
	return past(sql, end, STR(" SKIP LOCKED"));
}

static size_t
past_quoted(struct str sql, size_t at)
{
	size_t end = at + 1;

	while (end < sql.n && sql.p[end] != sql.p[at])
		end++;
	return end < sql.n ? end + 1 : end;
}

void
sqlite_sql(struct str sql, struct buf *out)
{
	size_t done = 0; /* what is before it lies in `out` */

	for (size_t at = 0, end; at < sql.n; at = end) {
		char c = sql.p[at];
		end = c == '\'' || c == '"' ? past_quoted(sql, at) : at + 1;
		size_t lock = c == ' ' ? past_lock(sql, at) : at;
		if (lock == at && c != '$')
			continue;
		buf_str(out, str_slice(sql, done, at));
		if (lock == at)
			buf_char(out, '?');
		else
			end = lock;
		done = end;
	}
	buf_str(out, str_slice(sql, done, sql.n));
}

size_t
sql_hash(const char *sql)
{
	uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */

	for (; *sql; sql++)
		hash = (hash ^ (uint8_t)*sql) * 0x100000001b3;
	return (size_t)(hash ^ hash >> 32);
}
