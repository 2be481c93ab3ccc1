/* SPDX-License-Identifier: MIT */
/*
 * log_scene.h: a log with two runs that people voted on, its checkpoints signed and witnessed; what
 * a verification finds in it, and an attacker who has the database. Each scene is made anew, as the
 * tests' `setup`.
 */
#ifndef LOG_SCENE_H
#define LOG_SCENE_H

#include "voters.h"

#include "ledger_parts.h"
#include "note.h"
#include "witness.h"

#define EVENTS_MAX 400
#define WITNESS_NAME "witness.example.net"

#define must(call)                                                                                 \
	do {                                                                                       \
		if (!(call))                                                                       \
			fail_msg("%s", err.message);                                               \
	} while (0)

/* The layers that see an attack, as bits. */
enum { CHAIN = 1, SIGNED = 2, WITNESSED = 4, VOTED = 8 };

struct log_scene {
	struct fixture f;
	struct voters voters;
	struct waiting runs[2]; /* ann rejects the first; bob approves the second */
	struct trust trust;
	struct trust_service services[2];
	char origin[NOTE_NAME_BYTES_MAX + 1], folder[64];
	struct witness *witness;
	struct str seen; /* what the witness signed last */
	struct event_row rows[EVENTS_MAX];
	size_t count;
};

int log_scene_new(void **state);
int log_scene_free(void **state);
#define LOG_CASE(name) cmocka_unit_test_setup_teardown(name, log_scene_new, log_scene_free)

/* Has the witness sign what stands since `old_size`, and keeps that as `seen`. */
void log_ask_witness(struct log_scene *s, int64_t old_size);
/* Verifies the log for who saw `seen` (or nothing); the problems are of just these layers. */
void log_must_find(struct log_scene *s, struct str seen, int layers);

/* -- an attacker with the database -- */

void log_read_rows(struct log_scene *s);     /* every event, to be changed in `rows` */
void log_write_chained(struct log_scene *s); /* the whole log anew, each chained to the last */
/* What db_do does with a scene: appends `rows` as they are. */
bool log_append_rows(struct db *db, void *scene, struct err *err);
void log_sign_again(struct log_scene *s); /* with the log's own key, all checkpoints anew */
struct event_row *log_find_row(struct log_scene *s, const char *type, const char *run);
/* `text` with its first `from` as `to`; `from` must be in it. */
struct str log_replaced(struct log_scene *s, struct str text, const char *from, const char *to);
/* Ann's rejection becomes an approval, and everything behind it is chained again. */
void log_turn_the_rejection(struct log_scene *s);

#endif
