/* SPDX-License-Identifier: MIT */
/* From a file to a policy: read, check against the schema, load what it extends, merge, digest. */
#include "merge.h"

#include "embedded.h"
#include "file.h"
#include "hash.h"
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
	struct merged merged[POLICY_FILES_MAX];
	size_t merged_count;
	bool candidate; /* it is only tried: what it would try itself is left */
};

/* How many mistakes were told: what adds one has failed. */
static size_t
told(const struct load *l)
{
	return l->errs->count + l->errs->more;
}

static void
fail(struct load *l, enum err_code code, const char *what, const char *name, const char *help)
{
	struct err err = {0};

	err_set(&err, code, "%s '%s'", what, name);
	err_help(&err, "%s", help);
	err_list_add(l->errs, &err);
}

/* The tape of a file that the build did not judge. */
static bool
parse(struct load *l, struct json_doc *doc)
{
	const struct str text = {(const char *)embedded_schema, embedded_schema_size};

	return yaml_parse(l->arena, doc->source, doc->file, doc, l->errs) &&
	       (l->schema != NULL ||
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
		nodes[i] = known->nodes[i];
		nodes[i].text.p = (const char *)known->texts + (uintptr_t)nodes[i].text.p;
	}
	doc->nodes = nodes;
	doc->count = known->count;
	return true;
}

static void
list_source(struct load *l, const struct policy_source *source)
{
	struct policy *p = l->policy;
	struct policy_source *one;

	for (size_t i = 0; i < p->source_count; i++) /* a file that is reached twice is one file */
		if (str_eq(p->sources[i].name, source->name) &&
		    str_eq(p->sources[i].text, source->text) &&
		    p->sources[i].attached == source->attached)
			return;
	one =
	    arena_push(l->arena, &p->sources, &p->source_count, &p->source_capacity, sizeof(*one));
	if (one == NULL)
		err_list_memory(l->errs);
	else
		*one = *source;
}

/* A file whose bytes are part of what decides. */
static void
add_source(struct load *l, struct policy_source source, const struct embedded_policy *known)
{
	if (known != NULL)
		memcpy(source.digest.bytes, known->sha256, DIGEST_BYTES);
	else
		digest_of(source.text, &source.digest);
	hasher_add(l->hasher, source.digest.bytes, DIGEST_BYTES);
	list_source(l, &source);
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

/* `extends: [x]` is x or x.yaml beside the file, then among the shipped policies. NULL (told) where
 * there is none. */
static const char *
find_policy(struct load *l, const struct json_doc *doc, const struct json_node *n)
{
	const char *suffix = str_ends(n->text, STR(".yaml")) ? "" : ".yaml",
		   *folder = l->origin->open->only ? NULL : l->origin->shipped_folder;
	const char *file = arena_printf(l->arena, "%.*s%s", STR_ARG(n->text), suffix);

	for (int shipped = 0; shipped < (folder != NULL ? 2 : 1); shipped++) {
		const char *found = file == NULL ? NULL
				    : shipped    ? path_join(l->arena, folder, file)
						 : path_beside(l->arena, doc->file, file);

		if (found == NULL)
			err_list_memory(l->errs);
		if (found == NULL || exists(l, found))
			return found;
	}
	json_complain(doc, n, l->errs,
	    l->origin->open->only
		? "a bundle must contain everything that its policies extend and name"
		: "Sluice looks beside this file, then among the shipped policies",
	    "policy '%.*s' is unknown", STR_ARG(n->text));
	return NULL;
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

/* -- what a file names ------------------------------------------------------------------------ */

/* The names in it were chosen for these interpreters. */
static void
check_interpreter(struct load *l, const struct json_doc *doc)
{
	const struct json_node *named = json_get(doc, json_root(doc), "interpreter");
	const char *here = policy_interpreter_name();

	if (named == NULL || str_is(named->text, here))
		return;
	JSON_EACH(one, doc, named)
		if (str_is(one->text, here))
			return;
	json_complain(doc, named, l->errs,
	    arena_printf(l->arena, "if its tests pass here, add %s to 'interpreter'", here),
	    "the policy was not written for %s, the interpreter on this machine", here);
}

static void load_file(struct load *l, const char *path);

static void
load_parents(struct load *l, const struct json_doc *doc)
{
	JSON_EACH(n, doc, json_get(doc, json_root(doc), "extends")) {
		const char *found = find_policy(l, doc, n);

		for (size_t i = 0; found != NULL && i < l->depth; i++)
			if (strcmp(l->chain[i], found) == 0) {
				json_complain(doc, n, l->errs, NULL, "policy '%.*s' extends itself",
				    STR_ARG(n->text));
				return;
			}
		if (found != NULL)
			load_file(l, found);
	}
}

/* NAME.pack, beside the policy's file or where the caller keeps what is installed. If there is none,
 * the merger says so. */
static void
load_pack(struct load *l, const struct json_doc *doc, struct str package)
{
	const struct policy_texts *open = l->origin->open;
	const char *name = arena_printf(l->arena, "%.*s" PACK_SUFFIX, STR_ARG(package)),
		   *beside = name == NULL ? NULL : path_beside(l->arena, doc->file, name);
	struct policy_source source = {.name = str_from(name), .attached = true};
	struct policy *p = l->policy;
	struct pack *added;
	struct err err = {0};
	bool there = beside != NULL && exists(l, beside), read = true;

	if (beside == NULL)
		read = err_memory(&err);
	else if (there)
		read = read_text(l, beside, PACK_BYTES_MAX, &source.text, &err);
	else if (!open->only && open->find_pack != NULL)
		read = open->find_pack(open->context, l->arena, package, &source.text, &err);
	if (!read)
		err_list_add(l->errs, &err);
	if (!read || (!there && source.text.n == 0))
		return;
	add_source(l, source, NULL);
	added = arena_push(l->arena, &p->packs, &p->pack_count, &p->pack_capacity, sizeof(*added));
	if (added == NULL)
		err_list_memory(l->errs);
	else
		pack_of_text(l->arena, source.text, name, package, added, l->errs);
}

/* Of packages that the table does not describe. */
static void
load_packs(struct load *l, const struct json_doc *doc)
{
	const struct json_node *lists = json_get(doc, json_root(doc), "imports");

	JSON_EACH(n, doc, json_get(doc, lists, "allow")) {
		struct str package = json_get_text(doc, n, "module", STR(""));

		if (json_get(doc, n, "pack") != NULL && !table_module(package).known &&
		    pack_of_symbol(l->policy, package) == NULL &&
		    memchr(package.p, '.', package.n) == NULL)
			load_pack(l, doc, package);
	}
}

static void
merge(struct load *l, const struct json_doc *doc)
{
	struct merged *one = &l->merged[l->merged_count++];
	struct merge m = {.arena = l->arena,
	    .policy = l->policy,
	    .doc = doc,
	    .errs = l->errs,
	    .extends = l->policy->lineage.count > 0,
	    .decide = l->origin->decide};

	one->doc = *doc;
	memcpy(one->locked, l->policy->locked, sizeof(one->locked));
	merge_document(&m);
	if (m.failed)
		err_list_memory(l->errs);
}

static struct policy *load_whole(struct load *l, const char *path);

/* Policies that are tried: loaded like any other, with their files among those of the first. Those
 * of an extended policy are not tried here: they were to be compared with that one. */
static void
load_candidates(struct load *l, const struct json_doc *doc)
{
	struct policy *p = l->policy, *loaded, **kept;

	if (l->depth > 1 || l->candidate)
		return;
	JSON_EACH(n, doc, json_get(doc, json_root(doc), "shadow")) {
		struct load one = {.arena = l->arena,
		    .origin = l->origin,
		    .schema = l->schema,
		    .errs = l->errs,
		    .candidate = true};
		const char *found = find_policy(l, doc, n);

		loaded = found == NULL ? NULL : load_whole(&one, found);
		l->schema = one.schema;
		if (loaded == NULL)
			continue;
		kept = arena_push(l->arena, &p->candidates, &p->candidate_count,
		    &p->candidate_capacity, sizeof(*kept));
		if (kept == NULL)
			err_list_memory(l->errs);
		else
			*kept = loaded;
		for (size_t i = 0; i < loaded->source_count; i++) {
			struct policy_source source = loaded->sources[i];

			source.attached = true;
			list_source(l, &source);
		}
	}
}

static void
load_waivers(struct load *l, const struct json_doc *doc)
{
	const struct json_node *file = merge_waivers_file(doc);
	struct policy_source source = {.attached = true};
	struct err err = {0};
	char *found, *name;

	if (file == NULL)
		return;
	name = arena_text(l->arena, file->text);
	found = name == NULL ? NULL : path_beside(l->arena, doc->file, name);
	if (found == NULL) {
		err_list_memory(l->errs);
	} else if (!read_text(l, found, POLICY_BYTES_MAX, &source.text, &err)) {
		json_complain(doc, file, l->errs, "waivers are in a file beside the policy",
		    "can't read the waivers '%s'", name);
	} else {
		source.name = str_from(name);
		add_source(l, source, NULL);
		waivers_read(l->arena, source.text, found, &l->policy->waivers, l->errs);
	}
}

/* -- files ------------------------------------------------------------------------------------ */

/* Its digest is the last of those that it stands on. The text that an editor has open counts, not
 * the file on the disk. */
static void
load_document(struct load *l, const struct json_doc *doc, const struct embedded_policy *known)
{
	static void (*const steps[])(struct load * l, const struct json_doc *doc) = {
	    check_interpreter, load_parents, load_packs, merge};
	const char *name = arena_text(l->arena, str_from(path_base(doc->file)));
	size_t before = told(l);

	l->chain[l->depth++] = doc->file;
	for (size_t i = 0; i < ARRAY_LENGTH(steps) && told(l) == before; i++)
		steps[i](l, doc);
	load_candidates(l, doc);
	load_waivers(l, doc);
	l->depth--;
	if (name == NULL)
		err_list_memory(l->errs);
	add_source(l, (struct policy_source){.name = str_from(name), .text = doc->source}, known);
}

static void
load_file(struct load *l, const char *path)
{
	const struct embedded_policy *known;
	struct json_doc doc = {.file = path};
	struct err err = {0};

	if (l->depth == POLICY_EXTENDS_MAX) {
		fail(l, ERR_LIMIT, "too many policies extend each other at", path,
		    "a chain of 'extends' may have 8 policies");
		return;
	}
	if (l->files > POLICY_FILES_MAX)
		return; /* it was told */
	if (l->files++ == POLICY_FILES_MAX) {
		fail(l, ERR_LIMIT, "the policy has too many files, the last of them", path,
		    "at most 32 are read; a file that is extended twice counts twice");
		return;
	}
	if (!read_text(l, path, POLICY_BYTES_MAX, &doc.source, &err)) {
		err_list_add(l->errs, &err);
		return;
	}
	known = find_embedded(doc.source);
	l->policy->shipped = l->policy->shipped && known != NULL;
	if (known != NULL ? take_embedded(l, known, &doc) : parse(l, &doc))
		load_document(l, &doc, known);
}

/* NULL (told) where there is a mistake. */
static struct policy *
load_whole(struct load *l, const char *path)
{
	struct policy *p = l->policy = arena_alloc(l->arena, sizeof(*p));
	size_t before = told(l);
	struct digest d;

	l->hasher = hasher_new();
	if (p == NULL || l->hasher == NULL)
		err_list_memory(l->errs);
	if (p != NULL && l->hasher != NULL) {
		merge_usual(p);
		p->shipped = true;
		load_file(l, path);
	}
	if (l->hasher != NULL)
		hasher_finish(l->hasher, &d);
	if (told(l) != before)
		return NULL;
	digest_hex(&d, p->digest);
	if (!merge_profiles(l->arena, p, l->merged, l->merged_count, l->errs))
		err_list_memory(l->errs);
	if (told(l) == before)
		waivers_judge(l->arena, p, &p->waivers, NULL, l->errs);
	return told(l) == before ? p : NULL;
}

bool
policy_load_from(
    struct arena *a, const struct policy_origin *origin, struct policy **out, struct err_list *errs)
{
	struct load l = {.arena = a, .origin = origin, .errs = errs};

	*out = load_whole(&l, origin->path);
	err_list_sort(errs);
	return *out != NULL;
}
