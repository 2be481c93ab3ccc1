/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "artifacts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
	char path[64];
	int fd;
	struct arena *a;
	struct box_spec spec;
	struct box_result result;
	struct rules rules;
	struct misfits misfits;
};

static int
set_up(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	*state = p;
	snprintf(p->path, sizeof(p->path), "/tmp/sluice-artifacts-XXXXXX");
	if (!p || !mkdtemp(p->path))
		return -1;
	p->fd = open(p->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	p->a = arena_new(1 << 22);
	p->spec.limits = (struct limits){.artifacts = 3, .artifact_bytes = 100};
	return p->fd < 0 || !p->a ? -1 : 0;
}

static int
tear_down(void **state)
{
	struct place *p = *state;
	char command[96];

	snprintf(command, sizeof(command), "rm -r '%s'", p->path);
	close(p->fd);
	arena_free(p->a);
	int status = system(command); /* NOLINT: a test's own folder */
	free(p);
	return status;
}

static void
put(struct place *p, const char *name, const char *text)
{
	int fd = openat(p->fd, name, O_WRONLY | O_CREAT | O_EXCL, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void
collect(struct place *p)
{
	struct err err;

	p->result = (struct box_result){0};
	p->misfits = (struct misfits){.rules = &p->rules};
	assert_true(artifacts_collect(p->a, p->fd, &p->spec, &p->misfits, &p->result, &err));
}

static bool
has(const struct place *p, const char *name)
{
	for (size_t i = 0; i < p->result.artifact_count; i++)
		if (str_is(p->result.artifacts[i].name, name))
			return true;
	return false;
}

static bool
rejected(const struct place *p, const char *line)
{
	for (size_t i = 0; i < p->result.rejected_count; i++)
		if (str_is(p->result.rejected[i], line))
			return true;
	return false;
}

static void
regular_files_are_taken_by_name(void **state)
{
	struct place *p = *state;

	put(p, "b.txt", "two");
	assert_int_equal(mkdirat(p->fd, "sub", 0700), 0);
	put(p, "sub/a.txt", "one");
	collect(p);
	assert_int_equal(p->result.artifact_count, 2);
	assert_true(str_is(p->result.artifacts[0].name, "b.txt"));
	assert_true(str_is(p->result.artifacts[0].bytes, "two"));
	assert_true(str_is(p->result.artifacts[1].name, "sub/a.txt"));
	assert_string_equal(p->result.artifacts[1].sha256,
	    "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed");
	assert_int_equal(p->result.rejected_count, 0);
}

static void
links_pipes_and_second_names_are_left(void **state)
{
	struct place *p = *state;

	assert_int_equal(symlinkat("/etc/passwd", p->fd, "secret"), 0);
	assert_int_equal(symlinkat("/etc", p->fd, "folder"), 0);
	assert_int_equal(mkfifoat(p->fd, "pipe", 0600), 0);
	put(p, "one", "x");
	assert_int_equal(linkat(p->fd, "one", p->fd, "two", 0), 0);
	collect(p);
	assert_int_equal(p->result.artifact_count, 0);
	assert_true(rejected(p, "secret: it is a symbolic link"));
	assert_true(rejected(p, "folder: it is a symbolic link"));
	assert_true(rejected(p, "pipe: it is a pipe"));
	assert_true(rejected(p, "one: it has more than one hard link"));
	assert_true(rejected(p, "two: it has more than one hard link"));
}

static void
names_are_what_they_look_like(void **state)
{
	struct place *p = *state;

	put(p, "evil\xe2\x80\xaegnp.exe", "x");
	put(p, "new\nline", "x");
	put(p, "bad\xff", "x");
	put(p, "--help", "x");
	put(p, "good name.txt", "x");
	collect(p);
	assert_int_equal(p->result.artifact_count, 1);
	assert_true(has(p, "good name.txt"));
	assert_true(rejected(p, "evil\\u{202e}gnp.exe: its name has invisible characters"));
	assert_true(rejected(p, "new\\nline: its name has invisible characters"));
	assert_true(rejected(p, "bad\\xff: its name is not UTF-8"));
	assert_true(rejected(p, "--help: its name begins with a dash"));
}

static void
caps_hold_by_count_and_size(void **state)
{
	struct place *p = *state;
	char large[102];

	memset(large, 'x', sizeof(large) - 1);
	large[101] = '\0';
	put(p, "large", large);
	collect(p);
	assert_true(rejected(p, "large: the artifacts would be too large"));
	for (int i = 0; i < 5; i++) {
		char name[8];
		snprintf(name, sizeof(name), "f%d", i);
		put(p, name, "x");
	}
	collect(p);
	assert_int_equal(p->result.artifact_count, 3);
}

static void
folders_are_followed_to_a_depth(void **state)
{
	struct place *p = *state;
	char path[64] = "d";

	for (int i = 0; i < 6; i++) {
		assert_int_equal(mkdirat(p->fd, path, 0700), 0);
		strcat(path, "/d"); /* NOLINT: six times two bytes */
	}
	put(p, "d/d/d/d/deep", "x");
	put(p, "d/d/d/d/d/deeper", "x");
	collect(p);
	assert_true(has(p, "d/d/d/d/deep"));
	assert_false(has(p, "d/d/d/d/d/deeper"));
	assert_true(rejected(p, "d/d/d/d/d: it is too deep in folders"));
}

static void
inputs_are_no_artifacts(void **state)
{
	struct place *p = *state;
	struct box_input input = {.name = STR("in.csv")};

	p->spec.inputs = &input;
	p->spec.input_count = 1;
	put(p, "in.csv", "");
	put(p, "out.csv", "1");
	collect(p);
	assert_int_equal(p->result.artifact_count, 1);
	assert_true(has(p, "out.csv"));
}

static void
types_are_told_by_the_first_bytes(void **state)
{
	const struct {
		struct str bytes;
		const char *mime;
	} cases[] = {
	    {STR("\x89PNG\r\n\x1a\n...."), "image/png"},
	    {STR("\xff\xd8\xff\xe0"), "image/jpeg"},
	    {STR("GIF89a"), "image/gif"},
	    {STR("RIFF\0\0\0\0WEBPVP8 "), "image/webp"},
	    {STR("%PDF-1.7"), "application/pdf"},
	    {STR("<?xml version='1.0'?>\n<svg/>"), "image/svg+xml"},
	    {STR("<html><script>"), "text/plain"}, /* never a type that a browser would run */
	    {STR("a,b\n1,2\n"), "text/plain"},
	    {STR("caf\xc3\xa9"), "text/plain"},
	    {STR("\0\1\2"), "application/octet-stream"},
	    {STR("PK\x03\x04"), "application/zip"},
	    {STR(""), "text/plain"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		assert_string_equal(mime_of(cases[i].bytes), cases[i].mime);
}

#define WITH_PLACE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

static void
what_fits_no_pattern_is_left_and_told(void **state)
{
	static const char *const patterns[] = {"*.csv"};
	struct place *p = *state;

	p->rules = (struct rules){.results = patterns, .result_count = 1, .has_results = true};
	put(p, "a.csv", "1");
	put(p, "b.py", "2");
	assert_int_equal(symlinkat("a.csv", p->fd, "c"), 0);
	put(p, "-d", "4");
	collect(p);
	assert_int_equal(p->result.artifact_count, 1);
	assert_true(has(p, "a.csv"));
	assert_true(rejected(p, "b.py: it matches none of the policy's patterns for results"));
	assert_int_equal(p->misfits.count, 3);
	p->rules.result_count = 0;
	collect(p);
	assert_int_equal(p->result.artifact_count, 0);
	assert_int_equal(p->misfits.count, 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    WITH_PLACE(regular_files_are_taken_by_name),
	    WITH_PLACE(links_pipes_and_second_names_are_left),
	    WITH_PLACE(names_are_what_they_look_like),
	    WITH_PLACE(caps_hold_by_count_and_size),
	    WITH_PLACE(folders_are_followed_to_a_depth),
	    WITH_PLACE(inputs_are_no_artifacts),
	    WITH_PLACE(what_fits_no_pattern_is_left_and_told),
	    cmocka_unit_test(types_are_told_by_the_first_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
