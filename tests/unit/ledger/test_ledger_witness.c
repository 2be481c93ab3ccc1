/* SPDX-License-Identifier: MIT */
/* What a witness signs, what it refuses, and how its signatures count. */
#include "log_scene.h"

static int
status_of(struct log_scene *s, struct str request)
{
	struct err err = {0};
	struct witness_answer answer;

	must(witness_add(s->witness, s->f.a, request, &answer, &err));
	return answer.status;
}

static void
a_witness_refuses_a_fork_and_a_roll_back(void **state)
{
	struct log_scene *s = *state;
	struct checkpoint seen;
	struct str request;
	struct err err = {0};

	assert_true(checkpoint_read(s->f.a, s->seen, &seen, &err));
	log_turn_the_rejection(s);
	log_sign_again(s);
	assert_true(witness_request(s->f.s, s->f.a, seen.size, &request, &err));
	assert_int_equal(status_of(s, request), 422);
	assert_true(witness_request(s->f.s, s->f.a, 0, &request, &err));
	assert_int_equal(status_of(s, request), 409);
}

static void
a_witness_signs_for_whom_it_knows(void **state)
{
	struct log_scene *s = *state;
	struct str request;
	struct err err = {0};

	assert_int_equal(status_of(s, STR("")), 400);
	assert_int_equal(status_of(s, STR("old x\n\n")), 400);
	assert_true(witness_request(s->f.s, s->f.a, 0, &request, &err));
	assert_int_equal(status_of(s, str_slice(request, 0, request.n - 1)), 400);
	assert_int_equal(status_of(s, log_replaced(s, request, s->origin, "other.example")), 404);
	s->services[0].key = s->services[1].key;
	assert_int_equal(status_of(s, request), 403);
}

static void
a_witness_signs_the_same_again(void **state)
{
	struct log_scene *s = *state;
	struct checkpoint seen;
	struct err err = {0};

	assert_true(ledger_head(s->f.s, s->f.a, &seen, &err));
	struct checkpoint known;
	assert_true(checkpoint_read(s->f.a, s->seen, &known, &err));
	log_ask_witness(s, known.size);
	assert_true(checkpoint_read(s->f.a, s->seen, &known, &err));
	struct str request;
	assert_true(witness_request(s->f.s, s->f.a, known.size, &request, &err));
	assert_int_equal(status_of(s, request), 200);
}

/* Two are asked for; one has signed twice, by an old key of its own and by its new one. */
static void
a_witness_with_two_keys_counts_once(void **state)
{
	struct log_scene *s = *state;
	struct trust_service services[3] = {s->services[0], s->services[1], s->services[1]};
	struct err err = {0};
	struct secret_key *second = key_new(&err);
	struct checkpoint c;
	struct buf line;

	assert_non_null(second);
	services[2].key = *key_public(second);
	assert_true(checkpoint_read(s->f.a, s->seen, &c, &err));
	buf_init(&line, 1000);
	assert_true(
	    note_cosign(second, STR(WITNESS_NAME), store_now_us(s->f.s), c.text, &line, &err));
	fixture_forced(&s->f,
	    "UPDATE ledger_cosignature SET line = line || '%.*s' WHERE size = %lld",
	    STR_ARG(buf_view(&line)), (long long)c.size);
	buf_release(&line);
	key_free(second);
	s->trust.services = services;
	s->trust.service_count = 3;
	log_must_find(s, s->seen, 0);
	s->trust.witnesses = 2;
	log_must_find(s, s->seen, WITNESSED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    LOG_CASE(a_witness_refuses_a_fork_and_a_roll_back),
	    LOG_CASE(a_witness_signs_for_whom_it_knows),
	    LOG_CASE(a_witness_signs_the_same_again),
	    LOG_CASE(a_witness_with_two_keys_counts_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
