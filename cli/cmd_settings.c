/* SPDX-License-Identifier: MIT */
/* `sluice settings`: what is in force of the file of settings and of the environment. */
#include "config.h"

#include "actions.h"

#include <stdlib.h>

static void
put_value(struct call *c, const struct json_doc *d, const struct json_node *n)
{
	if (n->kind != JSON_ARRAY) {
		json_str(&c->j, n->text);
		return;
	}
	json_array(&c->j);
	JSON_EACH(e, d, n)
		json_str(&c->j, e->text);
	json_end_array(&c->j);
}

static void
draw_value(struct call *c, const struct json_doc *d, const struct json_node *n)
{
	const char *between = "";

	JSON_EACH_SAID(e, d, n) {
		buf_text(&c->out, between);
		text_wrap(&c->out, e->text, 1000, 29, 29);
		between = ", ";
	}
}

/* The members of the file, or of one verb's section. */
static void
show_members(struct call *c, const struct json_doc *d, const struct json_node *n, const char *verb)
{
	JSON_EACH(m, d, n) {
		if (m[1].kind == JSON_OBJECT) {
			show_members(c, d, m + 1, arena_text(c->a, m->text));
			continue;
		}
		if (c->o->json) {
			json_object(&c->j);
			json_put_text(&c->j, "verb", verb);
			json_put_str(&c->j, "setting", m->text);
			json_name(&c->j, "value");
			put_value(c, d, m + 1);
			json_end_object(&c->j);
			continue;
		}
		buf_printf(&c->out, "  %-10s %-15.*s ", verb ? verb : "all", STR_ARG(m->text));
		draw_value(c, d, m + 1);
		buf_char(&c->out, '\n');
	}
}

static void
show_variables(struct call *c)
{
	if (!c->o->json)
		buf_text(&c->out,
		    "environment (takes precedence over the file; options take precedence over both)\n");
	for (const struct named *v = VARIABLES; v->name; v++) {
		const char *value = getenv(v->name);

		if (c->o->json) {
			json_put_text(&c->j, v->name, value);
			continue;
		}
		buf_printf(&c->out, "  %-22s ", v->name);
		text_wrap(&c->out, str_from(v->says), 1000, 25, 25);
		if (value) {
			buf_text(&c->out, "\n                         now: ");
			text_wrap(&c->out, str_from(value), 1000, 30, 30);
		}
		buf_char(&c->out, '\n');
	}
}

int
settings(struct call *c)
{
	struct config config;

	if (!config_read(c->a, &config, &c->errs))
		return call_fail(c);
	call_begin(c);
	if (c->o->json) {
		json_object(&c->j);
		json_put_text(&c->j, "file", config.path);
		json_open_array(&c->j, "settings");
	} else {
		buf_printf(&c->out, "file  %s\n", config.path ? config.path : "none");
	}
	if (config.path)
		show_members(c, &config.doc, json_root(&config.doc), NULL);
	if (c->o->json) {
		json_end_array(&c->j);
		json_open_object(&c->j, "environment");
	}
	show_variables(c);
	if (c->o->json) {
		json_end_object(&c->j);
		json_end_object(&c->j);
	}
	return call_print(c);
}
