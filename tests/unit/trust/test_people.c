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

static void
write_trust(const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	fclose(f);
	assert_int_equal(chmod(path, 0644), 0);
}

static int64_t
moment(const char *text)
{
	int64_t us;

	assert_true(clock_read(text, strlen(text), &us));
	return us;
}

static const char whole[] = "apiVersion: sluice/v1\n"
			    "origin: example.org/prod\n"
			    "people:\n"
			    "  - id: ann\n"
			    "    name: Ann Example\n"
			    "    login: ann\n"
			    "    keys:\n"
			    "      - {public: \"" KEY1 "\", from: 2026-01-01, until: 2027-01-01,\n"
			    "         revoked: 2026-05-01T09:30:00Z}\n"
			    "    roles:\n"
			    "      - {role: approver, scope: \"*\", from: 2026-01-01, until: "
			    "2027-01-01}\n"
			    "      - {role: control, scope: finance, from: 2026-01-01, until: "
			    "2026-02-01}\n"
			    "  - {id: bob, name: Bob Example}\n";

static void
a_trust_file_says_who_may_what(void **state)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct err_list errs;
	struct trust *t;

	(void)state;
	write_trust(whole);
	assert_true(trust_load(a, path, &t, &errs));
	assert_int_equal(t->count, 2);
	assert_str_equal(t->origin, "example.org/prod");
	assert_false(t->solo);
	const struct person *ann = trust_person(t, STR("ann"));
	assert_null(trust_person(t, STR("eve")));
	assert_str_equal(ann->name, "Ann Example");
	assert_string_equal(ann->keys[0].id, ID1);
	assert_true(person_holds(ann, STR("approver"), STR("any"), moment("2026-01-01")));
	assert_false(person_holds(ann, STR("approver"), STR("any"), moment("2027-01-01")));
	assert_false(
	    person_holds(ann, STR("approver"), STR("any"), moment("2025-12-31T23:59:59Z")));
	assert_true(person_holds(ann, STR("control"), STR("finance"), moment("2026-01-15")));
	assert_false(person_holds(ann, STR("control"), STR("*"), moment("2026-01-15")));
	assert_false(person_holds(ann, STR("control"), STR("other"), moment("2026-01-15")));
	assert_false(person_holds(
	    trust_person(t, STR("bob")), STR("approver"), STR("any"), moment("2026-01-15")));
	arena_free(a);
}

static void
a_key_counts_in_its_time(void **state)
{
	static const struct {
		const char *at, *message;
	} cases[] = {
	    {"2026-01-01", NULL},
	    {"2026-05-01T09:29:59.999999Z", NULL},
	    {"2025-12-31T23:59:59.999999Z", "the key 21fe31dfa154a261 of 'ann' is not valid before "
					    "2026-01-01T00:00:00.000000Z"},
	    {"2026-05-01T09:30:00Z",
		"the key 21fe31dfa154a261 of 'ann' was revoked at 2026-05-01T09:30:00.000000Z"},
	    {"2027-01-01",
		"the key 21fe31dfa154a261 of 'ann' is not valid since 2027-01-01T00:00:00.000000Z"},
	};
	struct arena *a = arena_new((size_t)16 << 20);
	const struct person_key *key;
	struct err_list errs;
	struct trust *t;
	struct err err;

	(void)state;
	write_trust(whole);
	assert_true(trust_load(a, path, &t, &errs));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct person *p = trust_key(t, ID1, moment(cases[i].at), &key, &err);
		assert_int_equal(p != NULL, cases[i].message == NULL);
		if (cases[i].message)
			assert_string_equal(err.message, cases[i].message);
		else
			assert_string_equal(key->id, ID1);
	}
	assert_null(trust_key(t, "00", moment("2026-01-01"), &key, &err));
	assert_string_equal(err.message, "the key 00 belongs to no one in the trust file");
	arena_free(a);
}

#define HEAD "apiVersion: sluice/v1\n"
#define SPAN "from: 2026-01-01, until: 2027-01-01"

static void
what_can_not_be_trusted_is_shown_at_its_place(void **state)
{
	static const struct {
		const char *text, *message;
		unsigned line;
		size_t count;
	} cases[] = {
	    {"", "the document is empty", 1, 1},
	    {HEAD, "missing 'people'", 1, 1},
	    {HEAD "people: []\nmore: 1\n", "unknown key 'more'", 3, 1},
	    {HEAD "people:\n  - {id: ann, name: Ann}\n  - {id: ann, name: Other}\n",
		"two people have the id 'ann'", 4, 1},
	    {HEAD
		"people:\n  - {id: ann, name: Ann, login: a}\n  - {id: bob, name: Bob, login: a}\n",
		"two people have the login 'a'", 4, 1},
	    {HEAD "people:\n  - {id: ann, name: Ann, keys: [{public: \"" KEY1 "\", " SPAN "}]}\n"
		  "  - {id: bob, name: Bob, keys: [{public: \"" KEY1 "\", " SPAN "}]}\n",
		"this key is listed twice; a key belongs to one person", 4, 1},
	    {HEAD "people:\n  - {id: ann, name: Ann, keys: [{public: \"" KEY1 "\", " SPAN "},\n"
		  "     {public: \"" KEY1 "\", " SPAN "}]}\n",
		"this key is listed twice; a key belongs to one person", 4, 1},
	    {HEAD "people:\n  - {id: ann, name: Ann, keys: [{public: "
		  "\"ed25519:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\", " SPAN "}]}\n",
		"this public key is not a valid point of the curve", 3, 1},
	    {HEAD "people:\n  - {id: ann, name: Ann, roles: [{role: approver, scope: \"*\", from: "
		  "2026-01-01, until: 2026-01-01}]}\n",
		"'until' must be later than 'from'; it is exclusive", 3, 1},
	    {HEAD "people:\n  - {id: ann, name: Ann, roles: [{role: approver, scope: \"*\", from: "
		  "2026-02-30, until: 2026-13-01}]}\n",
		"'2026-02-30' is neither a date nor a time", 3, 2},
	    {HEAD "people:\n  - {id: ann, name: Ann, roles: [{role: approver, scope: \"*\", from: "
		  "2026-01-01}]}\n",
		"missing 'until'", 3, 1},
	    {HEAD "solo: true\npeople:\n  - {id: ann, name: Ann}\n  - {id: bob, name: Bob}\n",
		"'solo' is for one person, but this file lists 2", 2, 1},
	    {"apiVersion: sluice/v2\npeople: []\n", NULL, 1, 1},
	    {HEAD "people:\n  - {id: \"\", name: Ann}\n", NULL, 3, 1},
	    {HEAD "people:\n  - {id: ann, name: \" Ann\"}\n", NULL, 3, 1},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new((size_t)16 << 20);
		struct err_list errs;
		struct trust *t;
		write_trust(cases[i].text);
		assert_false(trust_load(a, path, &t, &errs));
		assert_null(t);
		if (errs.count != cases[i].count || errs.items[0].line != cases[i].line ||
		    (cases[i].message && strcmp(errs.items[0].message, cases[i].message) != 0))
			fail_msg("case %zu: %zu errors, line %u, '%s'", i, errs.count,
			    errs.items[0].line, errs.items[0].message);
		arena_free(a);
	}
}

static void
an_empty_list_trusts_nobody(void **state)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct err_list errs;
	struct trust *t;

	(void)state;
	write_trust(HEAD "people: []\n");
	assert_true(trust_load(a, path, &t, &errs));
	assert_int_equal(t->count, 0);
	assert_null(trust_person(t, STR("ann")));
	arena_free(a);
}

static void
refused(const char *where, const char *message)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct err_list errs;
	struct trust *t;

	assert_false(trust_load(a, where, &t, &errs));
	if (!strstr(errs.items[0].message, message))
		fail_msg("'%s', not '%s'", errs.items[0].message, message);
	arena_free(a);
}

static void
a_file_that_others_may_write_is_refused(void **state)
{
	char other[128];

	(void)state;
	write_trust(HEAD "people: []\n");
	for (mode_t bit = 002; bit <= 020; bit <<= 3) {
		assert_int_equal(chmod(path, 0644 | bit), 0);
		refused(path, "other users may write to '");
		assert_int_equal(chmod(path, 0644), 0);
		assert_int_equal(chmod(folder, 0700 | bit), 0);
		refused(path, "other users may write to '");
		assert_int_equal(chmod(folder, 0700), 0);
	}
	refused(folder, "is not a regular file");
	snprintf(other, sizeof(other), "%s/none", folder);
	refused(other, "can't open '");
	if (geteuid() != 0)
		return;
	assert_int_equal(chown(path, 12345, 0), 0);
	refused(path, "' and could change whom Sluice trusts");
	assert_int_equal(chown(path, 0, 0), 0);
}

static bool
is_taken(const char *where)
{
	struct arena *a = arena_new((size_t)16 << 20);
	struct err_list errs;
	struct trust *t;
	bool taken = trust_load(a, where, &t, &errs);

	arena_free(a);
	return taken;
}

/* What a link leads to is ours; whoever may put another link there chooses among all that is. */
static void
a_link_that_others_may_turn_is_refused(void **state)
{
	char link[128], open[128], inside[160], twice[160], wide[192], round[128];

	(void)state;
	write_trust(HEAD "people: []\n");
	snprintf(link, sizeof(link), "%s/link", folder);
	snprintf(open, sizeof(open), "%s/open", folder);
	snprintf(inside, sizeof(inside), "%s/link", open);
	snprintf(twice, sizeof(twice), "%s/twice", folder);
	snprintf(wide, sizeof(wide), "%s/../link", open);
	snprintf(round, sizeof(round), "%s/round", folder);
	assert_int_equal(symlink(path, link), 0);
	assert_int_equal(mkdir(open, 0700), 0);
	assert_int_equal(symlink(path, inside), 0);
	assert_int_equal(symlink("open/link", twice), 0);
	assert_int_equal(symlink("round", round), 0);
	assert_true(is_taken(link) && is_taken(inside) && is_taken(twice) && is_taken(wide));
	refused(round, "more than 40 links lead to '");
	assert_int_equal(chmod(open, 0777), 0);
	refused(inside, "other users may write to '");
	refused(twice, "other users may write to '");
	assert_true(is_taken(link));
	assert_int_equal(chmod(open, 01777), 0); /* like /tmp: each link there is its owner's */
	assert_true(is_taken(twice));
	if (geteuid() == 0) {
		assert_int_equal(lchown(inside, 12345, 0), 0);
		refused(twice, "and could point it elsewhere");
	}
	assert_int_equal(
	    unlink(inside) | rmdir(open) | unlink(link) | unlink(twice) | unlink(round), 0);
}

static void
memory_that_ends_is_no_trust(void **state)
{
	struct err_list errs;
	struct trust *t;
	size_t nth = 1;

	(void)state;
	write_trust(whole);
	for (bool good = false; !good; nth += 1 + nth / 16) {
		struct arena *a = arena_new((size_t)16 << 20);
		arena_fail_at(a, nth);
		good = trust_load(a, path, &t, &errs);
		assert_int_equal(t != NULL, good);
		assert_int_equal(errs.count > 0, !good);
		arena_free(a);
	}
	assert_true(nth > 20);
}

static void
the_environment_names_the_file(void **state)
{
	struct arena *a = arena_new(1 << 20);
	char config[128];

	(void)state;
	setenv("SLUICE_TRUST", "/x/y.yaml", 1);
	assert_string_equal(trust_path(a), "/x/y.yaml");
	setenv("SLUICE_TRUST", "", 1);
	if (access("/etc/sluice/trust.yaml", F_OK) == 0)
		skip();
	setenv("XDG_CONFIG_HOME", folder, 1);
	assert_null(trust_path(a));
	snprintf(config, sizeof(config), "%s/sluice", folder);
	assert_int_equal(mkdir(config, 0700), 0);
	snprintf(config, sizeof(config), "%s/sluice/trust.yaml", folder);
	assert_int_equal(rename(path, config), 0);
	assert_string_equal(trust_path(a), config);
	assert_int_equal(unlink(config), 0);
	snprintf(config, sizeof(config), "%s/sluice", folder);
	assert_int_equal(rmdir(config), 0);
	arena_free(a);
}

static int
make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/trust.yaml", folder);
	return 0;
}

static int
remove_folder(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_trust_file_says_who_may_what),
	    cmocka_unit_test(a_key_counts_in_its_time),
	    cmocka_unit_test(what_can_not_be_trusted_is_shown_at_its_place),
	    cmocka_unit_test(an_empty_list_trusts_nobody),
	    cmocka_unit_test(a_file_that_others_may_write_is_refused),
	    cmocka_unit_test(a_link_that_others_may_turn_is_refused),
	    cmocka_unit_test(memory_that_ends_is_no_trust),
	    cmocka_unit_test(the_environment_names_the_file),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
