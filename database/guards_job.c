/* SPDX-License-Identifier: MIT */
/* guards_job.c: the queue, its fences, and what happens at most once. */
#include "guards.h"

#define LEASE_IS_SHORT "NEW.lease_until_us <= now_us() + 600000000"

#define HAS_NO_JOB                                                                                 \
	"('awaiting_approval', 'answered', 'refused', 'rejected', 'failed', 'expired', "           \
	"'cancelled', 'halted', 'quarantined')"

static const struct guard list[] = {
    {"job", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM run r WHERE r.id = NEW.run_id AND r.state NOT IN " HAS_NO_JOB ")",
	"a run that waits or has ended has no job", NULL},
    {"job", "INSERT", "NEW.state = 'leased'", "NEW.token >= 1 AND " LEASE_IS_SHORT,
	"a lease must have a fence and be short", NULL},
    {"job", "UPDATE", ALWAYS, "SAME(id, run_id)", "a job belongs to one run", NULL},
    {"job", "UPDATE", ALWAYS, "NEW.token >= OLD.token AND NEW.attempt >= OLD.attempt",
	"a fence only grows", NULL},
    {"job", "UPDATE", "NEW.state = 'leased' AND (OLD.state <> 'leased' OR " CHANGES(worker) ")",
	"NEW.token > OLD.token", "a new lease must have a new fence", NULL},
    {"job", "UPDATE",
	"NEW.state = 'leased' AND OLD.state = 'leased' AND (" CHANGES(worker) " OR " CHANGES(
	    token) ")",
	"OLD.lease_until_us < now_us()", "another worker holds the lease", NULL},
    {"job", "UPDATE", "NEW.state = 'leased'", LEASE_IS_SHORT, "a lease is short", NULL},
    {"job", "UPDATE", "NEW.state = 'leased' AND OLD.state <> 'leased'",
	"EXISTS (SELECT 1 FROM meta WHERE name = 'mode' AND value = 'run')",
	"nothing starts while the store is draining or halted", NULL},
    {"job", "DELETE", ALWAYS,
	"EXISTS (SELECT 1 FROM run r WHERE r.id = OLD.run_id AND r.state IN " HAS_NO_JOB ")",
	"a run in progress keeps its job", NULL},

    {"effect", "INSERT", ALWAYS, IS_NOW(begun_us), "an effect must begin now", NULL},
    {"effect", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM run r WHERE r.id = NEW.run_id AND r.revision = NEW.revision AND "
	"r.subject_sha256 = NEW.subject_sha256 AND ((NEW.kind = 'run' AND NEW.state = 'begun' AND "
	"r.state = 'running') OR (NEW.kind = 'release' AND r.state = 'answered')))",
	"the run is not in the state for this effect", NULL},
    {"effect", "INSERT", ALWAYS,
	"EXISTS (SELECT 1 FROM job j WHERE j.run_id = NEW.run_id AND j.state = 'leased' AND "
	"j.token = NEW.token)",
	"no lease covers this effect", NULL},
    {"effect", "UPDATE", ALWAYS, "SAME(run_id, revision, kind, subject_sha256)",
	"an effect keeps its subject", NULL},
    {"effect", "UPDATE", ALWAYS, "OLD.state = 'begun'", "a finished effect does not change", NULL},
    {"effect", "UPDATE", "NEW.state = 'begun'", "NEW.token > OLD.token",
	"only a newer lease can take over", NULL},
    {"effect", "UPDATE", "NEW.state = 'done'", "NEW.token = OLD.token AND SAME(begun_us)",
	"only the lease that began an effect can end it", NULL},
    {"effect", "DELETE", ALWAYS, NEVER, "an effect is not deleted", NULL},
};

const struct guard_list job_guards = {list, ARRAY_LENGTH(list)};
