/* SPDX-License-Identifier: MIT */
/* sluice redact: two people have something of a run erased before its time. */
#include "custody.h"

#include "clock.h"
#include "receipt.h"

#include <inttypes.h>
#include <stdio.h>

static struct redaction *redactions;

static void
put_redaction(struct custody *c, size_t i)
{
	const struct redaction *d = &redactions[i];
	char words[DIGEST_WORDS_BYTES];

	json_object(&c->j);
	json_put_text(&c->j, "redaction", d->id);
	json_put_text(&c->j, "run", d->run);
	json_put_text(&c->j, "approval", d->approval);
	json_put_text(&c->j, "subject_sha256", d->subject_sha256);
	if (digest_words(d->subject_sha256, words))
		json_put_text(&c->j, "words", words);
	json_put_str(&c->j, "state", d->state);
	json_put_str(&c->j, "asked_by", d->asked_by);
	custody_put_time(c, "asked", d->asked_us);
	custody_put_time(c, "begun", d->begun_us);
	custody_put_time(c, "done", d->done_us);
	json_put_number(&c->j, "items", d->items);
	json_end_object(&c->j);
}

static void
draw_redaction(struct custody *c, size_t i)
{
	const struct redaction *d = &redactions[i];
	char stamp[CLOCK_STAMP_BYTES], words[DIGEST_WORDS_BYTES];

	clock_stamp_of(d->asked_us, stamp);
	buf_printf(&c->out, "%s  %.*s, %" PRId64 " %s of %s\n", d->id, STR_ARG(d->state), d->items,
	    d->items == 1 ? "thing" : "things", d->run);
	buf_printf(&c->out, "  %-10s %.10s by %.*s\n", "asked", stamp, STR_ARG(d->asked_by));
	buf_printf(&c->out, "  %-10s %s\n", "approval", d->approval);
	if (digest_words(d->subject_sha256, words))
		buf_printf(&c->out, "  %-10s %s\n", "words", words);
	if (d->done_us != 0) {
		clock_stamp_of(d->done_us, stamp);
		buf_printf(&c->out, "  %-10s %.10s\n", "erased", stamp);
	}
}

static int
tell(struct custody *c, struct redaction *d)
{
	redactions = d;
	if (!c->o->asked.json)
		return custody_list(c, 1, put_redaction, draw_redaction, "");
	buf_init(&c->out, APPROVER_BYTES_MAX);
	json_writer_init(&c->j, &c->out, true);
	put_redaction(c, 0);
	buf_char(&c->out, '\n');
	return print_buf(&c->out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static int
list(struct custody *c)
{
	size_t count;
	struct err err;

	if (!redactions_list(c->w.place.store, c->w.a, &redactions, &count, &err))
		return print_error(&err);
	return custody_list(c, count, put_redaction, draw_redaction, "no redactions");
}

static int
show(struct custody *c)
{
	struct redaction d;
	struct err err;

	return redactions_get(c->w.place.store, c->w.a, c->o->asked.words.values[1], &d, &err)
		   ? tell(c, &d)
		   : print_error(&err);
}

static bool
read_wish(struct custody *c, struct redaction_wish *wish, struct err *err)
{
	const struct custody_options *o = c->o;

	*wish = (struct redaction_wish){.run = o->asked.words.values[1],
	    .digests = o->digests.values,
	    .digest_count = o->digests.count};
	for (size_t i = 0; i < o->classes.count; i++) {
		enum content_class which = content_class_of(str_from(o->classes.values[i]));
		if (which == CLASS_NONE || which == CLASS_EVIDENCE)
			return err_set(err, ERR_USAGE,
			    "'%s' can't be redacted: record, code, input, output, words",
			    o->classes.values[i]);
		wish->classes[which] = true;
	}
	return true;
}

static int
propose(struct custody *c)
{
	struct redaction_wish wish;
	struct redaction d;
	char receipt[DIGEST_HEX_BYTES], id[STORE_ID_BYTES];
	struct str terms, envelope;
	struct err err;

	store_id("rdc", id);
	if (!read_wish(c, &wish, &err) || !redaction_terms(c->w.a, &wish, &terms, &err) ||
	    !receipt_need(c->w.place.store, c->w.a, wish.run, receipt, &err) ||
	    !approver_say(&c->w, ACT_REDACTION, id, terms, &envelope, &err) ||
	    !redactions_propose(c->w.place.store, c->w.a, envelope, &d, &err))
		return print_error(&err);
	return tell(c, &d);
}

static int
execute(struct custody *c)
{
	struct redaction d;
	struct err err;

	if (!redactions_execute(
		c->w.place.store, c->w.a, c->o->asked.words.values[1], c->w.me, &d, &err))
		return print_error(&err);
	return tell(c, &d);
}

static int
cmd_redact(const struct verb *verb, int argc, char **argv)
{
	static struct custody_options o;
	static const struct custody_action actions[] = {
	    {"list", list, 1, "no more words", false},
	    {"show", show, 2, "one redaction", false},
	    {"propose", propose, 2, "one run", false},
	    {"execute", execute, 2, "one redaction", true},
	};
	const struct option options[] = {
	    {"--class", "NAME", "propose: only these (record, code, input, output, words)",
		OPTION_MANY, &o.classes},
	    {"--content", "SHA256", "propose: only this, though other runs use it too", OPTION_MANY,
		&o.digests},
	    {"--reason", "TEXT", "propose: why; it stays, so name nobody in it", OPTION_TEXT,
		&o.asked.reason},
	    PLACE_OPTIONS(o.asked.place),
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.asked.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.asked.words);

	return code >= 0 ? code : custody_act(verb, &o, actions, ARRAY_LENGTH(actions));
}

const struct verb VERB_REDACT = {
    .name = "redact",
    .summary = "erases something of a run before its time, by two people's decision",
    .usage = "redact propose RUN [--class NAME ..] [--content SHA256 ..] --reason TEXT\n"
	     "       sluice redact execute REDACTION\n"
	     "       sluice redact list | show REDACTION [--json]",
    .example =
	"sluice redact propose run_01H.. --class input --reason 'a request under article 17'",
    .run = cmd_redact,
};
