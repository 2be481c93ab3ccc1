/* SPDX-License-Identifier: MIT */
/* The models of a packed task. Keys stay where they are: only their paths are packed. */
#include "packer.h"

#include "file.h"

#include <stdlib.h>

/* A path that another process can follow; keys that are no files stay as they are. */
static bool
put_path(struct packer *p, const char *name, struct str path)
{
	char *real = NULL, *kept;

	if (path.n == 0)
		return true;
	if (!str_starts(path, STR("credential:")) && !str_starts(path, STR("fd:")))
		real = realpath(path.p, NULL);
	kept = real ? arena_text(p->a, str_from(real)) : arena_text(p->a, path);
	free(real);
	if (!kept)
		return err_memory(p->err);
	json_put_text(&p->w, name, kept);
	return true;
}

static bool
pack_script(struct packer *p, const struct model_spec *m)
{
	struct str bytes = m->replies;
	char *path = arena_text(p->a, m->file);
	char *name = arena_printf(
	    p->a, p->scripts > 0 ? "replies-%zu.json" : "replies.json", p->scripts + 1);

	if (!path || !name)
		return err_memory(p->err);
	if (bytes.n == 0 && !file_read(p->a, path, TASK_BYTES_MAX, &bytes, p->err))
		return false;
	p->scripts++;
	json_put_text(&p->w, "file", name);
	return packer_add(p, name, bytes);
}

static bool
pack_one(struct packer *p, const struct model_spec *m)
{
	json_format(&p->w, "provider: ?%.*s, url: ?%.*s, model: ?%.*s, api_version: ?%.*s",
	    STR_ARG(m->provider), STR_ARG(m->url), STR_ARG(m->model), STR_ARG(m->api_version));
	json_format(&p->w, "region: ?%.*s, proxy: ?%.*s, pinned_key: ?%.*s", STR_ARG(m->region),
	    STR_ARG(m->proxy), STR_ARG(m->pinned_key));
	if (!put_path(p, "key_file", m->key_file) ||
	    !put_path(p, "proxy_key_file", m->proxy_key_file) ||
	    !put_path(p, "ca_file", m->ca_file) || !put_path(p, "client_cert", m->client_cert) ||
	    !put_path(p, "client_key", m->client_key) ||
	    !put_path(p, "profile_file", m->profile_file) || (m->file.n > 0 && !pack_script(p, m)))
		return false;
	if (m->command_count > 0)
		json_put_strs(&p->w, "command", m->command, m->command_count);
	json_format(&p->w, "effort: ?%.*s, temperature: ?=%.*s, stream: ?%d", STR_ARG(m->effort),
	    STR_ARG(m->temperature), m->stream);
	json_format(&p->w,
	    "price_in_micros: ?%ld, price_out_micros: ?%ld, price_cached_micros: ?%ld",
	    m->price_in_micros, m->price_out_micros, m->price_cached_micros);
	json_format(&p->w, "timeout_s: ?%ld, idle_s: ?%ld, max_tokens: ?%ld", m->timeout_ms / 1000,
	    m->idle_ms / 1000, m->max_tokens);
	return true;
}

static void
put_troubles(struct packer *p, unsigned troubles)
{
	json_open_array(&p->w, "fall_back_on");
	for (enum model_trouble t = TROUBLE_OUTAGE; t <= TROUBLE_REFUSAL; t++)
		if (troubles >> t & 1)
			json_text(&p->w, model_trouble_name(t));
	json_end_array(&p->w);
}

static bool
pack_others(struct packer *p, const struct model_spec *m)
{
	bool good = true;

	if (m->fallback_count > 0) {
		json_open_array(&p->w, "fallbacks");
		for (size_t i = 0; good && i < m->fallback_count; i++) {
			json_object(&p->w);
			good = pack_one(p, &m->fallbacks[i]);
			json_end_object(&p->w);
		}
		json_end_array(&p->w);
	}
	if (m->fallback_count > 0 || m->repair)
		put_troubles(p, m->fall_back_on);
	if (good && m->repair) {
		json_open_object(&p->w, "repair");
		good = pack_one(p, m->repair);
		json_end_object(&p->w);
	}
	return good;
}

bool
packer_model(struct packer *p)
{
	if (p->task->has_code)
		return packer_add(p, "code.py", p->task->code);
	json_open_object(&p->w, "model");
	bool good = pack_one(p, &p->task->model) && pack_others(p, &p->task->model);
	json_end_object(&p->w);
	return good;
}
