/* SPDX-License-Identifier: MIT */
/* pages.c: what all pages have, and signing in and out. */
#include "pages.h"
#include "template.h"

#include "clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define DATA_BYTES_MAX ((size_t)64 << 20)

#define PAGE(name)                                                                                 \
	extern const char page_##name##_html[];                                                    \
	extern const size_t page_##name##_html_bytes;
#include "pages.def"
#undef PAGE

bool
page_begin(
    struct request *r, struct page_data *p, const char *title, const char *place, struct err *err)
{
	enum store_mode mode = STORE_RUN;
	struct store *s = r->who ? request_store(r, err) : NULL;
	struct json_writer *w = &p->w;

	buf_init(&p->text, DATA_BYTES_MAX);
	if (r->who && (!s || !store_mode_get(s, &mode, err)))
		return false;
	json_writer_init(w, &p->text, false);
	json_object(w);
	json_put_text(w, "title", title);
	json_put_text(w, place, "page"); /* aria-current of this place */
	json_put_text(w, "mode",
	    mode == STORE_RUN     ? "running"
	    : mode == STORE_DRAIN ? "draining"
				  : "halted");
	json_put_text(w, "mode_words",
	    mode == STORE_RUN     ? "Running"
	    : mode == STORE_DRAIN ? "Draining"
				  : "Halted");
	json_put_text(w, "who", r->who ? r->who->id : NULL);
	json_put_text(w, "word", r->who ? r->session.word : NULL);
	json_put_bool(w, "may_approve", r->who && (r->who->rights & RIGHT_APPROVE));
	json_put_bool(w, "may_submit", r->who && (r->who->rights & RIGHT_SUBMIT));
	json_put_bool(w, "may_check", r->who && (r->who->rights & RIGHT_CHECK));
	json_put_bool(w, "may_read", r->who && (r->who->rights & RIGHT_READ));
	json_put_bool(w, "may_read_all", r->who && (r->who->rights & RIGHT_READ_ALL));
	return true;
}

#define PAGE(name) +1
static struct template_part parts[0
#include "pages.def"
];
#undef PAGE
static pthread_once_t parts_once = PTHREAD_ONCE_INIT;

static void
fill_parts(void)
{
	size_t n = 0;

#define PAGE(name)                                                                                 \
	parts[n++] = (struct template_part){#name, {page_##name##_html, page_##name##_html_bytes}};
#include "pages.def"
#undef PAGE
}

bool
page_end(
    struct request *r, struct page_data *p, const char *name, struct answer *out, struct err *err)
{
	const struct json_limits limits = {DATA_BYTES_MAX, 64, 4000000, 400};
	struct json_doc data;
	struct str text;

	json_end_object(&p->w);
	bool good =
	    (!p->text.failed && arena_copy(r->a, buf_view(&p->text), &text)) || err_memory(err);
	buf_release(&p->text);
	pthread_once(&parts_once, fill_parts);
	return good && json_parse(r->a, text, "a page", &limits, &data, NULL, err) &&
	       template_write(parts, ARRAY_LENGTH(parts), name, &data, &out->body, err);
}

bool
page_word(struct request *r, const struct form_field *form, struct err *err)
{
	return str_is(form_get(form, "word"), r->session.word) ||
	       err_set(err, ERR_REFUSED, "the form is another session's; load the page again");
}

void
put_moment(struct json_writer *w, const char *name, int64_t us, int64_t now_us)
{
	int64_t away = us > now_us ? us - now_us : now_us - us, s = away / 1000000;
	char stamp[CLOCK_STAMP_BYTES], words[96];

	if (us == 0) {
		json_put_text(w, name, NULL);
		return;
	}
	clock_stamp_of(us, stamp);
	if (s < 120)
		snprintf(words, sizeof(words), "%" PRId64 " s", s);
	else if (s < 7200)
		snprintf(words, sizeof(words), "%" PRId64 " min", s / 60);
	else if (s < 172800)
		snprintf(
		    words, sizeof(words), "%" PRId64 " h %" PRId64 " min", s / 3600, s / 60 % 60);
	else
		snprintf(words, sizeof(words), "%" PRId64 " days", s / 86400);
	json_open_object(w, name);
	json_put_str(w, "at", str_slice(str_from(stamp), 0, 16));
	json_put_text(w, "exact", stamp);
	json_put_text(w, us > now_us ? "in" : "ago", words);
	json_end_object(w);
}

void
put_state(struct json_writer *w, enum run_state s)
{
	const char *mark = "", *icon = "wait", *words = "Under way";

	if (s == STATE_ANSWERED)
		mark = "allow", icon = "allow", words = "Answered";
	else if (s == STATE_REFUSED || s == STATE_REJECTED)
		mark = "deny", icon = "deny", words = s == STATE_REFUSED ? "Refused" : "Rejected";
	else if (s == STATE_AWAITING_APPROVAL || s == STATE_QUARANTINED)
		mark = "escalate", icon = "escalate",
		words = s == STATE_QUARANTINED ? "Quarantined" : "Waits for people";
	else if (!run_state_is_open(s))
		icon = "fail", words = s == STATE_FAILED    ? "Failed"
				       : s == STATE_EXPIRED ? "Expired"
				       : s == STATE_HALTED  ? "Halted"
							    : "Cancelled";
	json_open_object(w, "state");
	json_put_text(w, "mark", mark);
	json_put_text(w, "icon", icon);
	json_put_text(w, "words", words);
	json_put_text(w, "name", run_state_name(s));
	json_end_object(w);
}

bool
put_policies(struct request *r, struct json_writer *w, struct str chosen, struct err *err)
{
	struct str *names, usual = str_from(r->serving->o->policy);
	size_t installed, count;

	if (!request_policies(r, &names, &installed, &count, err))
		return false;
	json_open_array(w, "policies");
	for (size_t i = 0; i < count; i++) {
		json_object(w);
		json_put_str(w, "name", names[i]);
		json_put_bool(w, "chosen", str_eq(names[i], chosen.n > 0 ? chosen : usual));
		json_end_object(w);
	}
	json_end_array(w);
	return true;
}

void
put_fault(struct json_writer *w, const struct err *fault)
{
	if (!fault)
		return;
	json_open_object(w, "fault");
	json_put_text(w, "message", fault->message);
	json_put_text(w, "help", fault->help);
	json_end_object(w);
}

/* -- what the browser asks for --------------------------------------------------------------- */

extern const char console_css[], console_js[], console_mark[];
extern const size_t console_css_bytes, console_js_bytes, console_mark_bytes;

bool
asset_style(struct request *r, struct answer *out, struct err *err)
{
	(void)r;
	(void)err;
	buf_str(&out->body, (struct str){console_css, console_css_bytes});
	return true;
}

bool
asset_script(struct request *r, struct answer *out, struct err *err)
{
	(void)r;
	(void)err;
	buf_str(&out->body, (struct str){console_js, console_js_bytes});
	return true;
}

bool
asset_mark(struct request *r, struct answer *out, struct err *err)
{
	(void)r;
	(void)err;
	buf_str(&out->body, (struct str){console_mark, console_mark_bytes});
	return true;
}
