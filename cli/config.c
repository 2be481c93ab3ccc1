/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "file.h"
#include "yaml.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONFIG_BYTES_MAX ((size_t)64 << 10)

static const struct setting SETTINGS[SETTING_COUNT] = {
#define SETTING(member, variable, where) {OPT_##member, variable, where},
#include "settings.def"
#undef SETTING
};

/* "tls-cert", as the file has it. */
static struct str
config_name(enum option_id id)
{
	return str_from(OPTION_RULES[id].name + 2);
}

static bool
is_set(const char *variable)
{
	const char *value = variable ? getenv(variable) : NULL;

	return value && *value;
}

static const char *
usual_path(struct arena *a)
{
	const char *named = getenv("SLUICE_CONFIG"), *config = getenv("XDG_CONFIG_HOME"),
		   *home = getenv("HOME"), *own = NULL;

	if (named && *named)
		return named;
	if (config && *config)
		own = arena_printf(a, "%s/sluice/sluice.yaml", config);
	else if (home && *home)
		own = arena_printf(a, "%s/.config/sluice/sluice.yaml", home);
	if (own && access(own, F_OK) == 0)
		return own;
	return access("/etc/sluice/sluice.yaml", F_OK) == 0 ? "/etc/sluice/sluice.yaml" : NULL;
}

/* A user who can write the settings can redirect votes and code. */
static bool
is_ours(int fd, const char *path, struct err *err)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return err_sys(err, "can't look at '%s'", path);
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_INPUT, "'%s' is not a regular file", path);
	if ((st.st_uid != 0 && st.st_uid != geteuid()) || (st.st_mode & (S_IWGRP | S_IWOTH))) {
		err_set(err, ERR_INPUT, "other users may write the settings in '%s'", path);
		return err_help(err, "let it belong to root or to you, and `chmod go-w` it");
	}
	return true;
}

static bool
read_file(struct arena *a, const char *path, struct str *out, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0) {
		err_sys(err, "can't read the settings in '%s'", path);
		return err_help(err, "SLUICE_CONFIG names the file");
	}
	bool good = is_ours(fd, path, err) && file_read_fd(a, fd, path, CONFIG_BYTES_MAX, out, err);
	close(fd);
	return good;
}

static bool
check_value(const struct json_doc *d, const struct json_node *n, struct err_list *errs)
{
	bool good = n->kind != JSON_ARRAY || n->count > 0;

	JSON_EACH_SAID(e, d, n)
		good = good && json_is_text(e);
	return good ||
	       json_complain(d, n, errs, NULL, "a setting must be a text or a list of texts");
}

static bool
unknown(const struct json_doc *d, const struct json_node *m, struct err_list *errs)
{
	struct str names[SETTING_COUNT];

	for (size_t i = 0; i < SETTING_COUNT; i++)
		names[i] = config_name(SETTINGS[i].id);
	struct str meant = text_closest(m->text, names, SETTING_COUNT);
	if (meant.n > 0)
		return json_complain(d, m, errs, NULL,
		    "'%.*s' is not a setting; did you mean '%.*s'?", STR_ARG(m->text),
		    STR_ARG(meant));
	return json_complain(d, m, errs, "`sluice settings` lists them",
	    "'%.*s' is neither a setting nor a verb", STR_ARG(m->text));
}

static const struct setting *
setting_of(struct str name)
{
	for (size_t i = 0; i < SETTING_COUNT; i++)
		if (str_eq(name, config_name(SETTINGS[i].id)))
			return &SETTINGS[i];
	return NULL;
}

/* A member of the whole file, or of a verb's section. */
static bool check(
    const struct json_doc *d, const struct json_node *n, bool in_verb, struct err_list *errs);

static bool
check_member(
    const struct json_doc *d, const struct json_node *m, bool in_verb, struct err_list *errs)
{
	const struct setting *s = setting_of(m->text);

	if (!in_verb && m[1].kind == JSON_OBJECT && action_find(m->text))
		return check(d, m + 1, true, errs);
	if (!s)
		return unknown(d, m, errs);
	if (!in_verb && s->where == IN_VERB)
		return json_complain(d, m, errs,
		    "write it below its verb, like `serve: {workers: 2}`",
		    "'%.*s' is a setting of one verb, not of the whole file", STR_ARG(m->text));
	return check_value(d, m + 1, errs);
}

static bool
check(const struct json_doc *d, const struct json_node *n, bool in_verb, struct err_list *errs)
{
	bool good = true;

	if (n->kind != JSON_OBJECT)
		return json_complain(d, n, errs, NULL, "settings are names with values");
	JSON_EACH(m, d, n)
		good = check_member(d, m, in_verb, errs) && good;
	return good;
}

bool
config_read(struct arena *a, struct config *out, struct err_list *errs)
{
	struct str text;
	struct err err;

	*out = (struct config){.path = usual_path(a)};
	if (!out->path)
		return true;
	if (!read_file(a, out->path, &text, &err))
		return err_list_add(errs, &err);
	return yaml_parse(a, text, out->path, &out->doc, errs) &&
	       check(&out->doc, json_root(&out->doc), false, errs);
}

const struct json_node *
config_get(const struct config *c, const char *action_path, enum option_id id)
{
	struct str rest = str_from(action_path), verb, name = config_name(id);
	const struct setting *s = setting_of(name);

	if (!c->path || !s || is_set(s->variable))
		return NULL;
	(void)str_cut(&rest, ' ', &verb);
	const struct json_node *root = json_root(&c->doc);
	const struct json_node *own =
	    json_get_str(&c->doc, json_get_str(&c->doc, root, verb), name);
	return own ? own : json_get_str(&c->doc, root, name);
}

bool
config_knows(enum option_id id)
{
	return setting_of(config_name(id)) != NULL;
}

/* A policy's name has no slash. */
static bool
is_path(enum option_id id, struct str value)
{
	return OPTION_RULES[id].kind == KIND_FILE &&
	       (id != OPT_policy || memchr(value.p, '/', value.n));
}

const char *
config_value(struct arena *a, const struct config *c, enum option_id id, const struct json_node *n)
{
	const char *value = arena_text(a, n->text);

	return value && is_path(id, n->text) ? path_beside(a, c->path, value) : value;
}
