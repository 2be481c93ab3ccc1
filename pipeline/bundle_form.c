/* SPDX-License-Identifier: MIT */
/* bundle_form.c: the one text of a bundle's list. */
#include "bundle.h"

#include "ascii.h"
#include "record.h"

#include <stdlib.h>
#include <strings.h>

#define STATEMENT_TYPE "https://in-toto.io/Statement/v1"
/* Base64 in the envelope makes four bytes of three. */
#define STATEMENT_BYTES_MAX (BUNDLE_LIST_BYTES_MAX / 4 * 3 - 4096)
#define STATEMENT_DEPTH_MAX 8
#define STATEMENT_NODES_MAX 16384
#define NAME_BYTES_MAX 128
#define ID_BYTES_MAX 64

static bool
is_letter(char c)
{
	return ascii_lower(c) || ascii_digit(c);
}

static bool
is_same_but_for_case(struct str a, struct str b)
{
	return a.n == b.n && strncasecmp(a.p, b.p, a.n) == 0;
}

/* It becomes a part of a file's name. */
bool
bundle_id_is_plain(struct str id)
{
	if (id.n == 0 || id.n > ID_BYTES_MAX || !is_letter(id.p[0]))
		return false;
	for (size_t i = 0; i < id.n; i++)
		if (!is_letter(id.p[i]) && !memchr("._-", id.p[i], 3))
			return false;
	return true;
}

/* `a.yaml`, `programs/a.py`: nothing that leads out of the folder, or is the list itself. */
static bool
file_name_is_plain(struct str name)
{
	struct str rest = name, part;

	if (name.n == 0 || name.n > NAME_BYTES_MAX || name.p[name.n - 1] == '/' ||
	    is_same_but_for_case(name, STR(BUNDLE_LIST)))
		return false;
	while (str_cut(&rest, '/', &part)) {
		if (part.n == 0 || part.p[0] == '.' || part.p[0] == '-')
			return false;
		for (size_t i = 0; i < part.n; i++)
			if (!ascii_letter(part.p[i]) && !ascii_digit(part.p[i]) &&
			    !memchr("._-", part.p[i], 3))
				return false;
	}
	return true;
}

/* -- the members ----------------------------------------------------------------------------- */

#define AT(member) offsetof(struct bundle, member)

FORM(digest_form, struct bundle_file,
    {.name = "sha256", .kind = FIELD_DIGEST, .at = offsetof(struct bundle_file, sha256)});

FORM(file_form, struct bundle_file, {.name = "digest", .kind = FIELD_PART, .form = &digest_form},
    {.name = "name", .kind = FIELD_ID, .at = offsetof(struct bundle_file, name)});

FORM(policy_form, struct bundle_policy,
    {.name = "file", .kind = FIELD_ID, .at = offsetof(struct bundle_policy, file)},
    {.name = "id", .kind = FIELD_ID, .at = offsetof(struct bundle_policy, id)},
    {.name = "revision", .kind = FIELD_NUMBER, .at = offsetof(struct bundle_policy, revision)});

FORM(predicate_form, struct bundle, {.name = "id", .kind = FIELD_ID, .at = AT(name.id)},
    {.name = "interpreter", .kind = FIELD_ID, .at = AT(interpreter)},
    {.name = "made_us", .kind = FIELD_NUMBER, .at = AT(made_us)},
    {.name = "not_after_us", .kind = FIELD_NUMBER, .at = AT(not_after_us)},
    {.name = "not_before_us", .kind = FIELD_NUMBER, .at = AT(not_before_us)},
    MEMBER_LIST("policies", struct bundle, policies, policy_count, policy_form),
    {.name = "revision", .kind = FIELD_NUMBER, .at = AT(name.revision)},
    {.name = "table_sha256", .kind = FIELD_ID, .at = AT(table_sha256)});

FORM(statement_form, struct bundle, {.name = "_type", .kind = FIELD_ID, .at = AT(statement_type)},
    {.name = "predicate", .kind = FIELD_PART, .form = &predicate_form},
    {.name = "predicateType", .kind = FIELD_ID, .at = AT(predicate_type)},
    MEMBER_LIST("subject", struct bundle, files, count, file_form));

/* -- writing --------------------------------------------------------------------------------- */

static int
by_name(const void *left, const void *right)
{
	const struct bundle_file *a = left, *b = right;

	return str_compare(a->name, b->name);
}

static int
by_id(const void *left, const void *right)
{
	const struct bundle_policy *a = left, *b = right;

	return str_compare(a->id, b->id);
}

/* A folder that takes two names for one would hold one of the two files. */
static bool
collides(const struct bundle *b, size_t at)
{
	bool found = false;

	for (size_t i = 0; i < at && !found; i++)
		found = is_same_but_for_case(b->files[i].name, b->files[at].name);
	return found;
}

static bool
files_are_sound(const struct bundle *b, struct err *err)
{
	for (size_t i = 0; i < b->count; i++) {
		struct str name = b->files[i].name;

		if (!file_name_is_plain(name)) {
			err_set(err, ERR_INPUT, "'%.*s' is not a name for a file of a bundle",
			    STR_ARG(name));
			return err_help(err, "use letters, digits, '.', '_' and '-', and no '..'");
		}
		int order = i > 0 ? str_compare(b->files[i - 1].name, name) : -1;
		if (order == 0)
			return err_set(
			    err, ERR_INPUT, "'%.*s' is in the bundle twice", STR_ARG(name));
		if (order > 0)
			return err_set(
			    err, ERR_INPUT, "'%.*s' is out of the order of names", STR_ARG(name));
		if (collides(b, i)) {
			err_set(err, ERR_INPUT,
			    "'%.*s' differs from another file's name in case alone", STR_ARG(name));
			return err_help(err, "rename one of the two files");
		}
	}
	return true;
}

static bool
policies_are_sound(const struct bundle *b, struct err *err)
{
	for (size_t i = 0; i < b->policy_count; i++) {
		const struct bundle_policy *p = &b->policies[i];
		bool found = false;

		if (i > 0 && str_compare(b->policies[i - 1].id, p->id) >= 0)
			return err_set(err, ERR_INPUT, "the policy '%.*s' is in the bundle twice",
			    STR_ARG(p->id));
		for (size_t k = 0; k < b->count && !found; k++)
			found = str_eq(b->files[k].name, p->file);
		if (!found)
			return err_set(err, ERR_INPUT,
			    "the policy '%.*s' names a file that is not in the bundle",
			    STR_ARG(p->id));
	}
	if (b->policy_count > BUNDLE_POLICIES_MAX)
		return err_set(
		    err, ERR_LIMIT, "a bundle may have up to %d policies", BUNDLE_POLICIES_MAX);
	return b->policy_count > 0 || err_set(err, ERR_INPUT, "the bundle offers no policy");
}

/* The conditions that every bundle must meet, whatever wrote it. */
static bool
is_sound(const struct bundle *b, struct err *err)
{
	if (!bundle_id_is_plain(b->name.id)) {
		err_set(err, ERR_INPUT, "'%.*s' is not an id for a bundle", STR_ARG(b->name.id));
		return err_help(
		    err, "up to 64 of a-z, 0-9, '.', '_' and '-'; a letter or digit first");
	}
	if (b->name.revision < 1 || b->name.revision > BUNDLE_REVISION_MAX)
		return err_set(err, ERR_INPUT, "a bundle's revision must be a number from 1");
	if (b->not_before_us >= b->not_after_us)
		return err_set(err, ERR_INPUT, "the bundle's validity ends before it begins");
	return files_are_sound(b, err) && policies_are_sound(b, err);
}

bool
bundle_write(struct arena *a, struct bundle *b, struct err *err)
{
	b->interpreter = str_from(policy_interpreter_name());
	b->table_sha256 = str_from(policy_table_sha256());
	b->statement_type = STR(STATEMENT_TYPE);
	b->predicate_type = STR(BUNDLE_PREDICATE_TYPE);
	for (size_t i = 0; i < b->count; i++)
		digest_hex_of(b->files[i].text, b->files[i].sha256);
	if (b->count > 1)
		qsort(b->files, b->count, sizeof(*b->files), by_name);
	if (b->policy_count > 1)
		qsort(b->policies, b->policy_count, sizeof(*b->policies), by_id);
	if (!is_sound(b, err) ||
	    !record_text(a, &statement_form, b, STATEMENT_BYTES_MAX, &b->envelope.payload, err))
		return false;
	b->list = b->envelope.payload;
	digest_hex_of(b->envelope.payload, b->name.sha256);
	return true;
}

/* -- reading --------------------------------------------------------------------------------- */

/* That nothing but what is kept was there shows when it is written again. */
static bool
read_statement(struct arena *a, struct str bytes, struct bundle *b, struct err *err)
{
	const struct json_limits limits = {
	    STATEMENT_BYTES_MAX, STATEMENT_DEPTH_MAX, STATEMENT_NODES_MAX, 20};
	struct json_doc d;
	struct str again;

	if (!json_parse_canonical(a, bytes, NULL, &limits, &d, err) ||
	    !record_read(a, &d, json_root(&d), &statement_form, b, err))
		return false;
	if (!str_is(b->statement_type, STATEMENT_TYPE) ||
	    !str_is(b->predicate_type, BUNDLE_PREDICATE_TYPE))
		return err_set(err, ERR_INPUT,
		    "the statement is not of in-toto's version 1 and the "
		    "type '%s'",
		    BUNDLE_PREDICATE_TYPE);
	for (size_t i = 0; i < b->count; i++)
		b->files[i].text = (struct str){NULL, 0};
	if (!is_sound(b, err) ||
	    !record_text(a, &statement_form, b, STATEMENT_BYTES_MAX, &again, err))
		return false;
	if (!str_eq(bytes, again))
		return err_set(err, ERR_INPUT, "its form is not that of a bundle's list");
	digest_hex_of(bytes, b->name.sha256);
	return true;
}

static bool
parse(struct arena *a, struct str bytes, struct bundle *b, struct err *err)
{
	bool draft = str_starts(bytes, STR("{\"_type\":"));

	if (bytes.n > BUNDLE_LIST_BYTES_MAX)
		return err_set(
		    err, ERR_LIMIT, "it is larger than %zu bytes", (size_t)BUNDLE_LIST_BYTES_MAX);
	if (draft)
		b->envelope.payload = bytes;
	else if (!envelope_read(a, bytes, &b->envelope, err))
		return false;
	b->list = bytes;
	return read_statement(a, b->envelope.payload, b, err);
}

bool
bundle_is_none(struct bundle *b, struct err *err)
{
	const char *label = b->label;

	*b = (struct bundle){.label = label};
	err->file[0] = '\0'; /* places are in the JSON, which nobody reads */
	err->line = err->column = 0;
	return err_wrap(err, "'%s' is not a bundle", label);
}

bool
bundle_parse(
    struct arena *a, struct str bytes, const char *label, struct bundle *out, struct err *err)
{
	*out = (struct bundle){.label = label};
	return parse(a, bytes, out, err) || bundle_is_none(out, err);
}
