/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "secret.h"

static const struct {
	const char *id, *name, *role;
} cast[PEOPLE] = {
    [ANN] = {"ann", "Ann Example", "approver"},
    [BOB] = {"bob", "Bob Example", "approver"},
    [CYD] = {"cyd", "Cyd Example", "approver"},
    [DAN] = {"dan", "Dan Example", "control"},
    [RAE] = {"rae", "Rae Example", "approver"},
    [AUT] = {"aut", "Aut Example", "approver"},
};

static void
make_person(struct scene *s, int i)
{
	struct person_key *key = &s->keys[i];
	uint8_t seed[KEY_SEED_BYTES] = {0};
	struct err err;

	seed[0] = (uint8_t)(i + 1);
	s->secrets[i] = key_of_seed(seed, &err);
	assert_non_null(s->secrets[i]);
	key->key = *key_public(s->secrets[i]);
	public_key_id(&key->key, key->id);
	key->from_us = OPENED_US - 100 * DAY_US;
	key->until_us = OPENED_US + 100 * DAY_US;
	s->roles[i] =
	    (struct person_role){str_from(cast[i].role), STR("*"), key->from_us, key->until_us};
	s->people[i] = (struct person){.id = str_from(cast[i].id),
	    .name = str_from(cast[i].name),
	    .login = str_from(cast[i].id),
	    .keys = key,
	    .key_count = 1,
	    .roles = &s->roles[i],
	    .role_count = 1};
}

void
scene_begin(struct scene *s)
{
	memset(s, 0, sizeof(*s));
	s->a = arena_new((size_t)64 << 20);
	for (int i = 0; i < PEOPLE; i++)
		make_person(s, i);
	s->trust.people = s->people;
	s->trust.count = PEOPLE;
	s->needs[0] = (struct approval_need){STR("peers"), STR("approver"), STR("*"), 2};
	s->authors[0] = STR("aut");
	s->rule = (struct approval_rule){.approval = STR("apr_1"),
	    .run = STR("run_1"),
	    .kind = STR("execute"),
	    .nonce = STR("nonce-1"),
	    .requester = STR("rae"),
	    .scope = STR("data-analysis"),
	    .ticket = STR("^CHG-[0-9]+$"),
	    .round = 1,
	    .reason_min = 10,
	    .opened_us = OPENED_US,
	    .remind_us = OPENED_US + MINUTE_US,
	    .decide_by_us = DECIDE_BY_US,
	    .use_for_us = 30 * MINUTE_US,
	    .blind = true,
	    .authors = s->authors,
	    .author_count = 1,
	    .needs = s->needs,
	    .need_count = 1};
	s->request = (struct quorum_request){.trust = &s->trust,
	    .subject_sha256 = SUBJECT,
	    .now_us = NOW_US,
	    .decided_us = DECIDED_US};
	scene_vote(s, ANN);
	scene_vote(s, BOB);
}

void
scene_end(struct scene *s)
{
	for (int i = 0; i < PEOPLE; i++)
		key_free(s->secrets[i]);
	arena_free(s->a);
}

struct vote *
scene_vote(struct scene *s, int person)
{
	struct vote *v = &s->votes[s->vote_count];

	s->signers[s->vote_count++] = person;
	*v = (struct vote){.approval = STR("apr_1"),
	    .run = STR("run_1"),
	    .nonce = STR("nonce-1"),
	    .kind = STR("execute"),
	    .round = 1,
	    .subject_sha256 = SUBJECT,
	    .voter = s->people[person].id,
	    .printed_name = s->people[person].name,
	    .need = STR("peers"),
	    .on_behalf = STR(""),
	    .decision = VOTE_APPROVE,
	    .meaning = STR("reviewed, and may run"),
	    .reason = STR("reads two files and sums them"),
	    .ticket = STR("CHG-12"),
	    .voted_us = VOTED_US,
	    .expires_us = DECIDE_BY_US};
	return v;
}

struct delegation *
scene_delegate(struct scene *s, int from, int to)
{
	struct delegation *d = &s->delegations[s->delegation_count];

	s->delegation_signers[s->delegation_count++] = from;
	*d = (struct delegation){.id = STR("del_1"),
	    .from = s->people[from].id,
	    .to = s->people[to].id,
	    .role = STR("approver"),
	    .scope = STR("*"),
	    .reason = STR("away"),
	    .from_us = OPENED_US - DAY_US,
	    .until_us = OPENED_US + DAY_US};
	return d;
}

void
scene_write_rule(struct scene *s)
{
	struct digest digest;
	struct err err = {0};

	if (!approval_rule_write(s->a, &s->rule, &s->rule_text, &err))
		fail_msg("%s", err.message);
	digest_of(s->rule_text, &digest);
	for (size_t i = 0; i < s->vote_count; i++)
		digest_hex(&digest, s->votes[i].rule_sha256);
	s->request.rule = s->rule_text;
}

struct str
scene_envelope(struct scene *s, int person, struct str statement)
{
	struct str envelope = STR("");
	struct buf out;
	struct err err = {0};

	buf_init(&out, ENVELOPE_BYTES_MAX);
	if (!envelope_sign(s->secrets[person], statement, &out, &err))
		fail_msg("%s", err.message);
	assert_true(arena_copy(s->a, buf_view(&out), &envelope));
	buf_release(&out);
	return envelope;
}

void
scene_sign(struct scene *s)
{
	struct str statement;
	struct err err = {0};

	for (size_t i = 0; i < s->vote_count; i++) {
		if (!vote_statement(s->a, &s->votes[i], &statement, &err))
			fail_msg("%s", err.message);
		s->envelopes[i] = scene_envelope(s, s->signers[i], statement);
	}
	for (size_t i = 0; i < s->delegation_count; i++) {
		if (!delegation_statement(s->a, &s->delegations[i], &statement, &err))
			fail_msg("%s", err.message);
		s->delegation_envelopes[i] = scene_envelope(s, s->delegation_signers[i], statement);
	}
	s->request.envelopes = s->envelopes;
	s->request.count = s->vote_count;
	s->request.delegations = s->delegation_envelopes;
	s->request.delegation_count = s->delegation_count;
}

bool
scene_holds(struct scene *s, struct err *err)
{
	*err = (struct err){.code = ERR_NONE};
	return quorum_holds(s->a, &s->request, err);
}

void
scene_vote_as(struct scene *s, size_t vote, int person)
{
	s->signers[vote] = person;
	s->votes[vote].voter = s->people[person].id;
	s->votes[vote].printed_name = s->people[person].name;
}

struct delegation *
scene_lend(struct scene *s, int person)
{
	scene_vote_as(s, 1, DAN);
	s->votes[1].on_behalf = s->people[person].id;
	return scene_delegate(s, person, DAN);
}

static void
prepare(struct scene *s, const struct scene_case *c)
{
	scene_begin(s);
	if (c->when == BEFORE)
		c->change(s);
	scene_write_rule(s);
	if (c->when == AFTER)
		c->change(s);
	scene_sign(s);
	if (c->when == SIGNED)
		c->change(s);
}

void
scene_judge(const struct scene_case *cases, size_t count, size_t held)
{
	size_t wrong = 0, holds = 0;

	for (size_t i = 0; i < count; i++) {
		const char *wanted = cases[i].message ? cases[i].message : "";
		struct scene s;
		struct err err;
		prepare(&s, &cases[i]);
		bool good = scene_holds(&s, &err);
		if (good != !cases[i].message || (!good && err.code != ERR_REFUSED) ||
		    strcmp(err.message, wanted) != 0) {
			print_error("%s: '%s'\n", cases[i].name, err.message);
			wrong++;
		}
		holds += good;
		scene_end(&s);
	}
	assert_int_equal(wrong, 0);
	assert_int_equal(holds, held);
}
