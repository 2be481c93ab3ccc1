-- SPDX-License-Identifier: MIT
-- Roles of a store in PostgreSQL, each with what it needs and no more. Run it as an administrator of the server, when the
-- schema's owner has opened the store once; again after each update of Sluice.

DO $$
DECLARE r TEXT;
BEGIN
  FOREACH r IN ARRAY ARRAY['@submit', '@approve', '@work', '@sequence', '@audit'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = r) THEN EXECUTE format('CREATE ROLE %I LOGIN', r); END IF;
    EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = %I', r, current_database(), '@schema');
    EXECUTE format('ALTER ROLE %I IN DATABASE %I SET idle_in_transaction_session_timeout = %L', r, current_database(), '60s');
    EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = %L', r, current_database(), '120s');
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM %I', '@schema', r);
    EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM %I', '@schema', r);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', '@schema', r);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', '@schema', r);
  END LOOP;
END $$;
SET search_path = @schema;
REVOKE SELECT ON content_key FROM @submit, @approve, @work, @sequence, @audit;

-- Whoever brings something in: its event, its contents under keys of the vault, its notice.
GRANT INSERT ON ledger_pending, ledger_writer, ledger_words, content, content_use, content_key, outbox, run_step, act
  TO @submit, @approve, @work;
GRANT UPDATE (seq, last_us) ON ledger_writer TO @submit, @approve, @work;
GRANT UPDATE (bytes, key_id, made_us, erased_us, erased_by) ON content TO @submit, @approve, @work;

-- Asks for runs.
GRANT INSERT ON run, job, principal TO @submit, @approve;

-- What people do, each by a signed statement.
GRANT SELECT, DELETE ON content_key TO @approve;
GRANT UPDATE (value) ON meta TO @approve;
GRANT INSERT ON run_author, approval, approval_need, approval_vote, approval_comment, delegation, exception, break_glass, legal_hold,
  redaction, redaction_item, erasure TO @approve;
GRANT UPDATE (state, decided_us, use_until_us, consumed_us, consumed_token) ON approval TO @approve;
GRANT UPDATE (withdrawn_us) ON approval_vote TO @approve;
GRANT UPDATE (body, resolved_us, resolved_by) ON approval_comment TO @approve;
GRANT UPDATE (revoked_us) ON delegation, exception TO @approve;
GRANT UPDATE (reviewer_id, reviewed_us, justified, review) ON break_glass TO @approve;
GRANT UPDATE (lifted_by, lifted_us, lift_reason) ON legal_hold TO @approve;
GRANT UPDATE (begun_us, done_us) ON redaction TO @approve;
GRANT UPDATE (done_us) ON erasure TO @approve;
GRANT UPDATE (floor_us, keep_us, redact_us) ON retention_class TO @approve;
GRANT UPDATE (words, salt, erased_us, erased_by) ON ledger_words TO @approve;
GRANT UPDATE (note) ON run_step TO @approve;
GRANT UPDATE (title, state, revision, version, plan_sha256, code_sha256, findings_sha256, policy_sha256, subject_sha256,
  output_sha256, result_sha256, verdict, reason, exit_code, cancel_requested, updated_us, deadline_us) ON run TO @approve;
GRANT UPDATE (state, worker, token, lease_until_us, due_us, deadline_us), DELETE ON job TO @approve;

-- Drives runs.
GRANT SELECT ON content_key TO @work;
GRANT UPDATE (value) ON meta TO @work;
GRANT INSERT ON principal, run_author, job, effect, approval, approval_need, approval_comment, exception_use TO @work;
GRANT UPDATE (state, revision, version, plan_sha256, code_sha256, findings_sha256, policy_sha256, subject_sha256,
  output_sha256, result_sha256, record_sha256, receipt_sha256, verdict, reason, exit_code, updated_us, deadline_us) ON run TO @work;
GRANT UPDATE (state, priority, due_us, attempt, worker, token, lease_until_us, deadline_us, last_error), DELETE ON job TO @work;
GRANT UPDATE (token, state, begun_us, done_us) ON effect TO @work;
GRANT UPDATE (state, reminded_us, consumed_us, consumed_token) ON approval TO @work;
GRANT UPDATE (uses) ON exception TO @work;
GRANT UPDATE (attempt, next_us, sent_us, given_up_us, last_error), DELETE ON outbox TO @work;

-- A worker with the log's key: gives events their places, and signs.
GRANT @work TO @sequence;
GRANT INSERT ON meta, ledger_event, ledger_node, ledger_checkpoint, ledger_cosignature TO @sequence;
GRANT UPDATE (aside), DELETE ON ledger_pending TO @sequence;
