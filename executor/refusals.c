/* SPDX-License-Identifier: MIT */
#include "refusals.h"

#include "calls.h"
#include "ceilings.h"

#include <sys/syscall.h>

static const struct {
	const char *rule, *remedy;
} RULES[] = {
    [CALL_RULE_NONE] = {"capability.native", "this system call is forbidden; do without it"},
    [CALL_RULE_NETWORK] = {"capability.network",
	"there is no network; work on the declared inputs"},
    [CALL_RULE_PROCESS] = {"capability.process",
	"other programs and processes can't be used; do it in Python"},
    [CALL_RULE_NATIVE] = {"capability.native", "this system call is forbidden; do without it"},
};

static struct str
path_of(const struct wire_refusal *r)
{
	return (struct str){r->path, strnlen(r->path, sizeof(r->path))};
}

static bool
describe(const struct wire_refusal *r, const struct call_row *row, struct buf *out)
{
	if (r->path[0] != '\0')
		buf_visible(out, path_of(r), CALL_DETAIL_BYTES);
	else
		buf_printf(out, "%s%sarguments 0x%llx, 0x%llx, 0x%llx",
		    row && row->words ? row->words : "", row && row->words ? ", " : "",
		    (unsigned long long)r->args[0], (unsigned long long)r->args[1],
		    (unsigned long long)r->args[2]);
	return !out->failed;
}

bool
refusal_describe(
    struct arena *a, const struct wire_refusal *r, struct box_violation *out, struct err *err)
{
	const struct call_row *row =
	    !r->foreign && (size_t)r->row < CALLS_COUNT ? &CALLS[r->row] : NULL;
	enum call_rule rule = row && row->rule != CALL_RULE_NONE ? row->rule : CALL_RULE_NATIVE;
	struct buf detail;

	const bool connects = row && row->number == SYS_connect;

	*out = (struct box_violation){.by = STR("kernel"), .attack = r->class == CALL_ATTACK};
	buf_init(&detail, 5 * CALL_DETAIL_BYTES);
	out->what = str_from(
	    row ? row->name : arena_printf(a, "%scall %d", r->foreign ? "foreign " : "", r->call));
	bool good = describe(r, row, &detail);
	/* A question that libraries ask by habit breaks no rule. */
	if (r->class != CALL_QUESTION) {
		out->rule = str_from(RULES[rule].rule);
		buf_printf(&detail, ": %s", RULES[rule].remedy);
	}
	good = good && out->what.p && arena_copy(a, buf_view(&detail), &out->detail);
	if (connects)
		good = good && arena_copy(a, path_of(r), &out->address);
	buf_release(&detail);
	return good || err_memory(err);
}
