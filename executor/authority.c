/* SPDX-License-Identifier: MIT */
/*
 * The executor believes nobody. It describes the box that it was asked to run in its own words,
 * byte for byte as the subject must have it, and where people decided it reads their keys from its
 * own trust file and verifies their signatures itself. So a pipeline or a store that was wrong, or
 * was made to lie, can't start other bytes than those that the policy passed or people signed for.
 */
#include "authority.h"
#include "backend.h"
#include "clock.h"
#include "spec.h"

#include <unistd.h>

static void
put_digest(struct json_writer *w, const char *name, struct str bytes)
{
	char hex[DIGEST_HEX_BYTES];

	digest_hex_of(bytes, hex);
	json_put_text(w, name, hex);
}

static void
put_inputs(struct json_writer *w, const struct box_spec *spec)
{
	json_open_array(w, "inputs");
	for (size_t i = 0; i < spec->input_count; i++) {
		json_object(w);
		json_put_str(w, "name", spec->inputs[i].name);
		json_put_number(w, "bytes", (int64_t)spec->inputs[i].bytes.n);
		put_digest(w, "sha256", spec->inputs[i].bytes);
		json_end_object(w);
	}
	json_end_array(w);
}

/* By its path and by what is in it. */
static bool
put_venv(struct arena *a, struct json_writer *w, struct str path, struct err *err)
{
	struct venv venv;

	if (path.n == 0)
		return true;
	if (!venv_open(a, path, &venv, err))
		return false;
	close(venv.fd);
	json_open_object(w, "venv");
	json_put_str(w, "path", path);
	json_put_text(w, "sha256", venv.sha256);
	json_end_object(w);
	return true;
}

static void
put_rules(struct json_writer *w, const struct box_spec *spec)
{
	const struct json_doc *rules = spec->interpreter;

	json_put_strs(w, "require", spec->require, spec->require_count);
	json_put_str(w, "backend", spec->backend.n > 0 ? spec->backend : STR(BACKEND_DEFAULT));
	json_put_bool(w, "packages", spec->packages);
	json_put_bool(w, "result_apart", spec->result_apart);
	if (spec->start != START_FRESH)
		json_put_text(w, "start", box_start_name(spec->start));
	if (spec->live)
		json_put_bool(w, "live", true);
	if (spec->warm_count > 0)
		json_put_strs(w, "warm", spec->warm, spec->warm_count);
	if (rules)
		put_digest(w, "interpreter", json_source(rules, json_root(rules)));
	put_digest(w, "facts", spec->facts);
}

bool
box_describe(struct arena *a, const struct box_spec *spec, struct str *out, struct err *err)
{
	struct json_writer w;
	struct buf text;

	buf_init(&text, 1 << 20);
	json_writer_init(&w, &text, false);
	json_object(&w);
	put_digest(&w, "code", spec->code);
	json_put_number(&w, "code_bytes", (int64_t)spec->code.n);
	put_inputs(&w, spec);
	json_name(&w, "limits");
	limits_json(&spec->limits, &w);
	put_rules(&w, spec);
	bool good = put_venv(a, &w, spec->venv, err);
	json_end_object(&w);
	if (good)
		good = text.failed ? err_memory(err)
				   : json_canonical_text(a, buf_view(&text), out, err);
	buf_release(&text);
	return good;
}

static bool
is_true(const struct json_node *n)
{
	return n && n->kind == JSON_TRUE;
}

bool
box_described(struct arena *a, const struct json_doc *doc, const struct json_node *box,
    struct box_spec *out, struct err *err)
{
	const struct json_node *list = json_get(doc, box, "limits"),
			       *n = json_get(doc, box, "require");
	struct str *require = arena_array(a, n ? n->count + 1 : 1, sizeof(*require));
	int64_t value;

	*out = (struct box_spec){.backend = json_get_text(doc, box, "backend", STR("")),
	    .venv = json_get_text(doc, json_get(doc, box, "venv"), "path", STR("")),
	    .packages = is_true(json_get(doc, box, "packages")),
	    .start = box_start_find(json_get_text(doc, box, "start", STR(""))),
	    .require = require};
	if (!require)
		return err_memory(err);
	for (size_t i = 0; i < LIMITS; i++) {
		value = 0;
		if (!json_int(json_get(doc, list, LIMIT_LIST[i].member), &value) &&
		    (LIMIT_LIST[i].least != LIMIT_OPEN ||
			json_get(doc, list, LIMIT_LIST[i].member)))
			return err_set(err, ERR_INPUT,
			    "the description of the box lacks the limit '%s'",
			    LIMIT_LIST[i].member);
		limits_set(&out->limits, i, value);
	}
	for (n = json_first(doc, n); n; n = json_next(doc, n))
		require[out->require_count++] = n->text;
	return true;
}

bool
box_own(struct arena *a, struct box_spec *spec, struct err *err)
{
	struct str box;

	if (!spec_check(spec, err) || !box_describe(a, spec, &box, err))
		return false;
	char *subject = arena_printf(a, "{\"box\":%.*s,\"verdict\":\"allow\"}", STR_ARG(box));
	spec->authority =
	    (struct box_authority){.kind = AUTHORITY_POLICY, .subject = str_from(subject)};
	return subject || err_memory(err);
}

bool
box_run_own(struct arena *a, const struct box_spec *spec, struct box_result *out, struct err *err)
{
	struct box_spec own = *spec;

	*out = (struct box_result){.outcome = BOX_NEVER_STARTED, .exit_code = -1};
	if (box_own(a, &own, err))
		return box_run(a, &own, out, err);
	box_drop(spec->prepared);
	return false;
}

bool
authority_refuse(struct err *err, const char *why)
{
	return err_set(err, ERR_REFUSED, "nothing runs: %s", why);
}

bool
authority_trust(struct arena *a, const struct box_authority *by, const char *word,
    struct trust **out, struct err *err)
{
	struct err_list errs = {.count = 0};

	if (!by->trust)
		return err_set(err, ERR_REFUSED,
		    "nothing runs: there is no trust file to check the %s against", word);
	if (!trust_load(a, by->trust, out, &errs)) {
		*err = errs.items[0];
		return false;
	}
	return true;
}

/* The subject speaks of this very box, and of a verdict that the kind of authority fits. */
static bool
covers(struct arena *a, const struct box_spec *spec, const char *verdict, struct err *err)
{
	struct json_doc doc;
	struct str described;
	struct buf said;

	if (!json_parse_canonical(
		a, spec->authority.subject, "the subject", &JSON_LIMITS, &doc, err) ||
	    !box_describe(a, spec, &described, err))
		return false;
	const struct json_node *box = json_get(&doc, json_root(&doc), "box");
	if (!str_is(json_get_text(&doc, json_root(&doc), "verdict", STR("")), verdict))
		return authority_refuse(err, "the subject has a different verdict");
	if (!box)
		return authority_refuse(err, "the subject does not describe the box");
	buf_init(&said, 1 << 20);
	bool good = json_canonical(&doc, box, &said, err) &&
		    (str_eq(buf_view(&said), described) ||
			authority_refuse(err, "the box differs from the one that was decided on"));
	buf_release(&said);
	return good;
}

bool
approval_holds(struct arena *a, const struct box_authority *by, struct err *err)
{
	struct evidence decided = by->approval ? *by->approval : (struct evidence){.decided_us = 0};
	struct trust *trust;

	decided.subject = by->subject;
	if (!authority_trust(a, by, "approval", &trust, err))
		return false;
	if (evidence_holds(a, trust, &decided, clock_utc_us(), 0, err))
		return true;
	err->code = ERR_REFUSED;
	return err_wrap(err, "nothing runs");
}

bool
box_may_run(struct arena *a, const struct box_spec *spec, struct err *err)
{
	switch (spec->authority.kind) {
	case AUTHORITY_POLICY:
		return covers(a, spec, "allow", err) && exceptions_hold(a, &spec->authority, err);
	case AUTHORITY_APPROVAL:
		return covers(a, spec, "escalate", err) && approval_holds(a, &spec->authority, err);
	case AUTHORITY_NONE:
	default:
		return authority_refuse(err, "neither the policy nor people allowed it");
	}
}
