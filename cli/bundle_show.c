/* SPDX-License-Identifier: MIT */
/* sluice policy bundle show: what is in a bundle, and whether it would be believed here. */
#include "bundles.h"

#include "record.h"

#include <inttypes.h>

#define NAME_SHOWN 128
#define KEYID_SHOWN 16

void
bundles_draw(const struct bundle *b, struct buf *out)
{
	char words[DIGEST_WORDS_BYTES] = "";

	buf_printf(out, "%.*s revision %" PRId64 "\n", STR_ARG(b->name.id), b->name.revision);
	buf_printf(out, "  sha256   %s\n", b->name.sha256);
	if (digest_words(b->name.sha256, words))
		buf_printf(out, "  in words %s\n", words);
	buf_printf(out, "  valid    %sZ to %sZ, made %sZ\n", minute_of(b->not_before_us).text,
	    minute_of(b->not_after_us).text, minute_of(b->made_us).text);
	for (size_t i = 0; i < b->policy_count; i++) {
		buf_text(out, "  offers   ");
		buf_visible(out, b->policies[i].id, NAME_SHOWN);
		buf_printf(out, " revision %" PRId64 ", %.*s\n", b->policies[i].revision,
		    STR_ARG(b->policies[i].file));
	}
	for (size_t i = 0; i < b->count; i++)
		buf_printf(out, "  file     %.*s, %zu bytes\n", STR_ARG(b->files[i].name),
		    b->files[i].text.n);
}

/* -- a bundle -------------------------------------------------------------------------------- */

struct judged {
	const char *who[ENVELOPE_SIGNATURES_MAX], *why[ENVELOPE_SIGNATURES_MAX];
	bool trusted;
	struct err err; /* why not */
};

static void
judge(struct call *w, const struct bundle *b, struct judged *out)
{
	const struct trust_service *s;

	for (size_t i = 0; i < b->envelope.count; i++) {
		bool good =
		    w->place.trust && bundle_signer(b, w->place.trust, i, w->now_us, &s, &w->err);

		out->who[i] = good ? arena_text(w->a, s->name) : NULL;
		out->why[i] =
		    good || !w->place.trust ? NULL : arena_text(w->a, str_from(w->err.message));
	}
	out->trusted = w->place.trust ? bundle_trusted(b, w->place.trust, w->now_us, &out->err)
				      : err_set(&out->err, ERR_REFUSED,
					    "there is no trust file, so no signature counts");
}

static void
draw_verdict(const struct bundle *b, const struct judged *j, struct buf *out)
{
	for (size_t i = 0; i < b->envelope.count; i++) {
		buf_printf(
		    out, "  signed   by key %.*s", KEYID_SHOWN, b->envelope.signatures[i].keyid);
		if (j->who[i])
			buf_printf(out, ", %s", j->who[i]);
		else if (j->why[i])
			buf_printf(out, ": %s", j->why[i]);
		buf_char(out, '\n');
	}
	if (j->trusted)
		buf_text(out, "this machine accepts it\n");
	else
		buf_printf(out, "this machine does not accept it: %s\n", j->err.message);
}

FORM(file_form, struct bundle_file, MEMBER(struct bundle_file, name),
    MEMBER_AS("bytes", struct bundle_file, text.n), MEMBER(struct bundle_file, sha256));

FORM(policy_form, struct bundle_policy, MEMBER(struct bundle_policy, id),
    MEMBER(struct bundle_policy, revision), MEMBER(struct bundle_policy, file));

#define BUNDLE struct bundle
FORM(bundle_form, BUNDLE, MEMBER_AS("id", BUNDLE, name.id),
    MEMBER_AS("revision", BUNDLE, name.revision), MEMBER_AS("sha256", BUNDLE, name.sha256),
    MEMBER(BUNDLE, made_us), MEMBER(BUNDLE, not_before_us), MEMBER(BUNDLE, not_after_us),
    MEMBER(BUNDLE, interpreter), MEMBER(BUNDLE, table_sha256),
    MEMBER_LIST("policies", BUNDLE, policies, policy_count, policy_form),
    MEMBER_LIST("files", BUNDLE, files, count, file_form));

static void
put_verdict(const struct bundle *b, const struct judged *j, struct json_writer *w)
{
	json_open_array(w, "signatures");
	for (size_t i = 0; i < b->envelope.count; i++) {
		json_object(w);
		json_put_text(w, "keyid", b->envelope.signatures[i].keyid);
		json_put_text(w, "signer", j->who[i]);
		json_put_text(w, "reason", j->why[i]);
		json_end_object(w);
	}
	json_end_array(w);
	json_put_bool(w, "trusted", j->trusted);
	json_put_text(w, "reason", j->trusted ? NULL : j->err.message);
}

static int
show_bundle(struct call *w, const struct bundle *b)
{
	struct judged j = {.trusted = false};

	judge(w, b, &j);
	call_begin(w);
	if (w->o->json) {
		json_object(&w->j);
		record_put(&w->j, &bundle_form, b);
		put_verdict(b, &j, &w->j);
		json_end_object(&w->j);
	} else {
		bundles_draw(b, &w->out);
		draw_verdict(b, &j, &w->out);
	}
	return call_end(w, j.trusted ? EXIT_ANSWERED : EXIT_FINDINGS);
}

/* -- what is installed ----------------------------------------------------------------------- */

static void
draw_installed(
    const struct installed *one, const struct bundle *b, const struct err *err, struct buf *out)
{
	buf_printf(out, "%.*s revision %" PRId64, STR_ARG(one->id), one->revision);
	for (size_t i = 0; i < one->policy_count; i++) {
		buf_text(out, i == 0 ? ": " : ", ");
		buf_visible(out, one->policies[i], NAME_SHOWN);
	}
	if (err) {
		buf_printf(out, "\n  refused: %s\n", err->message);
		return;
	}
	buf_printf(out, "\n  in force since %sZ, until %sZ\n", minute_of(one->installed_us).text,
	    minute_of(b->not_after_us).text);
}

#define INSTALLED struct installed
FORM(installed_form, INSTALLED, MEMBER(INSTALLED, id), MEMBER(INSTALLED, revision),
    MEMBER(INSTALLED, sha256),
    MEMBER_TEXTS("policies", FIELD_STRINGS, INSTALLED, policies, policy_count),
    MEMBER(INSTALLED, installed_us));

static void
put_installed(const struct installed *one, const struct bundle *b, const struct err *err,
    struct json_writer *w)
{
	json_object(w);
	record_put(w, &installed_form, one);
	if (!err)
		json_put_number(w, "not_after_us", b->not_after_us);
	json_put_bool(w, "in_force", !err);
	json_put_text(w, "reason", err ? err->message : NULL);
	json_end_object(w);
}

static int
show_installed(struct call *w)
{
	struct installed_place p;
	int code = EXIT_ANSWERED;
	struct bundle b;

	if (!w->place.trust)
		return call_error(w, "there is no trust file, so no bundle is installed");
	if (!installed_read(w->a, w->place.trust, w->place.trust_path, &p, &w->err))
		return call_fail(w);
	call_begin(w);
	if (w->o->json)
		json_array(&w->j);
	for (size_t i = 0; i < p.count; i++) {
		bool good = installed_open(w->a, &p, &p.items[i], w->now_us, &b, &w->err);

		if (w->o->json)
			put_installed(&p.items[i], &b, good ? NULL : &w->err, &w->j);
		else
			draw_installed(&p.items[i], &b, good ? NULL : &w->err, &w->out);
		code = good ? code : EXIT_FINDINGS;
	}
	if (w->o->json)
		json_end_array(&w->j);
	else if (p.count == 0)
		buf_printf(&w->out, "nothing is installed in %s\n", p.folder);
	return call_end(w, code);
}

int
bundle_show(struct call *w)
{
	struct bundle b;

	if (w->words.count == 0)
		return show_installed(w);
	return bundle_read(w->a, word(w, 0), NULL, &b, &w->err) ? show_bundle(w, &b) : call_fail(w);
}
