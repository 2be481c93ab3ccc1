/* SPDX-License-Identifier: MIT */
/*
 * Every row of the table of system calls (executor/guest/calls.def) is tried in a box: what is
 * allowed reaches the kernel, what is harmless is refused without a word, and what is an attack is
 * told by its name.
 *
 *	sandbox_calls WAY PAGE    tries them, and compares the page with the table
 *	sandbox_calls             prints the page
 */
#include "calls.h"
#include "executor.h"
#include "file.h"
#include "surroundings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ANY 0x7fffffff /* no descriptor, no pointer, no process */
#define BYTES_MAX ((size_t)1 << 20)

static const struct {
	enum call_class class;
	const char *title, *says;
} CLASSES[] = {
    {CALL_ATTACK, "Attacks",
	"Only a program that looks for a way out makes these calls. Each is a violation, and no "
	"model repairs the program. The same holds for every call that is not on this page, and for "
	"every call of another architecture's table."},
    {CALL_FORBIDDEN, "Forbidden",
	"Ordinary programs make these calls where they may. In the box, each is a violation."},
    {CALL_LOOKED_AT, "Looked at",
	"sluice-init inspects several arguments. `execve` is forbidden except for what libraries run "
	"by habit (`uname -p`, `ldconfig -p`, and with packages `fc-list` and `ld -t`). `clone3` is "
	"absent, and an attack if it asks for namespaces. Reading limits is allowed, lowering them is "
	"harmless, raising them is forbidden, and touching another process's limits is an attack. "
	"Locks are counted. Another filter is an attack."},
    {CALL_QUESTION, "Questions",
	"Libraries ask by habit: refused and reported, but not a violation."},
    {CALL_HARMLESS, "Harmless", "Refused with EPERM and not reported."},
    {CALL_ABSENT, "Absent", "Refused with ENOSYS and not reported: libraries fall back."},
    {CALL_START, "At the start", "Allowed until the interpreter runs, then harmless."},
    {CALL_ALLOWED, "Allowed", ""},
};

static void
write_page(struct buf *out)
{
	buf_text(out, "<!-- made by tests/sandbox/calls.c; don't edit it by hand -->\n"
		      "# System calls in the box\n\n"
		      "How the box treats each system call, from `executor/guest/calls.def`. Words "
		      "after a call say which arguments are meant.\n");
	for (size_t c = 0; c < ARRAY_LENGTH(CLASSES); c++) {
		buf_printf(out, "\n## %s\n\n%s%s", CLASSES[c].title, CLASSES[c].says,
		    CLASSES[c].says[0] ? "\n\n" : "");
		const char *between = "";
		for (size_t i = 0; i < CALLS_COUNT; i++) {
			const struct call_row *row = &CALLS[i];
			if (row->class != CLASSES[c].class)
				continue;
			buf_printf(out, "%s`%s`%s%s", between, row->name, row->words ? " " : "",
			    row->words ? row->words : "");
			between = ", ";
		}
		buf_char(out, '\n');
	}
}

/* What would not return, or tells nothing with such arguments. */
static bool
is_left_out(const struct call_row *row)
{
	static const char *const names[] = {"exit", "exit_group", "rt_sigreturn", "pause", "fork",
	    "vfork", "futex", "restart_syscall"};

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (strcmp(names[i], row->name) == 0)
			return true;
	return false;
}

static void
arguments(const struct call_row *row, uint64_t args[6])
{
	for (size_t i = 0; i < 6; i++)
		args[i] = ANY;
	if (row->words)
		args[row->argument] = row->value == CALL_SELF ? 0 : row->value;
	else if (row->number == SYS_setpriority)
		args[2] = 0;
}

static enum call_class
class_of(const struct call_row *row)
{
	if (row->class != CALL_LOOKED_AT)
		return row->class;
	switch (row->number) {
	case SYS_execve:
		return CALL_FORBIDDEN;
	case SYS_clone3:
		return CALL_ABSENT;
	case SYS_fcntl:
		return CALL_ALLOWED;
	case SYS_prlimit64:
	case SYS_seccomp:
		return CALL_ATTACK;
	default:
		return CALL_HARMLESS; /* setrlimit */
	}
}

static void
write_program(struct buf *out)
{
	uint64_t args[6];

	buf_text(out, "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
		      "for row, number, *words in (\n");
	for (size_t i = 0; i < CALLS_COUNT; i++) {
		if (is_left_out(&CALLS[i]))
			continue;
		arguments(&CALLS[i], args);
		buf_printf(out, "    (%zu, %d", i, CALLS[i].number);
		for (size_t k = 0; k < 6; k++)
			buf_printf(out, ", %" PRIu64, args[k]);
		buf_text(out, "),\n");
	}
	buf_text(out,
	    "):\n    ctypes.set_errno(0)\n"
	    "    said = libc.syscall(ctypes.c_long(number), *map(ctypes.c_ulong, words))\n"
	    "    print(row, ctypes.get_errno() if said == -1 else 0)\n");
}

static bool
is_told(const struct box_result *r, const struct call_row *row, enum call_class class)
{
	for (size_t i = 0; i < r->violation_count; i++) {
		const struct box_violation *v = &r->violations[i];
		if (str_is(v->what, row->name) && v->attack == (class == CALL_ATTACK) &&
		    (v->rule.n > 0) == (class != CALL_QUESTION) &&
		    (!row->words || str_starts(v->detail, str_from(row->words))))
			return true;
	}
	return false;
}

static bool
is_right(const struct box_result *r, const struct call_row *row, int64_t number)
{
	enum call_class class = class_of(row);

	switch (class) {
	case CALL_ATTACK:
	case CALL_FORBIDDEN:
	case CALL_QUESTION:
		return number == EPERM && is_told(r, row, class);
	case CALL_HARMLESS:
	case CALL_START:
		return number == EPERM;
	case CALL_ABSENT:
		return number == ENOSYS;
	case CALL_ALLOWED:
		return number != ENOSYS && number != EPERM;
	case CALL_LOOKED_AT:
	default:
		return false;
	}
}

static size_t
telling(const struct call_row *row)
{
	return !is_left_out(row) && class_of(row) <= CALL_QUESTION;
}

static int
judge(const struct box_result *r)
{
	struct str rest = r->out.bytes, line;
	size_t told = 0, lines = 0, wrong = 0, expected = 0;

	while (str_cut(&rest, '\n', &line) && line.n > 0) {
		struct str first = {0};
		str_cut(&line, ' ', &first);
		size_t row = (size_t)strtoull(first.p, NULL, 10);
		int64_t number = strtoll(line.p, NULL, 10);
		lines++;
		if (row < CALLS_COUNT && is_right(r, &CALLS[row], number))
			continue;
		wrong++;
		if (row < CALLS_COUNT)
			printf("FAILED %s%s%s: errno %" PRId64 "\n", CALLS[row].name,
			    CALLS[row].words ? ", " : "", CALLS[row].words ? CALLS[row].words : "",
			    number);
	}
	for (size_t i = 0; i < CALLS_COUNT; i++) {
		expected += !is_left_out(&CALLS[i]);
		told += telling(&CALLS[i]);
	}
	printf("%zu rows of %zu tried, %zu wrong; %zu told of %zu; outcome %s\n", lines, expected,
	    wrong, r->violation_count, told, box_outcome_name(r->outcome));
	return wrong > 0 || lines != expected || r->violation_count != told ||
	       r->violations_more > 0 || r->outcome != BOX_VIOLATION;
}

static int
try_all(struct arena *a)
{
	struct box_spec spec = {.limits = {.wall_ms = 20000,
				    .cpu_ms = 10000,
				    .memory_bytes = (int64_t)96 << 20,
				    .processes = 1,
				    .open_files = 64,
				    .file_bytes = 1 << 20,
				    .disk_bytes = 1 << 20,
				    .disk_inodes = 64,
				    .output_bytes = 1 << 20}};
	struct box_result r = {0};
	struct err err = {0};
	struct buf program;

	buf_init(&program, BYTES_MAX);
	write_program(&program);
	spec.code = buf_view(&program);
	bool ran = !program.failed && box_run_own(a, &spec, &r, &err);
	if (!ran)
		printf("FAILED %s\n", err.message);
	int failed = ran ? judge(&r) : 1;
	buf_release(&program);
	return failed;
}

static int
compare(struct arena *a, const char *path, struct str page)
{
	struct str stands;
	struct err err;

	if (file_read(a, path, BYTES_MAX, &stands, &err) && str_eq(stands, page))
		return 0;
	printf("FAILED '%s' is not the table; `sandbox_calls` prints it\n", path);
	return 1;
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct buf page;
	const char *why = "";
	int failed = 0;

	if (!a)
		return 2;
	buf_init(&page, BYTES_MAX);
	write_page(&page);
	if (argc < 3) {
		fwrite(page.p, 1, page.n, stdout);
	} else {
		failed = compare(a, argv[2], buf_view(&page));
		switch (surroundings_take(argv[1], &why)) {
		case TAKEN:
			failed |= try_all(a);
			break;
		case TAKEN_NOT:
		case TAKEN_WRONG:
			printf("SKIPPED: %s\n", why);
			failed = failed ? 1 : 77;
		}
	}
	buf_release(&page);
	arena_free(a);
	return failed;
}
