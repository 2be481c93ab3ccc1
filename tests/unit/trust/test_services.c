/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "clock.h"
#include "trust.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEY1 "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
#define KEY2 "ed25519:PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"
#define ID1 "21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9"

static char folder[] = "/tmp/sluice-test-XXXXXX";
static char path[128];

static bool
load(struct arena *a, const char *services, struct trust **t, struct err_list *errs)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fprintf(f,
	    "apiVersion: sluice/v1\npeople:\n  - id: ann\n    name: Ann Example\n    keys:\n"
	    "      - {public: \"" KEY2 "\", from: 2026-01-01, until: 2027-01-01}\n%s",
	    services);
	fclose(f);
	assert_int_equal(chmod(path, 0644), 0);
	return trust_load(a, path, t, errs);
}

static int64_t
moment(const char *text)
{
	int64_t us;

	assert_true(clock_read(text, strlen(text), &us));
	return us;
}

static void
a_service_counts_for_its_purpose_in_its_time(void **state)
{
	struct arena *a = arena_new((size_t)16 << 20);
	const struct trust_service *s;
	struct err_list errs;
	struct trust *t;
	struct err err;

	(void)state;
	assert_true(load(a,
	    "services:\n"
	    "  - {name: example.org/prod, purpose: log, public: \"" KEY1
	    "\", from: 2026-01-01, until: 2027-01-01}\n"
	    "  - {name: example.org/prod, purpose: receipt, public: \"" KEY1
	    "\", from: 2026-01-01, until: 2027-01-01, revoked: 2026-05-01}\n"
	    "witnesses: 2\n",
	    &t, &errs));
	assert_int_equal(t->service_count, 2);
	assert_int_equal(t->witnesses, 2);
	assert_null(trust_service(t, SERVICE_WITNESS, STR(""), ID1));
	assert_null(trust_service(t, SERVICE_LOG, STR("example.org/test"), ID1));
	s = trust_service(t, SERVICE_LOG, STR("example.org/prod"), ID1);
	assert_non_null(s);
	assert_true(service_counts(s, moment("2026-05-01"), &err));
	assert_false(service_counts(s, moment("2027-01-01"), &err));
	assert_int_equal(err.code, ERR_REFUSED);
	s = trust_service(t, SERVICE_RECEIPT, STR(""), ID1);
	assert_true(service_counts(s, moment("2026-04-30"), &err));
	assert_false(service_counts(s, moment("2026-05-01"), &err));
	assert_string_equal(err.message,
	    "the key 21fe31dfa154a261 of 'example.org/prod' was revoked at "
	    "2026-05-01T00:00:00.000000Z");
	arena_free(a);
}

static void
a_file_without_services_trusts_none(void **state)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct err_list errs;
	struct trust *t;

	(void)state;
	assert_true(load(a, "", &t, &errs));
	assert_int_equal(t->service_count, 0);
	assert_int_equal(t->witnesses, 0);
	assert_null(trust_service(t, SERVICE_LOG, STR(""), ID1));
	arena_free(a);
}

static void
a_key_for_policies_has_a_scope_and_the_file_says_what_is_signed(void **state)
{
	struct arena *a = arena_new((size_t)16 << 20);
	const struct trust_service *s;
	struct err_list errs;
	struct trust *t;

	(void)state;
	assert_true(load(a,
	    "services:\n"
	    "  - {name: desk, purpose: policy, scope: team, public: \"" KEY1
	    "\", from: 2026-01-01, until: 2027-01-01}\n"
	    "policies: {signed: true, signatures: 2, shipped: true, folder: /var/lib/x}\n",
	    &t, &errs));
	s = trust_service(t, SERVICE_POLICY, STR("desk"), ID1);
	assert_non_null(s);
	assert_str_equal(s->scope, "team");
	assert_null(trust_service(t, SERVICE_LOG, STR(""), ID1));
	assert_true(t->policies.signed_only && t->policies.shipped);
	assert_int_equal(t->policies.signatures, 2);
	assert_str_equal(t->policies.folder, "/var/lib/x");
	assert_true(load(a, "", &t, &errs));
	assert_false(t->policies.signed_only || t->policies.shipped);
	assert_int_equal(t->policies.signatures, 1);
	assert_int_equal(t->policies.folder.n, 0);
	arena_free(a);
}

/* A log that was restored goes on under another name with its key. */
static void
a_log_s_key_may_have_two_names(void **state)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct err_list errs;
	struct trust *t;

	(void)state;
	assert_true(load(a,
	    "services:\n  - {name: x, purpose: log, public: \"" KEY1
	    "\", from: 2026-01-01, until: 2027-01-01}\n  - {name: x/2, purpose: log, public: \"" KEY1
	    "\", from: 2026-01-01, until: 2027-01-01}\n",
	    &t, &errs));
	assert_str_equal(trust_service(t, SERVICE_LOG, STR("x"), t->services[0].id)->name, "x");
	assert_str_equal(trust_service(t, SERVICE_LOG, STR("x/2"), t->services[0].id)->name, "x/2");
	arena_free(a);
}

static void
what_can_not_be_a_service_is_told(void **state)
{
	static const struct {
		const char *services, *message;
	} cases[] = {
	    {"services:\n  - {name: x, purpose: log, public: \"" KEY2
	     "\", from: 2026-01-01, until: 2027-01-01}\n",
		"this is a person's key; a service needs its own"},
	    {"services:\n  - {name: x, purpose: log, public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n  - {name: x, purpose: log, public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n",
		"this key is listed twice for one purpose and name"},
	    {"services:\n  - {name: x, purpose: witness, public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n  - {name: y, purpose: witness, public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n",
		"this key is listed twice for one purpose and name"},
	    {"services:\n  - {name: x, purpose: log, public: \"" KEY1
	     "\", from: 2026-01-01, until: 2026-01-01}\n",
		"'until' must be later than 'from'; it is exclusive"},
	    {"services:\n  - {name: x, purpose: policy, public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n",
		"an agent or a key for policies needs a 'scope'"},
	    {"services:\n  - {name: x, purpose: agent, public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n",
		"an agent or a key for policies needs a 'scope'"},
	    {"services:\n  - {name: ann, purpose: agent, scope: \"*\", public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n",
		"the agent 'ann' has a person's id"},
	    {"services:\n  - {name: x, purpose: log, scope: \"*\", public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n",
		"only an agent or a key for policies has a 'scope'"},
	    {"services:\n  - {name: x, purpose: log, url: \"https://x.example/\", public: \"" KEY1
	     "\", from: 2026-01-01, until: 2027-01-01}\n",
		"only a witness has a 'url'"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new((size_t)16 << 20);
		struct err_list errs;
		struct trust *t;
		assert_false(load(a, cases[i].services, &t, &errs));
		assert_int_equal(errs.count, 1);
		assert_string_equal(errs.items[0].message, cases[i].message);
		arena_free(a);
	}
}

static void
other_purposes_and_members_are_refused(void **state)
{
	static const char *const cases[] = {
	    "services:\n  - {name: x, purpose: vote, public: \"" KEY1
	    "\", from: 2026-01-01, until: 2027-01-01}\n",
	    "services:\n  - {name: x, purpose: log, public: \"" KEY1 "\", from: 2026-01-01}\n",
	    "services:\n  - {name: x y, purpose: log, public: \"" KEY1
	    "\", from: 2026-01-01, until: 2027-01-01}\n",
	    "witnesses: -1\n",
	    "witnesses: 16\n",
	    "policies: {signed: yes please}\n",
	    "policies: {signatures: 0}\n",
	    "policies: {signatures: 9}\n",
	    "policies: {folder: bundles}\n",
	    "policies: {unsigned: true}\n",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new((size_t)16 << 20);
		struct err_list errs;
		struct trust *t;
		assert_false(load(a, cases[i], &t, &errs));
		arena_free(a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_service_counts_for_its_purpose_in_its_time),
	    cmocka_unit_test(a_file_without_services_trusts_none),
	    cmocka_unit_test(a_key_for_policies_has_a_scope_and_the_file_says_what_is_signed),
	    cmocka_unit_test(a_log_s_key_may_have_two_names),
	    cmocka_unit_test(what_can_not_be_a_service_is_told),
	    cmocka_unit_test(other_purposes_and_members_are_refused),
	};

	if (!mkdtemp(folder))
		return 1;
	snprintf(path, sizeof(path), "%s/trust.yaml", folder);
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	rmdir(folder);
	return failed;
}
