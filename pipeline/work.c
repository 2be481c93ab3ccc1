/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The store's state of a run is always that of the last step that is complete.
 * Each step's results go into the store by digest first; then one transaction, under the lease's
 * token, moves the state. So a process that dies between two steps leaves a run that anyone can go
 * on with, and a process that was taken for dead writes nothing more.
 *
 * Earlier results are not trusted but recomputed where that is cheap. A worker that continues a run
 * loads the task from its capsule, checks the code again, builds the subject again and compares it
 * with the approved one. It takes only the output of a program that has already run from the store.
 */
#include "keep.h"

#include "capsule.h"
#include "ledger.h"
#include "waive.h"

static bool
get_content(void *context, struct arena *a, const char *sha256, struct str *out, struct err *err)
{
	return content_get(context, a, sha256, out, err);
}

bool
keep_load(struct arena *a, const struct work *w, const struct stored_run *stored, struct task **out,
    struct err *err)
{
	const struct capsule_source source = {get_content, w->store, w->trust, w->loads};
	struct err_list errs;
	struct str text;

	if (!content_get(w->store, a, stored->task_sha256, &text, err))
		return false;
	if (capsule_load(a, text, &source, out, &errs))
		return true;
	*err = errs.items[0];
	err->line = err->column = 0; /* of no file that anybody has */
	err->file[0] = '\0';
	return err_wrap(err, "the stored task");
}

bool
work_record(
    struct arena *a, struct store *store, const char *sha256, struct json_doc *out, struct err *err)
{
	const struct json_limits limits = {.bytes = (size_t)256 << 20,
	    .depth = JSON_LIMITS.depth,
	    .nodes = JSON_LIMITS.nodes,
	    .number_bytes = JSON_LIMITS.number_bytes};
	struct str text;

	return content_get(store, a, sha256, &text, err) &&
	       json_parse(a, text, "the stored record", &limits, out, NULL, err);
}

bool
work_artifacts(struct arena *a, struct store *store, const struct json_doc *record,
    struct box_artifact **out, size_t *count, struct err *err)
{
	const struct json_node *list = json_get(record, json_root(record), "artifacts");

	*count = 0;
	*out = arena_array(a, list ? list->count + 1 : 1, sizeof(**out));
	if (!*out)
		return err_memory(err);
	for (const struct json_node *n = json_first(record, list); n; n = json_next(record, n)) {
		struct box_artifact *f = &(*out)[(*count)++];
		char *sha256 = arena_text(a, json_get_text(record, n, "sha256", STR("")));
		f->name = json_get_text(record, n, "name", STR(""));
		f->mime = json_get_text(record, n, "mime", STR(""));
		if (!sha256)
			return err_memory(err);
		if (!content_get(store, a, sha256, &f->bytes, err))
			return false;
		memcpy(f->sha256, sha256, sizeof(f->sha256));
	}
	return true;
}

/* The output that was kept when the program had run. */
static bool
restore_output(struct keep *k, struct run *run, const struct stored_run *stored)
{
	struct box_stream *output = run_output(run);
	struct json_doc record;

	if (!stored->output_sha256[0] || !stored->record_sha256[0])
		return err_set(k->err, ERR_INTERNAL, "run '%s' has no stored output", stored->id);
	if (!keep_result_holds(k, run, stored))
		return false;
	if (!content_get(k->w->store, k->a, stored->output_sha256, &output->bytes, k->err) ||
	    !work_record(k->a, k->w->store, stored->record_sha256, &record, k->err))
		return false;
	run->cell_from =
	    json_get_number(&record, json_get(&record, json_root(&record), "cell"), "from", -1);
	run->execution.outcome = BOX_OK;
	output->seen_bytes = (int64_t)output->bytes.n;
	memcpy(output->sha256, stored->output_sha256, sizeof(output->sha256));
	run->executed = run->restored = true;
	return work_artifacts(k->a, k->w->store, &record, &run->execution.artifacts,
	    &run->execution.artifact_count, k->err);
}

/* Under a rule that left out who asked or wrote, they could have voted. */
static bool
names_who_asked(const struct run *run, const struct approval_rule *rule, struct err *err)
{
	if (!str_is(rule->requester, run->requester))
		return err_set(err, ERR_REFUSED,
		    "'%s' asked for this run, but the approval says '%.*s'", run->requester,
		    STR_ARG(rule->requester));
	for (size_t i = 0; i < run->editor_count; i++) {
		bool named = false;
		for (size_t k = 0; k < rule->author_count && !named; k++)
			named = str_eq(rule->authors[k], run->editors[i]);
		if (!named)
			return err_set(err, ERR_REFUSED,
			    "'%.*s' edited this code, but the approval does not name them as an author",
			    STR_ARG(run->editors[i]));
	}
	return true;
}

static bool
restore_approval(struct keep *k, struct run *run, const struct stored_run *stored)
{
	struct stored_approval *approval = arena_alloc(k->a, sizeof(*approval));
	struct box_authority *by = arena_alloc(k->a, sizeof(*by));
	struct evidence *decided = arena_alloc(k->a, sizeof(*decided));

	if (!approval || !by || !decided)
		return err_memory(k->err);
	if (!k->w->trust) {
		err_set(k->err, ERR_REFUSED, "no trust file says here whose approval counts");
		return err_help(
		    k->err, "name it with --trust; a worker that has one will continue the run");
	}
	if (!approvals_get(k->w->store, k->a, stored->id, approval, k->err) ||
	    !approvals_evidence(k->w->store, k->a, approval, decided, k->err) ||
	    !names_who_asked(run, &approval->asked, k->err))
		return false;
	by->kind = AUTHORITY_APPROVAL;
	by->subject = decided->subject;
	by->approval = decided;
	by->trust = k->w->trust;
	run->approval = by;
	run->solo = approval->asked.solo;
	run->release = str_is(approval->asked.kind, "release_output");
	memcpy(k->approval, approval->id, sizeof(k->approval));
	return true;
}

/* Restores the people, for waivers: a run's requester is known by an id, their approvers by any name. */
static bool
restore_people(struct keep *k, struct run *run)
{
	struct stored_person *all;
	size_t count;

	if (!principals_list(k->w->store, k->a, &all, &count, k->err))
		return false;
	struct waiver_person *people = arena_array(k->a, count + 1, sizeof(*people));
	struct waiver_people *known = arena_alloc(k->a, sizeof(*known));
	if (!people || !known)
		return err_memory(k->err);
	for (size_t i = 0; i < count; i++)
		people[i] = (struct waiver_person){all[i].id, all[i].login, all[i].name};
	*known = (struct waiver_people){people, count};
	run->people = known;
	return true;
}

/* A script asks nobody, and neither may those that stand for it. */
static bool
asks_nobody(const struct model_spec *m)
{
	bool scripts = str_is(m->provider, "script");

	for (size_t i = 0; i < m->fallback_count; i++)
		scripts = scripts && str_is(m->fallbacks[i].provider, "script");
	return scripts && (!m->repair || str_is(m->repair->provider, "script"));
}

static bool
may_name_model(const struct work *w, const struct task *task, const char *requester)
{
	return task->has_code || w->trust_submitters || asks_nobody(&task->model) ||
	       (w->self && strcmp(w->self, requester) == 0);
}

/* By the request that was signed, as this process's trust file has it, and by no row. */
static bool
restore_requester(struct keep *k, struct run *run, struct run_asked *asked)
{
	if (!runs_asked(k->w->store, k->a, run->id, policy_id(run->task->policy), asked, k->err))
		return false;
	run->requester = asked->requester;
	run->request_signed = asked->is_signed;
	memcpy(run->request_sha256, asked->request_sha256, sizeof(run->request_sha256));
	memcpy(run->request_keyid, asked->keyid, sizeof(run->request_keyid));
	run->editors = asked->editors;
	run->editor_count = asked->editor_count;
	run->model_withheld = !may_name_model(k->w, run->task, run->requester);
	return true;
}

/* Restores the program from the place that the run's row names, and the gate judges it again. In place of a program that was
 * asked for comes only one that somebody has signed. */
static bool
restore_code(
    struct keep *k, struct run *run, const struct stored_run *stored, const struct run_asked *asked)
{
	const char *sha256 = run->task->has_code ? asked->edited_sha256 : stored->code_sha256;

	return !sha256[0] || content_get(k->w->store, k->a, sha256, &run->code, k->err);
}

/* Whether the run may still be refused. A run that people have decided on expires instead. */
static bool
may_be_refused(enum run_state s)
{
	return s != STATE_APPROVED && s != STATE_VALIDATED;
}

/* Restores the results of the run's earlier stages. */
bool
keep_restore(struct keep *k, struct run *run, const struct stored_run *stored)
{
	struct run_asked *asked = arena_alloc(k->a, sizeof(*asked)); /* its texts are the run's */

	if (!asked)
		return err_memory(k->err);
	memcpy(run->id, stored->id, sizeof(run->id));
	memcpy(run->task_sha256, stored->task_sha256, sizeof(run->task_sha256));
	if (!restore_requester(k, run, asked))
		return false;
	run->now_us = store_now_us(k->w->store);
	if (!work_tools_hold(k->a, k->w, run->task, &k->retired, k->err))
		return false;
	if (k->retired.n > 0 && !may_be_refused(stored->state))
		return err_set(k->err, ERR_REFUSED, "%.*s", STR_ARG(k->retired));
	if (!restore_people(k, run) || !keep_exceptions(k, run, stored))
		return false;
	k->state = stored->state;
	if (!restore_code(k, run, stored, asked))
		return false;
	switch (stored->state) {
	case STATE_APPROVED:
		return restore_approval(k, run, stored) &&
		       (!run->release || restore_output(k, run, stored));
	case STATE_RUNNING:
		return !str_is(stored->verdict, "escalate") || restore_approval(k, run, stored);
	case STATE_RAN:
	case STATE_VALIDATED:
		return restore_output(k, run, stored);
	case STATE_NONE:
	case STATE_RECEIVED:
	case STATE_PLANNED:
	case STATE_GENERATED:
	case STATE_CHECKED:
		return true;
	case STATE_AWAITING_APPROVAL:
	case STATE_ANSWERED:
	case STATE_REFUSED:
	case STATE_REJECTED:
	case STATE_FAILED:
	case STATE_EXPIRED:
	case STATE_CANCELLED:
	case STATE_HALTED:
	case STATE_QUARANTINED:
	case STATE_COUNT:
	default:
		return err_set(k->err, ERR_INTERNAL, "run '%s' is '%s': there is nothing to run",
		    stored->id, run_state_name(stored->state));
	}
}

/* Another machine may run what this one may not, or this one once its bundles and its trust file are
 * those of the others: the job comes back, ever later, and the run's history says why. */
#define REFUSED_AGAIN_US INT64_C(10000000)
#define REFUSED_TIMES_MAX 30

static void
put_back(const struct keep *k, const struct err *why)
{
	const int64_t times =
	    k->job->attempt < REFUSED_TIMES_MAX ? k->job->attempt : REFUSED_TIMES_MAX;
	const struct run_change change = {.reason = str_from(why->message),
	    .exit_code = EXIT_REFUSED,
	    .retry_after_us = REFUSED_AGAIN_US * (times > 0 ? times : 1),
	    .blameless = true};
	struct err err;

	if (why->code == ERR_REFUSED)
		(void)runs_advance(k->w->store, k->job, &change, &err);
}

/* The same on each run of this worker: what is withheld can be told apart, and by nobody else. Where
 * its key is not at hand, each run has one of its own. */
static void
take_leak_key(struct keep *k, struct run *run)
{
	uint8_t signature[SIGNATURE_BYTES];
	const struct secret_key *key;
	struct digest digest;
	struct err err;

	if (!worker_key(k->w->store, &key, &err))
		return;
	if (key_sign(key, STR("sluice: the key of digests of leaks"), signature, &err)) {
		digest_of((struct str){(const char *)signature, sizeof(signature)}, &digest);
		memcpy(run->leak_key, digest.bytes, sizeof(run->leak_key));
	}
}

static bool
drive(struct keep *k, const struct task *task, const struct stored_run *stored, struct box **ahead,
    struct run **out)
{
	struct run_observer observer = k->w->observer;
	size_t before = k->w->session ? session_text(k->w->session).n : 0;

	k->watched = observer;
	observer.cancelled = keep_alive;
	observer.meanwhile = keep_meanwhile;
	observer.context = k;
	observer.event = keep_event;
	observer.waits = keep_waits;
	struct run *run = run_new(k->a, task, &observer);
	if (!run)
		return err_memory(k->err);
	take_leak_key(k, run);
	run->keeper = &k->keeper;
	run->verdicts = k->w->verdicts;
	run->ahead = keep_is_crowded(k) ? NULL : ahead;
	k->run = run;
	k->ahead = ahead;
	run->pool = k->w->pool;
	run->after = k->w->after ? k->w->after : k->w->pool;
	run->session = k->w->session;
	if (!keep_restore(k, run, stored)) {
		put_back(k, k->err);
		return false;
	}
	if (!task->has_code)
		run->planner = k->w->planner;
	if (k->retired.n == 0) {
		run_execute(run);
	} else {
		run->stage = STAGE_CHECK;
		run_stop(run, RUN_REFUSED, EXIT_REFUSED, "%.*s", STR_ARG(k->retired));
	}
	*out = run;
	if (!keep_end(k, run))
		return false;
	return !k->w->planner || cell_note(run, before, k->w->planner, k->err);
}

struct box *
work_begin(struct arena *a)
{
	return box_begin(a);
}

struct box *
work_box(struct arena *a, const struct task *task, struct box *begun)
{
	return task_box_ahead(a, task, NULL, NULL, begun);
}

static bool
drive_claimed(struct keep *k, const struct task *task, struct box **ahead, struct run **out)
{
	struct stored_run stored;
	struct task *loaded = NULL;
	bool good;

	if (!runs_get(k->w->store, k->a, k->job->run, &stored, k->err))
		return false;
	if (!task && !keep_load(k->a, k->w, &stored, &loaded, k->err)) {
		put_back(k, k->err);
		return false;
	}
	task = task ? task : loaded;
	good = drive(k, task, &stored, ahead, out);
	if (good && k->w->left)
		k->w->left(k->job);
	if (good && !keep_is_crowded(k))
		task_box_keep(k->a, task, (*out)->requester, k->w->pool);
	return good;
}

bool
work_drive(struct arena *a, const struct work *w, struct job *job, const struct task *task,
    struct run **out, struct err *err)
{
	struct keep k = {.a = a, .w = w, .job = job, .err = err};
	struct box *ahead = w->ahead;

	keep_init(&k);
	bool good = drive_claimed(&k, task, &ahead, out);
	keep_program_over(&k);
	box_drop(ahead);
	return good;
}

bool
work_session(struct arena *a, const struct work *w, const char *run, struct box_session **out,
    struct err *err)
{
	struct stored_run stored;
	struct task *task;

	if (!runs_get(w->store, a, run, &stored, err) || !keep_load(a, w, &stored, &task, err))
		return false;
	const char *requester = arena_text(a, stored.requester);
	if (!requester)
		return err_memory(err);
	*out = task_session(a, task, requester, err);
	return *out != NULL;
}
