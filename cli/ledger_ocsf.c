/* SPDX-License-Identifier: MIT */
/*
 * ledger_ocsf.c: events in the format of security tools: OCSF 1.6.0 (schema.ocsf.io), one object a
 * line. A program's start and end are Process Activity, the gate's verdict is a Compliance Finding,
 * and all else is API Activity. raw_data holds the exact bytes of the event, so that a reader can
 * compute its leaf hash from the line.
 */
#include "ledger_view.h"

#include "clock.h"

#include <stdio.h>

#define OCSF_VERSION "1.6.0"
#define LINE_BYTES_MAX ((size_t)8 << 20)

enum { PROCESS_ACTIVITY = 1007, COMPLIANCE_FINDING = 2003, API_ACTIVITY = 6003 }; /* class_uid */
enum { LAUNCH = 1, TERMINATE = 2 };                                               /* of a process */
enum { CREATE = 1, UPDATE = 3, DELETE = 4 };   /* of an API; a finding is created */
enum { INFORMATIONAL = 1, LOW, MEDIUM, HIGH }; /* severity_id */

/* The kinds that differ from an update of usual severity. */
static const struct kind {
	const char *type;
	int class, activity, severity;
} kinds[] = {
    {"run.started", PROCESS_ACTIVITY, LAUNCH, INFORMATIONAL},
    {"run.ran", PROCESS_ACTIVITY, TERMINATE, INFORMATIONAL},
    {"run.checked", COMPLIANCE_FINDING, CREATE, INFORMATIONAL},
    {"run.submitted", API_ACTIVITY, CREATE, INFORMATIONAL},
    {"run.refused", API_ACTIVITY, UPDATE, MEDIUM},
    {"run.quarantined", API_ACTIVITY, UPDATE, MEDIUM},
    {"run.step_refused", API_ACTIVITY, UPDATE, HIGH},
    {"approval.opened", API_ACTIVITY, CREATE, INFORMATIONAL},
    {"approval.voted", API_ACTIVITY, CREATE, INFORMATIONAL},
    {"approval.vote_withdrawn", API_ACTIVITY, DELETE, LOW},
    {"approval.revoked", API_ACTIVITY, DELETE, LOW},
    {"break_glass.used", API_ACTIVITY, CREATE, HIGH},
    {"delegation.given", API_ACTIVITY, CREATE, LOW},
    {"delegation.revoked", API_ACTIVITY, DELETE, LOW},
    {"exception.proposed", API_ACTIVITY, CREATE, LOW},
    {"exception.revoked", API_ACTIVITY, DELETE, LOW},
    {"mode.changed", API_ACTIVITY, UPDATE, MEDIUM},
    {"trust.changed", API_ACTIVITY, UPDATE, MEDIUM},
    {"key.added", API_ACTIVITY, CREATE, MEDIUM},
    {"key.revoked", API_ACTIVITY, DELETE, MEDIUM},
    {"role.granted", API_ACTIVITY, CREATE, LOW},
    {"role.ended", API_ACTIVITY, DELETE, LOW},
    {"log.key_changed", API_ACTIVITY, UPDATE, HIGH},
    {"checkpoint.refused", API_ACTIVITY, UPDATE, HIGH},
    {"redaction.done", API_ACTIVITY, DELETE, MEDIUM},
    {"hold.placed", API_ACTIVITY, CREATE, LOW},
    {"hold.lifted", API_ACTIVITY, DELETE, LOW},
};

static struct kind
kind_of(struct str type)
{
	for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++)
		if (str_is(type, kinds[i].type))
			return kinds[i];
	return (struct kind){NULL, API_ACTIVITY, UPDATE, INFORMATIONAL};
}

struct line {
	struct json_writer w;
	const struct ledger_telling *t;
	const struct ledger_event *e;
	struct json_doc d;
	const struct json_node *root, *data;
};

static struct str
text_of(const struct line *l, const struct json_node *of, const char *name)
{
	return json_get_text(&l->d, of, name, STR(""));
}

static void
open_object(struct line *l, const char *name)
{
	json_open_object(&l->w, name);
}

static void
put_uid(struct line *l, const char *object, struct str uid)
{
	open_object(l, object);
	json_put_str(&l->w, "uid", uid);
	json_end_object(&l->w);
}

static void
put_metadata(struct line *l)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(l->e->time_us, stamp);
	open_object(l, "metadata");
	json_put_text(&l->w, "version", OCSF_VERSION);
	open_object(l, "product");
	json_put_text(&l->w, "name", "Sluice");
	json_put_text(&l->w, "vendor_name", "Sluice");
	json_put_text(&l->w, "version", SLUICE_VERSION);
	json_end_object(&l->w);
	json_put_text(&l->w, "uid", l->e->leaf_sha256);
	json_put_str(&l->w, "event_code", l->e->type);
	json_put_str(&l->w, "log_name", l->t->origin);
	json_put_number(&l->w, "sequence", l->e->seq);
	json_put_text(&l->w, "original_time", stamp);
	if (l->e->run.n > 0)
		json_put_str(&l->w, "correlation_uid", l->e->run);
	json_end_object(&l->w);
}

static void
put_process(struct line *l)
{
	const struct json_node *code = json_get(&l->d, l->data, "exit_code");
	int64_t number;

	open_object(l, "device");
	json_put_number(&l->w, "type_id", 0);
	json_put_str(&l->w, "uid", text_of(l, json_get(&l->d, l->root, "writer"), "id"));
	json_end_object(&l->w);
	open_object(l, "process");
	json_put_text(&l->w, "name", "sluice-python");
	json_put_str(&l->w, "uid", l->e->run);
	json_end_object(&l->w);
	if (code && json_int(code, &number))
		json_put_number(&l->w, "exit_code", number);
}

static void
put_finding(struct line *l)
{
	struct str verdict = text_of(l, l->data, "verdict");
	int status = str_is(verdict, "allow") ? 1 : str_is(verdict, "escalate") ? 2 : 3;

	open_object(l, "compliance");
	json_open_array(&l->w, "standards");
	json_str(&l->w, STR("sluice policy"));
	json_end_array(&l->w);
	json_put_str(&l->w, "control", text_of(l, l->data, "policy"));
	json_put_number(&l->w, "status_id", status);
	json_put_str(&l->w, "status_code", verdict);
	json_end_object(&l->w);
	open_object(l, "finding_info");
	json_put_str(&l->w, "uid", str_from(l->e->leaf_sha256));
	json_put_text(&l->w, "title", "the policy's verdict on a program");
	json_end_object(&l->w);
}

static void
put_call(struct line *l)
{
	open_object(l, "api");
	json_put_str(&l->w, "operation", l->e->type);
	json_end_object(&l->w);
	put_uid(l, "src_endpoint", text_of(l, json_get(&l->d, l->root, "writer"), "id"));
}

static void
put_event(struct line *l)
{
	struct kind k = kind_of(l->e->type);
	int severity = k.severity;

	if (k.class == COMPLIANCE_FINDING && str_is(text_of(l, l->data, "verdict"), "deny"))
		severity = MEDIUM;
	json_put_number(&l->w, "category_uid", k.class / 1000);
	json_put_number(&l->w, "class_uid", k.class);
	json_put_number(&l->w, "activity_id", k.activity);
	json_put_number(&l->w, "type_uid", k.class * 100 + k.activity);
	json_put_number(&l->w, "severity_id", severity);
	json_put_number(&l->w, "time", l->e->time_us / 1000);
	put_metadata(l);
	open_object(l, "actor");
	put_uid(l, "user", l->e->actor);
	json_end_object(&l->w);
	if (k.class == PROCESS_ACTIVITY)
		put_process(l);
	else if (k.class == COMPLIANCE_FINDING)
		put_finding(l);
	else
		put_call(l);
	open_object(l, "unmapped");
	if (l->e->approval.n > 0)
		json_put_str(&l->w, "approval", l->e->approval);
	json_name(&l->w, "data");
	json_raw(&l->w, json_source(&l->d, l->data));
	json_end_object(&l->w);
	json_put_str(&l->w, "raw_data", l->e->body);
}

bool
ledger_ocsf(const struct ledger_telling *t, const struct ledger_event *e, struct buf *out)
{
	struct arena *a = arena_new(LINE_BYTES_MAX);
	struct line l = {.t = t, .e = e};

	if (!a)
		return err_memory(t->err);
	bool good = json_parse(a, e->body, "event", &JSON_LIMITS, &l.d, NULL, t->err);
	if (good) {
		l.root = json_root(&l.d);
		l.data = json_get(&l.d, l.root, "data");
		json_writer_init(&l.w, out, false);
		json_object(&l.w);
		put_event(&l);
		json_end_object(&l.w);
		buf_char(out, '\n');
	}
	arena_free(a);
	return good;
}
