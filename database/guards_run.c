/* SPDX-License-Identifier: MIT */
/* guards_run.c: runs, who wrote their code, their history. */
#include "guards.h"

#define IS_OVER(state)                                                                             \
	state " IN ('answered', 'refused', 'rejected', 'failed', 'expired', 'cancelled', "         \
	      "'halted')"

/* An approval of this kind and state, for the run as it will be. */
#define APPROVAL_OF_RUN(condition)                                                                 \
	"EXISTS (SELECT 1 FROM approval a WHERE a.run_id = NEW.id AND a.subject_sha256 = "         \
	"NEW.subject_sha256 AND " condition ")"

/* Two people's redaction of this run is being done. */
#define IS_REDACTED(run)                                                                           \
	"EXISTS (SELECT 1 FROM redaction d WHERE d.run_id = " run                                  \
	" AND d.begun_us IS NOT NULL AND d.done_us IS NULL)"

/* Nobody's signature stands on the request, so that none can be asked for on its end. */
#define IS_UNSIGNED                                                                                \
	"NOT EXISTS (SELECT 1 FROM act t WHERE t.kind = 'request' AND t.target = NEW.id)"
#define IS_ENDED_BY_ACT                                                                                                                                                             \
	"EXISTS (SELECT 1 FROM act t WHERE (t.kind = 'cancel' AND t.target = NEW.id OR t.kind = "                                                                                   \
	"'withdraw' AND EXISTS (SELECT 1 FROM approval a WHERE a.id = t.target AND a.run_id = "                                                                                     \
	"NEW.id AND a.kind IN ('execute', 'release_output', 'break_glass'))) AND (t.by_id = NEW.requester_id OR EXISTS (SELECT 1 FROM role_grant g WHERE g.principal_id = t.by_id " \
	"AND g.role = 'operator' AND g.from_us <= now_us() AND now_us() < g.until_us)))"

#define UPDATE(when, must, words)                                                                  \
	{                                                                                          \
		"run", "UPDATE", when, must, words, NULL                                           \
	}

static const struct guard list[] = {
    {"run_edge", "INSERT", ALWAYS, NEVER, "the edges of a run are fixed", NULL},
    {"run_edge", "UPDATE", ALWAYS, NEVER, "the edges of a run are fixed", NULL},
    {"run_edge", "DELETE", ALWAYS, NEVER, "the edges of a run are fixed", NULL},

    {"run", "INSERT", ALWAYS, "NEW.state = 'received'", "a run begins as received", NULL},
    {"run", "INSERT", ALWAYS,
	"NEW.revision = 0 AND NEW.version <= 1 AND NEW.verdict IS NULL AND NEW.plan_sha256 IS NULL "
	"AND NEW.code_sha256 IS NULL AND NEW.findings_sha256 IS NULL AND NEW.policy_sha256 IS NULL "
	"AND NEW.subject_sha256 IS NULL AND NEW.output_sha256 IS NULL AND NEW.record_sha256 IS "
	"NULL AND NEW.result_sha256 IS NULL AND NEW.receipt_sha256 IS NULL",
	"a run begins with its task alone", NULL},
    {"run", "INSERT", ALWAYS, IS_NOW(created_us) " AND " IS_NOW(updated_us), "a run begins now",
	NULL},
    {"run", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM principal p WHERE p.id = NEW.requester_id AND p.disabled_us IS "
	"NULL)",
	"the requester is unknown or disabled", NULL},
    {"run", "INSERT", ALWAYS, "EXISTS (SELECT 1 FROM meta WHERE name = 'mode' AND value = 'run')",
	"nothing starts while the store is draining or halted", NULL},

    UPDATE(ALWAYS,
	"NOT " IS_OVER(
	    "OLD.state") " OR (OLD.receipt_sha256 IS NULL AND NEW.receipt_sha256 IS "
			 "NOT NULL AND SAME(state, revision, plan_sha256, code_sha256, "
			 "findings_sha256, "
			 "policy_sha256, subject_sha256, output_sha256, record_sha256, result_sha256, "
			 "verdict, reason, exit_code, "
			 "cancel_requested, updated_us, deadline_us)) OR "
			 "(SAME(state, revision, plan_sha256, code_sha256, "
			 "findings_sha256, policy_sha256, subject_sha256, "
			 "output_sha256, record_sha256, result_sha256, receipt_sha256, verdict, "
			 "exit_code, cancel_requested, updated_us, deadline_us) AND "
			 "NEW.reason = '' AND " IS_REDACTED("NEW.id") ")",
	"an ended run does not change"),
    UPDATE("OLD.receipt_sha256 IS NOT NULL", "SAME(receipt_sha256)", "a receipt does not change"),
    UPDATE(ALWAYS,
	"SAME(id, tenant, requester_id, idempotency_key, policy, task_sha256, created_us, "
	"time_us) AND (SAME(title) OR (NEW.title = '' AND " IS_REDACTED("NEW.id") "))",
	"the request of a run does not change"),
    UPDATE(ALWAYS, "NEW.version = OLD.version + 1", "every change of a run counts"),
    UPDATE(ALWAYS, "SAME(updated_us) OR " IS_NOW(updated_us), "a run changes now"),
    UPDATE(CHANGES(deadline_us), "OLD.state = 'awaiting_approval'",
	"a deadline moves only by the time spent waiting for people"),
    UPDATE(ALWAYS, "NEW.cancel_requested >= OLD.cancel_requested",
	"a requested cancellation must be carried out"),
    UPDATE(CHANGES(cancel_requested), IS_UNSIGNED " OR " IS_ENDED_BY_ACT,
	"only an act that its requester or an operator signed cancels a run with a signed request"),
    UPDATE(BECOMES("cancelled"), "NEW.cancel_requested = 1", "nobody asked to cancel this run"),
    UPDATE(BECOMES("halted"),
	"EXISTS (SELECT 1 FROM meta WHERE name = 'mode' AND value = 'halt') OR EXISTS (SELECT 1 "
	"FROM act t WHERE t.kind = 'halt' AND t.stored_us >= NEW.created_us)",
	"nobody has halted the store since the run began"),
    UPDATE(CHANGES(state),
	"EXISTS (SELECT 1 FROM run_edge e WHERE e.src = OLD.state AND e.dst = NEW.state)",
	"a run can not change from this state to that one"),
    UPDATE(CHANGES(revision),
	"NEW.revision = OLD.revision + 1 AND NEW.state IN ('generated', 'checked')",
	"a revision is made only when code is generated"),
    UPDATE(
	CHANGES(code_sha256), "NEW.revision > OLD.revision", "changed code needs a new revision"),
    UPDATE(CHANGES(policy_sha256), "NEW.state IN ('planned', 'generated', 'checked')",
	"the policy changes only when the code is checked"),
    UPDATE(CHANGES(subject_sha256),
	"NEW.state IN ('generated', 'checked') OR (OLD.state IN ('ran', 'validated') AND NEW.state "
	"= 'awaiting_approval') OR (OLD.state = 'checked' AND OLD.subject_sha256 IS NULL)",
	"the subject changes only when the code is checked"),
    UPDATE(CHANGES(verdict),
	"(NEW.state = 'checked' AND OLD.state <> 'checked') OR (NEW.state = 'generated' AND "
	"NEW.verdict IS NULL) OR (NEW.state IN ('refused', 'awaiting_approval') AND "
	"OLD.verdict IS DISTINCT FROM 'deny' AND NEW.verdict IN ('escalate', 'deny'))",
	"a verdict must come from a check"),
    UPDATE(CHANGES(output_sha256),
	"NEW.revision > OLD.revision OR OLD.state NOT IN ('validated', 'awaiting_approval', "
	"'approved')",
	"an output does not change once it is validated"),
    UPDATE(CHANGES(output_sha256) " OR " CHANGES(result_sha256),
	"(NEW.output_sha256 IS NULL AND NEW.result_sha256 IS NULL) OR may('effect') = 1",
	"an output must come from a worker"),
    UPDATE(BECOMES("awaiting_approval"),
	"NEW.subject_sha256 IS NOT NULL AND NEW.verdict IS DISTINCT FROM 'deny'",
	"nobody can approve what the policy denies"),
    UPDATE(BECOMES("approved"), APPROVAL_OF_RUN("a.state = 'approved'"),
	"this run has no open approval"),
    UPDATE(BECOMES("running"),
	"(OLD.state = 'checked' AND NEW.verdict = 'allow' AND NEW.code_sha256 IS NOT NULL AND "
	"NEW.subject_sha256 IS NOT NULL) OR (OLD.state = 'approved' AND " APPROVAL_OF_RUN(
	    "a.kind IN ('execute', 'break_glass') AND a.state = 'consumed' AND a.use_until_us >= "
	    "now_us()") ")",
	"nothing authorizes this run"),
    UPDATE("NEW.state = 'running'", NOT_HALTED, "the store is halted"),
    UPDATE("OLD.state = 'approved' AND NEW.state = 'validated'",
	APPROVAL_OF_RUN("a.kind = 'release_output' AND a.state = 'consumed' AND a.use_until_us >= "
			"now_us()"),
	"nothing authorizes the release of this output"),
    UPDATE(BECOMES("answered"), "NEW.output_sha256 IS NOT NULL AND NEW.record_sha256 IS NOT NULL",
	"an answer must have an output and a record"),
    UPDATE(BECOMES("answered"), "NEW.receipt_sha256 IS NOT NULL", "an answer needs a receipt"),
    UPDATE(BECOMES("answered"), "NEW.cancel_requested = 0",
	"a requested cancellation must be carried out"),
    {"run", "UPDATE", BECOMES("answered"), NOT_HALTED, "the store is halted", LOCK_MODE},
    UPDATE(BECOMES("answered"),
	"NEW.verdict IS DISTINCT FROM 'deny' AND NOT " APPROVAL_OF_RUN(
	    "a.kind = 'release_output' AND a.state <> 'consumed'"),
	"nothing authorizes this answer"),
    {"run", "DELETE", ALWAYS, NEVER, "a run is not deleted", NULL},

    {"run_author", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM run r WHERE r.id = NEW.run_id AND NEW.revision BETWEEN 0 AND "
	"r.revision)",
	"there is no such revision", NULL},
    {"run_author", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM run r WHERE r.id = NEW.run_id AND NEW.revision = r.revision AND "
	"r.state IN ('received', 'planned', 'generated', 'checked'))",
	"an author must be named when the code is made", NULL},
    {"run_author", "UPDATE", ALWAYS, NEVER, "an author does not change", NULL},
    {"run_author", "DELETE", ALWAYS, NEVER, "an author does not change", NULL},

    {"run_step", "INSERT", ALWAYS, IS_NOW(at_us), "history must be written now", NULL},
    {"run_step", "INSERT", "NEW.seq > 1",
	"EXISTS (SELECT 1 FROM run_step s WHERE s.run_id = NEW.run_id AND s.seq = NEW.seq - 1)",
	"history must have no gap", NULL},
    {"run_step", "UPDATE", ALWAYS,
	"SAME(run_id, seq, at_us, actor, src, dst, sha256) AND NEW.note = '' AND " IS_REDACTED(
	    "NEW.run_id"),
	"history does not change", NULL},
    {"run_step", "DELETE", ALWAYS, NEVER, "history does not change", NULL},
};

const struct guard_list run_guards = {list, ARRAY_LENGTH(list)};
