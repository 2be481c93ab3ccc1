/* SPDX-License-Identifier: MIT */
/*
 * mode.c: the switch. One operator stops everything; after a stop, two let it go on, so that the
 * hand that made the mistake is not the one that calls it mended.
 *
 * The mode is what the signed acts of the kinds halt, drain and resume come to, from the first to
 * the last. The note in `meta` repeats it, so that guards can ask; it may stop the store, and never
 * lets it go on against the acts.
 */
#include "acts.h"
#include "approval.h"

#include "clock.h"

#define WISH_US (INT64_C(24) * 3600 * 1000000)
#define WALKED_US 30000000 /* how long a walk is good for, while no act comes in: keys end */
#define MODE_ARENA_BYTES ((size_t)64 << 20)
#define MODE_ACTS ACTS(ACT_HALT, ACT_DRAIN, ACT_RESUME)

static const struct {
	const char *name;
	enum act_kind act;
} MODES[] = {[STORE_HALT] = {"halt", ACT_HALT},
    [STORE_DRAIN] = {"drain", ACT_DRAIN},
    [STORE_RUN] = {"run", ACT_RESUME}};

static enum store_mode
mode_of_act(enum act_kind k)
{
	return k == ACT_RESUME ? STORE_RUN : k == ACT_DRAIN ? STORE_DRAIN : STORE_HALT;
}

/* -- the note -------------------------------------------------------------------------------- */

struct noted {
	enum store_mode mode;
	int64_t acts;
};

static unsigned
mode_of(struct str name)
{
	for (unsigned i = 0; i < ARRAY_LENGTH(MODES); i++)
		if (str_is(name, MODES[i].name))
			return i;
	return STORE_HALT;
}

FORM(noted_form, struct noted, MEMBER_WORD("mode", struct noted, mode, NULL, mode_of),
    MEMBER(struct noted, acts));

static bool
read_note(struct db *db, struct noted *out, struct err *err)
{
	*out = (struct noted){.mode = STORE_HALT};
	return db_item(db, NULL,
	    "SELECT value, (SELECT count(*) FROM act WHERE kind IN ('halt', 'drain', 'resume'))"
	    " FROM meta WHERE name = 'mode'",
	    NULL, 0, &noted_form, out, NULL, err);
}

bool
mode_read(struct db *db, enum store_mode *mode, struct err *err)
{
	struct noted noted;

	*mode = STORE_HALT;
	if (!read_note(db, &noted, err))
		return false;
	*mode = noted.mode;
	return true;
}

/* -- what people have signed ----------------------------------------------------------------- */

#define RESUMERS 2 /* so many operators let a halted store go on, within a day */

/* Does the last of these acts make it so many? */
static bool
is_seconded(const struct stored_act *acts, size_t count)
{
	const struct stored_act *last = &acts[count - 1];
	const struct agreement wish = {.kind = last->kind, .since_us = last->made_us - WISH_US};

	return acts_people(acts, count, &wish) >= RESUMERS;
}

/* A halt counts even without a valid signature, since it only stops. */
static enum store_mode
walk(const struct stored_act *acts, size_t count)
{
	enum store_mode mode = STORE_RUN;
	size_t halted = 0;

	for (size_t i = 0; i < count; i++) {
		if (acts[i].kind == ACT_HALT) {
			mode = STORE_HALT;
			halted = i + 1;
		} else if (acts[i].counts &&
			   (mode != STORE_HALT || is_seconded(acts + halted, i + 1 - halted))) {
			mode = mode_of_act(acts[i].kind);
		}
	}
	return mode;
}

static bool
walk_now(struct store *s, enum store_mode *mode, bool *pair, struct err *err)
{
	struct arena *a = arena_new(MODE_ARENA_BYTES);
	struct stored_act *acts;
	size_t count;

	*mode = STORE_HALT;
	if (!a)
		return err_memory(err);
	bool good = acts_read(s, a, MODE_ACTS, NULL, &acts, &count, err);
	if (good)
		*mode = walk(acts, count);
	if (good && pair)
		*pair = count > 0 && is_seconded(acts, count);
	arena_free(a);
	return good;
}

/* Asked several times a second: a walk is kept until there is another act. */
static bool
read_modes(struct store *s, struct noted *noted, enum store_mode *walked, struct err *err)
{
	struct walked_mode *kept = &s->walked;

	if (!read_note(s->db, noted, err))
		return false;
	if (!kept->known || kept->trust != s->trust || kept->acts != noted->acts ||
	    clock_us() - kept->at_us > WALKED_US) {
		kept->known = false;
		*walked = STORE_RUN;
		if (noted->acts > 0 && !walk_now(s, walked, NULL, err))
			return false;
		kept->mode = (int)*walked;
		kept->trust = s->trust;
		kept->acts = noted->acts;
		kept->at_us = clock_us();
		kept->known = true;
	}
	*walked = (enum store_mode)kept->mode;
	return true;
}

bool
store_mode_get(struct store *s, enum store_mode *mode, struct err *err)
{
	enum store_mode walked;
	struct noted noted;

	*mode = STORE_HALT;
	if (!read_modes(s, &noted, &walked, err))
		return false;
	*mode = noted.mode < walked ? noted.mode : walked;
	return true;
}

bool
mode_is_signed(struct store *s, struct err *err)
{
	enum store_mode walked;
	struct noted noted;

	if (!read_modes(s, &noted, &walked, err))
		return false;
	if (noted.mode <= walked)
		return true;
	err_set(err, ERR_REFUSED, "the store was %s, and no valid act resumes it",
	    walked == STORE_HALT ? "halted" : "set to drain");
	return err_help(err,
	    s->trust
		? "operators can resume it with `sluice resume`; after a halt, two must sign"
		: "name the trust file that lists the operators, with --trust or SLUICE_TRUST");
}

/* -- turning it ------------------------------------------------------------------------------ */

struct switching {
	struct store *store;
	enum store_mode mode;
	struct act_entry act;
	bool done;
};

static bool
note_mode(struct db *db, enum event_kind kind, const struct switching *w, struct err *err)
{
	return ledger_note(db,
	    &(struct event_note){.kind = kind,
		.actor = w->act.by,
		EVENT_VALUES({.name = "mode", .text = str_from(MODES[w->mode].name)},
		    {.name = "reason", .text = str_trim(w->act.act.reason)})},
	    err);
}

static bool
switch_work(struct db *db, void *context, struct err *err)
{
	enum store_mode now = STORE_HALT, walked;
	struct switching *w = context;
	bool pair = false;

	w->store->walked.known = false;
	if (!db_query(db, "SELECT 1 FROM meta WHERE name = 'mode' FOR UPDATE", NULL, 0, NULL, NULL,
		err) ||
	    !mode_read(db, &now, err) || !act_store(db, &w->act, NULL, NULL, err) ||
	    !walk_now(w->store, &walked, &pair, err))
		return false;
	w->done = walked == w->mode && (now != STORE_HALT || w->mode == STORE_HALT || pair);
	if (w->act.known || (w->done && now == w->mode))
		return true;
	if (!w->done)
		return note_mode(db, EVENT_MODE_ASKED, w, err);
	return db_change_one(db, "UPDATE meta SET value = $1 WHERE name = 'mode'",
		   VALUES(db_zero(MODES[w->mode].name)), ERR_INTERNAL, "the store has no mode",
		   err) &&
	       note_mode(db, EVENT_MODE_CHANGED, w, err);
}

bool
store_mode_set(struct store *s, struct arena *a, enum store_mode mode, struct str envelope,
    bool *done, struct err *err)
{
	struct switching w = {.store = s, .mode = mode};

	*done = false;
	if ((size_t)mode >= ARRAY_LENGTH(MODES))
		return err_set(err, ERR_INPUT, "there is no such mode");
	if (!act_open(s, a, MODES[mode].act, envelope, &w.act, err) ||
	    !act_gives_reason(&w.act.act, err) || !db_do(s->db, switch_work, &w, err))
		return false;
	*done = w.done;
	return true;
}

bool
store_mode_words(
    struct store *s, struct arena *a, struct mode_word **out, size_t *count, struct err *err)
{
	struct stored_act *acts;
	size_t halted;

	if (!acts_read(s, a, MODE_ACTS, NULL, &acts, count, err))
		return false;
	*out = arena_array(a, *count + 1, sizeof(**out));
	if (!*out)
		return err_memory(err);
	for (halted = *count; halted > 0 && acts[halted - 1].kind != ACT_HALT;)
		halted--;
	for (size_t i = 0; i < *count; i++) {
		bool wish =
		    halted > 0 && i >= halted && acts[i].counts && acts[i].kind == ACT_RESUME;
		(*out)[i] = (struct mode_word){.mode = mode_of_act(acts[i].kind),
		    .by = acts[i].by,
		    .reason = acts[i].act.reason,
		    .made_us = acts[i].made_us,
		    .counts = acts[i].counts,
		    .until_us = wish ? acts[i].made_us + WISH_US : 0};
	}
	return true;
}

enum act_kind
store_mode_act(enum store_mode mode)
{
	return (size_t)mode < ARRAY_LENGTH(MODES) ? MODES[mode].act : ACT_NONE;
}
