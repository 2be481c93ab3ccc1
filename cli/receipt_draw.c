/* SPDX-License-Identifier: MIT */
/* receipt_draw.c: the report for a terminal, and as one page that loads nothing. */
#include "receipt_report.h"

#include "html.h"

#define TEXT_MAX 4000
#define INDENT 15
#define LABEL_COLUMNS (INDENT - 3)

static const char *
mark_of(const struct report_line *l)
{
	return l->good > 0 ? "holds: " : l->good < 0 ? "FAILS: " : "";
}

static void
draw_line(const struct report_line *l, bool colour, struct buf *out)
{
	const char *paint = !colour || l->good == 0 ? "" : l->good > 0 ? "\x1b[32m" : "\x1b[31m";

	if (l->heading) {
		buf_printf(out, "\n%s%.*s%s\n", colour ? "\x1b[1m" : "", STR_ARG(l->label),
		    colour ? "\x1b[0m" : "");
		return;
	}
	buf_printf(out, "  %-*.*s ", LABEL_COLUMNS, STR_ARG(l->label));
	buf_printf(out, "%s%s%s", paint, mark_of(l), *paint ? "\x1b[0m" : "");
	text_wrap(out, l->text, TEXT_MAX, INDENT + strlen(mark_of(l)), INDENT);
	buf_char(out, '\n');
}

void
report_text(const struct report *r, bool colour, struct buf *out)
{
	buf_text(out, "Receipt of ");
	buf_visible(out, r->title, 60);
	buf_line(out, ": ", r->state, 20);
	for (size_t i = 0; i < r->count; i++)
		draw_line(&r->lines[i], colour, out);
}

/* -- a page ---------------------------------------------------------------------------------- */

static void
put_escaped(struct str s, struct buf *out)
{
	struct buf shown;

	buf_init(&shown, TEXT_MAX * 16);
	buf_visible(&shown, s, TEXT_MAX);
	for (size_t i = 0; i < shown.n; i++) {
		const char *reference = html_reference((unsigned char)shown.p[i]);
		if (reference)
			buf_text(out, reference);
		else
			buf_char(out, shown.p[i]);
	}
	buf_release(&shown);
}

/* The style's digest stands in the page's own policy: nothing else on it is carried out. */
static const char style[] =
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#1a1a1a;background:#fff}"
    "h1{font-size:1.5rem;overflow-wrap:anywhere}"
    "h2{font-size:1rem;letter-spacing:.06em;margin:2rem 0 .5rem;border-bottom:1px solid #bbb}"
    "dl{display:grid;grid-template-columns:minmax(6rem,9rem) 1fr;gap:.2rem 1rem;margin:0}"
    "dt{color:#555}dd{margin:0;overflow-wrap:anywhere}"
    ".holds{color:#0a6b2d}.fails{color:#a30d0d;font-weight:bold}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}dt{color:#a8a8a8}"
    "h2{border-color:#555}.holds{color:#5fd38a}.fails{color:#ff8f8f}}"
    "@media(max-width:36rem){dl{display:block}dt{margin-top:.5rem}}"
    "@media print{body{margin:0;max-width:none}h2{break-after:avoid}}";

static void
put_head(const struct report *r, struct buf *out)
{
	struct digest d;

	digest_of(str_from(style), &d);
	buf_text(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		      "style-src 'sha256-");
	base64_write(d.bytes, DIGEST_BYTES, out);
	buf_text(out, "'; base-uri 'none'; form-action 'none'\">\n"
		      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
		      "<title>Receipt of ");
	put_escaped(r->title, out);
	buf_printf(
	    out, "</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n<h1>Receipt of ", style);
	put_escaped(r->title, out);
	buf_text(out, ": ");
	put_escaped(r->state, out);
	buf_text(out, "</h1>\n");
}

static void
put_line(const struct report_line *l, struct buf *out)
{
	buf_text(out, "<dt>");
	put_escaped(l->label, out);
	buf_text(out, "</dt><dd>");
	if (l->good != 0)
		buf_printf(out, "<span class=\"%s\">%s</span> ", l->good > 0 ? "holds" : "fails",
		    l->good > 0 ? "&#10003; holds:" : "&#10007; FAILS:");
	put_escaped(l->text, out);
	buf_text(out, "</dd>\n");
}

void
report_html(const struct report *r, struct buf *out)
{
	bool open = false;

	put_head(r, out);
	for (size_t i = 0; i < r->count; i++) {
		const struct report_line *l = &r->lines[i];
		if (!l->heading) {
			put_line(l, out);
			continue;
		}
		buf_text(out, open ? "</dl>\n<h2>" : "<h2>");
		put_escaped(l->label, out);
		buf_text(out, "</h2>\n<dl>\n");
		open = true;
	}
	buf_text(out, open ? "</dl>\n</main>\n</body>\n</html>\n" : "</main>\n</body>\n</html>\n");
}
