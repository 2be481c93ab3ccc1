/* SPDX-License-Identifier: MIT */
#include "trouble.h"

#include <errno.h>

static const struct {
	const char *sign, *message, *help;
} known[] = {
    {"setting up uid map: Permission denied", "user namespaces are restricted here (AppArmor)",
	"give bubblewrap a profile: /etc/apparmor.d/bwrap with 'profile bwrap /usr/bin/bwrap "
	"flags=(unconfined) { userns, }', then reload apparmor"},
    {"Failed RTM_NEWADDR", "user namespaces are restricted here (AppArmor)",
	"give bubblewrap a profile: /etc/apparmor.d/bwrap with 'profile bwrap /usr/bin/bwrap "
	"flags=(unconfined) { userns, }', then reload apparmor"},
    {"No permissions to creat", "user namespaces are switched off here",
	"sysctl kernel.unprivileged_userns_clone=1, or a larger user.max_user_namespaces"},
    {"nesting depth or", "user namespaces are used up or switched off here",
	"raise sysctl user.max_user_namespaces (it must be above 0)"},
    {"Creating new namespace failed", "this process may not make namespaces",
	"in a container: let its seccomp profile allow unshare and clone with namespaces"},
    {"Can't mount proc", "this container masks /proc, so a new one can't be mounted",
	"run the container with its /proc unmasked (podman and docker: --security-opt unmask=ALL)"},
    {"max_user_namespaces", "the limit on user namespaces can't be set here",
	"in a container: let it write its own /proc/sys/user"},
    {"source path /proc/self/fd/",
	"the box's user can't reach a part of Sluice or the virtual environment",
	"run by root, the box has a user of its own: let others enter each folder above (chmod "
	"o+x)"},
    {"Unknown option", "this bubblewrap is too old", "install bubblewrap 0.8 or later"},
};

bool
trouble_explain(const struct evidence *e, struct str said, struct str guest, struct err *err)
{
	struct str rest = said, line = {0};

	if (guest.n > 0)
		return err_set(err, ERR_SANDBOX,
		    "the box could not be set up; sluice-python inside says '%.*s'",
		    STR_ARG(guest));
	if (e->failed) {
		errno = e->failure.sys;
		err_sys(err, "the box could not be set up (%s)", e->failure.stage);
		err->code = ERR_SANDBOX;
		return err_help(err, "'sluice doctor' tries each part on this machine");
	}
	for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
		if (str_find(said, str_from(known[i].sign), 0) == SIZE_MAX)
			continue;
		err_set(err, ERR_SANDBOX, "%s", known[i].message);
		return err_help(err, "%s", known[i].help);
	}
	str_cut(&rest, '\n', &line);
	if (line.n == 0)
		return err_set(err, ERR_SANDBOX,
		    "the box could not be set up: bubblewrap ended without a word");
	err_set(err, ERR_SANDBOX, "the box could not be set up: %.*s", STR_ARG(line));
	return err_help(err, "this is bubblewrap's own message");
}
