/* SPDX-License-Identifier: MIT */
#include "approver.h"

#include "ledger.h"

#include <inttypes.h>
#include <stdio.h>

bool
content_sound(struct approver *w, const char *sha256, struct str *out, struct err *err)
{
	char hex[DIGEST_HEX_BYTES];

	if (!content_get(w->place.store, w->a, sha256, out, err))
		return false;
	digest_hex_of(*out, hex);
	return strcmp(hex, sha256) == 0 ||
	       err_set(err, ERR_REFUSED, "the store gives other bytes than those of %s", sha256);
}

void
approver_look(struct approver *w)
{
	const char *path = w->place.key ? w->place.key : key_path(w->a);
	struct key_file file;
	struct err err;

	if (!path || !w->place.trust || !key_look(w->a, path, &file, &err) ||
	    file.owner.n >= sizeof(w->me))
		return;
	w->person = trust_person(w->place.trust, file.owner);
	if (w->person)
		memcpy(w->me, file.owner.p, file.owner.n);
}

static bool
know(struct approver *w, const struct public_key *k, struct err *err)
{
	const struct person_key *known;
	char keyid[KEYID_BYTES];

	public_key_id(k, keyid);
	w->person = trust_key(w->place.trust, keyid, store_now_us(w->place.store), &known, err);
	if (!w->person)
		return false;
	if (w->person->id.n >= sizeof(w->me))
		return err_set(err, ERR_INPUT, "the person's id is too long");
	memcpy(w->me, w->person->id.p, w->person->id.n);
	w->me[w->person->id.n] = '\0';
	return true;
}

static bool
find_key(struct approver *w, const char **path, struct err *err)
{
	*path = w->place.key ? w->place.key : key_path(w->a);
	if (!w->place.trust) {
		err_set(err, ERR_USAGE, "there is no trust file: nobody may decide here");
		return err_help(err, "name one by --trust or SLUICE_TRUST; `sluice trust init --approver KEYFILE FILE` writes a first one");
	}
	return *path || err_set(err, ERR_USAGE, "name your key file by --key or SLUICE_KEY");
}

bool
approver_name(struct approver *w, struct err *err)
{
	struct key_file file;
	const char *path;

	return find_key(w, &path, err) && key_look(w->a, path, &file, err) &&
	       know(w, &file.public_key, err);
}

bool
approver_unlock(struct approver *w, struct err *err)
{
	struct str passphrase;
	const char *path;

	if (w->key)
		return true;
	if (!find_key(w, &path, err) ||
	    !passphrase_ask(w->a, "passphrase: ", false, &passphrase, err))
		return false;
	bool good = key_open(w->a, path, passphrase, &w->key, err);
	secret_wipe(passphrase);
	return good && know(w, key_public(w->key), err);
}

bool
approver_sign(struct approver *w, struct str statement, struct str *envelope, struct err *err)
{
	const char *path;
	struct buf out;

	if (!find_key(w, &path, err))
		return false;
	buf_init(&out, ENVELOPE_BYTES_MAX);
	bool good = statement_sign(w->a, path, statement, &out, err) &&
		    (arena_copy(w->a, buf_view(&out), envelope) || err_memory(err));
	buf_release(&out);
	return good;
}

/* What is signed, and as who: said before the signature. */
static void
say_act(const struct approver *w, enum act_kind kind, struct str target)
{
	struct buf out;

	buf_init(&out, 1 << 16);
	buf_printf(&out, "%s: ", act_rule(kind)->name);
	buf_visible(&out, target, 200);
	buf_printf(
	    &out, "\n%s\nsigning as %.*s\n", act_rule(kind)->meaning, STR_ARG(w->person->name));
	struct str text = buf_view(&out);
	(void)!fwrite(text.p, 1, text.n, stderr);
	buf_release(&out);
}

bool
approver_act(
    struct approver *w, const struct act_words *words, struct str *envelope, struct err *err)
{
	struct log_identity log;
	char nonce[STORE_ID_BYTES];
	struct str text;

	store_id("say", nonce);
	if (!approver_name(w, err) || !ledger_identity(w->place.store, w->a, &log, err) ||
	    !act_role_held(w->person, words->kind, store_now_us(w->place.store), err))
		return false;
	const struct act act = {.kind = words->kind,
	    .store = log.origin,
	    .by = w->person->id,
	    .printed_name = w->person->name,
	    .target = str_from(words->target),
	    .terms = str_from(words->terms ? words->terms : "{}"),
	    .reason = str_trim(words->reason),
	    .nonce = str_from(nonce),
	    .made_us = store_now_us(w->place.store)};
	if (!act_sign_text(w->a, &act, &text, err))
		return false;
	say_act(w, words->kind, act.target);
	return approver_sign(w, text, envelope, err);
}

bool
approver_say(struct approver *w, enum act_kind kind, const char *target, struct str terms,
    struct str *envelope, struct err *err)
{
	const struct act_words words = {.kind = kind,
	    .target = target,
	    .terms = terms.n > 0 ? arena_text(w->a, terms) : NULL,
	    .reason = str_from(w->o->reason)};

	return approver_act(w, &words, envelope, err);
}

/* -- the question ---------------------------------------------------------------------------- */

static bool
rule_is_sound(const struct question *q, struct err *err)
{
	const struct stored_approval *a = &q->approval;
	char hex[DIGEST_HEX_BYTES];

	digest_hex_of(a->rule, hex);
	if (strcmp(hex, a->rule_sha256) != 0)
		return err_set(err, ERR_REFUSED,
		    "the approval's rule is not the one that its "
		    "digest names");
	return (str_is(a->asked.approval, a->id) && str_is(a->asked.run, a->run)) ||
	       err_set(err, ERR_REFUSED, "the approval's rule is another approval's");
}

/* The bytes behind a member of the subject that is a digest. */
static bool
part(struct approver *w, struct question *q, const char *name, struct str *out, struct err *err)
{
	const struct json_node *root = json_root(&q->subject_doc);
	struct str sha256 = json_get_text(&q->subject_doc, root, name, STR(""));
	const char *hex = arena_text(w->a, sha256);

	if (!hex)
		return err_memory(err);
	if (sha256.n != DIGEST_HEX_BYTES - 1)
		return err_set(err, ERR_REFUSED, "the subject does not say which '%s'", name);
	return content_sound(w, hex, out, err) || err_wrap(err, "the subject's %s", name);
}

/* Out of the task that was hashed: a run's title is anybody's who writes the database. */
static bool
read_goal(struct approver *w, struct question *q, struct str capsule, struct err *err)
{
	struct json_doc d, task;
	const char *hex = NULL;
	struct str text;

	if (!json_parse(w->a, capsule, "the task", &JSON_LIMITS, &d, NULL, err))
		return false;
	const struct json_node *files = json_get(&d, json_root(&d), "files");
	for (const struct json_node *n = json_first(&d, files); n && !hex; n = json_next(&d, n))
		if (str_is(json_get_text(&d, n, "path", STR("")), "task.json"))
			hex = arena_text(w->a, json_get_text(&d, n, "sha256", STR("")));
	if (!hex)
		return err_set(err, ERR_REFUSED, "the subject's task says no goal");
	if (!content_sound(w, hex, &text, err) ||
	    !json_parse(w->a, text, "the task", &JSON_LIMITS, &task, NULL, err))
		return false;
	q->goal = json_get_text(&task, json_root(&task), "goal", STR(""));
	return true;
}

static bool
load_code(struct approver *w, struct question *q, struct err *err)
{
	const struct json_node *root = json_root(&q->subject_doc);
	struct str run = json_get_text(&q->subject_doc, root, "run", STR(""));
	struct str capsule;

	if (!str_is(run, q->approval.run))
		return err_set(err, ERR_REFUSED, "the subject is another run's");
	if (!part(w, q, "code", &q->code, err) || !part(w, q, "task", &capsule, err) ||
	    !part(w, q, "findings", &q->findings, err) || !read_goal(w, q, capsule, err))
		return false;
	if (json_get(&q->subject_doc, root, "output") && !part(w, q, "output", &q->output, err))
		return false;
	return !q->run.plan_sha256[0] || content_sound(w, q->run.plan_sha256, &q->plan, err);
}

static bool
load_parts(struct approver *w, struct question *q, struct err *err)
{
	struct stored_approval *a = &q->approval;

	if (!rule_is_sound(q, err) || !content_sound(w, a->subject_sha256, &q->subject, err) ||
	    !json_parse_canonical(
		w->a, q->subject, "the subject", &JSON_LIMITS, &q->subject_doc, err))
		return false;
	q->about_code = !str_is(a->asked.kind, "exception") && !str_is(a->asked.kind, "redaction");
	q->findings = STR("[]");
	if (q->about_code && !load_code(w, q, err))
		return false;
	return json_parse(
		   w->a, q->findings, "the findings", &JSON_LIMITS, &q->findings_doc, NULL, err) &&
	       (digest_words(a->subject_sha256, q->words) ||
		   err_set(err, ERR_INTERNAL, "the subject's digest has no words"));
}

bool
question_load(struct approver *w, const char *id, struct question *out, struct err *err)
{
	*out = (struct question){.about_code = false};
	return approvals_get(w->place.store, w->a, id, &out->approval, err) &&
	       runs_get(w->place.store, w->a, out->approval.run, &out->run, err) &&
	       load_parts(w, out, err);
}

int
approver_revoke(struct approver *w, enum act_kind kind,
    bool (*revoke)(struct store *s, struct str envelope, struct err *err))
{
	const char *id = w->o->words.values[2];
	struct str envelope;
	struct err err;

	if (!approver_say(w, kind, id, STR(""), &envelope, &err) ||
	    !revoke(w->place.store, envelope, &err))
		return print_error(&err);
	printf("%s is revoked\n", id);
	return EXIT_ANSWERED;
}

bool
question_shows_votes(const struct approver *w, const struct question *q)
{
	const struct stored_approval *a = &q->approval;

	if (!a->asked.blind || a->state != APPROVAL_PENDING)
		return true;
	for (size_t i = 0; i < a->vote_count; i++)
		if (a->votes[i].withdrawn_us == 0 && str_is(a->votes[i].voter, w->me))
			return true;
	return false;
}

const char *
span_text(int64_t us, char out[24])
{
	int64_t s = us < 0 ? 0 : us / 1000000;

	if (s < 60)
		snprintf(out, 24, "%" PRId64 "s", s);
	else if (s < 3600)
		snprintf(out, 24, "%" PRId64 "m", s / 60);
	else if (s < 86400)
		snprintf(out, 24, "%" PRId64 "h %" PRId64 "m", s / 3600, s % 3600 / 60);
	else
		snprintf(out, 24, "%" PRId64 "d %" PRId64 "h", s / 86400, s % 86400 / 3600);
	return out;
}
