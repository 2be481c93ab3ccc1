/* SPDX-License-Identifier: MIT */
#include "door.h"

#include "clock.h"
#include "trace.h"

#include <sys/stat.h>

#define ARENA_BYTES ((size_t)64 << 20)
#define HASHING_MAX 2
#define SLOTS_TOGETHER 8
#define WAIT_FIRST_US INT64_C(1000000)
#define WAIT_MAX_US INT64_C(900000000)
#define FORGET_US INT64_C(3600000000)

/* -- the file -------------------------------------------------------------------------------- */

void
file_mark_of(const char *path, struct file_mark *out)
{
	struct stat st;

	memset(out, 0, sizeof(*out));
	if (stat(path, &st) != 0)
		return;
	out->changed = st.st_ctim;
	out->modified = st.st_mtim;
	out->inode = st.st_ino;
	out->device = st.st_dev;
	out->size = (uint64_t)st.st_size;
}

bool
door_open(struct door *d, const char *path, struct err_list *errs)
{
	pthread_rwlockattr_t writers_first; /* or those who knock would keep a change out */

	pthread_rwlockattr_init(&writers_first);
	pthread_rwlockattr_setkind_np(&writers_first, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&d->lock, &writers_first);
	pthread_mutex_init(&d->attempts_lock, NULL);
	random_bytes(d->salt, sizeof(d->salt));
	d->path = path;
	file_mark_of(path, &d->mark);
	d->a = arena_new(ARENA_BYTES);
	return d->a ? access_load(d->a, path, &d->access, errs) : err_list_memory(errs);
}

void
door_close(struct door *d)
{
	arena_free(d->a);
	pthread_rwlock_destroy(&d->lock);
	pthread_mutex_destroy(&d->attempts_lock);
}

static void
tell_faults(const struct err_list *errs)
{
	for (size_t i = 0; i < errs->count; i++)
		log_line(NULL, "%s:%u: %s", errs->items[i].file, errs->items[i].line,
		    errs->items[i].message);
	log_line(NULL, "nobody can sign in until the token file is corrected");
}

void
door_tend(struct door *d, bool now)
{
	struct err_list errs = {.count = 0};
	struct access fresh = {.count = 0};
	struct file_mark mark;
	struct arena *a, *before;

	file_mark_of(d->path, &mark);
	if (!now && memcmp(&mark, &d->mark, sizeof(mark)) == 0)
		return;
	a = arena_new(ARENA_BYTES);
	if (!a)
		return; /* the mark stays: it is tried again */
	if (!access_load(a, d->path, &fresh, &errs)) {
		fresh = (struct access){.count = 0};
		tell_faults(&errs);
	} else {
		log_line(NULL, "the token file was read again");
	}
	pthread_rwlock_wrlock(&d->lock);
	before = d->a;
	d->a = a;
	d->access = fresh;
	d->mark = mark;
	pthread_rwlock_unlock(&d->lock);
	arena_free(before);
}

bool
door_token(struct door *d, struct str token, struct caller *out)
{
	pthread_rwlock_rdlock(&d->lock);
	bool good = access_find(&d->access, token, clock_utc_us(), out);
	pthread_rwlock_unlock(&d->lock);
	return good;
}

bool
door_key(struct door *d, struct str id, struct caller *out)
{
	pthread_rwlock_rdlock(&d->lock);
	bool good = access_find_key(&d->access, id, clock_utc_us(), out);
	pthread_rwlock_unlock(&d->lock);
	return good;
}

bool
door_confirm(struct door *d, struct caller *c)
{
	pthread_rwlock_rdlock(&d->lock);
	bool good = access_confirm(&d->access, clock_utc_us(), c);
	pthread_rwlock_unlock(&d->lock);
	return good;
}

static bool
copy_lists(struct arena *a, const struct access_provider *from, struct access_provider *out)
{
	out->rights = arena_array(a, from->rights_count + 1, sizeof(*out->rights));
	out->people = arena_array(a, from->people_count + 1, sizeof(*out->people));
	if (!out->rights || !out->people)
		return false;
	for (size_t i = 0; i < from->rights_count; i++) {
		out->rights[i].rights = from->rights[i].rights;
		if (!arena_copy(a, from->rights[i].name, &out->rights[i].name))
			return false;
	}
	for (size_t i = 0; i < from->people_count; i++) {
		out->people[i].id = arena_text(a, str_from(from->people[i].id));
		if (!out->people[i].id ||
		    !arena_copy(a, from->people[i].subject, &out->people[i].subject))
			return false;
	}
	return true;
}

bool
door_provider(struct door *d, struct arena *a, struct access_provider *out)
{
	bool good = false;

	pthread_rwlock_rdlock(&d->lock);
	const struct access_provider *p = d->access.provider;
	if (p) {
		*out = *p;
		good = copy_lists(a, p, out) && arena_copy(a, p->issuer, &out->issuer) &&
		       arena_copy(a, p->client_id, &out->client_id) &&
		       arena_copy(a, p->secret, &out->secret) &&
		       arena_copy(a, p->ca_file, &out->ca_file) &&
		       arena_copy(a, p->redirect, &out->redirect) &&
		       arena_copy(a, p->groups, &out->groups) &&
		       arena_copy(a, p->scope, &out->scope);
	}
	pthread_rwlock_unlock(&d->lock);
	return good;
}

/* -- attempts -------------------------------------------------------------------------------- */

/* With the lock held. Salted, so that nobody chooses whose slot he takes: of a few, his own, else a free
 * one, else the one whose last failure is longest ago. */
static struct attempts *
slot_of(struct door *d, struct str who)
{
	struct attempts *first, *taken;
	struct digest digest;
	uint64_t n;

	digest_keyed((struct str){(const char *)d->salt, sizeof(d->salt)}, who, &digest);
	memcpy(&n, digest.bytes, sizeof(n));
	first = taken = &d->attempts[n % (ATTEMPT_SLOTS / SLOTS_TOGETHER) * SLOTS_TOGETHER];
	for (size_t i = 0; i < SLOTS_TOGETHER; i++) {
		if (first[i].who == n)
			return &first[i];
		if (first[i].last_us < taken->last_us)
			taken = &first[i];
	}
	*taken = (struct attempts){.who = n};
	return taken;
}

int64_t
door_wait(struct door *d, struct str who, int64_t free_attempts)
{
	int64_t now_us = clock_us(), left_us;
	struct attempts *a;

	pthread_mutex_lock(&d->attempts_lock);
	a = slot_of(d, who);
	if (now_us - a->last_us > FORGET_US)
		a->failed = 0;
	left_us = a->failed < free_attempts ? 0 : a->wait_until_us - now_us;
	pthread_mutex_unlock(&d->attempts_lock);
	return left_us > 0 ? (left_us + 999999) / 1000000 : 0;
}

/* Twice as long with each failure, a quarter of an hour at most. */
void
door_failed(struct door *d, struct str who, int64_t free_attempts)
{
	int64_t wait_us = WAIT_FIRST_US;
	struct attempts *a;

	pthread_mutex_lock(&d->attempts_lock);
	a = slot_of(d, who);
	a->failed++;
	for (int64_t i = free_attempts; i < a->failed && wait_us < WAIT_MAX_US; i++)
		wait_us *= 2;
	a->last_us = clock_us();
	a->wait_until_us = a->last_us + (wait_us < WAIT_MAX_US ? wait_us : WAIT_MAX_US);
	pthread_mutex_unlock(&d->attempts_lock);
}

void
door_forgive(struct door *d, struct str who)
{
	pthread_mutex_lock(&d->attempts_lock);
	slot_of(d, who)->failed = 0;
	pthread_mutex_unlock(&d->attempts_lock);
}

/* Under the lock of readers: others read meanwhile, and only a change of the file waits. */
enum door_answer
door_password(struct door *d, struct str id, struct str password, struct caller *out)
{
	bool busy;

	pthread_mutex_lock(&d->attempts_lock);
	busy = d->hashing >= HASHING_MAX;
	d->hashing += !busy;
	pthread_mutex_unlock(&d->attempts_lock);
	if (busy)
		return DOOR_BUSY;
	pthread_rwlock_rdlock(&d->lock);
	bool good = access_find_person(&d->access, id, password, clock_utc_us(), out);
	pthread_rwlock_unlock(&d->lock);
	pthread_mutex_lock(&d->attempts_lock);
	d->hashing--;
	pthread_mutex_unlock(&d->attempts_lock);
	return good ? DOOR_OPEN : DOOR_REFUSED;
}
