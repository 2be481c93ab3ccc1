/* SPDX-License-Identifier: MIT */
/* bundle_judge.c: is a bundle believed here, and does it do what its tests say? */
#include "bundle.h"

#include "clock.h"
#include "suite.h"
#include "waive.h"

#include <inttypes.h>

#define KEYID_SHOWN 16
#define TEST_SUFFIX STR(".test.yaml")
#define YAML_SUFFIX STR(".yaml")

/* -- signatures and times -------------------------------------------------------------------- */

static bool
unknown_key(const struct trust *t, const char *keyid, struct err *err)
{
	for (size_t i = 0; i < t->service_count; i++)
		if (strcmp(t->services[i].id, keyid) == 0)
			return err_set(err, ERR_REFUSED,
			    "the key %.*s of '%.*s' has the purpose '%s', not 'policy'",
			    KEYID_SHOWN, keyid, STR_ARG(t->services[i].name),
			    service_purpose_name(t->services[i].purpose));
	for (size_t i = 0; i < t->count; i++)
		for (size_t k = 0; k < t->people[i].key_count; k++)
			if (strcmp(t->people[i].keys[k].id, keyid) == 0)
				return err_set(err, ERR_REFUSED,
				    "the key %.*s is '%.*s's own, not one for policies",
				    KEYID_SHOWN, keyid, STR_ARG(t->people[i].id));
	return err_set(
	    err, ERR_REFUSED, "the key %.*s is not in the trust file", KEYID_SHOWN, keyid);
}

/* A scope is an id, and those below it: "team" and "team.night". */
static bool
is_below(struct str scope, struct str id)
{
	return str_is(scope, "*") || str_eq(scope, id) ||
	       (id.n > scope.n && str_starts(id, scope) && id.p[scope.n] == '.');
}

/* Bundle and policies have one scope, or a key for one team's bundles could give a shipped policy,
 * or another team's, another meaning. */
static bool
is_in_scope(const struct bundle *b, const struct trust_service *s, struct err *err)
{
	if (!is_below(s->scope, b->name.id))
		return err_set(err, ERR_REFUSED,
		    "the key of '%.*s' signs bundles '%.*s', not '%.*s'", STR_ARG(s->name),
		    STR_ARG(s->scope), STR_ARG(b->name.id));
	for (size_t i = 0; i < b->policy_count; i++)
		if (!is_below(s->scope, b->policies[i].id))
			return err_set(err, ERR_REFUSED,
			    "the key of '%.*s' signs policies '%.*s', not '%.*s'", STR_ARG(s->name),
			    STR_ARG(s->scope), STR_ARG(b->policies[i].id));
	return true;
}

bool
bundle_signer(const struct bundle *b, const struct trust *t, size_t signature, int64_t now_us,
    const struct trust_service **out, struct err *err)
{
	const char *keyid = b->envelope.signatures[signature].keyid;
	const struct trust_service *s = trust_service(t, SERVICE_POLICY, STR(""), keyid);

	*out = NULL;
	if (!s)
		return unknown_key(t, keyid, err) ||
		       err_help(err, "a key below 'services' of the trust file, with "
				     "'purpose: policy', signs bundles");
	if (!envelope_verify(&b->envelope, signature, &s->key))
		return err_set(err, ERR_REFUSED,
		    "the signature of '%.*s' does not belong to this bundle", STR_ARG(s->name));
	if (!is_in_scope(b, s, err) || !service_counts(s, now_us, err))
		return false;
	*out = s;
	return true;
}

/* Two keys of one name are one signer. */
static bool
signatures_hold(const struct bundle *b, const struct trust *t, int64_t now_us, struct err *err)
{
	const struct trust_service *signers[ENVELOPE_SIGNATURES_MAX];
	int64_t needed = t->policies.signatures > 1 ? t->policies.signatures : 1, distinct = 0;

	if (b->envelope.count == 0)
		return err_set(err, ERR_REFUSED, "it is not signed");
	for (size_t i = 0; i < b->envelope.count; i++) {
		bool again = false;

		if (!bundle_signer(b, t, i, now_us, &signers[i], err))
			return false;
		for (size_t k = 0; k < i && !again; k++)
			again = str_eq(signers[k]->name, signers[i]->name);
		distinct += !again;
	}
	return distinct >= needed ||
	       err_set(err, ERR_REFUSED,
		   "it is signed by %" PRId64 " of the %" PRId64 " signers that are needed",
		   distinct, needed);
}

static bool
time_holds(const struct bundle *b, int64_t now_us, struct err *err)
{
	char stamp[CLOCK_STAMP_BYTES];

	if (now_us < b->not_before_us) {
		clock_stamp_of(b->not_before_us, stamp);
		return err_set(err, ERR_REFUSED, "it is not valid before %s", stamp);
	}
	if (now_us >= b->not_after_us) {
		clock_stamp_of(b->not_after_us, stamp);
		return err_set(err, ERR_REFUSED, "it expired at %s", stamp);
	}
	clock_stamp_of(b->made_us, stamp);
	return b->made_us - BUNDLE_CLOCK_SLACK_US <= now_us ||
	       err_set(err, ERR_REFUSED, "it was made at %s, which is in the future", stamp);
}

static bool
program_fits(const struct bundle *b, struct err *err)
{
	if (str_is(b->interpreter, policy_interpreter_name()) &&
	    str_is(b->table_sha256, policy_table_sha256()))
		return true;
	err_set(
	    err, ERR_REFUSED, "it was made for a table of names that differs from this program's");
	return err_help(err, "make it again with this version and have it signed again");
}

bool
bundle_trusted(const struct bundle *b, const struct trust *t, int64_t now_us, struct err *err)
{
	return (signatures_hold(b, t, now_us, err) && time_holds(b, now_us, err) &&
		   program_fits(b, err)) ||
	       err_wrap(err, "the bundle '%.*s' revision %" PRId64 " is refused",
		   STR_ARG(b->name.id), b->name.revision);
}

/* -- policies and their tests ---------------------------------------------------------------- */

/* All that it holds, and nothing else: the bytes whose digests were compared, not those that lie in
 * the folder by now. */
static bool
texts_of(struct arena *a, const struct bundle *b, struct policy_texts *out)
{
	struct policy_source *items = arena_array(a, b->count + 1, sizeof(*items));

	*out = (struct policy_texts){.items = items, .only = true};
	for (size_t i = 0; items && i < b->count; i++) {
		const char *path = arena_printf(a, "%s/%.*s", b->label, STR_ARG(b->files[i].name));

		if (!path)
			return false;
		items[out->count++] =
		    (struct policy_source){.name = str_from(path), .text = b->files[i].text};
	}
	return items != NULL;
}

static bool
open_policy(struct arena *a, const struct bundle *b, const struct bundle_policy *offered,
    struct policy **out, struct err_list *errs)
{
	const char *path = arena_printf(a, "%s/%.*s", b->label, STR_ARG(offered->file));
	struct policy_texts texts;
	struct err err;

	if (!path || !texts_of(a, b, &texts))
		return err_list_memory(errs);
	if (!policy_load(a, path, NULL, &texts, out, errs))
		return false;
	policy_comes_in(*out, &b->name);
	if (str_eq(policy_id(*out), offered->id) && policy_revision(*out) == offered->revision)
		return true;
	err_set(&err, ERR_INPUT,
	    "the list says '%.*s' revision %" PRId64 " of '%.*s', which is "
	    "'%.*s' revision %" PRId64,
	    STR_ARG(offered->id), offered->revision, STR_ARG(offered->file),
	    STR_ARG(policy_id(*out)), policy_revision(*out));
	return err_list_add(errs, &err);
}

bool
bundle_open_policy(struct arena *a, const struct bundle *b, struct str id, struct policy **out,
    struct err_list *errs)
{
	struct err err;

	for (size_t i = 0; i < b->policy_count; i++)
		if (str_eq(b->policies[i].id, id))
			return open_policy(a, b, &b->policies[i], out, errs);
	err_set(&err, ERR_INPUT, "the bundle '%.*s' has no policy '%.*s'", STR_ARG(b->name.id),
	    STR_ARG(id));
	return err_list_add(errs, &err);
}

static bool
is_suite(const struct bundle_file *f)
{
	return str_ends(f->name, TEST_SUFFIX);
}

/* NAME.test.yaml and NAME.part.test.yaml are NAME.yaml's, of all policies the one with the longest
 * NAME. */
static const struct bundle_file *
policy_of_suite(const struct bundle *b, struct str suite)
{
	const struct bundle_file *found = NULL;

	for (size_t i = 0; i < b->count; i++) {
		struct str stem = b->files[i].name;

		if (str_ends(stem, TEST_SUFFIX) || !str_ends(stem, YAML_SUFFIX))
			continue;
		stem.n -= YAML_SUFFIX.n;
		if (suite.n > stem.n && str_starts(suite, stem) && suite.p[stem.n] == '.' &&
		    (!found || b->files[i].name.n > found->name.n))
			found = &b->files[i];
	}
	return found;
}

/* Every test that fails is told by its name. */
static bool
tests_pass(struct arena *a, const struct suite *s, size_t *tests, struct err_list *errs)
{
	struct suite_result r;
	struct err err = {0};

	if (!suite_run(a, s, &r, errs, &err))
		return err_list_add(errs, &err);
	for (size_t i = 0; i < s->count; i++) {
		if (r.items[i].outcome == SAMPLE_PASSED)
			continue;
		err_set(&err, ERR_REFUSED,
		    "the test '%.*s' of policy '%.*s' fails: want %.*s, got %.*s",
		    STR_ARG(s->samples[i].name), STR_ARG(policy_id(s->policy)),
		    STR_ARG(r.items[i].want), STR_ARG(r.items[i].got));
		(void)err_list_add(errs, &err);
	}
	*tests += r.count;
	if (r.failed + r.broken == 0)
		return true;
	if (errs->count == 0) {
		err_set(&err, ERR_REFUSED, "a limit of policy '%.*s' is not what its tests say",
		    STR_ARG(policy_id(s->policy)));
		(void)err_list_add(errs, &err);
	}
	return false;
}

struct proof {
	struct arena *a;
	int64_t now_us;
	size_t *tests;
	struct err_list *errs;
};

static bool
prove_policy(const struct proof *f, const struct bundle *b, const struct bundle_policy *offered)
{
	struct err_list *errs = f->errs;
	struct arena *a = f->a;
	struct suite s = {.path = arena_printf(a, "%s/%.*s", b->label, STR_ARG(offered->file))};
	struct policy_texts texts;
	struct policy *p;

	if (!s.path || !texts_of(a, b, &texts))
		return err_list_memory(errs);
	if (!open_policy(a, b, offered, &p, errs))
		return false;
	s.policy = p;
	if (!suite_load_rules(a, &s, errs))
		return false;
	for (size_t i = 0; i < b->count; i++) {
		const struct bundle_file *owner =
		    is_suite(&b->files[i]) ? policy_of_suite(b, b->files[i].name) : NULL;

		const char *path = arena_printf(a, "%s/%.*s", b->label, STR_ARG(b->files[i].name));

		if (!path)
			return err_list_memory(errs);
		if (owner && str_eq(owner->name, offered->file) &&
		    !suite_load_open(a, &s, &texts, path, errs))
			return false;
	}
	return suite_finish(&s, errs) && tests_pass(a, &s, f->tests, errs) &&
	       waivers_not_expired(policy_waivers(p), f->now_us, errs);
}

/* A suite that no offered policy runs would only look like a test. */
static bool
suites_have_owners(const struct bundle *b, struct err_list *errs)
{
	struct err err;

	for (size_t i = 0; i < b->count; i++) {
		const struct bundle_file *owner;
		bool offered = false;

		if (!is_suite(&b->files[i]))
			continue;
		owner = policy_of_suite(b, b->files[i].name);
		for (size_t k = 0; owner && k < b->policy_count && !offered; k++)
			offered = str_eq(b->policies[k].file, owner->name);
		if (offered)
			continue;
		err_set(&err, ERR_INPUT,
		    "the suite '%.*s' belongs to none of the bundle's policies",
		    STR_ARG(b->files[i].name));
		(void)err_list_add(errs, &err);
	}
	return errs->count == 0;
}

bool
bundle_prove(
    struct arena *a, const struct bundle *b, int64_t now_us, size_t *tests, struct err_list *errs)
{
	const struct proof f = {a, now_us, tests, errs};

	*tests = 0;
	if (!suites_have_owners(b, errs))
		return false;
	for (size_t i = 0; i < b->policy_count; i++)
		if (!prove_policy(&f, b, &b->policies[i]))
			return false;
	return true;
}
