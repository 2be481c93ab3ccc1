/* SPDX-License-Identifier: MIT */
/*
 * forbidden.h: statements as a wrong or hostile application would speak them, straight to the
 * engine, and what the database says to each.
 *
 * `before` (may be NULL) and `sql` run in one transaction that is rolled back. `before` has to
 * work. `sql` fails as ERR_REFUSED with `words`, or works where they are NULL. `@name` in either
 * stands for the digest of the content "name". Where a constraint and no guard refuses, the engines
 * have words of their own.
 */
#ifndef FORBIDDEN_H
#define FORBIDDEN_H

#include "text.h"

struct statement {
	const char *claim, *before, *sql, *words;
	const char *postgresql; /* its words, where they differ */
};

struct statements {
	const struct statement *list;
	size_t count;
};

extern const struct statements on_runs, on_approvals, on_votes, on_retention, on_the_rest;

/* The stage (forbidden.c): people ann (asks), bob, cyd, dan (approvers), eve (approver, author),
 * fay (no role), gus (approver, his key revoked), hal (approver of another scope), ida and jon
 * (custodians), kim and lou (redactors); runs named by where they stand. */
#define RUN(id, changes)                                                                           \
	"UPDATE run SET version = version + 1, updated_us = now_us(), " changes " WHERE id = '" id \
	"'"
#define VOTE_ROW(id, approval, requester, solo, subject, voter, behalf, need, decision, key)       \
	"INSERT INTO approval_vote (id, approval_id, requester_id, solo, subject_sha256, "         \
	"voter_id, on_behalf_id, delegation_id, need, decision, reason, ticket, keyid, "           \
	"envelope_sha256, voted_us) VALUES ('" id "', '" approval "', '" requester "', " solo      \
	", '" subject "', '" voter "', " behalf ", '" need "', '" decision                         \
	"', 'I have read all of it', '', 'key-" key "', '@envelope-" id "', now_us())"
#define VOTE(approval, voter)                                                                      \
	VOTE_ROW("vote-" voter, approval, "ann", "0", "@subject", voter, "NULL, NULL", "peer",     \
	    "approve", voter)
#define DECIDE(approval)                                                                           \
	"UPDATE approval SET state = 'approved', decided_us = now_us(), use_until_us = now_us() "  \
	"+ "                                                                                       \
	"use_for_us WHERE id = '" approval "'"

#endif
