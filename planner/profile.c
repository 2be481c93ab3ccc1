/* SPDX-License-Identifier: MIT */
#include "profile.h"

#include "ceilings.h"
#include "embedded.h"
#include "file.h"
#include "judge.h"
#include "wire.h"

#define NAMES_MAX 128

struct names {
	struct str items[NAMES_MAX + 2]; /* with room for the two that are no profiles */
	size_t count;
};

static bool
is_true(const struct json_node *n)
{
	return n && n->kind == JSON_TRUE;
}

static enum profile_format
read_format(struct str name)
{
	if (str_is(name, "json_schema"))
		return PROFILE_JSON_SCHEMA;
	return str_is(name, "json_object") ? PROFILE_JSON_OBJECT : PROFILE_NOTHING;
}

/* The settings that a profile and a row of its `models` share; the row is read second and wins. */
static void
read_settings(const struct json_doc *d, const struct json_node *n, struct profile *out)
{
	const struct json_node *format = json_get(d, n, "format"),
			       *free_form = json_get(d, n, "free_form"),
			       *cache_marks = json_get(d, n, "cache_marks");
	const struct json_node *extra = json_get(d, n, "extra");

	out->tokens = json_get_text(d, n, "tokens", out->tokens);
	if (format)
		out->format = read_format(format->text);
	if (free_form)
		out->free_form = is_true(free_form);
	if (cache_marks)
		out->cache_marks = is_true(cache_marks);
	if (extra)
		out->extra = extra;
}

static bool
row_fits(const struct json_doc *d, const struct json_node *row, struct str model)
{
	struct str starts = json_get_text(d, row, "starts", STR(""));
	struct str holds = json_get_text(d, row, "holds", STR(""));

	return starts.n > 0 ? str_starts(model, starts) : str_find(model, holds, 0) != SIZE_MAX;
}

static bool
read_headers(
    struct arena *a, const struct json_doc *d, const struct json_node *list, struct profile *out)
{
	for (const struct json_node *n = list ? json_first(d, list) : NULL; n;
	     n = json_next(d, n)) {
		const char *name = arena_text(a, n->text);
		if (!name || out->header_count == PROFILE_HEADERS_MAX)
			return false;
		out->headers[out->header_count++] = (struct header){name, n[1].text};
	}
	return true;
}

static bool
read_profile(struct arena *a, const struct json_doc *d, const struct json_node *n, struct str model,
    struct profile *out)
{
	const struct json_node *key = json_get(d, n, "key"), *models = json_get(d, n, "models");
	const struct json_node *row = models ? json_first(d, models) : NULL;

	*out = (struct profile){
	    .name = json_get_text(d, n, "name", STR("")),
	    .wire = wire_find(json_get_text(d, n, "wire", STR(""))),
	    .url = json_get_text(d, n, "url", STR("")),
	    .path = json_get_text(d, n, "path", STR("")),
	    .stream_path = json_get_text(d, n, "stream_path", STR("")),
	    .key_header = json_get_text(d, key, "header", STR("")),
	    .key_prefix = json_get_text(d, key, "prefix", STR("")),
	    .aws_service = json_get_text(d, key, "aws_service", STR("")),
	    .stream_usage = is_true(json_get(d, n, "stream_usage")),
	    .truncates = is_true(json_get(d, n, "truncates")),
	    .doc = d,
	};
	read_settings(d, n, out);
	for (; row; row = json_next(d, row))
		if (row_fits(d, row, model)) {
			read_settings(d, row, out);
			break;
		}
	return read_headers(a, d, json_get(d, n, "headers"), out);
}

/* Looks through one file of profiles; *found stays false where it has none of that name. */
static bool
search(struct arena *a, const struct json_doc *d, const struct model_spec *spec,
    struct names *names, struct profile *out, bool *found)
{
	const struct json_node *list = json_get(d, json_root(d), "profiles");

	for (const struct json_node *n = json_first(d, list); n && !*found; n = json_next(d, n)) {
		struct str name = json_get_text(d, n, "name", STR(""));
		if (names->count < NAMES_MAX)
			names->items[names->count++] = name;
		*found = str_eq(name, spec->provider);
		if (*found && !read_profile(a, d, n, spec->model, out))
			return false;
	}
	return true;
}

static bool
unknown(const struct model_spec *spec, struct names *names, struct err *err)
{
	struct buf known;

	if (spec->provider.n == 0)
		err_set(err, ERR_INPUT, "no model provider is named");
	else
		err_set(err, ERR_INPUT, "unknown model provider '%.*s'", STR_ARG(spec->provider));
	names->items[names->count++] = STR("command");
	names->items[names->count++] = STR("script");
	struct str meant = text_closest(spec->provider, names->items, names->count);
	if (meant.n > 0)
		return err_help(err, "did you mean '%.*s'?", STR_ARG(meant));
	buf_init(&known, 4096);
	for (size_t i = 0; i < names->count; i++)
		buf_printf(&known, "%s%.*s", i > 0 ? ", " : "", STR_ARG(names->items[i]));
	err_help(err, "there are: %.*s", STR_ARG(buf_view(&known)));
	buf_release(&known);
	return false;
}

bool
profile_find(struct arena *a, const struct model_spec *spec, struct profile *out, struct err *err)
{
	const struct embedded ours = EMBEDDED(profiles), schema = EMBEDDED(profiles_schema);
	struct json_doc *docs = arena_array(a, 2, sizeof(*docs));
	struct names *names = arena_alloc(a, sizeof(*names));
	const char *file = arena_text(a, spec->profile_file);
	bool found = false;
	struct str text;

	if (!docs || !names || !file)
		return err_memory(err);
	if (spec->profile_file.n > 0 && (!file_read(a, file, SCRIPT_BYTES_MAX, &text, err) ||
					    !judge_document(a, text, file, schema, &docs[0], err)))
		return err_wrap(err, "the file of model profiles");
	if (!judge_document(a, embedded_text(ours), "profiles.json", schema, &docs[1], err))
		return false;
	for (size_t i = spec->profile_file.n > 0 ? 0 : 1; i < 2; i++)
		if (!search(a, &docs[i], spec, names, out, &found))
			return err_memory(err);
	return found || unknown(spec, names, err);
}

/* A name that could change the address's shape has no place in it. */
static bool
is_plain(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:",
			s.p[i]) ||
		    !s.p[i])
			return false;
	return s.n > 0;
}

static bool
fill(struct buf *out, struct str name, const char *setting, struct err *err)
{
	if (name.n == 0) {
		err_set(err, ERR_INPUT, "model.%s is missing", setting);
		return err_help(err, "this provider's address holds it");
	}
	if (!is_plain(name))
		return err_set(err, ERR_INPUT, "model.%s can't stand in an address: '%.*s'",
		    setting, STR_ARG(name));
	buf_str(out, name);
	return true;
}

/* Text with the names in it replaced by what the settings say. */
static bool
write_filled(struct buf *out, struct str rest, const struct model_spec *spec, struct err *err)
{
	const struct {
		struct str mark;
		const char *setting;
		struct str value;
	} fills[] = {
	    {STR("{model}"), "model", spec->model},
	    {STR("{api_version}"), "api_version", spec->api_version},
	    {STR("{region}"), "region", spec->region},
	};

	while (rest.n > 0) {
		size_t i = 0, n = 1;

		while (i < ARRAY_LENGTH(fills) && !str_starts(rest, fills[i].mark))
			i++;
		if (i == ARRAY_LENGTH(fills))
			buf_char(out, rest.p[0]);
		else if (!fill(out, fills[i].value, fills[i].setting, err))
			return false;
		else
			n = fills[i].mark.n;
		rest = str_slice(rest, n, rest.n);
	}
	return true;
}

bool
profile_address(struct arena *a, const struct profile *p, const struct model_spec *spec,
    struct str *out, struct err *err)
{
	struct str base = spec->url.n > 0 ? spec->url : p->url;
	struct buf text;

	if (base.n == 0) {
		err_set(err, ERR_INPUT, "the provider '%.*s' needs the address of its API",
		    STR_ARG(p->name));
		return err_help(err, "write it in model.url, without '%.*s'", STR_ARG(p->path));
	}
	while (base.n > 0 && base.p[base.n - 1] == '/')
		base.n--;
	if (str_ends(base, p->path)) {
		err_set(err, ERR_INPUT, "the address of the API holds '%.*s' already",
		    STR_ARG(p->path));
		return err_help(err, "leave it out of model.url: it is added");
	}
	buf_init(&text, 4096);
	bool good = write_filled(&text, base, spec, err) &&
		    write_filled(&text,
			spec->stream && p->stream_path.n > 0 ? p->stream_path : p->path, spec, err);
	if (good && text.failed)
		good = err_set(err, ERR_INPUT, "model.url is too long");
	else if (good)
		good = arena_copy(a, buf_view(&text), out) || err_memory(err);
	buf_release(&text);
	return good;
}
