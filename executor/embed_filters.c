/* SPDX-License-Identifier: MIT */
/*
 * embed_filters OUT: run by the build. It has libseccomp make the system call filters out of
 * calls.def, and writes them to a C file (filter.h). No process that runs code has to make them, or
 * needs libseccomp.
 */
#include "calls.h"
#include "filter.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct building {
	scmp_filter_ctx context;
	int failure; /* the first, as errno */
};

static void
note(struct building *b, int answer)
{
	if (answer != 0 && b->failure == 0)
		b->failure = -answer;
}

/* The kernel's action for a row; 0: sluice-init answers. */
static uint32_t
action_of(const struct call_row *row)
{
	switch (row->class) {
	case CALL_ALLOWED:
	case CALL_START:
		return SCMP_ACT_ALLOW;
	case CALL_HARMLESS:
		return SCMP_ACT_ERRNO(EPERM);
	case CALL_ABSENT:
		return SCMP_ACT_ERRNO(ENOSYS);
	case CALL_ATTACK:
	case CALL_FORBIDDEN:
	case CALL_QUESTION:
	case CALL_LOOKED_AT:
	default:
		return 0;
	}
}

/* The first filter. Of a call whose arguments decide, the kernel itself allows what stands before
 * the first row that is not allowed; the rest is asked of sluice-init, as is what is in no row. */
static void
rules_at_start(struct building *b)
{
	bool asked = false;

	for (size_t i = 0; i < CALLS_COUNT; i++) {
		const struct call_row *row = &CALLS[i];
		const struct scmp_arg_cmp compare = {
		    row->argument, SCMP_CMP_MASKED_EQ, row->mask, row->value};
		uint32_t action = action_of(row);
		bool first = i == 0 || row[-1].number != row->number;

		asked = (!first && asked) || action == 0;
		if (row->words && !asked && action == SCMP_ACT_ALLOW && row->value != CALL_SELF)
			note(b,
			    seccomp_rule_add_array(b->context, action, row->number, 1, &compare));
		else if (!row->words && first && action != 0)
			note(b, seccomp_rule_add(b->context, action, row->number, 0));
		else
			asked = true;
	}
}

/* The first filter still holds, so this one needs only to say what goes. What it refuses is
 * refused without a word, so it must not refuse an attack. */
static void
rules_at_run(struct building *b, bool single)
{
	static const int processes[] = {
#ifdef __NR_fork
	    __NR_fork,
	    __NR_vfork,
#endif
	};
	const struct scmp_arg_cmp new_process = {
	    0, SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_NAMESPACES, 0};

	for (size_t i = 0; i < CALLS_COUNT; i++)
		if (CALLS[i].class == CALL_START)
			note(b, seccomp_rule_add(
				    b->context, SCMP_ACT_ERRNO(EPERM), CALLS[i].number, 0));
	for (size_t i = 0; single && i < ARRAY_LENGTH(processes); i++)
		note(b, seccomp_rule_add(b->context, SCMP_ACT_ERRNO(EAGAIN), processes[i], 0));
	if (single)
		note(b, seccomp_rule_add_array(
			    b->context, SCMP_ACT_ERRNO(EAGAIN), SCMP_SYS(clone), 1, &new_process));
}

/* libseccomp writes to a descriptor. The caller frees what it gets. */
static char *export(struct building *b, size_t *size)
{
	int fd = memfd_create("filter", MFD_CLOEXEC);
	char *bytes = NULL;
	struct stat st;

	if (fd < 0)
		return NULL;
	note(b, seccomp_export_bpf(b->context, fd));
	if (b->failure == 0 && fstat(fd, &st) == 0 && st.st_size > 0) {
		*size = (size_t)st.st_size;
		bytes = malloc(*size);
	}
	if (bytes && pread(fd, bytes, *size, 0) != (ssize_t)*size) {
		free(bytes);
		bytes = NULL;
	}
	close(fd);
	return bytes;
}

static char *
build(enum filter_stage stage, size_t *size)
{
	uint32_t otherwise = stage == FILTER_START ? SCMP_ACT_NOTIFY : SCMP_ACT_ALLOW;
	struct building b = {.context = seccomp_init(otherwise)};

	if (!b.context)
		return NULL;
	note(&b, seccomp_attr_set(b.context, SCMP_FLTATR_CTL_OPTIMIZE, 2));
	note(&b, seccomp_attr_set(b.context, SCMP_FLTATR_ACT_BADARCH, otherwise));
	if (stage == FILTER_START)
		rules_at_start(&b);
	else
		rules_at_run(&b, stage == FILTER_RUN_SINGLE);
	char *bytes = b.failure == 0 ? export(&b, size) : NULL;
	if (b.failure != 0)
		fprintf(stderr, "embed_filters: libseccomp: %s\n", strerror(b.failure));
	seccomp_release(b.context);
	return bytes;
}

static bool
put_filter(FILE *out, int stage)
{
	size_t size = 0;
	char *bytes = build((enum filter_stage)stage, &size);

	if (!bytes)
		return false;
	fprintf(out, "static const unsigned char filter_%d[] = {", stage);
	for (size_t i = 0; i < size; i++)
		fprintf(out, "%s0x%02x,", i % 16 == 0 ? "\n\t" : "", (unsigned char)bytes[i]);
	fputs("};\n", out);
	free(bytes);
	return true;
}

int
main(int argc, char **argv)
{
	FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
	bool good = out != NULL;

	if (!out) {
		fputs("usage: embed_filters OUT\n", stderr);
		return 2;
	}
	fputs("/* Made by embed_filters. */\n#include \"filter.h\"\n\n", out);
	for (int stage = 0; good && stage < FILTER_STAGES; stage++)
		good = put_filter(out, stage);
	fputs("\nstatic const struct str filters[] = {\n", out);
	for (int stage = 0; stage < FILTER_STAGES; stage++)
		fprintf(out, "\t{(const char *)filter_%d, sizeof(filter_%d)},\n", stage, stage);
	fputs(
	    "};\n\nstruct str\nfilter_of(enum filter_stage stage)\n{\n\treturn filters[stage];\n}\n",
	    out);
	good = fclose(out) == 0 && good;
	if (!good)
		(void)unlink(argv[1]);
	return good ? 0 : 1;
}
