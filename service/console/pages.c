/* SPDX-License-Identifier: MIT */
/* pages.c: what all pages have, and signing in and out. */
#include "pages.h"
#include "routes.h"
#include "template.h"

#include "clock.h"
#include "ledger.h"
#include "record.h"

#include <inttypes.h>
#include <stdio.h>

#define DATA_BYTES_MAX ((size_t)64 << 20)
#define THEME_SECONDS (365 * 86400)

#define PAGE(name)                                                                                 \
	extern const char page_##name##_html[];                                                    \
	extern const size_t page_##name##_html_bytes;
#include "pages.def"
#undef PAGE

static const struct {
	const char *name;
	unsigned right;
} MAY[] = {{"may_approve", RIGHT_APPROVE}, {"may_submit", RIGHT_SUBMIT}, {"may_check", RIGHT_CHECK},
    {"may_read", RIGHT_READ}, {"may_read_all", RIGHT_READ_ALL}};
static const char *const MODES[] = {
    [STORE_HALT] = "halted", [STORE_DRAIN] = "draining", [STORE_RUN] = "running"};

/* The colours of the cookie, else those of the system: no name that is not here. */
static const char *
theme_of(struct str word)
{
	return str_is(word, "light") ? "light" : str_is(word, "dark") ? "dark" : "";
}

/* Keeps the choice, and goes back to the page that was left: a path of this service alone. */
bool
page_theme(struct request *r, struct answer *out, struct err *err)
{
	const char *from = request_header(r, "Referer"), *host = from ? strstr(from, "://") : NULL;
	const char *path = host ? strchr(host + 3, '/') : NULL;
	struct form_field *form;

	if (!form_read(r, &form, err))
		return false;
	const char *theme = theme_of(form_get(form, "theme"));
	answer_header(out, "Set-Cookie",
	    arena_printf(r->a, "theme=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict", theme,
		*theme ? THEME_SECONDS : 0));
	return answer_go(out, path && path[1] != '/' && path[1] != '\\' ? path : "/");
}

/* Writes the number of pending decisions, and the log's name: the store's, or before a sign-in the trust file's. */
static bool
put_place(struct request *r, struct store *s, struct json_writer *w, struct err *err)
{
	struct log_identity log = {.origin = r->trust ? r->trust->origin : STR("")};
	struct str *ids;
	size_t waiting = 0;

	if (s && (!ledger_identity(s, r->a, &log, err) ||
		     ((r->who->rights & RIGHT_APPROVE) &&
			 !approvals_waiting(s, r->a, r->who->id, &ids, &waiting, err))))
		return false;
	json_format(w, "log: %.*s, waiting: %s", STR_ARG(log.origin),
	    waiting > 0 ? arena_printf(r->a, "%zu", waiting) : NULL);
	return true;
}

bool
page_begin(
    struct request *r, struct page_data *p, const char *title, const char *place, struct err *err)
{
	enum store_mode mode = STORE_RUN;
	struct store *s = r->who ? request_store(r, err) : NULL;
	struct json_writer *w = &p->w;

	buf_release(&r->page);
	buf_init(&r->page, DATA_BYTES_MAX);
	if (r->who && (!s || !store_mode_get(s, &mode, err)))
		return false;
	json_writer_init(w, &r->page, false);
	json_format(w, "{title: %s", title);
	json_put_text(w, place, "page"); /* aria-current of this place */
	json_format(w, "mode: %s, theme: %s, who: %s, word: %s", MODES[mode],
	    theme_of(request_cookie(r, "theme")), r->who ? r->who->id : NULL,
	    r->who ? r->session.word : NULL);
	for (size_t i = 0; i < ARRAY_LENGTH(MAY); i++)
		json_put_bool(w, MAY[i].name, r->who && (r->who->rights & MAY[i].right));
	return put_place(r, s, w, err);
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
	pthread_once(&parts_once, fill_parts);
	return request_keep(r, &r->page, &text, err) &&
	       json_parse(r->a, text, "a page", &limits, &data, NULL, err) &&
	       template_write(parts, ARRAY_LENGTH(parts), name, &data, &out->body, err);
}

void
page_problem(struct request *r, struct answer *out)
{
	const char *accept = request_header(r, "Accept");
	struct err err;
	struct page_data p;
	struct str problem;

	if (!accept || !strstr(accept, "text/html") ||
	    !arena_copy(r->a, buf_view(&out->body), &problem))
		return;
	if (out->status >= 500) /* the store may be what is away */
		r->who = NULL;
	if (!page_begin(r, &p, "Not done", "at_fault", &err))
		return;
	json_name(&p.w, "problem");
	json_raw(&p.w, str_trim(problem));
	buf_clear(&out->body);
	if (page_end(r, &p, "fault", out, &err)) {
		out->media_type = PAGE_TYPE;
		return;
	}
	buf_clear(&out->body);
	buf_str(&out->body, problem);
}

bool
page_form(struct request *r, struct form_field **out, struct err *err)
{
	if (!form_read(r, out, err))
		return false;
	return str_is(form_get(*out, "word"), r->session.word) ||
	       err_set(
		   err, ERR_REFUSED, "the form belongs to another session; load the page again");
}

bool
page_form_again(struct answer *out, unsigned status, const struct err *fault, struct err *err)
{
	if (fault_is_own(fault)) {
		*err = *fault;
		return false;
	}
	out->status = status;
	return true;
}

bool
put_pretty(struct json_writer *w, const char *name, const struct json_doc *d,
    const struct json_node *n, struct err *err)
{
	struct json_writer pretty;
	struct buf text;

	buf_init(&text, DATA_BYTES_MAX);
	json_writer_init(&pretty, &text, true);
	json_tree(&pretty, d, n);
	json_put_str(w, name, buf_view(&text));
	bool good = !text.failed || err_memory(err);
	buf_release(&text);
	return good;
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
	stamp[10] = ' ';
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

struct str
words_of(struct str name, char words[WORDS_BYTES])
{
	size_t dot = str_find(name, STR("."), 0), n = 0;

	for (size_t i = dot == SIZE_MAX ? 0 : dot + 1; i < name.n && n + 1 < WORDS_BYTES; i++)
		words[n++] = name.p[i] == '_' ? ' ' : name.p[i];
	return (struct str){words, n};
}

void
put_state(struct json_writer *w, enum run_state s)
{
	bool waits = s == STATE_AWAITING_APPROVAL || s == STATE_QUARANTINED;

	json_put_text(w, "state", run_state_is_open(s) && !waits ? "open" : run_state_name(s));
}

bool
put_requester(struct request *r, struct json_writer *w, struct str id, struct err *err)
{
	struct str name;

	if (!principal_name(request_store(r, err), r->a, id, &name, err))
		return false;
	json_put_str(w, "requester", name.n > 0 ? name : id);
	return true;
}

bool
put_policies(struct request *r, struct json_writer *w, struct str chosen, struct err *err)
{
	struct str *names, usual = str_from(r->serving->o->policy);
	size_t installed, count;

	if (!request_policies(r, &names, &installed, &count, err))
		return false;
	json_open_array(w, "policies");
	for (size_t i = 0; i < count; i++)
		json_format(w, "{name: %.*s, chosen: %d}", STR_ARG(names[i]),
		    str_eq(names[i], chosen.n > 0 ? chosen : usual));
	json_end_array(w);
	return true;
}

FORM(person_form, struct person, MEMBER_AS("person", struct person, id),
    MEMBER_AS("printed", struct person, name));

void
put_people(struct request *r, struct json_writer *w, bool but_me)
{
	const struct trust *t = r->trust;

	json_open_array(w, "people");
	for (size_t i = 0; t && i < t->count; i++) {
		if (but_me && str_is(t->people[i].id, r->who->id))
			continue;
		json_object(w);
		record_put(w, &person_form, &t->people[i]);
		json_end_object(w);
	}
	json_end_array(w);
}

void
put_fault(struct json_writer *w, const struct err *fault)
{
	if (!fault)
		return;
	json_format(w, "fault: {message: %s, help: %s}", fault->message, fault->help);
}

/* -- what the browser asks for --------------------------------------------------------------- */

#define ASSET(name)                                                                                \
	extern const char console_##name[];                                                        \
	extern const size_t console_##name##_bytes
ASSET(css);
ASSET(js);
ASSET(mark);
ASSET(icons);

bool
page_asset(struct request *r, struct answer *out, struct err *err)
{
	const struct template_part assets[] = {
	    {"/console.css", {console_css, console_css_bytes}},
	    {"/console.js", {console_js, console_js_bytes}},
	    {"/mark.svg", {console_mark, console_mark_bytes}},
	    {"/icons.svg", {console_icons, console_icons_bytes}},
	};

	(void)err;
	for (size_t i = 0; i < ARRAY_LENGTH(assets); i++)
		if (strcmp(assets[i].name, r->route->path) == 0)
			buf_str(&out->body, assets[i].text);
	return true;
}
