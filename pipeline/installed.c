/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. An installation writes the bundle's folder under a name of its own
 * (ID-REVISION.bundle) and syncs it; then it puts a new installed.json in the place of the old one,
 * by a rename. That is the moment at which the new bundle is in force. Before it, a crash or a full
 * disk leaves the old one as it was; after it, only files that nobody names any more are left to
 * remove. The previous bundle stays until the next installation, since a process may be about to
 * read it.
 */
#include "installed.h"

#include "clock.h"
#include "file.h"
#include "record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATE_BYTES_MAX ((size_t)1 << 20)
#define SEEN_BYTES_MAX 64
#define SEEN_STEP_US INT64_C(60000000)
#define CLOCK_SLACK_US INT64_C(5000000)
#define WHAT "the folder of installed bundles"

/* -- reading --------------------------------------------------------------------------------- */

/* Beside the trust file, where it says nothing else. */
static const char *
folder_of(struct arena *a, const struct trust *t, const char *trust_path)
{
	return t->policies.folder.n > 0 ? arena_text(a, t->policies.folder)
					: path_beside(a, trust_path, "bundles");
}

FORM(bundle_form, struct installed,
    {.name = "id", .kind = FIELD_ID, .at = offsetof(struct installed, id)},
    {.name = "installed_us", .kind = FIELD_NUMBER, .at = offsetof(struct installed, installed_us)},
    MEMBER_TEXTS("policies", FIELD_IDS, struct installed, policies, policy_count),
    {.name = "revision", .kind = FIELD_NUMBER, .at = offsetof(struct installed, revision)},
    {.name = "sha256", .kind = FIELD_DIGEST, .at = offsetof(struct installed, sha256)});

FORM(state_form, struct installed_place,
    MEMBER_LIST("bundles", struct installed_place, items, count, bundle_form),
    {.name = "v", .kind = FIELD_VERSION});

static bool
ids_are_sound(const struct installed_place *p)
{
	bool sound = true;

	for (size_t i = 0; i < p->count && sound; i++)
		sound = bundle_id_is_plain(p->items[i].id) &&
			installed_find(p, p->items[i].id) == &p->items[i];
	return sound;
}

static bool
read_state(struct arena *a, struct str text, struct installed_place *p, struct err *err)
{
	struct json_doc d;

	if (!json_parse_canonical(a, text, "installed.json", &JSON_LIMITS, &d, err) ||
	    !record_read(a, &d, json_root(&d), &state_form, p, err))
		return err_wrap(err, "'%s/installed.json' was changed", p->folder);
	for (size_t i = 0; i < p->count; i++)
		if (p->seen_us < p->items[i].installed_us)
			p->seen_us = p->items[i].installed_us;
	return ids_are_sound(p) ||
	       err_set(err, ERR_INPUT, "'%s/installed.json' was changed", p->folder);
}

/* The moment that the last process noted; one that can't be read notes nothing. */
static bool
read_seen(struct arena *a, struct installed_place *p, struct err *err)
{
	char *path = path_join(a, p->folder, "seen");
	struct str text;
	int64_t us;

	if (!path)
		return err_memory(err);
	if (!file_read(a, path, SEEN_BYTES_MAX, &text, err))
		return err->code != ERR_MEMORY;
	if (text.n > 0 && clock_read(text.p, text.n, &us) && us > p->seen_us)
		p->seen_us = us;
	return true;
}

bool
installed_read(struct arena *a, const struct trust *t, const char *trust_path,
    struct installed_place *out, struct err *err)
{
	struct stat st;
	struct str text;
	char *state;

	*out = (struct installed_place){.trust = t, .folder = folder_of(a, t, trust_path)};
	state = out->folder ? path_join(a, out->folder, "installed.json") : NULL;
	if (!state || !(out->items = arena_array(a, 2, sizeof(*out->items))))
		return err_memory(err);
	if (stat(state, &st) != 0)
		return errno == ENOENT ? true : err_sys(err, "can't look at '%s'", state);
	return ours_read(a, state, WHAT, STATE_BYTES_MAX, &text, err) &&
	       read_state(a, text, out, err) && read_seen(a, out, err);
}

const struct installed *
installed_find(const struct installed_place *p, struct str id)
{
	for (size_t i = 0; i < p->count; i++)
		if (str_eq(p->items[i].id, id))
			return &p->items[i];
	return NULL;
}

const struct installed *
installed_offers(const struct installed_place *p, struct str policy)
{
	for (size_t i = 0; i < p->count; i++)
		for (size_t k = 0; k < p->items[i].policy_count; k++)
			if (str_eq(p->items[i].policies[k], policy))
				return &p->items[i];
	return NULL;
}

static const char *
path_of(struct arena *a, const char *folder, struct str id, int64_t revision)
{
	return arena_printf(a, "%s/%.*s-%" PRId64 ".bundle", folder, STR_ARG(id), revision);
}

static bool
clock_holds(const struct installed_place *p, int64_t now_us, struct err *err)
{
	char stamp[CLOCK_STAMP_BYTES];

	if (now_us + CLOCK_SLACK_US >= p->seen_us)
		return true;
	clock_stamp_of(p->seen_us, stamp);
	err_set(err, ERR_REFUSED,
	    "this machine's clock shows a time before %s, which it had already reached", stamp);
	return err_help(err, "correct it; if it was ahead by mistake, remove '%s/seen'", p->folder);
}

bool
installed_open(struct arena *a, const struct installed_place *p, const struct installed *which,
    int64_t now_us, struct bundle *out, struct err *err)
{
	const char *path = path_of(a, p->folder, which->id, which->revision);

	if (!path)
		return err_memory(err);
	if (!clock_holds(p, now_us, err))
		return false;
	if (!bundle_read(a, path, WHAT, out, err))
		return err_wrap(err, "the bundle '%.*s' revision %" PRId64 " is in force, but",
		    STR_ARG(which->id), which->revision);
	if (!str_eq(out->name.id, which->id) || out->name.revision != which->revision ||
	    strcmp(which->sha256, out->name.sha256) != 0) {
		err_set(err, ERR_REFUSED,
		    "'%s' is not the bundle '%.*s' revision %" PRId64 " that was installed", path,
		    STR_ARG(which->id), which->revision);
		return err_help(err, "install it again");
	}
	return bundle_trusted(out, p->trust, now_us, err);
}

void
installed_seen(const struct installed_place *p, int64_t now_us)
{
	struct arena *a = arena_new(1 << 16);
	char *path = a ? path_join(a, p->folder, "seen") : NULL, stamp[CLOCK_STAMP_BYTES];
	struct err err;

	clock_stamp_of(now_us, stamp);
	if (path && p->count > 0 && now_us - p->seen_us > SEEN_STEP_US &&
	    access(p->folder, W_OK) == 0)
		(void)file_write(path, str_from(stamp), &err);
	arena_free(a);
}

/* -- installing ------------------------------------------------------------------------------ */

static bool
revision_rises(const struct installed *now, const struct bundle *b, struct err *err)
{
	if (!now || b->name.revision > now->revision)
		return true;
	if (b->name.revision < now->revision)
		err_set(err, ERR_REFUSED,
		    "the bundle '%.*s' was at revision %" PRId64
		    " here, and never goes back to %" PRId64,
		    STR_ARG(b->name.id), now->revision, b->name.revision);
	else if (strcmp(now->sha256, b->name.sha256) == 0)
		return true;
	else
		err_set(err, ERR_REFUSED,
		    "the bundle '%.*s' revision %" PRId64 " was installed with other content",
		    STR_ARG(b->name.id), b->name.revision);
	return err_help(
	    err, "give what you want to install a revision above %" PRId64, now->revision);
}

bool
installed_may_put(
    const struct installed_place *p, const struct bundle *b, int64_t now_us, struct err *err)
{
	if (!clock_holds(p, now_us, err) || !revision_rises(installed_find(p, b->name.id), b, err))
		return false;
	for (size_t i = 0; i < b->policy_count; i++) {
		const struct installed *other = installed_offers(p, b->policies[i].id);

		if (other && !str_eq(other->id, b->name.id))
			return err_set(err, ERR_REFUSED,
			    "the policy '%.*s' is offered by the bundle '%.*s' already",
			    STR_ARG(b->policies[i].id), STR_ARG(other->id));
	}
	return p->count < INSTALLED_MAX ||
	       err_set(err, ERR_LIMIT, "more than %d bundles", INSTALLED_MAX);
}

static bool
write_state(struct arena *a, const struct installed_place *p, struct err *err)
{
	char *path = path_join(a, p->folder, "installed.json");
	struct str state;

	if (!path)
		return err_memory(err);
	return record_text(a, &state_form, p, STATE_BYTES_MAX, &state, err) &&
	       file_write(path, state, err) && file_settle(path, err);
}

/* The new one in the place of the one before, or at the end. */
static bool
enter(struct arena *a, struct installed_place *p, const struct bundle *b, int64_t now_us,
    struct err *err)
{
	struct str *names = arena_array(a, b->policy_count + 1, sizeof(*names));
	size_t at = 0;

	if (!names)
		return err_memory(err);
	for (size_t i = 0; i < b->policy_count; i++)
		names[i] = b->policies[i].id;
	while (at < p->count && !str_eq(p->items[at].id, b->name.id))
		at++;
	p->items[at] = (struct installed){.id = b->name.id,
	    .revision = b->name.revision,
	    .installed_us = now_us,
	    .policies = names,
	    .policy_count = b->policy_count};
	memcpy(p->items[at].sha256, b->name.sha256, sizeof(p->items[at].sha256));
	p->count += at == p->count;
	return true;
}

/* Folders of this id but the two that may be read, and what a killed process left. */
static void
clean(struct arena *a, const char *folder, struct str id, const char *now, const char *before)
{
	const char *path;
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		struct str name = str_from(entry->d_name);
		bool ours = str_starts(name, id) && name.n > id.n && name.p[id.n] == '-' &&
			    str_ends(name, STR(".bundle")) &&
			    strspn(name.p + id.n + 1, "0123456789") == name.n - id.n - 8;

		if (!str_ends(name, STR(".new")) &&
		    (!ours || str_is(name, path_base(now)) || str_is(name, path_base(before))))
			continue;
		if ((path = path_join(a, folder, entry->d_name)))
			bundle_remove(path);
	}
	if (dir)
		closedir(dir);
}

/* Whether the bundle is there already: others may be reading it, so it is not written again. */
static bool
is_there(struct arena *a, const char *path, const struct bundle *b)
{
	struct bundle there;
	struct err ignored;

	return bundle_read(a, path, WHAT, &there, &ignored) && str_eq(there.list, b->list);
}

static bool
put(struct arena *a, struct installed_place *p, const struct bundle *b, int64_t now_us, bool *fresh,
    struct err *err)
{
	const struct installed *before = installed_find(p, b->name.id);
	const char *path = path_of(a, p->folder, b->name.id, b->name.revision),
		   *last = before ? path_of(a, p->folder, b->name.id, before->revision) : path;

	if (!path || !last)
		return err_memory(err);
	if (!installed_may_put(p, b, now_us, err))
		return false;
	*fresh = !before || before->revision != b->name.revision;
	if ((!is_there(a, path, b) && !bundle_put(a, b, path, true, err)) ||
	    !enter(a, p, b, now_us, err) || !write_state(a, p, err))
		return false;
	clean(a, p->folder, b->name.id, path, last);
	return true;
}

static bool
make_folder(const char *folder, struct err *err)
{
	return mkdir(folder, 0755) == 0 || errno == EEXIST ||
	       err_sys(err, "can't make the folder '%s'", folder);
}

bool
installed_put(struct arena *a, const struct trust *t, const char *trust_path,
    const struct bundle *b, int64_t now_us, bool *fresh, struct err *err)
{
	const char *folder = folder_of(a, t, trust_path);
	char *lock = folder ? path_join(a, folder, "lock") : NULL;
	struct installed_place p;
	bool good = false;

	*fresh = false;
	if (!lock)
		return err_memory(err);
	if (!make_folder(folder, err))
		return false;
	int fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0 || flock(fd, LOCK_EX) != 0)
		err_sys(err, "can't lock '%s'", folder);
	else
		good =
		    installed_read(a, t, trust_path, &p, err) && put(a, &p, b, now_us, fresh, err);
	if (fd >= 0)
		close(fd);
	return good;
}
