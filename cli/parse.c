/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "clock.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define DAY_US (INT64_C(86400) * 1000000)
#define YEAR_DAYS 366 /* never shorter than a year */
#define SPAN_DAYS_MAX 36600

const struct option_rule OPTION_RULES[OPT_COUNT] = {
#define OPTION(member, name, kind, value, help)                                                    \
	[OPT_##member] = {name, value, help, KIND_##kind, offsetof(struct options, member)},
#include "options.def"
#undef OPTION
};

struct taken { /* what the action takes */
	struct option_use uses[ACTION_USES_MAX];
	size_t count;
	bool given[ACTION_USES_MAX];
};

const char *
option_value_name(const struct option_use *u)
{
	return u->value ? u->value : OPTION_RULES[u->id].value;
}

static const char *
name_of(const struct option_use *u)
{
	return OPTION_RULES[u->id].name;
}

static void *
target_of(struct call *c, const struct option_use *u)
{
	return (char *)c->o + OPTION_RULES[u->id].at;
}

static bool
is_known(struct str name)
{
	for (size_t i = 1; i < OPT_COUNT; i++)
		if (str_is(name, OPTION_RULES[i].name))
			return true;
	return false;
}

/* Which options there are, where the name is none of theirs. */
static int
refuse(const struct call *c, const struct taken *t, struct str name)
{
	struct str names[ACTION_USES_MAX];
	struct buf out;

	for (size_t i = 0; i < t->count; i++)
		names[i] = str_from(name_of(&t->uses[i]));
	struct str meant = text_closest(name, names, t->count);
	buf_init(&out, 1 << 16);
	if (is_known(name))
		buf_printf(
		    &out, "`sluice %s` takes no option '%.*s'\n", c->action->path, STR_ARG(name));
	else
		buf_printf(&out, "unknown option '%.*s'\n", STR_ARG(name));
	if (meant.n > 0)
		buf_printf(&out, "help: did you mean '%.*s'?", STR_ARG(meant));
	else
		buf_text(&out, t->count > 0 ? "help: it takes" : "help: it takes no options");
	for (size_t i = 0; meant.n == 0 && i < t->count; i++)
		buf_printf(&out, "%s %s", i > 0 ? "," : "", name_of(&t->uses[i]));
	fprintf(stderr, "sluice: error: %.*s\n", STR_ARG(buf_view(&out)));
	buf_release(&out);
	return EXIT_USAGE;
}

static bool
read_count(const struct option_use *u, const char *text, int64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoll(text, &end, 10);
	return errno == 0 && end != text && *end == '\0' && text[0] >= '0' && text[0] <= '9' &&
	       *out >= u->least && (u->most == 0 || *out <= u->most);
}

static int
take_count(const struct call *c, const struct option_use *u, const char *text, int64_t *out)
{
	if (read_count(u, text, out))
		return -1;
	if (u->most > 0)
		return call_error(c, "'%s' is not a number from %lld to %lld, which %s requires",
		    text, (long long)u->least, (long long)u->most, name_of(u));
	return call_error(c, "'%s' is not a number from %lld, which %s requires", text,
	    (long long)u->least, name_of(u));
}

static int
take_time(const struct option_use *u, const char *text, int64_t *out)
{
	struct err err;

	if (clock_read(text, strlen(text), out))
		return -1;
	err_set(&err, ERR_USAGE, "'%s' is neither a date nor a time, which %s requires", text,
	    name_of(u));
	err_help(&err, "write 2026-01-31, or 2026-01-31T09:30:00Z");
	return print_error(&err);
}

/* "90d", "7y". */
static int
take_span(const struct option_use *u, const char *text, int64_t *out)
{
	struct err err;
	char *end;

	long long n = strtoll(text, &end, 10);
	if (end != text && n >= 0 && n <= SPAN_DAYS_MAX &&
	    (strcmp(end, "d") == 0 || (strcmp(end, "y") == 0 && n <= SPAN_DAYS_MAX / YEAR_DAYS))) {
		*out = n * DAY_US * (*end == 'y' ? YEAR_DAYS : 1);
		return -1;
	}
	err_set(&err, ERR_USAGE, "'%s' is not a span of time up to %d days, which %s requires",
	    text, SPAN_DAYS_MAX, name_of(u));
	err_help(&err, "write days or years: 90d, 7y");
	return print_error(&err);
}

static int
take_choice(const struct call *c, const struct option_use *u, const char *text, const char **out)
{
	struct str rest = str_from(u->choices), one, names[16];
	struct buf list;
	size_t count = 0;

	*out = text;
	buf_init(&list, 4096);
	help_choices(u, &list);
	while (count < ARRAY_LENGTH(names) && str_cut(&rest, '|', &one)) {
		names[count++] = one;
		if (str_is(one, text)) {
			buf_release(&list);
			return -1;
		}
	}
	struct str meant = text_closest(str_from(text), names, count);
	int code = meant.n > 0 ? call_error(c, "%s does not accept '%s'; did you mean '%.*s'?",
				     name_of(u), text, STR_ARG(meant))
			       : call_error(c, "%s does not accept '%s': it takes %.*s", name_of(u),
				     text, STR_ARG(buf_view(&list)));
	buf_release(&list);
	return code;
}

static int
push(struct call *c, struct option_values *many, const char *value)
{
	const char **one =
	    arena_push(c->a, &many->values, &many->count, &many->capacity, sizeof(*one));

	if (!one)
		return print_no_memory();
	*one = value;
	return -1;
}

static int
take_value(struct call *c, const struct option_use *u, const char *value)
{
	void *target = target_of(c, u);

	switch (OPTION_RULES[u->id].kind) {
	case KIND_FLAG:
		*(bool *)target = true;
		return -1;
	case KIND_TEXT:
	case KIND_FILE:
		*(const char **)target = value;
		return -1;
	case KIND_CHOICE:
		return take_choice(c, u, value, target);
	case KIND_COUNT:
		return take_count(c, u, value, target);
	case KIND_TIME:
		return take_time(u, value, target);
	case KIND_SPAN:
		return take_span(u, value, target);
	case KIND_TEXTS:
	case KIND_FILES:
		return push(c, target, value);
	}
	UNREACHABLE();
}

/* One option at argv[*i], as `--name value` or `--name=value`. */
static int
take_option(struct call *c, struct taken *t, int argc, char **argv, int *i)
{
	struct str rest = str_from(argv[*i]), name;
	size_t at = 0;

	bool has_value = strchr(argv[*i], '=') != NULL;
	(void)str_cut(&rest, '=', &name);
	while (at < t->count && !str_is(name, name_of(&t->uses[at])))
		at++;
	if (at == t->count)
		return refuse(c, t, name);
	const struct option_use *u = &t->uses[at];
	bool flag = OPTION_RULES[u->id].kind == KIND_FLAG;
	t->given[at] = true;
	if (flag && has_value)
		return call_error(c, "option '%s' takes no value", name_of(u));
	if (!flag && !has_value && *i + 1 >= argc)
		return call_error(
		    c, "option '%s' needs a value: %s", name_of(u), option_value_name(u));
	return take_value(c, u, flag ? NULL : has_value ? rest.p : argv[++*i]);
}

static void
set_usual(struct call *c, const struct taken *t)
{
	for (size_t i = 0; i < t->count; i++) {
		void *target = target_of(c, &t->uses[i]);

		if (OPTION_RULES[t->uses[i].id].kind == KIND_COUNT)
			*(int64_t *)target = t->uses[i].usual;
		if (OPTION_RULES[t->uses[i].id].kind == KIND_SPAN)
			*(int64_t *)target = -1;
	}
}

/* The words that are there, against "RUN [FILE...]". */
static int
count_words(const struct call *c)
{
	struct str rest = str_from(c->action->words), one;
	size_t least = 0, most = 0;
	bool any = false;

	while (c->action->words && str_cut(&rest, ' ', &one)) {
		least += one.p[0] != '[';
		most++;
		any = any || str_ends(one, STR("...")) || str_ends(one, STR("...]"));
	}
	if (c->words.count < least)
		return call_error(c, "`sluice %s` needs %s", c->action->path, c->action->words);
	if (!any && c->words.count > most)
		return call_error(c, "unexpected argument '%s' after `sluice %s`",
		    c->words.values[most], c->action->path);
	return -1;
}

/* Takes options that were not given from the configuration file. */
static int
take_settings(struct call *c, struct taken *t)
{
	struct config config = {.path = NULL};
	int code = -1;

	for (size_t i = 0; i < t->count && code < 0; i++) {
		const struct option_use *u = &t->uses[i];
		if (t->given[i] || !config_knows(u->id))
			continue;
		if (!config.path && !config_read(c->a, &config, &c->errs))
			return call_fail(c);
		const struct json_node *n = config_get(&config, c->action->path, u->id);
		JSON_EACH_SAID(one, &config.doc, n)
			if (code < 0)
				code = take_value(c, u, config_value(c->a, &config, u->id, one));
		t->given[i] = n != NULL;
	}
	if (code >= 0)
		fprintf(stderr, "note: the setting is in '%s'\n", config.path);
	return code;
}

static int
check_given(const struct call *c, const struct taken *t)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->uses[i].must && !t->given[i])
			return call_error(c, "`sluice %s` needs %s %s", c->action->path,
			    name_of(&t->uses[i]), option_value_name(&t->uses[i]));
	return count_words(c);
}

static int
show_help(const struct call *c)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	help_print(c->action, &out);
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

int
parse(struct call *c, int argc, char **argv)
{
	struct taken t = {.count = 0};
	bool only_words = false;
	int wrong = -1;

	t.count = action_options(c->action, t.uses);
	set_usual(c, &t);
	for (int i = 0; i < argc; i++) {
		int code = -1;
		if (!only_words && strcmp(argv[i], "--") == 0)
			only_words = true;
		else if (!only_words &&
			 (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0))
			return show_help(c);
		else if (!only_words && argv[i][0] == '-' && argv[i][1] != '\0')
			code = take_option(c, &t, argc, argv, &i);
		else
			code = push(c, &c->words, argv[i]);
		/* Of options with `=` all are told that are wrong: their values are no words. */
		if (code >= 0 && !(code == EXIT_USAGE && strchr(argv[i], '=')))
			return code;
		wrong = code >= 0 ? code : wrong;
	}
	c->typed_store = c->o->store;
	if (wrong < 0)
		wrong = take_settings(c, &t);
	return wrong >= 0 ? wrong : check_given(c, &t);
}
