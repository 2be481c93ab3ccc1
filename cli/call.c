/* SPDX-License-Identifier: MIT */
#include "call.h"

#include "clock.h"
#include "hash.h"
#include "record.h"

#include "approver.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CALL_BYTES_MAX ((size_t)2 << 30)
#define ACTIONS_MAX 32
#define PATH_BYTES_MAX 64
#define CALL_OUT_BYTES_MAX ((size_t)1 << 30)

const char *
word(const struct call *c, size_t i)
{
	return i < c->words.count ? c->words.values[i] : NULL;
}

int
call_error(const struct call *c, const char *format, ...)
{
	va_list ap;

	fputs("sluice: error: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fprintf(stderr, "\nhelp: `sluice %s --help` tells more\n", c->action->path);
	return EXIT_USAGE;
}

int
call_fail(const struct call *c)
{
	return c->errs.count > 0 ? print_errors(&c->errs) : print_error(&c->err);
}

#define KEPT_BYTES ((int)8 << 20)  /* of freed memory, in each of the allocator's heaps */
#define APART_BYTES ((int)4 << 20) /* what is larger is always given back */

void
call_lasts(void)
{
	(void)hash_for_bulk();
	(void)mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
	(void)mallopt(M_MMAP_THRESHOLD, APART_BYTES);
}

/* -- Ctrl-C ---------------------------------------------------------------------------------- */

static volatile int interrupted;

static void
interrupt(int signal_number)
{
	(void)signal_number;
	interrupted = 1;
}

void
call_note_signal(int signal_number)
{
	signal(signal_number, interrupt);
}

const volatile int *
call_stops(void)
{
	call_note_signal(SIGINT);
	call_note_signal(SIGTERM);
	return &interrupted;
}

void
call_forget_signals(void)
{
	interrupted = 0;
}

bool
call_is_interrupted(void *context)
{
	(void)context;
	return interrupted;
}

/* -- what is printed ------------------------------------------------------------------------- */

void
call_begin(struct call *c)
{
	buf_init(&c->out, CALL_OUT_BYTES_MAX);
	json_writer_init(&c->j, &c->out, true);
}

int
call_print(struct call *c)
{
	if (c->o->json)
		buf_char(&c->out, '\n');
	return print_buf(&c->out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

int
call_end(struct call *c, int code)
{
	int printed = call_print(c);

	return printed == EXIT_ANSWERED ? code : printed;
}

static void
tell(struct call *c, const struct call_list *list, const void *item)
{
	if (!c->o->json)
		list->draw(c, item);
	else if (list->put)
		list->put(c, item);
	else
		record_put_item(&c->j, list->form, item);
}

int
call_list(
    struct call *c, const struct call_list *list, const void *items, size_t count, size_t size)
{
	call_begin(c);
	if (c->o->json)
		json_array(&c->j);
	else if (list->heading && count > 0)
		buf_printf(&c->out, "%s\n", list->heading);
	for (size_t i = 0; i < count; i++)
		tell(c, list, (const char *)items + i * size);
	if (c->o->json)
		json_end_array(&c->j);
	else if (count == 0)
		buf_printf(&c->out, "%s\n", list->none);
	return call_print(c);
}

/* -- what it needs --------------------------------------------------------------------------- */

/* The trust file has to be the one in force. */
static bool
believe(struct call *c)
{
	struct place *p = &c->place;

	if (!call_trust(c))
		return false;
	if (!p->trust)
		return true;
	store_believe(p->store, p->trust);
	return trust_is_in_force(p->store, p->trust, &c->err);
}

bool
call_open(struct call *c)
{
	const bool any_time = (c->action->needs & ANY_TIME) != 0;
	const char *usual = getenv("SLUICE_KEY");
	struct place *p = &c->place;

	p->key = c->o->key || !usual || !*usual ? c->o->key : usual;
	if (!(any_time ? store_open_at_any_time : store_open)(
		c->a, c->o->store, &p->store, &c->err))
		return false;
	if (store_is_read_only(p->store))
		fputs("note: the store is open read-only\n", stderr);
	c->now_us = store_now_us(p->store);
	if (believe(c))
		return true;
	store_close(p->store);
	p->store = NULL;
	return false;
}

bool
call_trust(struct call *c)
{
	c->place.trust_path = c->o->trust ? c->o->trust : trust_path(c->a);
	return !c->place.trust_path ||
	       trust_load(c->a, c->place.trust_path, &c->place.trust, &c->errs);
}

/* -1 to go on. */
static int
provide(struct call *c)
{
	unsigned needs = c->action->needs;

	if (!store_is_meant(c) || ((needs & NEED_STORE) && !call_open(c)) ||
	    ((needs & (MAY_TRUST | NEED_TRUST)) && !c->place.store && !call_trust(c)))
		return call_fail(c);
	if ((needs & NEED_TRUST) && !c->place.trust)
		return call_error(
		    c, "there is no trust file: name one with --trust or SLUICE_TRUST");
	if (needs & NEED_LOOK)
		approver_look(c);
	if ((needs & NEED_PERSON) && !approver_unlock(c))
		return call_fail(c);
	return -1;
}

/* The process ends behind it: the end gives back its memory. What holds secrets is wiped. */
static int
run(const struct action *action, int argc, char **argv)
{
	static struct options options;
	static struct call c;

	c = (struct call){.action = action,
	    .o = &options,
	    .a = arena_new(CALL_BYTES_MAX),
	    .colour = colour_wanted(STDOUT_FILENO),
	    .now_us = clock_utc_us()};
	if (!c.a) {
		int code = print_no_memory();
		return action->needs & FAILS_CLOSED ? EXIT_USAGE : code;
	}
	int code = parse(&c, argc, argv);
	if (code < 0)
		code = provide(&c);
	if (code < 0)
		code = action->run(&c);
	key_free(c.key);
	store_leave(c.place.store);
	return code != EXIT_ANSWERED && (action->needs & FAILS_CLOSED) ? EXIT_USAGE : code;
}

/* -- which action ---------------------------------------------------------------------------- */

const struct action *
action_find(struct str path)
{
	for (size_t i = 0; i < ACTION_COUNT; i++)
		if (str_is(path, ACTIONS[i].path))
			return &ACTIONS[i];
	return NULL;
}

bool
action_is_below(const struct action *child, const char *path)
{
	size_t n = strlen(path);
	const char *rest = child->path + n + (n > 0);

	return strncmp(child->path, path, n) == 0 && (n == 0 || child->path[n] == ' ') &&
	       !strchr(rest, ' ');
}

static int
unknown(const char *path, const char *name)
{
	struct str names[ACTIONS_MAX];
	size_t count = 0, begin = strlen(path) + (*path ? 1 : 0);

	for (size_t i = 0; i < ACTION_COUNT && count < ACTIONS_MAX; i++)
		if (action_is_below(&ACTIONS[i], path))
			names[count++] = str_from(ACTIONS[i].path + begin);
	struct str meant = text_closest(str_from(name), names, count);
	fprintf(stderr, "sluice: error: %s%s%s '%s'\n", *path ? "`sluice " : "unknown verb", path,
	    *path ? "` has no action" : "", name);
	if (meant.n > 0) {
		fprintf(stderr, "help: did you mean '%.*s'?\n", STR_ARG(meant));
		return EXIT_USAGE;
	}
	fprintf(stderr, "help: it knows");
	for (size_t i = 0; i < count; i++)
		fprintf(stderr, "%s %.*s", i > 0 ? "," : "", STR_ARG(names[i]));
	fputc('\n', stderr);
	return EXIT_USAGE;
}

static bool
is_help(const char *text)
{
	return strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0;
}

/* A branch: its help, what it does alone, or what is wrong with the word behind it. */
static int
branch(const struct action *a, int argc, char **argv)
{
	const char *path = a ? a->path : "";
	struct buf out;

	if (argc > 0 && argv[0][0] != '-')
		return unknown(path, argv[0]);
	if (a && a->usual && !(argc > 0 && is_help(argv[0])))
		return run(action_find(str_from(a->usual)), argc, argv);
	buf_init(&out, 1 << 20);
	help_print(a, &out);
	if (argc > 0 && is_help(argv[0]))
		return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
	if (argc > 0)
		fprintf(stderr, "sluice: error: options come after the verb and its action\n");
	struct str text = buf_view(&out);
	(void)!fwrite(text.p, 1, text.n, stderr);
	buf_release(&out);
	return EXIT_USAGE;
}

int
call_run(int argc, char **argv)
{
	const struct action *at = NULL;
	char path[PATH_BYTES_MAX] = "";
	int i = 1;

	for (; i < argc; i++) {
		size_t n = strlen(path);
		int more = snprintf(path + n, sizeof(path) - n, "%s%s", n > 0 ? " " : "", argv[i]);
		const struct action *next = more > 0 && (size_t)more < sizeof(path) - n
						? action_find(str_from(path))
						: NULL;
		if (!next)
			break;
		at = next;
	}
	return at && at->run ? run(at, argc - i, argv + i) : branch(at, argc - i, argv + i);
}
