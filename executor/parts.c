/* SPDX-License-Identifier: MIT */
#include "parts.h"

#include "file.h"
#include "runtime.h"

#include <fcntl.h>
#include <unistd.h>

const struct parts PARTS_NONE = {-1, -1};
const struct parts_places PARTS_PLACES = {RUNTIME_STDLIB, NULL, NULL};

static bool
check_python(struct arena *a, const char *stdlib, struct err *err)
{
	const char *probe = path_join(a, stdlib, "os.py");

	if (!probe)
		return err_memory(err);
	if (file_exists(probe))
		return true;
	err_set(err, ERR_SANDBOX, "Python's library is not installed: there is no '%s'", probe);
	return err_help(err, "on Debian: apt-get install libpython" SLUICE_PYTHON);
}

static bool
open_guest(struct arena *a, const char *given, const char *name, int *fd, struct err *err)
{
	const char *path = given ? given : path_of_part(a, name);

	*fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (*fd >= 0)
		return true;
	err_set(err, ERR_SANDBOX, "'%s', a part of Sluice, is not next to the program", name);
	return err_help(err,
	    "install Sluice completely, or run it from its build folder after building all targets");
}

bool
parts_open(struct arena *a, const struct parts_places *places, struct parts *out, struct err *err)
{
	*out = PARTS_NONE;
	return check_python(a, places->stdlib, err) &&
	       open_guest(a, places->init, "sluice-init", &out->init, err) &&
	       open_guest(a, places->python, "sluice-python", &out->python, err);
}

void
parts_close(struct parts *p)
{
	if (p->init >= 0)
		close(p->init);
	if (p->python >= 0)
		close(p->python);
	*p = PARTS_NONE;
}
