/* SPDX-License-Identifier: MIT */
#include "policies.h"
#include "policy_fixture.h"

#include <fcntl.h>
#include <sys/stat.h>

#define OVERRIDE "override: [{what: waivers, reason: a test of files}]\n"
#define REST "extends: [parent]\nwaivers: {file: w.yaml}\nshadow: [tried]\n" OVERRIDE

struct file {
	const char *name, *text; /* NULL: it is not there */
};
static const struct file files[] = {
    {"p.yaml", "apiVersion: sluice/v1\nid: p\nrevision: 1\n" REST},
    {"parent.yaml", "apiVersion: sluice/v1\nid: parent\nrevision: 1\nextends: [pure-compute]\n"},
    {"w.yaml", "apiVersion: sluice-waivers/v1\nwaivers: []\n"},
    {"tried.yaml", "apiVersion: sluice/v1\nid: tried\nrevision: 1\n"},
};
/* Each changes what the same path would load to. */
static const struct file changes[] = {
    {"p.yaml", "apiVersion: sluice/v1\nid: p\nrevision: 2\n" REST},
    {"parent.yaml", "apiVersion: sluice/v1\nid: parent\nrevision: 2\nextends: [pure-compute]\n"},
    {"parent.yaml", NULL},
    {"pure-compute.yaml",
	"apiVersion: sluice/v1\nid: own\nrevision: 1\n"}, /* before the shipped one */
    {"w.yaml", "apiVersion: sluice-waivers/v1\nwaivers: [ ]"},
    {"w.yaml", NULL},
    {"tried.yaml", "apiVersion: sluice/v1\nid: tried\nrevision: 2\n"},
};

/* With the same times as before; most of the changes have the same number of bytes, too. */
static void
put(const char *folder, const struct file *f)
{
	struct stat st = {.st_size = 0};
	char path[64];
	struct err err;

	snprintf(path, sizeof(path), "%s/%s", folder, f->name);
	bool there = stat(path, &st) == 0;
	const struct timespec times[] = {st.st_atim, st.st_mtim};
	if (!f->text) {
		unlink(path);
		return;
	}
	assert_true(file_write(path, str_from(f->text), &err));
	assert_true(!there || utimensat(AT_FDCWD, path, times, 0) == 0);
}

static const struct policy *
load(struct arena *a, struct load_cache *cache, const char *folder)
{
	static const struct policy_texts texts = {.count = 0};
	struct loads loads = {.cache = cache};
	struct err_list errs = {.count = 0};
	struct policy *p = NULL;

	(void)policy_load_kept(a, &loads, path_join(a, folder, "p.yaml"), &texts, &p, &errs);
	loads_end(&loads);
	return p;
}

static void
a_policy_is_kept_while_its_files_are_the_same(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(changes); i++) {
		struct load_cache *cache = load_cache_new();
		struct arena *a = arena_new(FIXTURE_ARENA);
		char folder[] = "/tmp/sluice-policy-XXXXXX", digest[65];

		assert_non_null(mkdtemp(folder));
		for (size_t k = 0; k < ARRAY_LENGTH(files); k++)
			put(folder, &files[k]);
		const struct policy *first = load(a, cache, folder);
		assert_non_null(first);
		assert_ptr_equal(load(a, cache, folder), first);
		memcpy(digest, policy_digest(first), sizeof(digest));
		put(folder, &changes[i]);
		const struct policy *next = load(a, cache, folder);
		if (next && strcmp(policy_digest(next), digest) == 0 &&
		    strcmp(changes[i].name, "tried.yaml") != 0)
			fail_msg("change %zu of '%s' was not seen", i, changes[i].name);
		assert_ptr_not_equal(next, first);
		for (size_t k = 0; k < ARRAY_LENGTH(files); k++)
			put(folder, &(struct file){files[k].name, NULL});
		put(folder, &(struct file){changes[i].name, NULL});
		assert_int_equal(rmdir(folder), 0);
		load_cache_free(cache);
		arena_free(a);
	}
}

static bool
installed_pack(
    void *context, struct arena *a, struct str package, struct str *text, struct err *err)
{
	int *asked = context;

	(void)a, (void)package, (void)err;
	*text = STR("");
	++*asked;
	return true;
}

/* It was verified for one request. */
static void
a_policy_with_an_installed_pack_is_loaded_each_time(void **state)
{
	int asked = 0;
	const struct policy_texts texts = {.find_pack = installed_pack, .context = &asked};
	const struct file own = {"p.yaml", "apiVersion: sluice/v1\nid: p\nrevision: 1\n"
					   "imports: {allow: [{module: acme, pack: true}]}\n"};
	struct loads loads = {.cache = load_cache_new()};
	struct arena *a = arena_new(FIXTURE_ARENA);
	char folder[] = "/tmp/sluice-policy-XXXXXX";

	(void)state;
	assert_non_null(mkdtemp(folder));
	put(folder, &own);
	for (int i = 1; i <= 3; i++) {
		struct err_list errs = {.count = 0};
		struct policy *p;
		(void)policy_load_kept(
		    a, &loads, path_join(a, folder, "p.yaml"), &texts, &p, &errs);
		assert_int_equal(asked, i);
		loads_end(&loads);
	}
	put(folder, &(struct file){"p.yaml", NULL});
	rmdir(folder);
	load_cache_free(loads.cache);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_policy_is_kept_while_its_files_are_the_same),
	    cmocka_unit_test(a_policy_with_an_installed_pack_is_loaded_each_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
