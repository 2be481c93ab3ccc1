/* SPDX-License-Identifier: MIT */
/* actions.h: what the actions of verbs_*.def run. Each returns the exit code. */
#ifndef CLI_ACTIONS_H
#define CLI_ACTIONS_H

#include "call.h"

/* cmd_worker.c, --live: what programs print goes to descriptor 3 as events, and is lost where nobody reads in time. The
 * exit code where that is no pipe, else -1. */
int worker_live(const struct call *c, struct run_observer *observer);
/* cmd_run.c, run_apart.c: `sluice run` with a store, and with one that goes with the run. */
int run_stored(struct call *c);
int run_apart(struct call *c);
/* run_remote.c: by a service of this machine, where one is named (else NULL). */
const char *run_service_named(const struct call *c);
int run_at_service(struct call *c);
int runs_watch_at_service(struct call *c); /* runs_follow.c */
/* cmd_runs.c: which runs the options select. */
bool runs_filter(struct call *c, struct run_filter *out);

typedef int action_run(struct call *c);
action_run approvals_break_glass, approvals_compare, approvals_decide_by_vote, approvals_inbox,
    approvals_rewrite, approvals_say, approvals_settle, approvals_show, approvals_take_back,
    approvals_undo, break_glass_judge, bundle_create, bundle_install, bundle_show, bundle_sign,
    completion, delegate_add, delegate_list, delegate_revoke, doctor, exception_export,
    exception_list, exception_propose, exception_revoke, help, hold_lift, hold_list, hold_place,
    hook_claude, hook_generic, keys_lend, keys_list, keys_new, keys_request, notices_again,
    notices_list, keys_public, init_task, keys_show, ledger_ask, ledger_cosign, ledger_events_page,
    ledger_gaps, ledger_go_on, ledger_head_print, ledger_judge, ledger_key, ledger_key_rotate_by,
    ledger_one, ledger_prove_one, ledger_push, ledger_search, ledger_tail, ledger_write_out,
    library_admit, library_diff, library_list, library_review, library_show, library_sign,
    library_verify, model_ask, model_prompt, policy_compare, policy_explain, policy_lint,
    policy_list, policy_lsp, policy_mutate, policy_new, policy_render, policy_show, policy_test,
    receipt_export, receipt_judge, receipt_show, redact_execute, redact_list, redact_propose,
    redact_show, retention_change, retention_erase, retention_list, retention_show, run_mcp,
    run_session, run_task, runs_candidates, runs_compare, runs_end, runs_files, runs_repeat,
    runs_show, runs_tell, runs_watch, settings, schema_check_files, schema_measure, schema_print,
    schema_test_files, schema_validate_files, run_check, run_service, run_worker, serve_password,
    serve_token, store_bring_back, store_copy, store_judge, store_print_roles, ledger_clock_accept,
    store_switch, submit_task, trust_add_person, trust_begin, trust_check, trust_show,
    trust_take_force, version, tool_list, tool_publish, tool_retire, tool_show, witness_listen,
    witness_sign_file, witness_tell, worker_session;

#endif
