/* SPDX-License-Identifier: MIT */
#include "scene.h"

#define ZERO64 "0000000000000000000000000000000000000000000000000000000000000000"
#define PREDICATE                                                                                  \
	"{\"approval\":\"apr_1\",\"decision\":\"approve\",\"displayed\":[\"" SUBJECT               \
	"\"],\"expires_us\":1728003600000000,\"kind\":\"execute\",\"meaning\":\"reviewed, and "    \
	"may run\",\"need\":\"peers\",\"nonce\":\"nonce-1\",\"on_behalf\":\"\",\"printed_name\":"  \
	"\"Ann Example\",\"reason\":\"reads two files and sums them\",\"round\":1,"                \
	"\"rule_sha256\":\"" ZERO64 "\",\"ticket\":\"CHG-12\",\"voted_us\":1728000600000000,"      \
	"\"voter\":\"ann\"}"
#define STATEMENT                                                                                  \
	"{\"_type\":\"https://in-toto.io/Statement/v1\",\"predicate\":" PREDICATE                  \
	",\"predicateType\":\"urn:sluice:approval-vote:v1\",\"subject\":[{\"digest\":{"            \
	"\"sha256\":\"" SUBJECT "\"},\"name\":\"run_1\"}]}"

static void
a_vote_is_read_as_it_is_written(void **state)
{
	struct str displayed = STR(SUBJECT), text;
	struct scene s;
	struct vote v;
	struct err err;

	(void)state;
	scene_begin(&s);
	s.votes[0].displayed = &displayed;
	s.votes[0].displayed_count = 1;
	memcpy(s.votes[0].rule_sha256, ZERO64, sizeof(ZERO64));
	assert_true(vote_statement(s.a, &s.votes[0], &text, &err));
	assert_str_equal(text, STATEMENT);
	assert_true(vote_read(s.a, text, &v, &err));
	assert_int_equal(v.decision, VOTE_APPROVE);
	assert_str_equal(v.run, "run_1");
	assert_string_equal(v.subject_sha256, SUBJECT);
	assert_int_equal(v.displayed_count, 1);
	assert_str_equal(v.displayed[0], SUBJECT);
	assert_int_equal(v.voted_us, VOTED_US);
	assert_int_equal(v.expires_us, DECIDE_BY_US);
	scene_end(&s);
}

/* The statement with one part made another, or not there. */
static void
a_statement_that_differs_is_no_vote(void **state)
{
	static const struct {
		const char *from, *to, *message;
	} cases[] = {
	    {"\"round\":1,", "", "'round' is missing"},
	    {"\"round\":1", "\"round\":1,\"round\":1", "duplicate name 'round'"},
	    {"\"round\":1", "\"rounds\":1", "'round' is missing"},
	    {"\"round\":1", "\"round\":1.0",
		"a number of canonical JSON must be an integer within 2^53 - 1, without fraction "
		"and exponent"},
	    {"\"round\":1", "\"round\":-1", "'round' must be a whole number that is not negative"},
	    {"\"round\":1", "\"round\":\"1\"",
		"'round' must be a whole number that is not negative"},
	    {"\"round\":1,", "\"round\":1, ", "this is not canonical JSON"},
	    {"\"voter\":\"ann\"", "\"voter\":\"ann\",\"zz\":1",
		"there is a member that has no meaning"},
	    {"\"voter\":\"ann\"", "\"voter\":\"\"",
		"'voter' must be 1 to 400 bytes of characters that can be seen"},
	    {"\"voter\":\"ann\"", "\"voter\":\"a\xe2\x80\x8bnn\"",
		"'voter' must be 1 to 400 bytes of characters that can be seen"},
	    {"\"voter\":\"ann\"", "\"voter\":\"\\u0061nn\"", "this is not canonical JSON"},
	    {"\"decision\":\"approve\"", "\"decision\":\"none\"",
		"'decision' must be approve, reject, request_changes or abstain"},
	    {"\"decision\":\"approve\"", "\"decision\":\"Approve\"",
		"'decision' must be approve, reject, request_changes or abstain"},
	    {"\"displayed\":[\"" SUBJECT "\"]", "\"displayed\":[\"x\"]",
		"'displayed' must be a list of SHA-256 in lower-case hex"},
	    {"\"displayed\":[\"" SUBJECT "\"]", "\"displayed\":null",
		"'displayed' must be a list of SHA-256 in lower-case hex"},
	    {"\"reason\":\"reads", "\"reason\":\"\\u0000reads",
		"'reason' must be a text of at most 16 KiB"},
	    {"\"rule_sha256\":\"0", "\"rule_sha256\":\"A",
		"'rule_sha256' must be a SHA-256 in lower-case hex"},
	    {"Statement/v1", "Statement/v0.1", "this is not an in-toto statement of version 1"},
	    {"approval-vote:v1", "approval-vote:v2",
		"the statement is not of the type 'urn:sluice:approval-vote:v1'"},
	    {"\"name\":\"run_1\"}",
		"\"name\":\"run_1\"},{\"digest\":{\"sha256\":\"" SUBJECT "\"},\"name\":\"run_2\"}",
		"a statement must have exactly one subject"},
	    {"{\"digest\":{\"sha256\":\"" SUBJECT "\"},\"name\":\"run_1\"}", "",
		"a statement must have exactly one subject"},
	    {"\"name\":\"run_1\"", "\"name\":\"\"", "a statement needs a subject and its SHA-256"},
	    {"{\"sha256\":\"" SUBJECT "\"}", "{\"md5\":\"0\",\"sha256\":\"" SUBJECT "\"}",
		"there is a member that has no meaning"},
	    {"{\"sha256\":\"" SUBJECT "\"}", "{\"sha512\":\"" SUBJECT "\"}", "'sha256' is missing"},
	    {"\"predicate\":" PREDICATE, "\"predicate\":[]", "an object is missing"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(1 << 22);
		const char *at = strstr(STATEMENT, cases[i].from);
		struct err err;
		struct vote v;
		assert_non_null(at);
		char *text = arena_printf(a, "%.*s%s%s", (int)(strlen(STATEMENT) - strlen(at)),
		    STATEMENT, cases[i].to, at + strlen(cases[i].from));
		assert_false(vote_read(a, str_from(text), &v, &err));
		const char *said = strstr(err.message, "the vote can't be read: ");
		assert_non_null(said);
		assert_string_equal(said + strlen("the vote can't be read: "), cases[i].message);
		assert_int_equal(v.decision, VOTE_NONE);
		arena_free(a);
	}
}

static void
a_vote_that_makes_no_sense_is_not_written(void **state)
{
	struct scene s;
	struct str text;
	struct err err;

	(void)state;
	scene_begin(&s);
	scene_write_rule(&s);
	s.votes[0].decision = VOTE_NONE;
	assert_false(vote_statement(s.a, &s.votes[0], &text, &err));
	assert_string_equal(err.message, "a vote must decide something");
	s.votes[1].round = -1;
	assert_false(vote_statement(s.a, &s.votes[1], &text, &err));
	assert_string_equal(err.message, "the vote: 'round' can't be written as it is");
	s.votes[1].round = INT64_C(1) << 53;
	assert_false(vote_statement(s.a, &s.votes[1], &text, &err));
	s.votes[1].round = 1;
	s.votes[1].subject_sha256[3] = '\0';
	assert_false(vote_statement(s.a, &s.votes[1], &text, &err));
	assert_string_equal(err.message, "the vote: a statement needs a subject and its SHA-256");
	scene_end(&s);
}

static void
decisions_have_names(void **state)
{
	(void)state;
	assert_string_equal(vote_decision_name(VOTE_APPROVE), "approve");
	assert_string_equal(vote_decision_name(VOTE_REJECT), "reject");
	assert_string_equal(vote_decision_name(VOTE_REQUEST_CHANGES), "request_changes");
	assert_string_equal(vote_decision_name(VOTE_ABSTAIN), "abstain");
	assert_string_equal(vote_decision_name(VOTE_NONE), "none");
	assert_string_equal(vote_decision_name((enum vote_decision)99), "none");
}

static void
a_rule_is_read_as_it_is_written(void **state)
{
	static const char wanted[] =
	    "{\"approval\":\"apr_1\",\"authors\":[\"aut\"],\"blind\":true,\"decide_by_us\":"
	    "1728003600000000,\"kind\":\"execute\",\"needs\":[{\"n\":2,\"name\":\"peers\",\"role\":"
	    "\"approver\",\"scope\":\"*\"}],\"nonce\":\"nonce-1\",\"opened_us\":1728000000000000,"
	    "\"reason\":{\"min\":10,\"ticket\":\"^CHG-[0-9]+$\"},\"remind_us\":1728000060000000,"
	    "\"requester\":\"rae\",\"round\":1,\"run\":\"run_1\",\"scope\":\"data-analysis\","
	    "\"solo\":false,\"use_for_us\":1800000000,\"v\":1}";
	struct approval_rule r;
	struct scene s;
	struct err err;

	(void)state;
	scene_begin(&s);
	scene_write_rule(&s);
	assert_str_equal(s.rule_text, wanted);
	assert_true(approval_rule_read(s.a, s.rule_text, &r, &err));
	assert_int_equal(r.need_count, 1);
	assert_int_equal(r.needs[0].n, 2);
	assert_str_equal(r.needs[0].role, "approver");
	assert_int_equal(r.author_count, 1);
	assert_str_equal(r.authors[0], "aut");
	assert_int_equal(r.reason_min, 10);
	assert_str_equal(r.ticket, "^CHG-[0-9]+$");
	assert_true(r.blind);
	scene_end(&s);
}

static void
no_needs(struct scene *s)
{
	s->rule.need_count = 0;
}

static void
nobody_needed(struct scene *s)
{
	s->needs[0].n = 0;
}

static void
one_need_twice(struct scene *s)
{
	s->needs[1] = s->needs[0];
	s->rule.need_count = 2;
}

static void
round_zero(struct scene *s)
{
	s->rule.round = 0;
}

static void
over_at_once(struct scene *s)
{
	s->rule.decide_by_us = s->rule.opened_us;
}

static void
never_used(struct scene *s)
{
	s->rule.use_for_us = 0;
}

static void
pattern_is_wrong(struct scene *s)
{
	s->rule.ticket = STR("(CHG");
}

static void
nobody_asked(struct scene *s)
{
	s->rule.requester = STR("");
}

static void
a_rule_that_makes_no_sense_is_not_written(void **state)
{
	static const struct {
		void (*change)(struct scene *s);
		const char *message;
	} cases[] = {
	    {no_needs, "a rule must have 1 to 16 needs"},
	    {nobody_needed, "the need 'peers' must ask for 1 to 32 people"},
	    {one_need_twice, "two needs are called 'peers'"},
	    {round_zero, "rounds count from 1"},
	    {over_at_once, "'decide_by_us' must be after 'opened_us'"},
	    {never_used, "'use_for_us' must be more than 0"},
	    {pattern_is_wrong, "the ticket's pattern is not valid: a ')' is missing"},
	    {nobody_asked, "'requester' can't be written as it is"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scene s;
		struct str text;
		struct err err;
		scene_begin(&s);
		cases[i].change(&s);
		assert_false(approval_rule_write(s.a, &s.rule, &text, &err));
		assert_true(strncmp(err.message, "the approval's rule: ", 21) == 0);
		assert_string_equal(err.message + 21, cases[i].message);
		scene_end(&s);
	}
}

static void
a_delegation_is_read_as_it_is_written(void **state)
{
	struct delegation d;
	struct scene s;
	struct str text;
	struct err err;

	(void)state;
	scene_begin(&s);
	assert_true(delegation_statement(s.a, scene_delegate(&s, ANN, BOB), &text, &err));
	assert_true(delegation_read(s.a, text, &d, &err));
	assert_str_equal(d.from, "ann");
	assert_str_equal(d.to, "bob");
	assert_int_equal(d.until_us, OPENED_US + DAY_US);
	/* Its subject is its own digest. */
	char *other = arena_text(s.a, text), *to = strstr(other, "\"to\":\"bob\"");
	memcpy(to, "\"to\":\"cyd\"", 10);
	assert_false(delegation_read(s.a, str_from(other), &d, &err));
	assert_string_equal(
	    err.message, "the delegation can't be read: its form is not that of a delegation");
	scene_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_vote_is_read_as_it_is_written),
	    cmocka_unit_test(a_statement_that_differs_is_no_vote),
	    cmocka_unit_test(a_vote_that_makes_no_sense_is_not_written),
	    cmocka_unit_test(decisions_have_names),
	    cmocka_unit_test(a_rule_is_read_as_it_is_written),
	    cmocka_unit_test(a_rule_that_makes_no_sense_is_not_written),
	    cmocka_unit_test(a_delegation_is_read_as_it_is_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
