/* SPDX-License-Identifier: MIT */
#include "trouble.h"

#include "ceilings.h"

#include <errno.h>

/* Stages of sluice-init that something around the box forbids, and not Sluice's own fault. */
static const struct {
	const char *stage, *help;
} remedies[] = {
    {"forbidding user namespaces",
	"in a container: let it write its own /proc/sys/user (--security-opt unmask=ALL for podman, "
	"systempaths=unconfined for docker)"},
    {"proving that user namespaces are off",
	"a seccomp filter around Sluice replaces the kernel's answer: in a container, let its seccomp profile allow unshare and clone with namespaces (docs/containers.md)"},
    {"mounting a sized tmpfs",
	"mounts are forbidden inside user namespaces: in a container, let its seccomp profile allow mount; otherwise correct the security module's profile for bubblewrap"},
    {"loading the system call filter",
	"the box needs its own seccomp notifications: Linux 5.5 or later, and no other supervisor's listener around Sluice"},
    {"dropping capabilities", "in a container: let its seccomp profile allow capset and prctl"},
};

static bool
explain_stage(const struct wire_failed *failure, struct err *err)
{
	errno = failure->sys;
	err_sys(err, "the box could not be set up (%s)", failure->stage);
	err->code = ERR_SANDBOX;
	for (size_t i = 0; i < ARRAY_LENGTH(remedies); i++)
		if (strcmp(failure->stage, remedies[i].stage) == 0)
			return err_help(err, "%s", remedies[i].help);
	return err_help(err,
	    "outside any container, a plain user should be able to set up a box: look for the difference");
}

bool
trouble_explain(const struct evidence *e, const struct backend *backend, struct str said,
    struct str guest, struct err *err)
{
	struct str rest = said, line = {0};

	if (guest.n > 0) {
		err_set(err, ERR_SANDBOX,
		    "the box could not be set up; sluice-python in the box reports: %.*s",
		    STR_ARG(guest));
		if (str_starts(guest, STR("importing ")))
			err_help(err,
			    "remove it from the policy's `warm`, or mount the files that it needs");
		return false;
	}
	if (e->failed)
		return explain_stage(&e->failure, err);
	if (e->by == BY_DEADLINE) {
		err_set(err, ERR_SANDBOX, "the box was not ready within %d s", SETUP_MS / 1000);
		return err_help(err,
		    "the machine is overloaded, or the policy's `warm` modules take too long to import: try again, or list fewer of them");
	}
	str_cut(&rest, '\n', &line);
	for (const struct backend_trouble *known = backend->troubles; known->sign; known++) {
		struct str sign = str_from(known->sign);
		if (sign.n > 0 ? str_find(said, sign, 0) == SIZE_MAX : line.n > 0)
			continue;
		err_set(err, ERR_SANDBOX, "%s", known->message);
		return err_help(err, "%s", known->help);
	}
	err_set(err, ERR_SANDBOX, "the box could not be set up: %.*s", STR_ARG(line));
	return err_help(err, "the message comes from %s", backend->name);
}
