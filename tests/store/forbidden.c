/* SPDX-License-Identifier: MIT */
/* forbidden.c: sets the stage, speaks each statement, counts. */
#include "forbidden.h"

#include "hash.h"
#include "store_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const contents[] = {"task", "plan", "code", "code-2", "subject", "subject-2",
    "findings", "policy", "output", "record", "envelope-vote-bob", "envelope-vote-cyd",
    "envelope-vote-dan", "envelope-vote-eve", "envelope-vote-fay", "envelope-vote-gus",
    "envelope-vote-hal", "envelope-vote-ann", "envelope-vote-x", "envelope-vote-y", "envelope-d",
    "due", "held", "secret", "young", "needed", "proof", "stray"};

static struct fixture f;

/* The statement with each `@name` as the digest of that content. */
static const char *
spelt_out(const char *sql)
{
	static char out[8192];
	size_t n = 0;

	while (*sql && n < sizeof(out) - DIGEST_HEX_BYTES) {
		struct digest digest;
		size_t length = 1 + strspn(sql + 1, "abcdefghijklmnopqrstuvwxyz-0123456789");
		if (*sql != '@' || length == 1) {
			out[n++] = *sql++;
			continue;
		}
		digest_of((struct str){sql + 1, length - 1}, &digest);
		digest_hex(&digest, out + n);
		n += DIGEST_HEX_BYTES - 1;
		sql += length;
	}
	out[n] = '\0';
	return out;
}

static void
must(const char *sql)
{
	fixture_sql(&f, "%s", spelt_out(sql));
}

/* -- the stage ------------------------------------------------------------------------------- */

static void
move(const char *run, const char *changes)
{
	char sql[1024];

	snprintf(sql, sizeof(sql),
	    "UPDATE run SET version = version + 1, updated_us = now_us(), %s WHERE id = '%s'",
	    changes, run);
	must(sql);
}

/* A run whose code is checked, with this verdict. */
static void
checked_run(const char *id, const char *verdict)
{
	char changes[512];

	fixture_run(&f, id, "ann");
	move(id, "state = 'generated', revision = 1, code_sha256 = '@code', plan_sha256 = '@plan'");
	fixture_sql(&f,
	    "INSERT INTO run_author (run_id, revision, principal_id) VALUES ('%s', 1, 'eve')", id);
	snprintf(changes, sizeof(changes),
	    "state = 'checked', verdict = '%s', subject_sha256 = '@subject', findings_sha256 = "
	    "'@findings', policy_sha256 = '@policy'",
	    verdict);
	move(id, changes);
}

static void
job(const char *run)
{
	fixture_sql(&f,
	    "INSERT INTO job (id, run_id, state, priority, due_us, attempt, worker, token, "
	    "lease_until_us, deadline_us) VALUES ('job-%s', '%s', 'leased', 100, now_us(), 1, "
	    "'worker', 1, now_us() + 30000000, now_us() + 60000000)",
	    run, run);
}

/* Two peers have to approve `subject`, or one for an emergency. */
static void
open_approval(const char *id, const char *run, const char *kind, const char *subject)
{
	long long now = store_now_us(f.s);
	char rule[1024], sql[4096];
	struct digest digest;
	char hex[DIGEST_HEX_BYTES];
	bool emergency = strcmp(kind, "break_glass") == 0;
	const char *role = emergency                        ? "break_glass"
			   : strcmp(kind, "redaction") == 0 ? "redactor"
							    : "approver";

	snprintf(rule, sizeof(rule),
	    "{\"approval\":\"%s\",\"authors\":[\"eve\"],\"decide_by_us\":%lld,\"kind\":\"%s\",\"needs\":[{\"n\":%d,"
	    "\"name\":\"peer\",\"role\":\"%s\",\"scope\":\"*\"}],\"nonce\":\"nonce-of-%s-%s\","
	    "\"opened_us\":%lld,\"requester\":\"ann\",\"round\":1,\"run\":\"%s\",\"scope\":"
	    "\"data-analysis\",\"solo\":false,\"use_for_us\":600000000}",
	    id, now + 3600000000, kind, emergency ? 1 : 2, role, id, kind, now, run);
	digest_of(str_from(rule), &digest);
	digest_hex(&digest, hex);
	snprintf(sql, sizeof(sql),
	    "INSERT INTO approval (id, run_id, requester_id, kind, round, nonce, rule, "
	    "rule_sha256, subject_sha256, scope, solo, state, opened_us, remind_us, decide_by_us, "
	    "use_for_us) VALUES ('%s', '%s', 'ann', '%s', 1, 'nonce-of-%s-%s', '%s', '%s', '%s', "
	    "'data-analysis', 0, 'pending', %lld, %lld, %lld, 600000000)",
	    id, run, kind, id, kind, rule, hex, subject, now, now + 60000000, now + 3600000000);
	must(sql);
	fixture_sql(&f,
	    "INSERT INTO approval_need (approval_id, name, role, scope, n) VALUES ('%s', 'peer', "
	    "'%s', '*', %d)",
	    id, role, emergency ? 1 : 2);
}

static void
waiting_run(const char *id, const char *approval)
{
	checked_run(id, "escalate");
	move(id, "state = 'awaiting_approval'");
	open_approval(approval, id, "execute", "@subject");
}

static void
approve(const char *approval)
{
	for (int i = 0; i < 2; i++) {
		const char *voter = i ? "cyd" : "bob";
		char envelope[64], sha256[DIGEST_HEX_BYTES];
		snprintf(envelope, sizeof(envelope), "envelope of %s for %s", voter, approval);
		fixture_content(&f, envelope, sha256);
		fixture_sql(&f,
		    "INSERT INTO approval_vote (id, approval_id, requester_id, solo, "
		    "subject_sha256, voter_id, need, decision, reason, ticket, keyid, "
		    "envelope_sha256, voted_us) SELECT 'vote-%s-%s', id, 'ann', 0, subject_sha256, "
		    "'%s', 'peer', 'approve', 'I have read all of it', '', 'key-%s', '%s', "
		    "now_us() FROM approval WHERE id = '%s'",
		    approval, voter, voter, voter, sha256, approval);
	}
	fixture_sql(&f,
	    "UPDATE approval SET state = 'approved', decided_us = now_us(), use_until_us = "
	    "now_us() + use_for_us WHERE id = '%s'",
	    approval);
}

static void
approved_run(const char *id, const char *approval)
{
	waiting_run(id, approval);
	approve(approval);
	move(id, "state = 'approved'");
	job(id);
}

static void
exception(const char *id, const char *run, const char *approval)
{
	open_approval(approval, run, "exception", "@subject");
	fixture_sql(&f,
	    "INSERT INTO exception (id, rule, policy, fingerprint, owner_id, proposed_by, approval_id, "
	    "reason, from_us, until_us, uses_max) VALUES ('%s', 'rule', '*', 'print', "
	    "'ann', "
	    "'bob', '%s', 'it has been looked at by all of us', now_us(), now_us() + 3600000000, "
	    "1)",
	    id, approval);
}

static void
running_run(const char *id, const char *approval)
{
	approved_run(id, approval);
	fixture_sql(&f,
	    "UPDATE approval SET state = 'consumed', consumed_us = now_us(), consumed_token = 1 "
	    "WHERE id = '%s'",
	    approval);
	move(id, "state = 'running'");
	fixture_sql(&f,
	    "INSERT INTO effect (run_id, revision, kind, subject_sha256, token, state, begun_us) "
	    "SELECT id, revision, 'run', subject_sha256, 1, 'begun', now_us() FROM run WHERE id = "
	    "'%s'",
	    id);
	fixture_sql(&f,
	    "INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note) VALUES ('%s', 1, "
	    "now_us(), 'worker', 'approved', 'running', '')",
	    id);
}

static void
people(void)
{
	static const char *const approver[] = {"approver", NULL}, *const none[] = {NULL};
	static const char *const all[] = {"approver", "operator", "break_glass", NULL};
	static const char *const custodian[] = {"custodian", NULL}, *const redactor[] = {
									"redactor", NULL};

	fixture_person(&f, "ann", approver);
	fixture_person(&f, "bob", approver);
	fixture_person(&f, "cyd", approver);
	fixture_person(&f, "dan", all);
	fixture_person(&f, "eve", approver);
	fixture_person(&f, "fay", none);
	fixture_person(&f, "gus", approver);
	fixture_person(&f, "hal", none);
	fixture_person(&f, "ida", custodian);
	fixture_person(&f, "jon", custodian);
	fixture_person(&f, "kim", redactor);
	fixture_person(&f, "lou", redactor);
	must("INSERT INTO role_grant (principal_id, role, scope, from_us, until_us, trust_sha256) "
	     "VALUES ('hal', 'approver', 'elsewhere', now_us() - 3600000000, now_us() + "
	     "3600000000, (SELECT value FROM meta WHERE name = 'trust'))");
	must("UPDATE principal_key SET revoked_us = now_us() WHERE keyid = 'key-gus'");
	must("INSERT INTO delegation (id, from_id, to_id, role, scope, envelope_sha256, from_us, "
	     "until_us) VALUES ('bob-to-fay', 'bob', 'fay', 'approver', '*', '@envelope-d', "
	     "now_us() - 1000000, now_us() + 3600000000)");
}

static void
use(const char *sha256, const char *class, const char *run)
{
	char sql[512];

	snprintf(sql, sizeof(sql),
	    "INSERT INTO content_use (sha256, class, run_id, made_us, floor_until_us) SELECT '%s', "
	    "'%s', '%s', now_us(), now_us() + floor_us FROM retention_class WHERE name = '%s'",
	    sha256, class, run, class);
	must(sql);
}

static void
redaction(const char *id, const char *run, const char *approval, const char *subject)
{
	char sql[512];

	open_approval(approval, run, "redaction", subject);
	snprintf(sql, sizeof(sql),
	    "INSERT INTO redaction (id, run_id, approval_id, subject_sha256, asked_by, asked_us) "
	    "VALUES "
	    "('%s', '%s', '%s', '%s', 'ida', now_us())",
	    id, run, approval, subject);
	must(sql);
	snprintf(sql, sizeof(sql),
	    "INSERT INTO redaction_item (redaction_id, kind, sha256) VALUES ('%s', 'content', "
	    "'@secret')",
	    id);
	must(sql);
}

/* What is due, what two people are asked about, what they have decided about, what is held. */
static void
erasing(void)
{
	must("UPDATE retention_class SET floor_us = 0, keep_us = 0 WHERE name = 'output'");
	use("@due", "output", "over");
	use("@held", "output", "allowed");
	use("@secret", "input", "over");
	use("@young", "input", "over");
	use("@needed", "output", "fresh");
	use("@proof", "evidence", "over");
	must("INSERT INTO legal_hold (id, matter, run_id, reason, placed_by, placed_us) VALUES "
	     "('hold', "
	     "'case-1', 'allowed', 'a court has asked for it', 'ida', now_us())");
	redaction("rdc-asked", "over", "apr-erase", "@subject");
}

static void
stage(void)
{
	fixture_new(&f);
	for (size_t i = 0; i < ARRAY_LENGTH(contents); i++) {
		char sha256[DIGEST_HEX_BYTES];
		fixture_content(&f, contents[i], sha256);
	}
	people();
	fixture_run(&f, "fresh", "ann");
	job("fresh");
	checked_run("allowed", "allow");
	job("allowed");
	checked_run("denied", "deny");
	job("denied");
	waiting_run("waits", "apr-waits");
	waiting_run("waits-too", "apr-waits-too");
	approved_run("approved", "apr-approved");
	waiting_run("crisis", "apr-crisis");
	open_approval("apr-glass", "crisis", "break_glass", "@subject");
	waiting_run("crisis-too", "apr-crisis-too");
	open_approval("apr-glass-too", "crisis-too", "break_glass", "@subject");
	exception("exc-asked", "allowed", "apr-asked");
	exception("exc", "denied", "apr-exc");
	approve("apr-exc");
	running_run("running", "apr-used");
	running_run("ran", "apr-ran");
	move("ran", "state = 'ran', output_sha256 = '@output'");
	must("UPDATE effect SET state = 'done', done_us = now_us() WHERE run_id = 'ran'");
	running_run("over", "apr-over");
	move("over", "state = 'ran', output_sha256 = '@output'");
	move("over", "state = 'validated'");
	move("over", "state = 'answered', record_sha256 = '@record', receipt_sha256 = '@record', "
		     "exit_code = 0");
	must("DELETE FROM job WHERE run_id = 'over'");
	erasing();
	must("INSERT INTO outbox (id, dedupe_key, kind, body, made_us, next_us) VALUES ('note', "
	     "'once', 'opened', '{}', now_us(), now_us())");
}

/* -- speaking -------------------------------------------------------------------------------- */

struct spoken {
	const struct statement *s;
	bool before_worked, worked;
	struct err err;
};

static bool
speak(struct db *db, void *context, struct err *err)
{
	struct spoken *spoken = context;
	const char *before = spoken->s->before;

	spoken->before_worked = !before || db->engine->script(db, spelt_out(before), &spoken->err);
	spoken->worked = spoken->before_worked &&
			 db_change(db, spelt_out(spoken->s->sql), NULL, 0, NULL, &spoken->err);
	return err_set(err, ERR_REFUSED, "rolled back");
}

static bool
as_expected(const struct statement *s)
{
	struct spoken spoken = {.s = s};
	struct err ignored;
	const char *words = s->postgresql && !fixture_is_sqlite() ? s->postgresql : s->words;

	db_do(f.s->db, speak, &spoken, &ignored);
	if (!spoken.before_worked) {
		printf("FAILED %s: before: %s\n", s->claim, spoken.err.message);
		return false;
	}
	bool good = words ? !spoken.worked && spoken.err.code == ERR_REFUSED &&
				strcmp(spoken.err.message, words) == 0
			  : spoken.worked;
	if (!good)
		printf(
		    "FAILED %s: %s\n", s->claim, spoken.worked ? "it worked" : spoken.err.message);
	return good;
}

/* The votes here have words for envelopes, and two runs were moved without a history: each is
 * found, and nothing else. */
static bool
is_of_the_stage(struct str problem)
{
	return (str_starts(problem, STR("the vote 'vote-")) &&
		   str_ends(problem, STR("found 'envelope'"))) ||
	       str_is(problem, "'ran' has a state that differs from its history") ||
	       str_is(problem, "'over' has a state that differs from its history") ||
	       str_is(problem, "'over' is over without an event that records it");
}

int
main(void)
{
	const struct statements *const all[] = {
	    &on_runs, &on_approvals, &on_votes, &on_retention, &on_the_rest};
	size_t refused = 0, allowed = 0, failed = 0;
	struct buf problems;
	struct err err = {0};

	stage();
	for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
		for (size_t k = 0; k < all[i]->count; k++) {
			const struct statement *s = &all[i]->list[k];
			if (!as_expected(s))
				failed++;
			else if (s->words)
				refused++;
			else
				allowed++;
		}
	buf_init(&problems, 1 << 16);
	bool sound = store_verify(f.s, &problems, &err);
	for (const char *line = problems.n ? problems.p : ""; sound && *line;) {
		const char *end = strchr(line, '\n');
		sound = end && is_of_the_stage((struct str){line, (size_t)(end - line)});
		line = end ? end + 1 : "";
	}
	if (!sound) {
		printf("FAILED the store afterwards: %s%s\n", err.message,
		    problems.n ? problems.p : "");
		failed++;
	}
	buf_release(&problems);
	printf(
	    "%s: %zu forbidden statements refused, %zu legal ones accepted, %zu not as expected\n",
	    store_engine(f.s), refused, allowed, failed);
	fixture_free(&f);
	return failed > 0;
}
