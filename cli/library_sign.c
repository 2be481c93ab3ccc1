/* SPDX-License-Identifier: MIT */
/*
 * sluice library sign, verify: a reviewed pack as a signed bundle. The bundle's policy,
 * `library.PACKAGE`, admits the whole pack, and its tests hold what the pack says; both are written
 * beside the pack, and are installed and judged like any other (bundle.h).
 */
#include "bundles.h"
#include "library_survey.h"

#include "file.h"

#include <inttypes.h>

#define SUITE_BYTES_MAX ((size_t)1 << 20)

struct carrier { /* the two files that carry a pack */
	const char *policy, *suite;
};

static const char *
beside(struct call *c, const char *path, struct str package, const char *suffix)
{
	const char *name = arena_printf(c->a, "library.%.*s%s", STR_ARG(package), suffix);

	return name ? path_beside(c->a, path, name) : NULL;
}

static void
put_policy(const struct call *c, struct str package, struct str version, struct buf *out)
{
	buf_printf(out,
	    "# Written by `sluice library sign`: %.*s.pack is what people reviewed.\n"
	    "apiVersion: sluice/v1\nid: library.%.*s\ntitle: \"%.*s %.*s, as it was reviewed\"\n"
	    "revision: %" PRId64 "\nimports:\n  default: deny\n  allow:\n"
	    "    - {module: %.*s, pack: true}\n",
	    STR_ARG(package), STR_ARG(package), STR_ARG(package), STR_ARG(version), c->o->revision,
	    STR_ARG(package));
}

static void
put_case(struct buf *out, struct str module, struct str name, bool asked)
{
	const char *expect = asked ? "escalate" : "allow";

	buf_printf(out, "  - {name: %s %.*s.%.*s, code: \"from %.*s import %.*s\", expect: %s%s}\n",
	    expect, STR_ARG(module), STR_ARG(name), STR_ARG(module), STR_ARG(name), expect,
	    asked ? ", findings: {import.escalated: 1}" : "");
}

/* The first plain name of a line `MODULE NAME ...`. */
static bool
first_name(struct str line, struct str *module, struct str *name)
{
	str_cut(&line, ' ', module);
	while (line.n > 0 && str_cut(&line, ' ', name)) {
		*name = pack_bare(*name);
		if (name->n > 0 && memchr(name->p, '.', name->n) == NULL)
			return true;
	}
	return false;
}

/* One case for each module: a name of each kind. */
static void
put_suite(struct str pack, struct str package, struct buf *out)
{
	struct str line, word, module, name;

	buf_printf(out,
	    "# Written by `sluice library sign`.\napiVersion: sluice-test/v1\n"
	    "policy: library.%.*s\ncases:\n  - {name: its modules only, code: \"import %.*s._none\", "
	    "expect: deny, findings: {import.denied: 1}}\n",
	    STR_ARG(package), STR_ARG(package));
	while (pack.n > 0 && str_cut(&pack, '\n', &line) && out->n < SUITE_BYTES_MAX / 2) {
		str_cut(&line, ' ', &word);
		if ((str_is(word, "names") || str_is(word, "ask")) &&
		    first_name(line, &module, &name))
			put_case(out, module, name, str_is(word, "ask"));
	}
}

static bool
write_carrier(struct call *c, const char *path, struct carrier *out)
{
	struct str pack, package, version;
	const char *name;
	struct buf text;
	bool fine;

	if (!pack_read(c->a, path, &pack, &package, &version, &c->err))
		return false;
	name = arena_printf(c->a, "%.*s.pack", STR_ARG(package));
	out->policy = beside(c, path, package, ".yaml");
	out->suite = beside(c, path, package, ".test.yaml");
	if (!name || !out->policy || !out->suite)
		return err_memory(&c->err);
	if (strcmp(path_base(path), name) != 0) {
		(void)err_set(&c->err, ERR_USAGE, "the pack describes '%.*s' but has the name '%s'",
		    STR_ARG(package), name);
		return err_help(&c->err, "rename '%s'", path);
	}
	buf_init(&text, SUITE_BYTES_MAX);
	put_policy(c, package, version, &text);
	fine = file_write(out->policy, buf_view(&text), &c->err);
	buf_clear(&text);
	put_suite(pack, package, &text);
	fine = fine && ((!text.failed && file_write(out->suite, buf_view(&text), &c->err)) ||
			   (text.failed && err_memory(&c->err)));
	buf_release(&text);
	return fine;
}

/* The bundle is made anew, and signed; others add theirs by `policy bundle sign`. */
int
library_sign(struct call *c)
{
	struct carrier files;
	int code;

	if (!write_carrier(c, word(c, 0), &files))
		return call_fail(c);
	if (!c->o->out) {
		struct str stem = str_from(path_base(files.policy));

		c->o->out = arena_printf(
		    c->a, "%.*s-%" PRId64 ".bundle", (int)(stem.n - 5), stem.p, c->o->revision);
	}
	if (!c->o->out && !err_memory(&c->err))
		return call_fail(c);
	c->words = (struct option_values){.values = &files.policy, .count = 1};
	code = bundle_make(c, false);
	if (code != EXIT_ANSWERED)
		return code;
	c->words.values = &c->o->out;
	return bundle_sign(c);
}

/* -- verify ----------------------------------------------------------------------------------- */

static bool
find_file(const struct bundle *b, const char *suffix, struct str *text)
{
	for (size_t i = 0; i < b->count; i++)
		if (str_ends(b->files[i].name, str_from(suffix))) {
			*text = b->files[i].text;
			return true;
		}
	return false;
}

/* Whether the package here has the version and the very text that was reviewed. */
static bool
is_of_package(struct call *c, struct str pack)
{
	struct str rest = pack, line, package = {"", 0}, version = {"", 0}, source = {"", 0};
	struct surveyed s;
	struct buf now;
	bool fine;

	while (rest.n > 0 && str_cut(&rest, '\n', &line)) {
		if (str_starts(line, STR("package ")))
			package = str_slice(line, 8, line.n);
		if (str_starts(line, STR("source ")))
			source = line;
	}
	str_cut(&package, ' ', &version); /* the name; what is left is the version */
	fine = surveyed_read(c, arena_text(c->a, version), pack, &s);
	buf_init(&now, DRAFT_BYTES_MAX);
	fine = fine && (survey_draft(&s.reach, &s.words, &now, &s.count) || err_memory(&c->err));
	if (fine && (!str_eq(s.survey.version, package) ||
			str_find(buf_view(&now), source, 0) == SIZE_MAX)) {
		fine = err_set(&c->err, ERR_REFUSED,
		    "the pack is for %.*s %.*s, but the installed version is %.*s%s",
		    STR_ARG(version), STR_ARG(package), STR_ARG(s.survey.version),
		    str_eq(s.survey.version, package) ? " with other sources" : "");
		(void)err_help(&c->err, "`sluice library diff` shows the differences");
	}
	buf_release(&now);
	surveyed_release(&s);
	return fine;
}

int
library_verify(struct call *c)
{
	struct bundle b;
	struct str pack;
	size_t tests, signers;
	const char *const *names;

	if (!bundle_read(c->a, word(c, 0), NULL, &b, &c->err) ||
	    !bundle_trusted(&b, c->place.trust, c->now_us, &c->err))
		return call_fail(c);
	if (!find_file(&b, ".pack", &pack)) {
		(void)err_set(&c->err, ERR_INPUT, "'%s' contains no pack", word(c, 0));
		return call_fail(c);
	}
	if (!bundle_prove(c->a, &b, c->now_us, &tests, &c->errs) || !is_of_package(c, pack))
		return call_fail(c);
	names = bundles_signers(c, &b, &signers);
	call_begin(c);
	buf_printf(&c->out,
	    "%.*s revision %" PRId64 " describes the installed package; %zu tests "
	    "passed\n  signed by",
	    STR_ARG(b.name.id), b.name.revision, tests);
	for (size_t i = 0; i < signers; i++)
		buf_printf(&c->out, "%s %s", i == 0 ? "" : ",", names[i]);
	buf_char(&c->out, '\n');
	return call_print(c);
}
