/* SPDX-License-Identifier: MIT */
/* witness.c: what a witness signs. */
#include "witness.h"

#include "log_rules.h"
#include "note.h"

#include "clock.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define REQUEST_BYTES_MAX (NOTE_BYTES_MAX + 8192)
#define KEY_NAME "witness.key"
#define LOCK_NAME "witness.lock"

struct witness {
	char folder[PATH_MAX];
	char name[NOTE_NAME_BYTES_MAX + 1];
	const struct trust *trust;
	struct secret_key *key;
};

static bool
path_in(const struct witness *w, const char *name, char out[PATH_MAX], struct err *err)
{
	return snprintf(out, PATH_MAX, "%s/%s", w->folder, name) < PATH_MAX ||
	       err_set(err, ERR_USAGE, "the path of the witness's folder is too long");
}

static bool
make_ready(struct witness *w, struct err *err)
{
	char path[PATH_MAX];

	if (!folder_make(w->folder, err) || !path_in(w, KEY_NAME, path, err))
		return false;
	return (file_exists(path) || log_key_make(path, err)) && log_key_open(path, &w->key, err);
}

bool
witness_open(struct arena *a, const char *folder, struct str name, const struct trust *t,
    struct witness **out, struct err *err)
{
	struct witness *w = arena_alloc(a, sizeof(*w));

	if (!w)
		return err_memory(err);
	if (!note_name_is_good(name))
		return err_set(err, ERR_USAGE, "'%.*s' is not a name for a witness", STR_ARG(name));
	snprintf(w->name, sizeof(w->name), "%.*s", STR_ARG(name));
	if (snprintf(w->folder, sizeof(w->folder), "%s", folder) >= (int)sizeof(w->folder))
		return err_set(err, ERR_USAGE, "the path of the witness's folder is too long");
	w->trust = t;
	if (!make_ready(w, err))
		return false;
	*out = w;
	return true;
}

void
witness_close(struct witness *w)
{
	if (w)
		key_free(w->key);
}

const struct public_key *
witness_key(const struct witness *w)
{
	return key_public(w->key);
}

/* -- a request ------------------------------------------------------------------------------- */

struct request {
	int64_t old_size;
	struct tree_proof proof;
	struct str note;
	struct checkpoint checkpoint;
};

static bool
read_request(struct arena *a, struct str text, struct request *r, struct err *why)
{
	struct str line;

	r->proof.count = 0;
	if (!str_cut(&text, '\n', &line) || !str_starts(line, STR("old ")) ||
	    !note_number(str_slice(line, 4, line.n), &r->old_size))
		return err_set(why, ERR_INPUT, "a request must begin with 'old' and a size");
	while (str_cut(&text, '\n', &line) && line.n > 0)
		if (r->proof.count == TREE_DEPTH_MAX - 1 ||
		    !base64_read(line, r->proof.path[r->proof.count++].bytes, DIGEST_BYTES))
			return err_set(why, ERR_INPUT, "a line of the proof is not a hash");
	r->note = text;
	return checkpoint_read(a, r->note, &r->checkpoint, why);
}

/* -- what was signed before ------------------------------------------------------------------ */

/* One file a log, named by its name's digest. */
static bool
memory_path(const struct witness *w, struct str origin, char out[PATH_MAX], struct err *err)
{
	char hex[DIGEST_HEX_BYTES], name[DIGEST_HEX_BYTES + 8];

	digest_hex_of(origin, hex);
	snprintf(name, sizeof(name), "%s.note", hex);
	return path_in(w, name, out, err);
}

static bool
read_memory(const struct witness *w, struct arena *a, struct str origin, struct checkpoint *out,
    struct err *err)
{
	char path[PATH_MAX];
	struct str note;

	*out = (struct checkpoint){.size = 0};
	if (!memory_path(w, origin, path, err))
		return false;
	if (!file_exists(path))
		return true;
	return file_read(a, path, NOTE_BYTES_MAX, &note, err) && checkpoint_read(a, note, out, err);
}

/* -- the answer ------------------------------------------------------------------------------ */

static bool
answer(struct arena *a, struct witness_answer *out, int status, struct str body, struct err *err)
{
	out->status = status;
	out->media_type = status == 409 ? "text/x.tlog.size" : "text/plain; charset=utf-8";
	return arena_copy(a, body, &out->body) || err_memory(err);
}

static bool
answer_size(struct arena *a, struct witness_answer *out, int64_t size, struct err *err)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64 "\n", size);
	return answer(a, out, 409, str_from(text), err);
}

static bool
is_known(const struct witness *w, struct str origin)
{
	for (size_t i = 0; i < w->trust->service_count; i++)
		if (w->trust->services[i].purpose == SERVICE_LOG &&
		    str_eq(w->trust->services[i].name, origin))
			return true;
	return false;
}

/* Remembered first, signed then: a signature that nobody remembers could be given twice. */
static bool
cosign(const struct witness *w, struct arena *a, const struct request *r,
    struct witness_answer *out, struct err *err)
{
	char path[PATH_MAX];
	struct buf line;

	if (!memory_path(w, r->checkpoint.origin, path, err) || !file_write(path, r->note, err))
		return false;
	buf_init(&line, NOTE_BYTES_MAX);
	bool good = note_cosign(w->key, str_from(w->name), clock_utc_us(), r->checkpoint.text,
			&line, err) &&
		    answer(a, out, 200, buf_view(&line), err);
	buf_release(&line);
	return good;
}

static bool
judge(const struct witness *w, struct arena *a, const struct request *r, struct witness_answer *out,
    struct err *err)
{
	const struct checkpoint *c = &r->checkpoint;
	struct checkpoint seen;

	if (!read_memory(w, a, c->origin, &seen, err))
		return false;
	if (r->old_size != seen.size)
		return answer_size(a, out, seen.size, err);
	if (r->old_size > c->size)
		return answer(a, out, 400, STR("the checkpoint is smaller than 'old'\n"), err);
	if (r->old_size == c->size && c->size > 0 && !digest_eq(&c->root, &seen.root))
		return answer_size(a, out, seen.size, err);
	if (!tree_verify_consistency(r->old_size, &seen.root, c->size, &c->root, &r->proof))
		return answer(a, out, 422, STR("the proof is not valid\n"), err);
	return cosign(w, a, r, out, err);
}

/* One at a time, across processes: what is remembered is compared and replaced as one. */
static bool
lock(const struct witness *w, int *fd, struct err *err)
{
	char path[PATH_MAX];

	if (!path_in(w, LOCK_NAME, path, err))
		return false;
	*fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (*fd >= 0 && flock(*fd, LOCK_EX) == 0)
		return true;
	if (*fd >= 0)
		close(*fd);
	return err_sys(err, "can't lock '%s'", path);
}

bool
witness_add(struct witness *w, struct arena *a, struct str request, struct witness_answer *out,
    struct err *err)
{
	struct request *r = arena_alloc(a, sizeof(*r));
	struct err why = {0};
	int fd;

	*out = (struct witness_answer){.status = 0};
	if (!r)
		return err_memory(err);
	if (request.n > REQUEST_BYTES_MAX)
		return answer(a, out, 400, STR("the request is too long\n"), err);
	if (!read_request(a, request, r, &why))
		return answer(a, out, 400, str_from(why.message), err);
	if (!is_known(w, r->checkpoint.origin))
		return answer(a, out, 404, STR("this witness does not know the log\n"), err);
	if (!log_signer(w->trust, &r->checkpoint, clock_utc_us(), &why))
		return answer(a, out, 403, STR("the log's signature is not valid\n"), err);
	if (!lock(w, &fd, err))
		return false;
	bool good = judge(w, a, r, out, err);
	close(fd);
	return good;
}

bool
witness_status(struct witness *w, struct arena *a,
    void (*hear)(void *context, const struct checkpoint *seen), void *context, struct err *err)
{
	for (size_t i = 0; i < w->trust->service_count; i++) {
		struct checkpoint seen;
		if (w->trust->services[i].purpose != SERVICE_LOG)
			continue;
		if (!read_memory(w, a, w->trust->services[i].name, &seen, err))
			return false;
		if (seen.size > 0)
			hear(context, &seen);
	}
	return true;
}
