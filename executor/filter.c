/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include "calls.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/stat.h>
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

/* What a row is to the kernel; 0: sluice-init answers. */
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

/* libseccomp writes to a descriptor; the text is kept for the life of the process. */
static bool export(struct building *b, struct filter *out)
{
	struct stat st;
	bool good = false;
	int fd = memfd_create("filter", MFD_CLOEXEC);

	if (fd < 0)
		return false;
	int answer = seccomp_export_bpf(b->context, fd);
	errno = answer < 0 ? -answer : errno;
	if (answer == 0 && fstat(fd, &st) == 0 && st.st_size > 0) {
		char *bytes = malloc((size_t)st.st_size);
		good = bytes && pread(fd, bytes, (size_t)st.st_size, 0) == st.st_size;
		out->program = (struct str){bytes, (size_t)st.st_size};
		if (good)
			digest_of(out->program, &out->digest);
		else
			free(bytes);
	}
	close(fd);
	return good;
}

static bool
build(enum filter_stage stage, struct filter *out, struct err *err)
{
	uint32_t otherwise = stage == FILTER_START ? SCMP_ACT_NOTIFY : SCMP_ACT_ALLOW;
	struct building b = {.context = seccomp_init(otherwise)};

	if (!b.context)
		return err_set(err, ERR_SANDBOX, "can't make a system call filter");
	if (seccomp_attr_set(b.context, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0 ||
	    seccomp_attr_set(b.context, SCMP_FLTATR_ACT_BADARCH, otherwise) != 0)
		b.failure = EINVAL;
	if (stage == FILTER_START)
		rules_at_start(&b);
	else
		rules_at_run(&b, stage == FILTER_RUN_SINGLE);
	bool good = b.failure == 0 && export(&b, out);
	if (!good && b.failure != 0)
		errno = b.failure;
	seccomp_release(b.context);
	return good || err_sys(err, "can't compile the system call filter");
}

bool
filter_get(enum filter_stage stage, struct filter *out, struct err *err)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct filter made[FILTER_RUN_MANY + 1];
	struct filter *filter = &made[stage];

	pthread_mutex_lock(&lock);
	bool good = filter->program.n > 0 || build(stage, filter, err);
	if (good)
		*out = *filter;
	pthread_mutex_unlock(&lock);
	return good;
}

char *
filter_call_name(struct arena *a, int call)
{
	char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
	char *copy = name ? arena_text(a, str_from(name)) : arena_printf(a, "call %d", call);

	free(name);
	return copy;
}
