/* SPDX-License-Identifier: MIT */
#include "executor.h"

static void
write_stream(struct json_writer *w, const char *name, const struct box_stream *s)
{
	json_name(w, name);
	json_object(w);
	json_put_number(w, "bytes", s->seen_bytes);
	json_put_bool(w, "cut", s->cut);
	json_put_text(w, "sha256", s->sha256);
	json_end_object(w);
}

static void
write_usage(struct json_writer *w, const struct box_usage *u)
{
	json_name(w, "usage");
	json_object(w);
	json_put_number(w, "wall_ms", u->wall_ms);
	json_put_number(w, "cpu_ms", u->cpu_ms);
	json_put_bool(w, "cpu_whole", u->cpu_whole);
	json_put_number(w, "memory_bytes", u->memory_bytes);
	json_put_number(w, "processes", u->processes);
	json_end_object(w);
}

static void
write_guarantees(struct json_writer *w, const struct box_result *r)
{
	json_name(w, "guarantees");
	json_array(w);
	for (size_t i = 0; i < r->guarantee_count; i++) {
		const struct guarantee *g = &r->guarantees[i];
		json_object(w);
		json_put_text(w, "guarantee", g->name);
		json_put_text(w, "state", guarantee_state_name(g->state));
		json_put_str(w, "by", g->by);
		json_put_number(w, "bound", g->bound);
		json_put_str(w, "why", g->why);
		json_end_object(w);
	}
	json_end_array(w);
}

void
box_violations_json(const struct box_violation *list, size_t count, struct json_writer *w)
{
	json_array(w);
	for (size_t i = 0; i < count; i++) {
		json_object(w);
		json_put_str(w, "what", list[i].what);
		json_put_str(w, "detail", list[i].detail);
		if (list[i].rule.n > 0)
			json_put_str(w, "rule", list[i].rule);
		if (list[i].line > 0)
			json_put_number(w, "line", list[i].line);
		if (list[i].attack)
			json_put_bool(w, "attack", true);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
write_violations(struct json_writer *w, const struct box_result *r)
{
	json_name(w, "violations");
	box_violations_json(r->violations, r->violation_count, w);
	json_put_number(w, "violations_more", (int64_t)r->violations_more);
}

static void
write_displays(struct json_writer *w, const struct box_result *r)
{
	json_name(w, "displays");
	json_array(w);
	for (size_t i = 0; i < r->display_count; i++) {
		json_object(w);
		json_put_str(w, "mime", r->displays[i].mime);
		json_put_number(w, "bytes", (int64_t)r->displays[i].bytes.n);
		json_put_text(w, "sha256", r->displays[i].sha256);
		json_end_object(w);
	}
	json_end_array(w);
	json_put_number(w, "displays_more", (int64_t)r->displays_more);
}

static void
write_rejected(struct json_writer *w, const struct box_result *r)
{
	json_name(w, "rejected_artifacts");
	json_array(w);
	for (size_t i = 0; i < r->rejected_count; i++)
		json_str(w, r->rejected[i]);
	json_end_array(w);
}

void
box_result_json(const struct box_result *r, struct json_writer *w)
{
	json_object(w);
	json_put_text(w, "outcome", box_outcome_name(r->outcome));
	json_put_str(w, "detail", r->detail);
	json_put_text(w, "backend", r->backend ? r->backend : "");
	json_name(w, "exit_code");
	if (r->exit_code >= 0)
		json_number(w, r->exit_code);
	else
		json_null(w);
	json_put_number(w, "signal", r->signal);
	write_stream(w, "stdout", &r->out);
	write_stream(w, "stderr", &r->err);
	if (r->result.sha256[0])
		write_stream(w, "result", &r->result);
	json_put_text(w, "venv_sha256", r->venv_sha256);
	write_displays(w, r);
	write_usage(w, &r->usage);
	write_guarantees(w, r);
	write_violations(w, r);
	write_rejected(w, r);
	json_end_object(w);
}
