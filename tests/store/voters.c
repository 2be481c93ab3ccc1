/* SPDX-License-Identifier: MIT */
#include "voters.h"
#include "queue.h"

#include "ledger_parts.h"
#include "secret.h"

#include <inttypes.h>
#include <stdio.h>

#define HOUR_US INT64_C(3600000000)

static const struct {
	const char *id, *name, *role;
} CAST[PEOPLE] = {
    [ANN] = {"ann", "Ann Example", "approver"},
    [BOB] = {"bob", "Bob Example", "approver"},
    [CYD] = {"cyd", "Cyd Example", "approver"},
    [DAN] = {"dan", "Dan Example", "control"},
    [GUS] = {"gus", "Gus Example", "break_glass"},
    [OPA] = {"opa", "Opa Example", "operator"},
    [OPB] = {"opb", "Opb Example", "operator"},
    [RAE] = {"rae", "Rae Example", "approver"},
    [AUT] = {"aut", "Aut Example", "approver"},
    [IDA] = {"ida", "Ida Example", "custodian"},
    [JON] = {"jon", "Jon Example", "custodian"},
    [KIM] = {"kim", "Kim Example", "redactor"},
    [LOU] = {"lou", "Lou Example", "redactor"},
};

const char *
voter_id(int person)
{
	return CAST[person].id;
}

static void
make_person(struct voters *v, int i, int64_t now)
{
	struct person_key *key = &v->keys[i];
	uint8_t seed[KEY_SEED_BYTES] = {0};
	struct err err = {0};

	seed[0] = (uint8_t)(i + 1);
	v->secrets[i] = key_of_seed(seed, &err);
	assert_non_null(v->secrets[i]);
	key->key = *key_public(v->secrets[i]);
	public_key_id(&key->key, key->id);
	key->from_us = now - HOUR_US;
	key->until_us = now + HOUR_US;
	v->roles[i] =
	    (struct person_role){str_from(CAST[i].role), STR("*"), key->from_us, key->until_us};
	v->people[i] = (struct person){.id = str_from(CAST[i].id),
	    .name = str_from(CAST[i].name),
	    .keys = key,
	    .key_count = 1,
	    .roles = &v->roles[i],
	    .role_count = 1};
}

/* As the store's copy of the trust file has it. */
static void
store_person(struct voters *v, int i)
{
	const char *id = CAST[i].id;

	fixture_sql(v->f,
	    "INSERT INTO meta (name, value) VALUES ('trust', '') ON CONFLICT (name) DO NOTHING");
	fixture_sql(v->f,
	    "INSERT INTO principal (id, kind, name, login, trusted, made_us) "
	    "VALUES ('%s', 'human', '%s', NULL, 1, now_us())",
	    id, CAST[i].name);
	fixture_sql(v->f,
	    "INSERT INTO principal_key (keyid, principal_id, public_key, from_us, until_us) "
	    "VALUES ('%s', '%s', 'public-%s', now_us() - 3600000000, now_us() + 3600000000)",
	    v->keys[i].id, id, id);
	fixture_sql(v->f,
	    "INSERT INTO role_grant (principal_id, role, scope, from_us, until_us, trust_sha256) "
	    "VALUES ('%s', '%s', '*', now_us() - 3600000000, now_us() + 3600000000, "
	    "(SELECT value FROM meta WHERE name = 'trust'))",
	    id, CAST[i].role);
}

void
voters_new(struct voters *v, struct fixture *f)
{
	*v = (struct voters){.f = f};
	fixture_new(f);
	for (int i = 0; i < PEOPLE; i++)
		make_person(v, i, store_now_us(f->s));
	v->trust.people = v->people;
	v->trust.count = PEOPLE;
	store_believe(f->s, &v->trust);
	for (int i = 0; i < PEOPLE; i++)
		store_person(v, i);
}

void
voters_free(struct voters *v)
{
	for (int i = 0; i < PEOPLE; i++)
		key_free(v->secrets[i]);
	fixture_free(v->f);
}

static void
advance(struct voters *v, struct job *job, const struct run_change *change)
{
	assert_done(runs_advance(v->f->s, job, change, err));
}

/* As the pipeline does it, with contents that differ from run to run. */
static void
walk(struct voters *v, struct waiting *w, struct job *job, int64_t n)
{
	const struct approval_need need = {STR("peers"), STR("approver"), STR("*"), n};
	const struct str author = STR("aut");
	struct approval_rule rule = {.run = str_from(w->run),
	    .kind = STR("execute"),
	    .requester = STR("rae"),
	    .authors = &author,
	    .author_count = 1,
	    .scope = STR("data-analysis"),
	    .ticket = STR(""),
	    .reason_min = 10,
	    .remind_us = HOUR_US / 4,
	    .decide_by_us = HOUR_US,
	    .use_for_us = HOUR_US / 4,
	    .blind = true,
	    .needs = &need,
	    .need_count = 1};
	const char *const authors[] = {"aut"};
	char findings[DIGEST_HEX_BYTES];
	char text[128];

	snprintf(text, sizeof(text), "print('%s')\n", w->run);
	fixture_content(v->f, text, w->code);
	snprintf(text, sizeof(text), "{\"run\":\"%s\",\"v\":1}", w->run);
	fixture_content(v->f, text, w->subject);
	fixture_content(v->f, "[]", findings);
	advance(v, job,
	    &(struct run_change){.to = STATE_GENERATED,
		.code_sha256 = w->code,
		.authors = authors,
		.author_count = 1});
	if (v->generated)
		v->generated(v, w->run);
	advance(v, job,
	    &(struct run_change){.to = STATE_CHECKED,
		.findings_sha256 = findings,
		.subject_sha256 = w->subject,
		.policy_sha256 = findings,
		.verdict = "escalate"});
	advance(v, job,
	    &(struct run_change){.to = STATE_AWAITING_APPROVAL,
		.reason = STR("a finding asks for a person"),
		.approval = &rule});
}

void
leased_new(struct voters *v, struct job *job)
{
	char task[DIGEST_HEX_BYTES];
	struct stored_run run;
	bool fresh;

	fixture_content(v->f, "{}", task);
	const struct run_submission submission = {.requester = "rae",
	    .title = STR("a run"),
	    .policy = STR("data-analysis"),
	    .task_sha256 = task,
	    .time_us = HOUR_US,
	    .priority = 100,
	    .claim_for = "wrk_maker"};
	assert_done(runs_submit(v->f->s, v->f->a, &submission, &run, job, &fresh, err));
}

void
waiting_new(struct voters *v, struct waiting *w, int64_t n)
{
	struct job job;

	leased_new(v, &job);
	*w = (struct waiting){.run = ""};
	snprintf(w->run, sizeof(w->run), "%s", job.run);
	walk(v, w, &job, n);
	waiting_reload(v, w);
	snprintf(w->approval, sizeof(w->approval), "%s", w->stored.id);
}

void
waiting_reload(struct voters *v, struct waiting *w)
{
	assert_done(approvals_get(
	    v->f->s, v->f->a, w->approval[0] ? w->approval : w->run, &w->stored, err));
}

static struct str
sign(struct voters *v, int person, struct str statement)
{
	struct str envelope = STR("");
	struct buf out;

	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_done(envelope_sign(v->secrets[person], statement, &out, err));
	assert_true(arena_copy(v->f->a, buf_view(&out), &envelope));
	buf_release(&out);
	return envelope;
}

struct str
ballot(struct voters *v, const struct waiting *w, int person, enum vote_decision decision,
    void (*change)(struct vote *vote))
{
	const struct approval_rule *rule = &w->stored.asked;
	struct vote vote = {.approval = rule->approval,
	    .run = rule->run,
	    .nonce = rule->nonce,
	    .kind = rule->kind,
	    .round = rule->round,
	    .voter = v->people[person].id,
	    .printed_name = v->people[person].name,
	    .need = rule->needs[0].name,
	    .on_behalf = STR(""),
	    .decision = decision,
	    .meaning = STR("I have read this code and answer for my decision"),
	    .reason = STR("it reads two files and sums them"),
	    .ticket = STR(""),
	    .voted_us = store_now_us(v->f->s),
	    .expires_us = rule->decide_by_us};
	struct str statement;

	memcpy(vote.subject_sha256, w->stored.subject_sha256, sizeof(vote.subject_sha256));
	memcpy(vote.rule_sha256, w->stored.rule_sha256, sizeof(vote.rule_sha256));
	if (change)
		change(&vote);
	assert_done(vote_statement(v->f->a, &vote, &statement, err));
	return sign(v, person, statement);
}

enum approval_state
cast_vote(struct voters *v, const struct waiting *w, int person, enum vote_decision decision,
    struct err *err)
{
	enum approval_state now;

	return approvals_vote(
		   v->f->s, v->f->a, &v->trust, ballot(v, w, person, decision, NULL), &now, err)
		   ? now
		   : APPROVAL_NONE;
}

enum approval_state
must_cast(struct voters *v, const struct waiting *w, int person, enum vote_decision decision)
{
	struct err err = {0};
	enum approval_state now = cast_vote(v, w, person, decision, &err);

	if (now == APPROVAL_NONE)
		fail_msg("%s: %s", voter_id(person), err.message);
	return now;
}

struct str
delegated(struct voters *v, int from, int to, int64_t until_us)
{
	char id[STORE_ID_BYTES];
	struct str statement;

	store_id("del", id);
	const struct delegation d = {.id = str_from(id),
	    .from = v->people[from].id,
	    .to = v->people[to].id,
	    .role = STR("approver"),
	    .scope = STR("*"),
	    .reason = STR("away until Monday"),
	    .from_us = store_now_us(v->f->s) - 1000000,
	    .until_us = until_us};
	assert_done(delegation_statement(v->f->a, &d, &statement, err));
	return sign(v, from, statement);
}

struct str
acted(struct voters *v, int person, enum act_kind kind, const char *target, const char *terms,
    const char *reason)
{
	char nonce[STORE_ID_BYTES];
	struct str statement;
	struct act act = {.kind = kind,
	    .by = v->people[person].id,
	    .printed_name = v->people[person].name,
	    .target = str_from(target),
	    .terms = str_from(terms ? terms : "{}"),
	    .reason = str_from(reason),
	    .made_us = store_now_us(v->f->s)};

	store_id("say", nonce);
	act.nonce = str_from(nonce);
	assert_done(ledger_origin(v->f->s->db, v->f->a, &act.store, err));
	assert_done(act_sign_text(v->f->a, &act, &statement, err));
	return sign(v, person, statement);
}

bool
commented(struct voters *v, int person, const char *approval, const struct comment_words *w,
    struct err *err)
{
	struct comment_words words = *w;
	char id[STORE_ID_BYTES];
	struct str terms;

	store_id("cmt", id);
	words.id = id;
	return comment_terms(v->f->a, &words, &terms, err) &&
	       approvals_comment(v->f->s,
		   acted(v, person, ACT_COMMENT, approval, arena_text(v->f->a, terms), ""),
		   words.body, err);
}

bool
edited(struct voters *v, int person, const char *approval, const char *code_sha256, struct err *err)
{
	struct str terms;

	return edit_terms(v->f->a, code_sha256, &terms, err) &&
	       approvals_edit(v->f->s,
		   acted(v, person, ACT_EDIT, approval, arena_text(v->f->a, terms), ""), err);
}

void
claim(struct voters *v, const struct waiting *w, struct job *job)
{
	assert_done(queue_claim(v->f->s, "wrk_one", job, err));
	assert_string_equal(job->run, w->run);
}

enum run_state
run_state_now(struct voters *v, const char *run)
{
	struct stored_run r;

	assert_done(runs_get(v->f->s, v->f->a, run, &r, err));
	return r.state;
}

struct fixture fixture;
struct voters voters;

int
voters_set_up(void **state)
{
	voters_new(&voters, &fixture);
	*state = &voters;
	return 0;
}

int
voters_tear_down(void **state)
{
	(void)state;
	voters_free(&voters);
	return 0;
}
