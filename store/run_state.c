/* SPDX-License-Identifier: MIT */
#include "store.h"

/* As the schema's run_edge names them. */
static const struct {
	const char *name;
	bool open;
	int exit_code; /* of an end that brings none of its own (pipeline/sluice.h) */
} STATES[STATE_COUNT] = {
    [STATE_NONE] = {"", false, 70},
    [STATE_RECEIVED] = {"received", true, 70},
    [STATE_PLANNED] = {"planned", true, 70},
    [STATE_GENERATED] = {"generated", true, 70},
    [STATE_CHECKED] = {"checked", true, 70},
    [STATE_AWAITING_APPROVAL] = {"awaiting_approval", true, 70},
    [STATE_APPROVED] = {"approved", true, 70},
    [STATE_RUNNING] = {"running", true, 70},
    [STATE_RAN] = {"ran", true, 70},
    [STATE_VALIDATED] = {"validated", true, 70},
    [STATE_ANSWERED] = {"answered", false, 0},
    [STATE_REFUSED] = {"refused", false, 10},
    [STATE_REJECTED] = {"rejected", false, 12},
    [STATE_FAILED] = {"failed", false, 70},
    [STATE_EXPIRED] = {"expired", false, 12},
    [STATE_CANCELLED] = {"cancelled", false, 17},
    [STATE_HALTED] = {"halted", false, 17},
    [STATE_QUARANTINED] = {"quarantined", true, 70},
};

const char *
run_state_name(enum run_state s)
{
	return (unsigned)s < STATE_COUNT ? STATES[s].name : "";
}

enum run_state
run_state_of(struct str name)
{
	for (int s = STATE_NONE + 1; s < STATE_COUNT; s++)
		if (str_is(name, STATES[s].name))
			return (enum run_state)s;
	return STATE_NONE;
}

bool
run_state_is_open(enum run_state s)
{
	return (unsigned)s < STATE_COUNT && STATES[s].open;
}

int
run_state_exit_code(enum run_state s)
{
	return STATES[(unsigned)s < STATE_COUNT ? s : STATE_NONE].exit_code;
}
