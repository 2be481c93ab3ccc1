/* SPDX-License-Identifier: MIT */
#include "embedded.h"
#include "hash.h"
#include "policy_fixture.h"
#include "words.h"

#define HEAD "apiVersion: sluice/v1\nid: p\nrevision: 1\n"

struct bad {
	const char *yaml;
	unsigned line, column;
	const char *message, *help;
};

static const struct bad bad[] = {
    {HEAD "imports: {defualt: deny}\n", 4, 11, "unknown key 'defualt'", "did you mean 'default'?"},
    {HEAD "imports: {default: never}\n", 4, 20, NULL, NULL},
    {"apiVersion: sluice/v1\nid: p\n", 1, 1, "missing 'revision'", NULL},
    {HEAD "extends: [no-such]\n", 4, 11, "policy 'no-such' is unknown",
	"Sluice looks beside this file, then among the shipped policies"},
    {HEAD "extends: [p]\n", 4, 11, "policy 'p' extends itself", ""},
    {HEAD "extends: [pure-compute]\nimports: {allow: [socket]}\n", 5, 19,
	"'socket' loosens 'imports' of the extended policy",
	"give a reason: 'override: [{what: imports, reason: ...}]'"},
    {HEAD "extends: [pure-compute]\nlimits: {wall_s: 60}\n", 5, 18,
	"'wall_s' loosens 'limits' of the extended policy",
	"give a reason: 'override: [{what: limits, reason: ...}]'"},
    {HEAD "extends: [pure-compute]\ncapabilities: {allow: [network]}\n", 5, 24,
	"'network' loosens 'capabilities' of the extended policy",
	"give a reason: 'override: [{what: capabilities, reason: ...}]'"},
    {HEAD "prompt: {sample_rows: 11}\n", 4, 23, NULL, NULL},
    {HEAD "extends: [pure-compute]\nprompt: {sample_rows: 1}\n", 5, 23,
	"'sample_rows' loosens 'prompt' of the extended policy",
	"give a reason: 'override: [{what: prompt, reason: ...}]'"},
    {HEAD "extends: [pure-compute]\nescalation: {expire: 25h}\n", 5, 22,
	"'expire' loosens 'escalation' of the extended policy",
	"give a reason: 'override: [{what: escalation, reason: ...}]'"},
    {HEAD "extends: [pure-compute]\nescalation: {blind: false}\n", 5, 21,
	"'blind' loosens 'escalation' of the extended policy",
	"give a reason: 'override: [{what: escalation, reason: ...}]'"},
    {HEAD "extends: [pure-compute]\nescalation: {needs: [{role: anyone}]}\n", 5, 21,
	"'needs' loosens 'escalation' of the extended policy",
	"give a reason: 'override: [{what: escalation, reason: ...}]'"},
    {HEAD "escalation: {needs: [{role: a}, {role: a}]}\n", 4, 33,
	"two entries of 'needs' have the name 'a'", "give one of them another 'name'"},
    {HEAD "escalation: {expire: 0h}\n", 4, 22, NULL, NULL},
    {HEAD "escalation: {reason: {min: 9}}\n", 4, 28, NULL, NULL},
    {HEAD "escalation: {reason: {ticket: \"(\"}}\n", 4, 31, NULL, NULL},
    {HEAD "extends: [pure-compute]\nescalation: {on_evasion: escalate}\n", 5, 26,
	"'on_evasion' loosens 'escalation' of the extended policy",
	"give a reason: 'override: [{what: escalation, reason: ...}]'"},
};

static void
mistakes_are_named_at_their_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		struct arena *a = arena_new(FIXTURE_ARENA);
		struct err_list errs = {0};

		assert_null(load_text(a, bad[i].yaml, &errs));
		assert_true(errs.count > 0);
		if (bad[i].message != NULL)
			assert_string_equal(errs.items[0].message, bad[i].message);
		if (bad[i].help != NULL)
			assert_string_equal(errs.items[0].help, bad[i].help);
		assert_int_equal(errs.items[0].line, bad[i].line);
		assert_int_equal(errs.items[0].column, bad[i].column);
		arena_free(a);
	}
}

static void
all_mistakes_come_at_once(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};

	(void)state;
	assert_null(load_text(a,
	    HEAD "imports: {defualt: deny}\nbuiltins: {alow: [len]}\nlimits: {wall: 1}\n", &errs));
	assert_int_equal(errs.count, 3);
	assert_int_equal(errs.items[0].line, 4);
	assert_int_equal(errs.items[1].line, 5);
	assert_int_equal(errs.items[2].line, 6);
	arena_free(a);
}

static void
a_child_may_tighten_without_a_word(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p;

	(void)state;
	p = load_text(a,
	    HEAD "extends: [pure-compute]\nimports: {deny: [math]}\nlimits: {wall_s: 1}\n", &errs);
	assert_non_null(p);
	assert_int_equal(policy_import(p, STR("math"), NULL), DECISION_DENY);
	assert_int_equal(policy_import(p, STR("json"), NULL), DECISION_ALLOW);
	assert_int_equal(policy_settings_of(p)->limits.wall_ms, 1000);
	arena_free(a);
}

static void
a_denied_package_is_denied_below_it(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p =
	    load_text(a, HEAD "extends: [data-analysis]\nimports: {deny: [matplotlib]}\n", &errs);

	(void)state;
	assert_non_null(p);
	assert_int_equal(policy_import(p, STR("matplotlib.pyplot"), NULL), DECISION_DENY);
	assert_int_equal(policy_import(p, STR("pandas"), NULL), DECISION_ALLOW);
	errs = (struct err_list){0};
	assert_null(load_text(a,
	    HEAD "extends: [data-analysis]\nimports: {deny: [matplotlib], allow: "
		 "[matplotlib.pyplot]}\n",
	    &errs));
	assert_string_equal(
	    errs.items[0].message, "'matplotlib.pyplot' loosens 'imports' of the extended policy");
	arena_free(a);
}

#define NARROW(CALL)                                                                               \
	HEAD "extends: [data-analysis]\nrules:\n  - id: one-table\n    call: " CALL                \
	     "\n    unless: {arg: {0: {one_of: [a.csv]}}}\n    otherwise: deny\n"

static void
a_rule_on_what_rules_allow_can_only_narrow(void **state)
{
	static const struct {
		const char *code, *verdict;
	} cases[] = {
	    {"import pandas as p\np.read_csv('a.csv')\n", "allow"},
	    {"import pandas as p\np.read_csv('b.csv')\n", "deny 2:1 one-table"},
	    {"import pandas as p\nx = p.read_csv\n", "deny 2:5 one-table"},
	    {"import pandas as p\np.read_csv('/etc/a.csv')\n",
		"deny 2:1 one-table; deny 2:12 files.read"},
	};
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p = load_text(a, NARROW("pandas.read_csv"), &errs);

	(void)state;
	assert_non_null(p);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_string_equal(verdict_line(a, p, str_from(cases[i].code)), cases[i].verdict);
	errs = (struct err_list){0};
	assert_non_null(load_text(a, NARROW("open"), &errs));
	/* What nothing let through is another matter. */
	assert_null(load_text(a, NARROW("[pandas.read_csv, os.system]"), &errs));
	assert_string_equal(
	    errs.items[0].message, "'one-table' loosens 'rules' of the extended policy");
	arena_free(a);
}

static void
an_override_with_a_reason_loosens(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p;

	(void)state;
	p = load_text(a,
	    HEAD "extends: [pure-compute]\noverride: [{what: imports, reason: the task reads tar "
		 "files}]\nimports: {allow: [tarfile]}\n",
	    &errs);
	assert_non_null(p);
	assert_int_equal(policy_import(p, STR("tarfile"), NULL), DECISION_ALLOW);
	arena_free(a);
}

static void
what_is_not_said_is_denied(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p = load_text(a, HEAD, &errs);

	(void)state;
	assert_non_null(p);
	assert_int_equal(policy_import(p, STR("math"), NULL), DECISION_DENY);
	assert_string_equal(verdict_line(a, p, STR("print(1)\n")), "deny 1:1 builtin.denied");
	assert_int_equal(policy_settings_of(p)->limits.memory_bytes, 0);
	arena_free(a);
}

static void
a_model_sees_of_the_inputs_only_what_the_policy_says(void **state)
{
	static const struct {
		const char *yaml;
		size_t rows;
		bool output, escalates;
	} cases[] = {
	    {HEAD, 0, false, false},
	    {HEAD "prompt: {sample_rows: 3, program_output: true}\n", 3, true, false},
	    {HEAD "escalation: {on_evasion: escalate}\n", 0, false, true},
	    {HEAD "extends: [pure-compute]\n", 0, true, false},
	    {HEAD "extends: [pure-compute]\nprompt: {program_output: false}\n", 0, false, false},
	    {HEAD "extends: [pure-compute]\noverride: [{what: prompt, reason: the rows are "
		  "public}]\nprompt: {sample_rows: 10}\n",
		10, true, false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(FIXTURE_ARENA);
		struct err_list errs = {0};
		struct policy *p = load_text(a, cases[i].yaml, &errs);
		assert_non_null(p);
		assert_int_equal(policy_settings_of(p)->sample_rows, cases[i].rows);
		assert_int_equal(policy_settings_of(p)->program_output, cases[i].output);
		assert_int_equal(policy_settings_of(p)->escalates_evasion, cases[i].escalates);
		arena_free(a);
	}
}

static void
the_digest_changes_with_every_byte(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *one = load_text(a, HEAD, &errs), *same = load_text(a, HEAD, &errs),
		      *other = load_text(a, HEAD "# x\n", &errs);

	(void)state;
	assert_int_equal(strlen(policy_digest(one)), 64);
	assert_string_equal(policy_digest(one), policy_digest(same));
	assert_string_not_equal(policy_digest(one), policy_digest(other));
	arena_free(a);
}

static void
a_policy_for_another_interpreter_is_refused(void **state)
{
	static const char *const interpreters[] = {"cpython-3.11", "cpython-3.13"};
	struct arena *a = arena_new(FIXTURE_ARENA);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(interpreters); i++) {
		char *text = arena_printf(a, HEAD "interpreter: %s\n", interpreters[i]);
		bool here = strcmp(interpreters[i], policy_interpreter_name()) == 0;
		struct err_list errs = {0};

		assert_true((load_text(a, text, &errs) != NULL) == here);
		assert_int_equal(errs.count, here ? 0 : 1);
		if (!here)
			assert_non_null(strstr(errs.items[0].message,
			    "the policy was not written for cpython-" SLUICE_PYTHON));
	}
	struct err_list errs = {0};
	assert_non_null(load_text(a, HEAD "interpreter: [cpython-3.11, cpython-3.13]\n", &errs));
	arena_free(a);
}

static void
the_build_keeps_the_digests_of_its_policies(void **state)
{
	(void)state;
	assert_true(embedded_policy_count >= 3);
	for (size_t i = 0; i < embedded_policy_count; i++) {
		const struct embedded_policy *p = &embedded_policies[i];
		struct digest d;

		digest_of((struct str){(const char *)p->source, p->source_bytes}, &d);
		assert_memory_equal(d.bytes, p->sha256, sizeof(d.bytes));
	}
}

static void
shipped_policies_load_and_say_what_they_are(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct policy *pure = load_shipped(a, "policies/pure-compute.yaml"),
		      *data = load_shipped(a, "policies/data-analysis.yaml");
	struct str message;
	size_t count;

	(void)state;
	assert_true(str_is(policy_id(pure), "pure-compute"));
	assert_false(policy_admits_packages(pure));
	assert_true(policy_admits_packages(data));
	assert_int_equal(policy_import(data, STR("pandas"), &message), DECISION_ALLOW);
	assert_int_equal(policy_import(data, STR("sqlite3"), &message), DECISION_ESCALATE);
	assert_true(str_is(message, "databases need a reviewer"));
	assert_int_equal(policy_import(pure, STR("socket"), &message), DECISION_DENY);
	assert_true(str_is(message, "there is no network"));
	assert_int_equal(policy_settings_of(data)->escalation.need_count, 1);
	assert_true(policy_settings_of(data)->escalation.decide_us == (int64_t)24 * 3600 * 1000000);
	assert_true(policy_settings_of(data)->escalation.blind);
	const struct policy_source *sources = policy_sources(data, &count);
	assert_int_equal(count, 2);
	assert_true(str_is(sources[0].name, "pure-compute.yaml"));
	assert_true(str_is(sources[1].name, "data-analysis.yaml"));
	arena_free(a);
}

static const char *const shipped[] = {"data-analysis", "permissive-sandboxed", "pure-compute"};

static struct str
effective(struct arena *a, const struct policy *p)
{
	struct json_writer w;
	struct str out = {0};
	struct buf b;

	buf_init(&b, 1u << 20);
	json_writer_init(&w, &b, true);
	policy_json(p, &w);
	assert_true(arena_copy(a, buf_view(&b), &out));
	buf_release(&b);
	return out;
}

/* The build judged the shipped policies and keeps their tapes; a copy with one more comment is read
 * and judged here. Both must say the same. */
static void
shipped_policies_are_valid_and_mean_what_their_text_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(shipped); i++) {
		struct arena *a = arena_new(FIXTURE_ARENA);
		struct err_list errs = {0};
		struct err err = {0};
		struct str text, kept, read;
		char *path = arena_printf(a, "policies/%s.yaml", shipped[i]);
		struct policy *copy, *original = load_shipped(a, path);

		assert_true(file_read(a, source_path(a, path), 1u << 20, &text, &err));
		copy = load_text(a, arena_printf(a, "%.*s# a comment\n", STR_ARG(text)), &errs);
		assert_non_null(copy);
		assert_string_not_equal(policy_digest(original), policy_digest(copy));
		kept = effective(a, original);
		read = effective(a, copy);
		assert_int_equal(kept.n, read.n);
		for (size_t at = 0; at + 64 < kept.n; at++)
			if (memcmp(kept.p + at, policy_digest(original), 64) == 0)
				memcpy((char *)(uintptr_t)read.p + at, policy_digest(original), 64);
		assert_memory_equal(kept.p, read.p, kept.n);
		arena_free(a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(mistakes_are_named_at_their_place),
	    cmocka_unit_test(all_mistakes_come_at_once),
	    cmocka_unit_test(a_child_may_tighten_without_a_word),
	    cmocka_unit_test(a_denied_package_is_denied_below_it),
	    cmocka_unit_test(a_rule_on_what_rules_allow_can_only_narrow),
	    cmocka_unit_test(an_override_with_a_reason_loosens),
	    cmocka_unit_test(what_is_not_said_is_denied),
	    cmocka_unit_test(a_model_sees_of_the_inputs_only_what_the_policy_says),
	    cmocka_unit_test(shipped_policies_are_valid_and_mean_what_their_text_says),
	    cmocka_unit_test(the_digest_changes_with_every_byte),
	    cmocka_unit_test(a_policy_for_another_interpreter_is_refused),
	    cmocka_unit_test(the_build_keeps_the_digests_of_its_policies),
	    cmocka_unit_test(shipped_policies_load_and_say_what_they_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
