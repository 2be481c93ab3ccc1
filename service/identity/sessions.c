/* SPDX-License-Identifier: MIT */
#include "sessions.h"

#include "clock.h"

#include <sodium.h>

#define IDLE_US (INT64_C(3600) * 1000000)
#define WHOLE_US (INT64_C(36000) * 1000000)

static void
new_id(char out[SESSION_ID_BYTES])
{
	uint8_t bytes[SESSION_ID_BYTES / 2];

	random_bytes(bytes, sizeof(bytes));
	sodium_bin2hex(out, SESSION_ID_BYTES, bytes, sizeof(bytes));
}

static bool
is_over(const struct session *s, int64_t now_us)
{
	return s->who.by == ACCESS_NOBODY || now_us - s->seen_us > IDLE_US ||
	       now_us - s->began_us > WHOLE_US || clock_utc_us() >= s->who.until_us;
}

/* The place of the one that was longest unused: of his own where he has many, so that nobody signs
 * others out by signing in. */
static struct session *
place_for(struct sessions *s, const struct caller *who, int64_t now_us)
{
	struct session *oldest = &s->list[0], *own = NULL;
	size_t count = 0;

	for (size_t i = 0; i < SESSIONS_MAX; i++) {
		struct session *one = &s->list[i];
		if (is_over(one, now_us))
			*one = (struct session){.seen_us = 0};
		if (one->seen_us < oldest->seen_us)
			oldest = one;
		if (one->who.by == ACCESS_NOBODY || strcmp(one->who.id, who->id) != 0)
			continue;
		count++;
		if (!own || one->seen_us < own->seen_us)
			own = one;
	}
	return count >= SESSIONS_OF_ONE ? own : oldest;
}

void
sessions_begin(struct sessions *s, const struct caller *who, struct session *out)
{
	int64_t now_us = clock_us();

	*out = (struct session){.who = *who, .began_us = now_us, .seen_us = now_us};
	new_id(out->id);
	new_id(out->word);
	pthread_mutex_lock(&s->lock);
	*place_for(s, who, now_us) = *out;
	pthread_mutex_unlock(&s->lock);
}

static struct session *
of_id(struct sessions *s, const char *id)
{
	struct session *found = NULL;

	for (size_t i = 0; i < SESSIONS_MAX; i++)
		if (s->list[i].who.by != ACCESS_NOBODY &&
		    sodium_memcmp(s->list[i].id, id, SESSION_ID_BYTES - 1) == 0)
			found = &s->list[i];
	return found;
}

bool
sessions_find(struct sessions *s, struct door *door, struct str id, struct session *out)
{
	char text[SESSION_ID_BYTES];
	int64_t now_us = clock_us();
	struct session *found;
	bool good;

	if (id.n != SESSION_ID_BYTES - 1)
		return false;
	memcpy(text, id.p, id.n);
	text[id.n] = '\0';
	pthread_mutex_lock(&s->lock);
	found = of_id(s, text);
	good = found && !is_over(found, now_us) && door_confirm(door, &found->who);
	if (good) {
		found->seen_us = now_us;
		*out = *found;
	}
	pthread_mutex_unlock(&s->lock);
	return good;
}

void
sessions_end(struct sessions *s, const char *id)
{
	pthread_mutex_lock(&s->lock);
	struct session *found = of_id(s, id);
	if (found)
		*found = (struct session){.seen_us = 0};
	pthread_mutex_unlock(&s->lock);
}
