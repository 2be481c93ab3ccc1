/* SPDX-License-Identifier: MIT */
/* Packs of this machine that people made: the installed ones for `sluice library list`, one of them
 * or a pack's file for `library show`. */
#include "library_survey.h"

#include "bundles.h"
#include "hash.h"
#include "model.h"

#include <inttypes.h>

#define SHOWN_MAX ((size_t)200)
#define PACK_LINE_SHOWN ((size_t)4000) /* codepoints */

struct pack_told {
	struct str text, package, version, reviewer;
	char sha256[DIGEST_HEX_BYTES];
	size_t admitted, asked, refused; /* public names */
};

/* -- what a pack says ------------------------------------------------------------------------- */

/* How many names of a line `MODULE NAME ...`; methods go with their class. */
static size_t
count_names(struct str line)
{
	struct str word;
	size_t count = 0;

	str_cut(&line, ' ', &word);
	while (line.n > 0 && str_cut(&line, ' ', &word)) {
		struct str bare = pack_bare(word);

		count += memchr(bare.p, '.', bare.n) == NULL;
	}
	return count;
}

static void
pack_tell(struct str text, struct pack_told *out)
{
	struct str line, word;

	*out = (struct pack_told){.text = text};
	digest_hex_of(text, out->sha256);
	while (text.n > 0 && str_cut(&text, '\n', &line)) {
		bool waits = str_starts(line, STR("# once its import is accepted: "));

		if (waits)
			line = str_slice(line, strlen("# once its import is accepted: "), line.n);
		str_cut(&line, ' ', &word);
		if (str_is(word, "package")) {
			str_cut(&line, ' ', &out->package);
			out->version = line;
		} else if (str_is(word, "reviewer")) {
			out->reviewer = line;
		} else if (str_is(word, "names") || str_is(word, "ask")) {
			*(waits                     ? &out->refused
			    : str_is(word, "names") ? &out->admitted
						    : &out->asked) += count_names(line);
		} else if (out->package.n > 0 && name_is_below(word, out->package)) {
			out->refused++;
		}
	}
}

static void
put_share(const struct pack_told *p, struct buf *out)
{
	size_t all = p->admitted + p->asked + p->refused;

	buf_printf(out,
	    "%zu of %zu names reviewed and admitted (%zu %%), %zu wait for a person in each "
	    "program, %zu are refused",
	    p->admitted, all, all > 0 ? p->admitted * 100 / all : 0, p->asked, p->refused);
}

static void
put_head(const struct pack_told *p, const char *state, struct buf *out)
{
	buf_visible(out, p->package, SHOWN_MAX);
	if (p->text.n == 0) {
		buf_printf(out, "\n  state     %s\n", state);
		return;
	}
	buf_char(out, ' ');
	buf_visible(out, p->version, SHOWN_MAX);
	buf_printf(out, "\n  sha256    %s\n  reviewer  ", p->sha256);
	buf_visible(out, p->reviewer.n > 0 ? p->reviewer : STR("nobody"), SHOWN_MAX);
	buf_printf(out, "\n  state     %s\n  share     ", state);
	put_share(p, out);
	buf_char(out, '\n');
}

static void
put_pack(const struct pack_told *p, const char *state, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "package", p->package);
	json_put_text(w, "state", state);
	if (p->text.n > 0) {
		json_put_str(w, "version", p->version);
		json_put_text(w, "sha256", p->sha256);
		json_put_str(w, "reviewer", p->reviewer);
		json_put_number(w, "admitted", (int64_t)p->admitted);
		json_put_number(w, "asked", (int64_t)p->asked);
		json_put_number(w, "refused", (int64_t)p->refused);
		json_put_str(w, "text", p->text);
	}
	json_end_object(w);
}

/* -- installed -------------------------------------------------------------------------------- */

static const char *
state_of(struct call *c, const struct bundle *b)
{
	const char *words = arena_printf(c->a, "revision %" PRId64 ", signed by", b->name.revision);
	size_t count;
	const char *const *names = bundles_signers(c, b, &count);

	for (size_t i = 0; words && i < count; i++)
		words = arena_printf(c->a, "%s%s %s", words, i == 0 ? "" : ",", names[i]);
	return words ? arena_printf(c->a, "%s, until %s", words, day_of(b->not_after_us).text)
		     : NULL;
}

static bool
open_pack(struct call *c, const struct installed_place *place, const struct installed *which,
    struct pack_told *out, const char **state)
{
	struct bundle *b = arena_alloc(c->a, sizeof(*b));

	*out = (struct pack_told){.package = str_slice(which->id, strlen("library."), which->id.n)};
	if (!b)
		return false;
	if (!installed_open(c->a, place, which, c->now_us, b, &c->err)) {
		*state = arena_printf(c->a, "refused: %s", c->err.message);
		return *state != NULL;
	}
	for (size_t i = 0; i < b->count; i++)
		if (str_ends(b->files[i].name, STR(".pack")))
			pack_tell(b->files[i].text, out);
	*state = state_of(c, b);
	return *state != NULL;
}

static bool
read_place(struct call *c, struct installed_place *place)
{
	*place = (struct installed_place){0};
	return !c->place.trust ||
	       installed_read(c->a, c->place.trust, c->place.trust_path, place, &c->err);
}

static bool
is_library(const struct installed *one)
{
	return str_starts(one->id, STR("library."));
}

bool
packs_list(struct call *c, struct json_writer *w)
{
	struct installed_place place;
	struct pack_told pack;
	const char *state;

	if (!read_place(c, &place))
		return false;
	for (size_t i = 0, drawn = 0; i < place.count; i++) {
		if (!is_library(&place.items[i]))
			continue;
		if (!open_pack(c, &place, &place.items[i], &pack, &state))
			return err_memory(&c->err);
		if (w != NULL) {
			put_pack(&pack, state, w);
			continue;
		}
		buf_text(&c->out, drawn++ == 0 ? "\ninstalled packs\n" : "");
		put_head(&pack, state, &c->out);
	}
	return true;
}

/* -- one -------------------------------------------------------------------------------------- */

/* Prints the names that it admits and refuses, by module; comments and decisions are for the file's reader. */
static void
draw(const struct pack_told *p, struct buf *out)
{
	struct str rest = p->text, line;

	while (rest.n > 0 && str_cut(&rest, '\n', &line)) {
		struct str whole = line, word;

		str_cut(&line, ' ', &word);
		if (str_is(word, "names") || str_is(word, "ask") ||
		    name_is_below(word, p->package)) {
			buf_line(out, "  ", whole, PACK_LINE_SHOWN);
		}
	}
}

bool
pack_show(struct call *c, const char *name, bool *found)
{
	struct installed_place place;
	struct pack_told pack = {0};
	struct str text, package, version;
	const char *state = "a file, which nobody signed", *id;

	*found = true;
	if (str_ends(str_from(name), STR(".pack"))) {
		if (!pack_read(c->a, name, &text, &package, &version, &c->err))
			return false;
		pack_tell(text, &pack);
	} else {
		const struct installed *which;

		id = arena_printf(c->a, "library.%s", name);
		if (!id || !read_place(c, &place))
			return id ? false : err_memory(&c->err);
		which = installed_find(&place, str_from(id));
		if (!which) {
			*found = false;
			return true;
		}
		if (!open_pack(c, &place, which, &pack, &state))
			return err_memory(&c->err);
	}
	if (c->o->json) {
		put_pack(&pack, state, &c->j);
		return true;
	}
	put_head(&pack, state, &c->out);
	draw(&pack, &c->out);
	return true;
}
