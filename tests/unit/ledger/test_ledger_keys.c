/* SPDX-License-Identifier: MIT */
/* The log's key changes, is stolen, is taken for another; a voter's key is revoked. */
#include "voters.h"

#include "ledger_parts.h"
#include "log_acts.h"
#include "note.h"

#include "file.h"

#include <stdio.h>
#include <unistd.h>

struct told {
	char kinds[2000];
	size_t notes;
};

static void
hear(void *context, const struct ledger_problem *p)
{
	struct told *t = context;
	size_t n = strlen(t->kinds);

	t->notes += p->note;
	snprintf(t->kinds + n, sizeof(t->kinds) - n, "%s: %.*s\n", p->kind, STR_ARG(p->message));
}

static size_t
verify(const struct trust *trust, struct told *told)
{
	struct ledger_check check = {.trust = trust, .problem = hear, .context = told};
	int64_t events;
	size_t problems;

	*told = (struct told){.notes = 0};
	assert_done(ledger_verify(fixture.s, fixture.a, &check, &events, &problems, err));
	return problems;
}

static void
something_happens(void)
{
	assert_done(ledger_note(fixture.s->db,
	    &(struct event_note){.kind = EVENT_EXCEPTION_USED,
		.actor = "ann",
		EVENT_VALUES({.name = "exception", .text = STR("exc")})},
	    err));
}

static struct str
key_file(void)
{
	struct str text;

	assert_done(file_read(fixture.a, fixture.s->log_key_path, 4096, &text, err));
	return text;
}

static const char *
next_key(void)
{
	struct public_key next;
	struct buf text;

	assert_done(ledger_key_next(fixture.s, &next, err));
	buf_init(&text, 128);
	public_key_write(&next, &text);
	const char *out = arena_text(fixture.a, buf_view(&text));
	buf_release(&text);
	return out;
}

static bool
rotate_by(
    int person, enum act_kind kind, const char *reason, struct log_rotation *r, struct err *err)
{
	return ledger_key_rotate_signed(
	    fixture.s, fixture.a, acted(&voters, person, kind, next_key(), NULL, reason), r, err);
}

static bool
rotate(struct log_rotation *r, struct err *err)
{
	return rotate_by(IDA, ACT_ROTATE, "the yearly change", r, err);
}

static int64_t
changes(void)
{
	return fixture_number(
	    &fixture, "SELECT count(*) FROM ledger_event WHERE type = 'log.key_changed'");
}

/* Back to a log that nobody has spoilt: later tests take it as it is. */
static void
mend(void)
{
	fixture_forced(&fixture,
	    "DELETE FROM ledger_checkpoint WHERE size > (SELECT max(seq) FROM ledger_event WHERE "
	    "type = 'log.key_changed') + 1");
}

static void
a_log_goes_on_under_its_new_key(void **state)
{
	struct log_rotation r;
	struct log_identity now;
	struct told told;

	(void)state;
	something_happens();
	assert_refused(rotate_by(ANN, ACT_ROTATE, "the yearly change", &r, err),
	    "the act 'rotate' of 'ann': 'ann' does not hold the role 'custodian' for all scopes");
	assert_refused(
	    rotate_by(IDA, ACT_ROTATE, "why", &r, err), "say why, in at least 10 characters");
	assert_refused(rotate_by(IDA, ACT_ADOPT, "the yearly change", &r, err),
	    "the act 'adopt' of 'ida': 'ida' does not hold the role 'operator' for all scopes");
	assert_refused(
	    ledger_key_rotate_signed(fixture.s, fixture.a,
		acted(&voters, IDA, ACT_ROTATE, "ed25519:x", NULL, "the yearly change"), &r, err),
	    "the signed statement names a different key from the next one on this machine");
	struct str before = key_file();
	assert_done(rotate(&r, err));
	assert_false(str_eq(before, key_file()));
	assert_done(ledger_identity(fixture.s, fixture.a, &now, err));
	assert_memory_equal(&now.key, &r.new_key, sizeof(now.key));
	something_happens();
	assert_done(ledger_tend(fixture.s, true, err));
	assert_int_equal(verify(NULL, &told), 0);
	assert_string_equal(told.kinds, "");
	assert_done(rotate(&r, err));
	something_happens();
	assert_done(ledger_tend(fixture.s, true, err));
	assert_int_equal(verify(NULL, &told), 0);
	assert_int_equal(changes(), 2);
}

/* With the database in his hands and the key of the log before: he signs what he has added. */
static void
sign_with(const struct secret_key *k)
{
	struct digest root;
	struct str origin;
	struct buf note;
	char hex[DIGEST_HEX_BYTES];
	int64_t size;

	something_happens();
	assert_done(ledger_tend(fixture.s, false, err));
	assert_done(ledger_size(fixture.s, &size, err));
	assert_done(ledger_origin(fixture.s->db, fixture.a, &origin, err));
	assert_done(ledger_tree_root(fixture.s->db, 0, size, &root, err));
	buf_init(&note, NOTE_BYTES_MAX);
	checkpoint_text(origin, size, &root, &note);
	struct str text;
	assert_true(arena_copy(fixture.a, buf_view(&note), &text));
	buf_char(&note, '\n');
	assert_done(note_sign_log(k, origin, text, &note, err));
	digest_hex(&root, hex);
	fixture_sql(&fixture,
	    "INSERT INTO ledger_checkpoint (size, root_sha256, note, made_us) VALUES (%lld, '%s', "
	    "'%.*s', now_us())",
	    (long long)size, hex, STR_ARG(buf_view(&note)));
	buf_release(&note);
}

static void
a_stolen_old_key_signs_nothing_more(void **state)
{
	char stolen[300];
	struct secret_key *k;
	struct log_rotation r;
	struct told told;

	(void)state;
	snprintf(stolen, sizeof(stolen), "%s/stolen", fixture.folder);
	assert_done(file_write_private(stolen, key_file(), err));
	assert_done(rotate(&r, err));
	assert_done(log_key_open(stolen, &k, err));
	sign_with(k);
	assert_int_equal(verify(NULL, &told), 1);
	assert_string_equal(
	    told.kinds, "key: the log's announced key did not sign this checkpoint\n");
	/* Nor with the file in the new one's place. */
	assert_int_equal(rename(fixture.s->log_key_path,
			     arena_printf(fixture.a, "%s.aside", fixture.s->log_key_path)),
	    0);
	assert_int_equal(rename(stolen, fixture.s->log_key_path), 0);
	something_happens();
	assert_refused(
	    ledger_tend(fixture.s, true, err), "the key in SLUICE_LOG_KEY is not this log's key");
	assert_int_equal(rename(arena_printf(fixture.a, "%s.aside", fixture.s->log_key_path),
			     fixture.s->log_key_path),
	    0);
	key_free(k);
	mend();
	assert_int_equal(verify(NULL, &told), 0);
}

static void
a_key_that_was_never_announced_is_noticed(void **state)
{
	struct secret_key *k;
	struct told told;

	(void)state;
	struct err why = {0};
	k = key_new(&why);
	sign_with(k);
	assert_int_equal(verify(NULL, &told), 1);
	assert_string_equal(
	    told.kinds, "key: the log's announced key did not sign this checkpoint\n");
	key_free(k);
	mend();
}

static void
a_change_that_the_old_key_did_not_sign_is_noticed(void **state)
{
	struct err why = {0};
	struct secret_key *k = key_new(&why);
	struct log_identity now;
	struct buf fresh, old;
	struct told told;

	(void)state;
	buf_init(&fresh, 128);
	buf_init(&old, 128);
	public_key_write(key_public(k), &fresh);
	assert_done(ledger_identity(fixture.s, fixture.a, &now, err));
	public_key_write(&now.key, &old);
	assert_done(ledger_note(fixture.s->db,
	    &(struct event_note){.kind = EVENT_LOG_KEY,
		.actor = "ida",
		EVENT_VALUES({.name = "key", .text = buf_view(&fresh)},
		    {.name = "old_key", .text = buf_view(&old)})},
	    err));
	sign_with(k);
	assert_int_equal(verify(NULL, &told), 1);
	assert_string_equal(
	    told.kinds, "key: the previous key did not sign the change of the log's key\n");
	assert_refused(db_change(fixture.s->db, "UPDATE meta SET value = $1 WHERE name = 'log_key'",
			   VALUES(db_text(buf_view(&fresh))), NULL, err),
	    "a new key of the log must first be announced and signed");
	buf_release(&fresh);
	buf_release(&old);
	key_free(k);
}

/* -- killed ---------------------------------------------------------------------------------- */

static void
a_change_that_was_killed_goes_on(void **state)
{
	struct fixture f;
	struct log_rotation r;
	struct told told;

	(void)state;
	fixture_new(&f);
	struct fixture outer = fixture;
	fixture = f;
	store_believe(fixture.s, &voters.trust);
	assert_done(rotate(&r, err));
	/* The new file is in place, and the store does not name it yet. */
	struct buf old, now;
	buf_init(&old, 128);
	buf_init(&now, 128);
	public_key_write(&r.old_key, &old);
	public_key_write(&r.new_key, &now);
	fixture_forced(&fixture, "UPDATE meta SET value = '%.*s' WHERE name = 'log_key'",
	    STR_ARG(buf_view(&old)));
	fixture_forced(&fixture, "UPDATE meta SET value = '%.*s' WHERE name = 'log_key_next'",
	    STR_ARG(buf_view(&now)));
	something_happens();
	assert_refused(
	    ledger_tend(fixture.s, true, err), "the key in SLUICE_LOG_KEY is not this log's key");
	assert_done(rotate(&r, err));
	assert_done(ledger_tend(fixture.s, true, err));
	assert_int_equal(changes(), 1);
	assert_int_equal(verify(NULL, &told), 0);
	/* A key was made, and nothing announced. */
	assert_done(log_key_make(arena_printf(fixture.a, "%s.next", fixture.s->log_key_path), err));
	assert_done(rotate(&r, err));
	assert_int_equal(changes(), 2);
	something_happens();
	assert_done(ledger_tend(fixture.s, true, err));
	assert_int_equal(verify(NULL, &told), 0);
	buf_release(&old);
	buf_release(&now);
	fixture = outer;
	fixture_free(&f);
}

/* Somebody with the machine, the log's key and the database, and no custodian. */
static void
a_change_that_no_custodian_signed_is_noticed(void **state)
{
	const struct voters *v = *state;
	const struct log_rotating alone = {
	    .actor = "ida", .key = str_from(next_key()), .reason = STR("the yearly change")};
	struct log_rotation r;
	struct told told;

	assert_done(rotate(&r, err));
	verify(&v->trust, &told);
	assert_null(strstr(told.kinds, "key: "));
	struct log_rotating next = alone;
	next.key = str_from(next_key());
	assert_done(ledger_key_rotate(fixture.s, &next, &r, err));
	verify(&v->trust, &told);
	assert_non_null(
	    strstr(told.kinds, "key: nobody signed that the log continues under this key"));
	next.key = str_from(next_key());
	struct str envelope = acted(
	    &voters, IDA, ACT_ROTATE, arena_text(fixture.a, alone.key), NULL, "of another key");
	char sha256[DIGEST_HEX_BYTES];
	assert_done(
	    content_put_open(fixture.s, envelope, "application/vnd.dsse+json", sha256, err));
	next.act = str_from(sha256);
	assert_done(ledger_key_rotate(fixture.s, &next, &r, err));
	verify(&v->trust, &told);
	assert_non_null(strstr(told.kinds, "key: the event differs from the signed act"));
}

/* -- a voter's key --------------------------------------------------------------------------- */

static void
a_vote_before_its_key_was_revoked_stands_and_is_told(void **state)
{
	struct voters *v = *state;
	struct waiting w;
	struct told told;

	waiting_new(v, &w, 1);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	assert_done(ledger_tend(fixture.s, true, err));
	v->keys[ANN].revoked_us = store_now_us(fixture.s) + 1000000;
	verify(&v->trust, &told);
	assert_int_equal(told.notes, 1);
	assert_non_null(strstr(
	    told.kinds, "revoked: the vote of 'ann' was signed by a key that was revoked at "));
	assert_null(strstr(told.kinds, "vote: "));
	v->keys[ANN].revoked_us = store_now_us(fixture.s) - 60000000;
	verify(&v->trust, &told);
	assert_int_equal(told.notes, 0);
	assert_non_null(strstr(told.kinds, "vote: the vote is not valid: the key "));
	v->keys[ANN].revoked_us = 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_vote_before_its_key_was_revoked_stands_and_is_told),
	    cmocka_unit_test(a_log_goes_on_under_its_new_key),
	    cmocka_unit_test(a_change_that_no_custodian_signed_is_noticed),
	    cmocka_unit_test(a_stolen_old_key_signs_nothing_more),
	    cmocka_unit_test(a_key_that_was_never_announced_is_noticed),
	    cmocka_unit_test(a_change_that_was_killed_goes_on),
	    cmocka_unit_test(a_change_that_the_old_key_did_not_sign_is_noticed),
	};

	return cmocka_run_group_tests(tests, voters_set_up, voters_tear_down);
}
