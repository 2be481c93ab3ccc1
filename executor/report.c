/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "ceilings.h"
#include "hash.h"

static int64_t
number(struct str s)
{
	int64_t n = 0;

	if (s.n > 12)
		return 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return 0;
		n = n * 10 + (s.p[i] - '0');
	}
	return n;
}

/* The identifier of a rule, or empty: a forged one can't be more than an unknown name. */
static struct str
rule_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= 'a' && s.p[i] <= 'z') && s.p[i] != '.' && s.p[i] != '-')
			return (struct str){0};
	return str_slice(s, 0, s.n <= RULE_NAME_BYTES_MAX ? s.n : 0);
}

static bool
add_violation(struct arena *a, struct report *r, struct str payload)
{
	struct str what = {0}, detail = {0}, rule = {0}, line = {0}, rest = payload;

	if (r->violation_count - r->address_count >= WIRE_REFUSALS_MAX) {
		r->violations_more++;
		return true;
	}
	str_cut(&rest, '\0', &what);
	str_cut(&rest, '\0', &detail);
	str_cut(&rest, '\0', &rule);
	str_cut(&rest, '\0', &line);
	struct box_violation *v =
	    arena_push(a, &r->violations, &r->violation_count, &r->violation_capacity, sizeof(*v));
	if (!v)
		return false;
	v->line = number(line);
	v->by = STR("interpreter");
	return arena_copy(a, what, &v->what) && arena_copy(a, detail, &v->detail) &&
	       arena_copy(a, rule_name(rule), &v->rule) &&
	       arena_copy(a, str_slice(rest, 0, ADDRESS_BYTES_MAX), &v->address);
}

/* Like a question of a library's: it breaks no rule. */
static bool
add_address(struct arena *a, struct report *r, struct str payload)
{
	struct str what = {0}, rest = payload;

	str_cut(&rest, '\0', &what);
	rest = str_slice(rest, 0, ADDRESS_BYTES_MAX);
	if (r->address_count >= WIRE_ADDRESSES_MAX || what.n == 0 || rest.n == 0)
		return true;
	struct box_violation *v =
	    arena_push(a, &r->violations, &r->violation_count, &r->violation_capacity, sizeof(*v));
	if (!v)
		return false;
	r->address_count++;
	v->by = STR("interpreter");
	return arena_copy(a, what, &v->what) && arena_copy(a, rest, &v->detail) &&
	       arena_copy(a, rest, &v->address);
}

/* Empty for what is none. */
static struct str
display_mime(struct str payload)
{
	static const char *const mimes[DISPLAY_KINDS] = {[DISPLAY_LEFT] = "",
	    [DISPLAY_HTML] = "text/html",
	    [DISPLAY_MARKDOWN] = "text/markdown",
	    [DISPLAY_SVG] = "image/svg+xml",
	    [DISPLAY_PNG] = "image/png",
	    [DISPLAY_LATEX] = "text/latex",
	    [DISPLAY_JSON] = "application/json"};
	unsigned char kind = payload.n > 0 ? (unsigned char)payload.p[0] : DISPLAY_LEFT;

	return str_from(kind < DISPLAY_KINDS ? mimes[kind] : "");
}

static bool
add_display(struct arena *a, struct report *r, struct str payload)
{
	struct str bytes = str_slice(payload, payload.n > 0, payload.n);
	struct str mime = display_mime(payload);

	if (mime.n == 0 || bytes.n == 0 || r->display_count >= WIRE_DISPLAYS_MAX ||
	    (int64_t)bytes.n > r->display_room) {
		r->displays_more++;
		return true;
	}
	struct box_display *d =
	    arena_push(a, &r->displays, &r->display_count, &r->display_capacity, sizeof(*d));
	if (!d || !arena_copy(a, bytes, &d->bytes))
		return false;
	r->display_room -= (int64_t)bytes.n;
	d->mime = mime;
	digest_hex_of(bytes, d->sha256);
	return true;
}

static bool
take(struct arena *a, struct report *r, uint32_t kind, struct str payload)
{
	switch (kind) {
	case FRAME_VALUE:
		return arena_copy(a, payload, &r->value);
	case FRAME_ERROR_NAME:
		return arena_copy(a, payload, &r->error.name);
	case FRAME_ERROR_VALUE:
		return arena_copy(a, payload, &r->error.value);
	case FRAME_ERROR_TRACEBACK:
		return arena_copy(a, payload, &r->error.traceback);
	case FRAME_ERROR_LINE:
		r->error.line = number(payload);
		return true;
	case FRAME_VIOLATION:
		return add_violation(a, r, payload);
	case FRAME_ADDRESS:
		return add_address(a, r, payload);
	case FRAME_CLAIM: {
		int64_t claim = number(payload);
		r->claim = claim > CLAIM_NONE && claim < (r->begun ? CLAIM_SETUP : CLAIM_END)
			       ? (enum guest_claim)claim
			       : CLAIM_NONE;
		return true;
	}
	case FRAME_SETUP_FAILED:
		return r->begun || arena_copy(a, payload, &r->setup_failed);
	case FRAME_BEGIN:
		r->begun = true;
		return true;
	case FRAME_DISPLAY:
		return add_display(a, r, payload);
	case FRAME_END:
		r->ended = true;
		return true;
	default:
		return true;
	}
}

bool
report_read(
    struct arena *a, struct str bytes, int64_t display_bytes, struct report *out, struct err *err)
{
	struct wire_frame head;

	*out = (struct report){.display_room = display_bytes};
	while (bytes.n >= sizeof(head)) {
		memcpy(&head, bytes.p, sizeof(head));
		bytes = str_slice(bytes, sizeof(head), bytes.n);
		if (head.bytes > bytes.n)
			break;
		if (!take(a, out, head.kind, str_slice(bytes, 0, head.bytes)))
			return err_memory(err);
		bytes = str_slice(bytes, head.bytes, bytes.n);
	}
	return true;
}

int64_t
report_display_bytes(const struct limits *limits)
{
	return limits->artifact_bytes < DISPLAY_BYTES_MAX ? limits->artifact_bytes
							  : DISPLAY_BYTES_MAX;
}
