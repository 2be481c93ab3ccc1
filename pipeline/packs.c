/* SPDX-License-Identifier: MIT */
#include "packs.h"

#include "file.h"
#include "survey.h"

static bool
has_package(struct arena *a, const char *folder, struct str name)
{
	const char *package = arena_printf(a, "%s/%.*s", folder, STR_ARG(name));
	const char *file = arena_printf(a, "%s/%.*s.py", folder, STR_ARG(name));

	return package && file && (file_exists(package) || file_exists(file));
}

static bool
refuse(const char *folder, struct str package, struct str held, struct str found, struct err *err)
{
	(void)err_set(err, ERR_REFUSED, "the pack of '%.*s' holds for %.*s, and '%s' has %.*s",
	    STR_ARG(package), STR_ARG(held), folder,
	    STR_ARG(found.n > 0 ? found : STR("one of no known version")));
	return err_help(err,
	    "`sluice library diff` shows what the upgrade changes; review it, or install %.*s",
	    STR_ARG(held));
}

static bool
pack_holds(struct arena *a, const char *venv, const struct policy_pack *pack, struct err *err)
{
	const char *folder =
	    venv && has_package(a, venv, pack->package) ? venv : SURVEY_SYSTEM_FOLDER;
	struct str found;

	if (!survey_version(a, folder, pack->package, &found))
		found = STR("unknown");
	return str_eq(found, pack->version) ||
	       refuse(folder, pack->package, pack->version, found, err);
}

/* The environment's version of a package comes before Debian's, which the table was made from. */
static bool
described_hold(struct arena *a, const char *venv, struct err *err)
{
	struct str rest = table_versions(), held, name, found;

	while (str_cut(&rest, ' ', &held)) {
		str_cut(&held, '=', &name);
		if (str_is(name, "python") || !has_package(a, venv, name) ||
		    !survey_version(a, venv, name, &found) || str_starts(found, held))
			continue;
		return refuse(venv, name, held, found, err);
	}
	return true;
}

bool
packs_hold(struct arena *a, const struct policy *p, struct err *err)
{
	struct str path = policy_settings_of(p)->venv;
	const char *text = arena_text(a, path),
		   *venv = text && path.n > 0 ? survey_folder(a, text) : NULL;
	struct policy_pack pack;

	if (!text || (path.n > 0 && !venv))
		return err_memory(err);
	for (size_t i = 0; policy_pack_at(p, i, &pack); i++)
		if (!pack_holds(a, venv, &pack, err))
			return false;
	return !venv || described_hold(a, venv, err);
}
