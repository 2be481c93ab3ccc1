/* SPDX-License-Identifier: MIT */
/*
 * events.h: the kinds of events and their one text. Private to this folder and its tests.
 *
 * An event's body is canonical JSON with these members, sorted: actor, approval, data, mono, prev,
 * run, seq, time, type, v, writer; approval and run only where there is one. `data` has the kind's
 * fields (events.def) and no other.
 */
#ifndef STORE_EVENTS_H
#define STORE_EVENTS_H

#include "ledger.h"

enum event_kind {
	EVENT_NONE = 0,
#define EVENT(ID, TYPE, SAYS) EVENT_##ID,
#define FIELD(ID, NEED, KIND, NAME, SAYS)
#include "events.def"
#undef EVENT
#undef FIELD
	EVENT_COUNT,
};

enum data_kind { DATA_NONE = 0, DATA_DIGEST, DATA_COMMIT, DATA_WORD, DATA_NUMBER, DATA_WORDS };

struct event_field {
	enum event_kind event;
	bool must;
	enum data_kind kind;
	const char *name, *says;
};

const char *event_type(enum event_kind k); /* "run.started"; NULL where it is none */
const char *event_says(enum event_kind k);
enum event_kind event_kind_of(struct str type);
/* The fields of a kind, sorted by name. */
const struct event_field *event_fields(enum event_kind k, size_t *count);

/* One value of a field; empty text, no items, and 0 where it may be missing, mean that it is not
 * there. */
struct event_value {
	const char *name;
	struct str text;
	int64_t number;
	const char *const *items;
	size_t count;
};

/* Appends `data` as JSON. COMMIT fields take digests here. ERR_INTERNAL where a value is missing or
 * is no field of the kind. */
bool event_data(enum event_kind k, const struct event_value *values, size_t count, struct buf *out,
    struct err *err);

/* An event as it stands in a body; words are as event_word writes them. */
struct event_row {
	int64_t seq, time_us, mono_us, writer_seq;
	struct str type, actor, run, approval, boot, writer, data; /* data: canonical JSON */
	struct str prev_sha256;
	struct json_doc doc; /* of the body, where it was read */
};
void event_body(const struct event_row *e, struct buf *out);
/* The reverse, strictly: ERR_INPUT for bytes that event_body would not write for a kind that there
 * is. Borrows from `body` and the arena. */
bool event_read(struct arena *a, struct str body, struct event_row *out, struct err *err);
/* A field of the data of an event that was read; empty or `otherwise` where it is not there. */
struct str event_said(const struct event_row *e, const char *field);
int64_t event_number(const struct event_row *e, const char *field, int64_t otherwise);

/* SHA-256(salt || 0x00 || words). */
#define COMMIT_SALT_BYTES 32
void event_commit(const uint8_t salt[COMMIT_SALT_BYTES], struct str words, struct digest *out);

/* Appends `word` as it may stand in a body: what is not visible ASCII, or is a quote, a backslash
 * or a percent sign, becomes %XX; cut at WORD_BYTES_MAX. */
#define WORD_BYTES_MAX 256
void event_word(struct str word, struct buf *out);

/* The reference of all kinds, as Markdown. */
void events_page(struct buf *out);

#endif
