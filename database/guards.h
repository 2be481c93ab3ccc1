/* SPDX-License-Identifier: MIT */
/*
 * guards.h: what the database itself refuses, written once for both engines.
 *
 * A guard belongs to one event on one table. Where `when` holds (ALWAYS), `must` has to be true
 * (NEVER is not), or the change fails with ERR_REFUSED and these words. What is neither true nor
 * false (NULL in SQL) counts against the change in both: `when` then holds, `must` then doesn't.
 * Both are SQL over NEW and OLD, in which SAME(a, b) means that these columns did not change.
 * Messages contain no quotes.
 *
 * `lock` is a query whose rows are locked before `must` is asked (PostgreSQL; in SQLite the
 * transaction has the lock). A guard that reads other rows must name them here; otherwise two
 * transactions could each pass on rows that the other is about to change. The lock is FOR UPDATE
 * unless the query names another.
 *
 * Inside an engine's triggers a statement's time is its own, so that a time which is written has to
 * be the database's (IS_NOW): an application can't write yesterday.
 */
#ifndef STORE_GUARDS_H
#define STORE_GUARDS_H

#include "text.h"

struct guard {
	const char *table, *event; /* "INSERT", "UPDATE", "DELETE" */
	const char *when, *must, *words, *lock;
};

/* Is that person (NULL: nobody) among the authors that the rule names? Of a rule that names none,
 * everybody is. */
#define BY_AUTHOR(rule, who)                                                                       \
	"COALESCE(replace(rule_text(" rule ", 'authors'), '\"' || " who " || '\"', '') <> "        \
	"rule_text(" rule ", 'authors'), " who " IS NOT NULL)"

struct guard_list {
	const struct guard *guards;
	size_t count;
};
/* The last list is PostgreSQL's alone: how many an engine has, its dialect says. */
#define GUARD_LISTS_SQLITE 8
#define GUARD_LISTS_POSTGRESQL 9

/* The guards of one event on one table stand together, in the order in which they are asked. */
struct guard_group {
	const struct guard *first;
	size_t count;
	size_t number; /* of all groups, from 0 */
	size_t list;
};
/* The next group of that many lists: of none (zero) the first. False behind the last: `number` is
 * how many there are. */
bool guard_group_next(size_t lists, struct guard_group *g);

/* The condition with SAME() spelt out; `otherwise` where it is NULL. */
void guard_condition(const char *condition, const char *otherwise, struct buf *out);

#define NEVER NULL
#define ALWAYS NULL
#define CHANGES(column) "NEW." #column " IS DISTINCT FROM OLD." #column
#define IS_NOW(column) "NEW." #column " BETWEEN now_us() - 60000000 AND now_us() + 60000000"
#define BECOMES(state) "NEW.state = '" state "' AND OLD.state <> '" state "'"

/* The change came with an act of this kind about this target (acts.h). The guard checks only the
 * row, to prevent mistakes; code that relies on the change verifies the signature. */

/* The mode's row stays locked until the change is done, so a halt comes either before or after
 * it. */
#define NOT_HALTED "EXISTS (SELECT 1 FROM meta WHERE name = 'mode' AND value <> 'halt')"
#define LOCK_MODE "1 FROM meta WHERE name = 'mode' FOR SHARE"

extern const struct guard_list run_guards, job_guards, approval_guards, vote_guards, people_guards,
    book_guards, ledger_guards, retention_guards, key_guards;

#endif
