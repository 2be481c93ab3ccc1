/* SPDX-License-Identifier: MIT */
#include "packer.h"
#include "record.h"

#include "task_loader.h"
#include "tool.h"

#define PARTS_MAX 128

static bool
add_known(struct packer *p, const char *path, struct str bytes, const struct digest *digest)
{
	if (!path)
		return err_memory(p->err);
	if (p->out->count == PARTS_MAX)
		return err_set(p->err, ERR_LIMIT, "a task of more than %d files", PARTS_MAX);
	struct capsule_part *part = &p->out->parts[p->out->count++];
	part->path = path;
	part->bytes = bytes;
	digest_hex(digest, part->sha256);
	return true;
}

bool
packer_add(struct packer *p, const char *path, struct str bytes)
{
	struct digest digest;

	digest_of(bytes, &digest);
	return add_known(p, path, bytes, &digest);
}

static bool
pack_inputs(struct packer *p)
{
	const struct task *t = p->task;

	json_open_array(&p->w, "inputs");
	for (size_t i = 0; i < t->input_count; i++) {
		const struct task_input *input = &t->inputs[i];
		char *path = arena_printf(p->a, "inputs/%.*s", STR_ARG(input->name));
		if (!packer_add(p, path, input->bytes))
			return false;
		json_format(&p->w, "{path: %s, name: %.*s", path, STR_ARG(input->name));
		if (input->sensitive_count > 0)
			json_put_strs(&p->w, "sensitive", input->sensitive, input->sensitive_count);
		json_format(&p->w, "about: ?%.*s", STR_ARG(input->about));
		for (size_t k = 0; k < input->meaning_count; k++) {
			if (k == 0)
				json_open_object(&p->w, "columns");
			json_name_str(&p->w, input->meanings[k].name);
			json_str(&p->w, input->meanings[k].text);
		}
		if (input->meaning_count > 0)
			json_end_object(&p->w);
		json_end_object(&p->w);
	}
	json_end_array(&p->w);
	return true;
}

/* The last of the sources is the policy itself, the others are what it stands on and names. */
static const char *
policy_file(const struct packer *p, const struct policy *policy)
{
	size_t count;
	const struct policy_source *sources = policy_sources(policy, &count);

	return arena_printf(p->a, "policy/%.*s", STR_ARG(sources[count - 1].name));
}

/* Two policies may stand on one file; two files can't have one name. */
static bool
pack_source(struct packer *p, const struct policy_source *source)
{
	char *path = arena_printf(p->a, "policy/%.*s", STR_ARG(source->name));

	for (size_t i = 0; path && i < p->out->count; i++) {
		if (strcmp(p->out->parts[i].path, path) != 0)
			continue;
		return str_eq(p->out->parts[i].bytes, source->text) ||
		       err_set(p->err, ERR_INPUT,
			   "the policy uses two files with the same name, '%.*s'",
			   STR_ARG(source->name));
	}
	return add_known(p, path, source->text, &source->digest);
}

static bool
pack_sources(struct packer *p, const struct policy *policy)
{
	size_t count;
	const struct policy_source *sources = policy_sources(policy, &count);

	for (size_t i = 0; i < count; i++)
		if (!pack_source(p, &sources[i]))
			return false;
	return true;
}

static bool
pack_policy(struct packer *p)
{
	if (!pack_sources(p, p->task->policy))
		return false;
	struct str profile = policy_profile_name(p->task->policy);
	json_format(
	    &p->w, "policy: %s, profile: ?%.*s", policy_file(p, p->task->policy), STR_ARG(profile));
	if (p->task->trial_count == 0)
		return true;
	json_open_array(&p->w, "shadow");
	for (size_t i = 0; i < p->task->trial_count; i++) {
		if (!pack_sources(p, p->task->trials[i]))
			return false;
		json_text(&p->w, policy_file(p, p->task->trials[i]));
	}
	json_end_array(&p->w);
	return true;
}

static const char *
severity_word(unsigned severity)
{
	static const char *const names[] = {[INVARIANT_STOP] = "stop",
	    [INVARIANT_ESCALATE] = "escalate",
	    [INVARIANT_WARN] = "warn"};

	return names[severity];
}

#define INVARIANT struct task_invariant
FORM(invariant_form, INVARIANT, MEMBER_AS("expect", INVARIANT, text),
    MEMBER_OR_MISSING("message", INVARIANT, message),
    MEMBER_WORD("severity", INVARIANT, severity, severity_word, NULL));

static void
put_artifacts(struct packer *p)
{
	json_open_array(&p->w, "artifacts");
	for (size_t i = 0; i < p->task->artifact_count; i++) {
		const struct task_artifact *f = &p->task->artifacts[i];
		json_format(&p->w, "{name: %.*s, type: ?%.*s, schema: ?=%.*s", STR_ARG(f->name),
		    STR_ARG(f->type), STR_ARG(f->schema_text));
		if (f->column_count > 0)
			json_put_strs(&p->w, "columns", f->columns, f->column_count);
		json_format(&p->w, "max_kb: ?%ld, optional: %d}", f->bytes_max >> 10, f->optional);
	}
	json_end_array(&p->w);
}

static void
pack_output(struct packer *p)
{
	json_format(&p->w, "output: {framing: %s, channel: %s, schema: =%.*s",
	    output_framing_name(p->task->framing), output_channel_name(p->task->channel),
	    STR_ARG(p->task->schema_text));
	record_put_list(
	    &p->w, "invariants", &invariant_form, p->task->invariants, p->task->invariant_count);
	if (p->task->artifacts_listed)
		put_artifacts(p);
	json_end_object(&p->w);
}

static void
pack_limits(struct packer *p)
{
	json_open_object(&p->w, "limits");
	for (size_t i = 0; i < LIMITS; i++) {
		int64_t amount = limits_get(&p->task->limits, i) / LIMIT_LIST[i].unit;
		if (amount > 0)
			json_put_number(&p->w, LIMIT_LIST[i].name, amount);
	}
	json_end_object(&p->w);
}

static void
pack_budgets(struct packer *p)
{
	const struct task_budgets *b = &p->task->budgets;
	const struct model_spec *m = &p->task->model;

	json_format(&p->w, "budgets: {attempts: ?%ld, wall_s: ?%ld, cells: ?%ld", b->attempts,
	    b->wall_ms / 1000, b->cells);
	json_format(&p->w, "requests: ?%ld, tokens: ?%ld, cost_micros: ?%ld}", m->budget_requests,
	    m->budget_tokens, m->budget_micros);
}

static bool
pack_task(struct packer *p)
{
	struct buf text;
	struct str kept;

	buf_init(&text, TASK_BYTES_MAX);
	json_writer_init(&p->w, &text, true);
	json_format(&p->w, "{goal: %.*s", STR_ARG(p->task->goal));
	bool good = pack_inputs(p) && pack_policy(p);
	pack_output(p);
	pack_limits(p);
	pack_budgets(p);
	if (p->task->tool) {
		json_name(&p->w, "tool");
		tool_json(p->task->tool, &p->w);
	}
	for (size_t i = 0; i < p->task->tool_count; i++) {
		if (i == 0)
			json_open_array(&p->w, "tools");
		tool_json(&p->task->tools[i], &p->w);
	}
	if (p->task->tool_count > 0)
		json_end_array(&p->w);
	json_format(&p->w, "explain: ?%d, review: ?%d", p->task->explain, p->task->review);
	good = good && packer_model(p);
	json_end_object(&p->w);
	good = good &&
	       ((!text.failed && arena_copy(p->a, buf_view(&text), &kept)) || err_memory(p->err)) &&
	       packer_add(p, "task.json", kept);
	buf_release(&text);
	return good;
}

static void
put_bundle(struct packer *p, struct json_writer *w)
{
	const struct policy_bundle *b = policy_bundle_of(p->task->policy);

	if (!b)
		return;
	json_format(w, "bundle: {id: %.*s, policy: %.*s, revision: %ld, sha256: %s}",
	    STR_ARG(b->id), STR_ARG(policy_id(p->task->policy)), b->revision, b->sha256);
}

FORM(part_form, struct capsule_part, MEMBER(struct capsule_part, path),
    MEMBER(struct capsule_part, sha256));

static bool
write_manifest(struct packer *p)
{
	struct json_writer w;
	struct buf text;

	json_begin(&w, &text, 1 << 20);
	json_format(&w, "{v: %u, policy_sha256: %s", 1u, policy_digest(p->task->policy));
	put_bundle(p, &w);
	json_format(&w, "cell_from: ?%ld", p->task->cell_from);
	record_put_list(&w, "files", &part_form, p->out->parts, p->out->count);
	json_end_object(&w);
	return record_finish(p->a, &text, &p->out->text, p->err);
}

bool
capsule_pack(struct arena *a, const struct task *task, struct capsule *out, struct err *err)
{
	struct packer p = {.a = a, .task = task, .out = out, .err = err};

	*out = (struct capsule){.parts = arena_array(a, PARTS_MAX, sizeof(*out->parts))};
	if (!out->parts)
		return err_memory(err);
	if (!pack_task(&p) || !write_manifest(&p))
		return false;
	digest_hex_of(out->text, out->sha256);
	return true;
}

/* One of the places that capsule_pack uses, and nothing that leads elsewhere. */
static bool
path_is_ours(struct str path)
{
	struct str name = path;

	if (str_is(path, "task.json") || str_is(path, "code.py") || str_is(path, "replies.json"))
		return true;
	if (str_starts(path, STR("inputs/")) || str_starts(path, STR("policy/")))
		name = str_slice(path, 7, path.n);
	else
		return false;
	return name.n > 0 && name.n <= 128 && name.p[0] != '.' && !memchr(name.p, '/', name.n) &&
	       !memchr(name.p, '\0', name.n);
}

/* The folder of the files' paths: nothing of a stored task is written to a disk. */
#define AT "stored"

struct unpacker {
	struct arena *a, *policy_arena; /* of what a cache keeps, or the same */
	const struct capsule_source *source;
	bool has_code;
	struct task_stored stored;
	struct err *err;
};

static bool
make_room(struct unpacker *u)
{
	if (!u->stored.policy.files)
		u->stored.policy.files =
		    arena_array(u->policy_arena, PARTS_MAX, sizeof(*u->stored.policy.files));
	u->stored.files = arena_array(u->a, PARTS_MAX, sizeof(*u->stored.files));
	return (u->stored.policy.files && u->stored.files) || err_memory(u->err);
}

static bool
is_of_policy(struct str path)
{
	return str_starts(path, STR("policy/"));
}

static bool
unpack_file(struct unpacker *u, const struct json_doc *doc, const struct json_node *file)
{
	struct str path = json_get_text(doc, file, "path", STR(""));
	bool of_policy = is_of_policy(path);
	struct arena *a = of_policy ? u->policy_arena : u->a;
	char *sha256 = arena_text(a, json_get_text(doc, file, "sha256", STR("")));
	char *place = arena_printf(a, AT "/%.*s", STR_ARG(path));
	size_t *count = of_policy ? &u->stored.policy.count : &u->stored.count;
	struct policy_source *files = of_policy ? u->stored.policy.files : u->stored.files;
	struct str bytes;

	if (!sha256 || !place)
		return err_memory(u->err);
	if (!path_is_ours(path))
		return err_set(
		    u->err, ERR_INPUT, "the stored task names a file that it does not have");
	if (*count == PARTS_MAX)
		return err_set(u->err, ERR_LIMIT, "a task of more than %d files", PARTS_MAX);
	u->has_code = u->has_code || str_is(path, "code.py");
	if (!u->source->get(u->source->context, a, sha256, &bytes, u->err))
		return false;
	files[(*count)++] = (struct policy_source){.name = str_from(place), .text = bytes};
	return true;
}

/* The policy of an earlier task with these very files, or a place for it. A bundle's is read from where
 * it is installed. */
static bool
find_kept(struct unpacker *u, const struct json_doc *doc, const struct json_node *files)
{
	struct hasher *h;
	struct digest key;

	if (!u->source->loads || json_get(doc, json_root(doc), "bundle"))
		return true;
	if (!(h = hasher_new()))
		return err_memory(u->err);
	for (const struct json_node *n = json_first(doc, files); n; n = json_next(doc, n)) {
		struct str source = json_source(doc, n);
		if (is_of_policy(json_get_text(doc, n, "path", STR(""))))
			hasher_add(h, source.p, source.n);
	}
	hasher_finish(h, &key);
	u->stored.policy.kept = loads_policy(u->source->loads, &key);
	return true;
}

static bool
unpack(struct unpacker *u, const struct json_doc *doc)
{
	const struct json_node *files = json_get(doc, json_root(doc), "files");

	if (!find_kept(u, doc, files))
		return false;
	struct kept_policy *kept = u->stored.policy.kept;
	bool known = kept && kept->policy;
	u->policy_arena = kept ? kept->arena : u->a;
	if (known) {
		u->stored.policy.files = kept->files;
		u->stored.policy.count = kept->count;
	}
	if (!make_room(u))
		return false;
	for (const struct json_node *n = json_first(doc, files); n; n = json_next(doc, n))
		if (!(known && is_of_policy(json_get_text(doc, n, "path", STR("")))) &&
		    !unpack_file(u, doc, n))
			return false;
	if (kept) {
		kept->files = u->stored.policy.files;
		kept->count = u->stored.policy.count;
	}
	return true;
}

static bool
same_policy(const struct json_doc *doc, const struct task *task, struct err *err)
{
	struct str wanted = json_get_text(doc, json_root(doc), "policy_sha256", STR(""));

	if (str_is(wanted, policy_digest(task->policy)))
		return true;
	err_set(err, ERR_REFUSED, "the policy is not the one that this run was requested under");
	return err_help(err, "its stored files differ; submit the run again");
}

/* The bundle that it was asked for under, or none. */
static const struct policy_pin *
read_pin(const struct json_doc *doc, struct policy_pin *pin)
{
	const struct json_node *b = json_get(doc, json_root(doc), "bundle");

	if (!b)
		return NULL;
	*pin = (struct policy_pin){json_get_text(doc, b, "id", STR("")),
	    json_get_text(doc, b, "policy", STR("")), json_get_text(doc, b, "sha256", STR("")),
	    json_get_number(doc, b, "revision", 0)};
	return pin;
}

bool
capsule_load(struct arena *a, struct str text, const struct capsule_source *source,
    struct task **out, struct err_list *errs)
{
	struct err err = {0};
	struct unpacker u = {
	    .a = a, .source = source, .stored.policy.loads = source->loads, .err = &err};
	struct task_request request = {
	    .path = AT "/task.json", .trust = source->trust, .loads = source->loads};
	struct policy_pin pin;
	struct json_doc doc;

	*errs = (struct err_list){.count = 0};
	if (!json_parse_canonical(a, text, "the stored task", &JSON_LIMITS, &doc, &err) ||
	    !unpack(&u, &doc))
		return err_list_add(errs, &err);
	if (u.has_code)
		request.code = AT "/code.py";
	u.stored.policy.pin = read_pin(&doc, &pin);
	if (!task_load_stored(a, &request, &u.stored, out, errs))
		return false;
	(*out)->cell_from = json_get_number(&doc, json_root(&doc), "cell_from", 0);
	return same_policy(&doc, *out, &err) || err_list_add(errs, &err);
}
