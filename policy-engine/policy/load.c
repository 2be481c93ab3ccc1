/* SPDX-License-Identifier: MIT */
/* From a file to a policy: read, check against the schema, load what it extends, merge, digest. */
#include "merge.h"

#include "embedded.h"
#include "file.h"
#include "hash.h"
#include "pack.h"
#include "validator.h"
#include "yaml.h"

/*
 * A policy's digest is the SHA-256 of the digests of its files, in the order in which they are
 * loaded, and of nothing else: a run that was asked for under a policy goes on under it when the
 * program is upgraded. The build has the digests of the shipped files, whose bytes are compared
 * first.
 */

struct load {
	struct arena *arena;
	const struct policy_origin *origin;
	struct policy *policy;
	struct hasher *hasher;
	struct schema *schema; /* NULL until a file needs it */
	struct err_list *errs;
	const char *chain[POLICY_EXTENDS_MAX]; /* the files being loaded, outermost first */
	size_t depth, files;                   /* files: that were read, for this policy */
	bool candidate; /* it is only tried: what it would try itself is left */
};

static bool
fail(struct load *l, enum err_code code, const char *what, const char *name, const char *help)
{
	struct err err = {0};

	err_set(&err, code, "%s '%s'", what, name);
	err_help(&err, "%s", help);
	return err_list_add(l->errs, &err);
}

static bool
is_valid(struct load *l, const struct json_doc *doc)
{
	const struct str text = {(const char *)embedded_schema, embedded_schema_size};

	return (l->schema != NULL ||
		   schema_of_text(l->arena, text, "policy.schema.json", &l->schema, l->errs)) &&
	       schema_fits(l->schema, l->arena, doc, l->errs);
}

/* The policy that the build judged, where the file has its bytes. */
static const struct embedded_policy *
find_embedded(struct str text)
{
	for (size_t i = 0; i < embedded_policy_count; i++) {
		const struct embedded_policy *p = &embedded_policies[i];

		if (str_eq(text, (struct str){(const char *)p->source, p->source_bytes}))
			return p;
	}
	return NULL;
}

/* The tape that yaml_parse would make of the file. */
static bool
take_embedded(struct load *l, const struct embedded_policy *known, struct json_doc *doc)
{
	struct json_node *nodes = arena_array(l->arena, known->count, sizeof(*nodes));

	if (nodes == NULL)
		return err_list_memory(l->errs);
	for (uint32_t i = 0; i < known->count; i++) {
		const struct embedded_node *n = &known->nodes[i];

		nodes[i] = (struct json_node){
		    .text = {(const char *)known->texts + n->text, n->text_bytes},
		    .at = n->at,
		    .end = n->end,
		    .next = n->next,
		    .parent = n->parent,
		    .count = n->count,
		    .kind = n->kind,
		    .flags = n->flags};
	}
	doc->nodes = nodes;
	doc->count = known->count;
	return true;
}

static void
add_digest(struct load *l, struct policy_source *source, const struct embedded_policy *known)
{
	if (known != NULL)
		memcpy(source->digest.bytes, known->sha256, DIGEST_BYTES);
	else
		digest_of(source->text, &source->digest);
	hasher_add(l->hasher, source->digest.bytes, DIGEST_BYTES);
}

static bool
read_document(struct load *l, const char *path, struct str text,
    const struct embedded_policy *known, struct json_doc *doc)
{
	*doc = (struct json_doc){.source = text, .file = path};
	l->policy->shipped = l->policy->shipped && known != NULL;
	if (known != NULL)
		return take_embedded(l, known, doc);
	return yaml_parse(l->arena, text, path, doc, l->errs) && is_valid(l, doc);
}

static const struct policy_source *
find_text(const struct load *l, const char *path)
{
	for (size_t i = 0; i < l->origin->open->count; i++)
		if (str_is(l->origin->open->items[i].name, path))
			return &l->origin->open->items[i];
	return NULL;
}

static bool
exists(const struct load *l, const char *path)
{
	const struct policy_texts *open = l->origin->open;
	bool there = open->only ? find_text(l, path) != NULL : file_exists(path);

	if (open->looked != NULL)
		open->looked(open->context, path, there, NULL);
	return there;
}

/* `extends: [x]` is x or x.yaml beside the file, then among the shipped policies. */
static const char *
find_policy(struct load *l, const char *from, struct str name)
{
	const char *suffix = str_ends(name, STR(".yaml")) ? "" : ".yaml";
	char *file = arena_printf(l->arena, "%.*s%s", STR_ARG(name), suffix);
	char *beside = file == NULL ? NULL : path_beside(l->arena, from, file);

	if (beside == NULL || exists(l, beside))
		return beside;
	if (l->origin->shipped_folder != NULL && !l->origin->open->only) {
		char *shipped = path_join(l->arena, l->origin->shipped_folder, file);

		if (shipped != NULL && exists(l, shipped))
			return shipped;
	}
	return "";
}

static bool load_file(struct load *l, const char *path);

/* The same of a node that names it; NULL (told) where there is none. */
static const char *
find_named(struct load *l, const struct json_doc *doc, const struct json_node *n, const char *from)
{
	const char *found = find_policy(l, from, n->text);

	if (found == NULL)
		err_list_memory(l->errs);
	else if (*found == '\0')
		json_complain(doc, n, l->errs,
		    l->origin->open->only
			? "a bundle must contain everything that its policies extend and name"
			: "Sluice looks beside this file, then among the shipped policies",
		    "policy '%.*s' is unknown", STR_ARG(n->text));
	return found != NULL && *found != '\0' ? found : NULL;
}

static bool
load_parents(struct load *l, const struct json_doc *doc, const char *path)
{
	const struct json_node *list = json_get(doc, json_root(doc), "extends");
	bool whole = true;

	JSON_EACH(n, doc, list) {
		const char *found = find_named(l, doc, n, path);

		for (size_t i = 0; found != NULL && i < l->depth; i++)
			if (strcmp(l->chain[i], found) == 0)
				return json_complain(doc, n, l->errs, NULL,
				    "policy '%.*s' extends itself", STR_ARG(n->text));
		whole = found != NULL && load_file(l, found) && whole;
	}
	return whole;
}

static bool load_whole(struct load *l, const char *path, struct policy **out);
static bool keep_source(struct load *l, const struct policy_source *source);

/* A policy that is tried: loaded like any other, with its files among those of the first. */
static bool
load_candidate(struct load *l, const char *path)
{
	struct load one = {.arena = l->arena,
	    .origin = l->origin,
	    .schema = l->schema,
	    .errs = l->errs,
	    .candidate = true};
	struct policy *p = l->policy, *loaded, **kept;
	bool whole = load_whole(&one, path, &loaded);

	l->schema = one.schema;
	if (!whole)
		return false;
	kept = arena_push(
	    l->arena, &p->candidates, &p->candidate_count, &p->candidate_capacity, sizeof(*kept));
	if (kept == NULL)
		return err_list_memory(l->errs);
	*kept = loaded;
	for (size_t i = 0; whole && i < loaded->source_count; i++) {
		struct policy_source source = loaded->sources[i];

		source.attached = true;
		whole = keep_source(l, &source);
	}
	return whole;
}

/* Candidates of an extended policy are not tried here: they were to be compared with that one. */
static bool
load_candidates(struct load *l, const struct json_doc *doc, const char *path)
{
	const struct json_node *list = json_get(doc, json_root(doc), "shadow");
	bool whole = true;

	if (l->depth > 1 || l->candidate)
		return true;
	JSON_EACH(n, doc, list) {
		const char *found = find_named(l, doc, n, path);

		whole = found != NULL && load_candidate(l, found) && whole;
	}
	return whole;
}

static bool
read_text(struct load *l, const char *path, size_t most, struct str *out, struct err *err)
{
	const struct policy_texts *open = l->origin->open;
	const struct policy_source *found = find_text(l, path);

	if (found == NULL && open->only)
		return err_set(err, ERR_INPUT, "there is no file '%s'", path);
	if (found == NULL && !file_read(l->arena, path, most, out, err))
		return false;
	if (found == NULL && open->looked != NULL)
		open->looked(open->context, path, true, out);
	*out = found == NULL ? *out : found->text;
	return out->n <= most ||
	       err_set(err, ERR_LIMIT, "'%s' is larger than %zu bytes", path, most);
}

/* The file beside the policy's, whose bytes are part of what decides. */
static bool
load_waivers(struct load *l, const struct json_doc *doc, const char *path)
{
	const struct json_node *file = merge_waivers_file(doc);
	struct policy_source source = {.attached = true};
	struct err err = {0};
	char *found, *name;

	if (file == NULL)
		return true;
	name = arena_text(l->arena, file->text);
	found = name == NULL ? NULL : path_beside(l->arena, path, name);
	if (found == NULL)
		return err_list_memory(l->errs);
	if (!read_text(l, found, POLICY_BYTES_MAX, &source.text, &err))
		return json_complain(doc, file, l->errs, "waivers are in a file beside the policy",
		    "can't read the waivers '%s'", name);
	source.name = str_from(name);
	add_digest(l, &source, NULL);
	return keep_source(l, &source) &&
	       waivers_read(l->arena, source.text, found, &l->policy->waivers, l->errs);
}

/* The text of NAME.pack, beside the policy's file or where the caller keeps what is installed; an
 * empty name where there is none. */
static bool
find_pack(struct load *l, const char *from, struct str package, struct policy_source *out,
    struct err *err)
{
	const struct policy_texts *open = l->origin->open;
	const char *name = arena_printf(l->arena, "%.*s" PACK_SUFFIX, STR_ARG(package));
	const char *beside = name == NULL ? NULL : path_beside(l->arena, from, name);

	*out = (struct policy_source){.attached = true};
	if (beside == NULL)
		return err_memory(err);
	if (exists(l, beside)) {
		out->name = str_from(name);
		return read_text(l, beside, PACK_BYTES_MAX, &out->text, err);
	}
	if (open->only || open->find_pack == NULL)
		return true;
	if (!open->find_pack(open->context, l->arena, package, &out->text, err))
		return false;
	out->name = out->text.n > 0 ? str_from(name) : STR("");
	return true;
}

static bool
load_pack(struct load *l, const struct json_doc *doc, const struct json_node *at, const char *path)
{
	struct policy *p = l->policy;
	struct str package = json_get_text(doc, at, "module", STR(""));
	struct policy_source source;
	struct pack *added;
	struct err err = {0};

	if (table_module(package).known || pack_of_symbol(p, package) != NULL ||
	    memchr(package.p, '.', package.n) != NULL)
		return true;
	if (!find_pack(l, path, package, &source, &err))
		return err_list_add(l->errs, &err);
	if (source.name.n == 0) /* the merger says that there is none */
		return true;
	added = arena_push(l->arena, &p->packs, &p->pack_count, &p->pack_capacity, sizeof(*added));
	if (added == NULL)
		return err_list_memory(l->errs);
	add_digest(l, &source, NULL);
	return keep_source(l, &source) &&
	       pack_of_text(l->arena, source.text, source.name.p, package, added, l->errs);
}

/* Of packages that the table does not describe. */
static bool
load_packs(struct load *l, const struct json_doc *doc, const char *path)
{
	const struct json_node *list =
	    json_get(doc, json_get(doc, json_root(doc), "imports"), "allow");
	bool whole = true;

	JSON_EACH(n, doc, list)
		if (n->kind == JSON_OBJECT && json_get(doc, n, "pack") != NULL)
			whole = load_pack(l, doc, n, path) && whole;
	return whole;
}

static bool
merge(struct load *l, const struct json_doc *doc)
{
	size_t before = l->errs->count;
	struct merge m = {.arena = l->arena,
	    .policy = l->policy,
	    .doc = doc,
	    .errs = l->errs,
	    .extends = l->policy->lineage.count > 0,
	    .decide = l->origin->decide};

	merge_document(&m);
	if (m.failed)
		return err_list_memory(l->errs);
	return l->errs->count == before;
}

/* A file that is reached twice is one file. */
static bool
keep_source(struct load *l, const struct policy_source *source)
{
	struct policy *p = l->policy;
	struct policy_source *one;

	for (size_t i = 0; i < p->source_count; i++)
		if (str_eq(p->sources[i].name, source->name) &&
		    str_eq(p->sources[i].text, source->text) &&
		    p->sources[i].attached == source->attached)
			return true;
	one =
	    arena_push(l->arena, &p->sources, &p->source_count, &p->source_capacity, sizeof(*one));
	if (one == NULL)
		return err_list_memory(l->errs);
	*one = *source;
	return true;
}

/* Keeps the text that an editor has open: it counts, not the file on the disk. */
static bool
keep_own(struct load *l, const char *path, struct str text, const struct embedded_policy *known)
{
	struct policy_source own = {.text = text};
	char *name = arena_text(l->arena, str_from(path_base(path)));

	add_digest(l, &own, known);
	own.name = str_from(name);
	return name != NULL ? keep_source(l, &own) : err_list_memory(l->errs);
}

static bool
load_file(struct load *l, const char *path)
{
	const struct embedded_policy *known;
	struct json_doc doc;
	struct str text;
	struct err err = {0};
	bool whole;

	if (l->depth == POLICY_EXTENDS_MAX)
		return fail(l, ERR_LIMIT, "too many policies extend each other at", path,
		    "a chain of 'extends' may have 8 policies");
	if (l->files > POLICY_FILES_MAX)
		return false; /* it was told */
	if (l->files++ == POLICY_FILES_MAX)
		return fail(l, ERR_LIMIT, "the policy has too many files, the last of them", path,
		    "at most 32 are read; a file that is extended twice counts twice");
	if (!read_text(l, path, POLICY_BYTES_MAX, &text, &err))
		return err_list_add(l->errs, &err);
	known = find_embedded(text);
	if (!read_document(l, path, text, known, &doc))
		return false;
	l->chain[l->depth++] = path;
	whole = merge_fits_interpreter(&doc, l->errs) && load_parents(l, &doc, path) &&
		load_packs(l, &doc, path) && merge(l, &doc);
	whole = load_candidates(l, &doc, path) && whole;
	whole = load_waivers(l, &doc, path) && whole;
	l->depth--;
	return keep_own(l, path, text, known) && whole;
}

static bool
make_profiles(struct load *l)
{
	size_t before = l->errs->count + l->errs->more;

	if (!merge_profiles(l->arena, l->policy, l->errs))
		return err_list_memory(l->errs);
	return l->errs->count + l->errs->more == before;
}

static void
finish_digest(struct load *l)
{
	struct digest d;

	hasher_finish(l->hasher, &d);
	digest_hex(&d, l->policy->digest);
}

static bool
load_whole(struct load *l, const char *path, struct policy **out)
{
	bool whole;

	*out = NULL;
	l->policy = arena_alloc(l->arena, sizeof(*l->policy));
	l->hasher = hasher_new();
	if (l->policy == NULL || l->hasher == NULL) {
		if (l->hasher != NULL)
			hasher_finish(l->hasher, &(struct digest){0});
		return err_list_memory(l->errs);
	}
	merge_usual(l->policy);
	l->policy->shipped = true;
	whole = load_file(l, path);
	finish_digest(l);
	whole = whole && make_profiles(l) &&
		waivers_judge(l->arena, l->policy, &l->policy->waivers, NULL, l->errs);
	if (whole)
		*out = l->policy;
	return whole;
}

bool
policy_load_from(
    struct arena *a, const struct policy_origin *origin, struct policy **out, struct err_list *errs)
{
	struct load l = {.arena = a, .origin = origin, .errs = errs};
	bool whole = load_whole(&l, origin->path, out);

	err_list_sort(errs);
	return whole;
}
