-- SPDX-License-Identifier: MIT
-- The store, version 1: one text for SQLite (3.35 and newer) and PostgreSQL (13 and newer).
--
-- Times are microseconds since 1970 UTC by the database's clock, now_us(). Digests are lower-case hex
-- SHA-256. JSON is TEXT with its canonical bytes, never a type that would re-order it. What a row may
-- become is said by the edge tables and by the guards (guards.sql), which the engines turn into triggers.
-- blob: PostgreSQL gets a domain over bytea.

CREATE TABLE meta (
  name TEXT PRIMARY KEY,               -- 'version', 'mode', 'trust', 'clock_us', 'origin'
  value TEXT NOT NULL);

CREATE TABLE content (                 -- code, plans, capsules, outputs, envelopes: everything by its digest
  sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
  size BIGINT NOT NULL CHECK (size >= 0),
  media_type TEXT NOT NULL,
  bytes BLOB,
  made_us BIGINT NOT NULL,
  erased_us BIGINT,
  CHECK ((bytes IS NULL) = (erased_us IS NOT NULL)));

CREATE TABLE principal (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('human', 'service')),
  name TEXT NOT NULL,                  -- as printed on a signature
  login TEXT UNIQUE,                   -- the operating system's account
  trusted INTEGER NOT NULL CHECK (trusted IN (0, 1)),  -- named by the trust file
  made_us BIGINT NOT NULL,
  disabled_us BIGINT);

CREATE TABLE principal_key (
  keyid TEXT PRIMARY KEY,
  principal_id TEXT NOT NULL REFERENCES principal (id),
  public_key TEXT NOT NULL UNIQUE,
  from_us BIGINT NOT NULL,
  until_us BIGINT NOT NULL,
  revoked_us BIGINT,
  CHECK (until_us > from_us));

CREATE TABLE role_grant (
  principal_id TEXT NOT NULL REFERENCES principal (id),
  role TEXT NOT NULL,
  scope TEXT NOT NULL,                 -- '*' or a policy's id
  from_us BIGINT NOT NULL,
  until_us BIGINT NOT NULL,
  trust_sha256 TEXT NOT NULL,          -- the trust file that grants it
  PRIMARY KEY (principal_id, role, scope, from_us),
  CHECK (until_us > from_us));

CREATE TABLE delegation (
  id TEXT PRIMARY KEY,
  from_id TEXT NOT NULL REFERENCES principal (id),
  to_id TEXT NOT NULL REFERENCES principal (id),
  role TEXT NOT NULL,
  scope TEXT NOT NULL,
  envelope_sha256 TEXT NOT NULL REFERENCES content (sha256),
  from_us BIGINT NOT NULL,
  until_us BIGINT NOT NULL,
  revoked_us BIGINT,
  CHECK (from_id <> to_id),
  CHECK (until_us > from_us AND until_us - from_us <= 2592000000000));  -- 30 days

CREATE TABLE run (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  requester_id TEXT NOT NULL REFERENCES principal (id),
  idempotency_key TEXT NOT NULL,
  title TEXT NOT NULL,
  policy TEXT NOT NULL,
  state TEXT NOT NULL,
  revision BIGINT NOT NULL DEFAULT 0,
  version BIGINT NOT NULL DEFAULT 0,   -- one more with every change
  task_sha256 TEXT NOT NULL REFERENCES content (sha256),
  plan_sha256 TEXT REFERENCES content (sha256),
  code_sha256 TEXT REFERENCES content (sha256),
  findings_sha256 TEXT REFERENCES content (sha256),
  policy_sha256 TEXT,
  subject_sha256 TEXT REFERENCES content (sha256),
  output_sha256 TEXT REFERENCES content (sha256),
  record_sha256 TEXT REFERENCES content (sha256),
  result_sha256 TEXT REFERENCES content (sha256),   -- what the worker that ran the code signed
  receipt_sha256 TEXT REFERENCES content (sha256),
  verdict TEXT CHECK (verdict IN ('allow', 'escalate', 'deny')),
  reason TEXT NOT NULL DEFAULT '',
  exit_code INTEGER NOT NULL DEFAULT 70,
  cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
  created_us BIGINT NOT NULL,
  updated_us BIGINT NOT NULL,
  time_us BIGINT NOT NULL CHECK (time_us > 0),   -- how long it may take, waiting for people aside
  deadline_us BIGINT NOT NULL,
  UNIQUE (tenant, idempotency_key),
  UNIQUE (id, requester_id));
CREATE INDEX run_by_state ON run (state, id);
CREATE INDEX run_by_requester ON run (requester_id, id);

CREATE TABLE run_edge (src TEXT NOT NULL, dst TEXT NOT NULL, PRIMARY KEY (src, dst));

CREATE TABLE run_author (              -- everybody who shaped a revision's code
  run_id TEXT NOT NULL REFERENCES run (id),
  revision BIGINT NOT NULL,
  principal_id TEXT NOT NULL REFERENCES principal (id),
  PRIMARY KEY (run_id, revision, principal_id));

CREATE TABLE run_step (                -- the history: one row a change, refused attempts too
  run_id TEXT NOT NULL REFERENCES run (id),
  seq BIGINT NOT NULL CHECK (seq >= 1),
  at_us BIGINT NOT NULL,
  actor TEXT NOT NULL,
  src TEXT NOT NULL,
  dst TEXT NOT NULL,
  note TEXT NOT NULL,
  sha256 TEXT,
  PRIMARY KEY (run_id, seq));

CREATE TABLE job (                     -- small and hot: a finished job is deleted, a waiting run has none
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL UNIQUE REFERENCES run (id),
  state TEXT NOT NULL CHECK (state IN ('ready', 'leased')),
  priority INTEGER NOT NULL,
  due_us BIGINT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  attempts_max INTEGER NOT NULL DEFAULT 5,
  worker TEXT,
  token BIGINT NOT NULL DEFAULT 0,     -- the fence: one more with every lease
  lease_until_us BIGINT,
  deadline_us BIGINT NOT NULL,         -- the run's; past it, a job that nobody holds ends the run
  last_error TEXT,
  CHECK ((state = 'leased') = (worker IS NOT NULL AND lease_until_us IS NOT NULL)));
CREATE INDEX job_ready ON job (priority, due_us, id) WHERE state = 'ready';
CREATE INDEX job_leased ON job (lease_until_us) WHERE state = 'leased';
CREATE INDEX job_deadline ON job (deadline_us);

CREATE TABLE effect (                  -- what happens at most once a revision: the run of the code, the release of the answer
  run_id TEXT NOT NULL REFERENCES run (id),
  revision BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('run', 'release')),
  subject_sha256 TEXT NOT NULL,
  token BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('begun', 'done')),
  begun_us BIGINT NOT NULL,
  done_us BIGINT,
  PRIMARY KEY (run_id, revision, kind),
  CHECK ((state = 'done') = (done_us IS NOT NULL)));

CREATE TABLE approval (
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL,
  requester_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('execute', 'release_output', 'exception', 'break_glass')),
  round BIGINT NOT NULL CHECK (round >= 1),
  nonce TEXT NOT NULL UNIQUE,
  rule TEXT NOT NULL,                  -- canonical JSON (trust.h)
  rule_sha256 TEXT NOT NULL,
  subject_sha256 TEXT NOT NULL REFERENCES content (sha256),
  scope TEXT NOT NULL,
  solo INTEGER NOT NULL CHECK (solo IN (0, 1)),
  state TEXT NOT NULL,
  opened_us BIGINT NOT NULL,
  remind_us BIGINT NOT NULL,
  reminded_us BIGINT,
  decide_by_us BIGINT NOT NULL,
  use_for_us BIGINT NOT NULL CHECK (use_for_us > 0),
  decided_us BIGINT,
  use_until_us BIGINT,
  consumed_us BIGINT,
  consumed_token BIGINT,
  FOREIGN KEY (run_id, requester_id) REFERENCES run (id, requester_id),
  UNIQUE (run_id, kind, round),
  UNIQUE (id, subject_sha256),
  UNIQUE (id, requester_id, solo),
  CHECK (opened_us < decide_by_us),
  CHECK ((use_until_us IS NULL) = (decided_us IS NULL)),
  CHECK (use_until_us IS NULL OR use_until_us = decided_us + use_for_us),
  CHECK ((state = 'consumed') = (consumed_us IS NOT NULL)),
  CHECK (state NOT IN ('approved', 'consumed') OR use_until_us IS NOT NULL),
  CHECK (consumed_us IS NULL OR (consumed_us <= use_until_us AND consumed_token IS NOT NULL)));
CREATE UNIQUE INDEX approval_open ON approval (run_id, kind) WHERE state IN ('pending', 'changes_requested', 'approved');
CREATE INDEX approval_due ON approval (decide_by_us) WHERE state IN ('pending', 'changes_requested');
CREATE INDEX approval_use ON approval (use_until_us) WHERE state = 'approved';

CREATE TABLE approval_edge (src TEXT NOT NULL, dst TEXT NOT NULL, PRIMARY KEY (src, dst));

CREATE TABLE approval_need (           -- all of them, each by n distinct people
  approval_id TEXT NOT NULL REFERENCES approval (id),
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  scope TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n BETWEEN 1 AND 16),
  PRIMARY KEY (approval_id, name));

CREATE TABLE approval_vote (
  id TEXT PRIMARY KEY,
  approval_id TEXT NOT NULL,
  requester_id TEXT NOT NULL,
  solo INTEGER NOT NULL,
  subject_sha256 TEXT NOT NULL,
  voter_id TEXT NOT NULL REFERENCES principal (id),
  on_behalf_id TEXT REFERENCES principal (id),
  delegation_id TEXT REFERENCES delegation (id),
  need TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('approve', 'reject', 'request_changes', 'abstain')),
  reason TEXT NOT NULL,
  ticket TEXT NOT NULL,
  keyid TEXT NOT NULL REFERENCES principal_key (keyid),
  envelope_sha256 TEXT NOT NULL UNIQUE REFERENCES content (sha256),
  voted_us BIGINT NOT NULL,
  withdrawn_us BIGINT,
  FOREIGN KEY (approval_id, subject_sha256) REFERENCES approval (id, subject_sha256),
  FOREIGN KEY (approval_id, requester_id, solo) REFERENCES approval (id, requester_id, solo),
  FOREIGN KEY (approval_id, need) REFERENCES approval_need (approval_id, name),
  CHECK (solo = 1 OR voter_id <> requester_id),
  CHECK (on_behalf_id IS NULL OR on_behalf_id NOT IN (requester_id, voter_id)),
  CHECK ((on_behalf_id IS NULL) = (delegation_id IS NULL)),
  CHECK (decision = 'abstain' OR length(reason) >= 10));
CREATE UNIQUE INDEX vote_once ON approval_vote (approval_id, voter_id) WHERE withdrawn_us IS NULL;
CREATE UNIQUE INDEX vote_once_on_behalf ON approval_vote (approval_id, on_behalf_id) WHERE withdrawn_us IS NULL AND on_behalf_id IS NOT NULL;

CREATE TABLE approval_comment (
  id TEXT PRIMARY KEY,
  approval_id TEXT NOT NULL REFERENCES approval (id),
  author_id TEXT NOT NULL REFERENCES principal (id),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  line_from INTEGER,
  line_to INTEGER,
  must_resolve INTEGER NOT NULL CHECK (must_resolve IN (0, 1)),
  made_us BIGINT NOT NULL,
  resolved_us BIGINT,
  resolved_by TEXT REFERENCES principal (id),
  CHECK ((resolved_us IS NULL) = (resolved_by IS NULL)));
CREATE INDEX comment_of ON approval_comment (approval_id);

CREATE TABLE exception (               -- a finding that may pass for a while
  id TEXT PRIMARY KEY,
  rule TEXT NOT NULL,
  scope TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  owner_id TEXT NOT NULL REFERENCES principal (id),
  made_by TEXT NOT NULL REFERENCES principal (id),
  approval_id TEXT NOT NULL REFERENCES approval (id),
  justification TEXT NOT NULL CHECK (length(justification) >= 30),
  from_us BIGINT NOT NULL,
  until_us BIGINT NOT NULL,
  uses_max INTEGER NOT NULL CHECK (uses_max BETWEEN 1 AND 1000000),
  uses INTEGER NOT NULL DEFAULT 0,
  revoked_us BIGINT,
  CHECK (uses BETWEEN 0 AND uses_max),
  CHECK (owner_id <> made_by),
  CHECK (until_us > from_us AND until_us - from_us <= 7776000000000));  -- 90 days
CREATE INDEX exception_by_scope ON exception (scope, fingerprint);

CREATE TABLE exception_use (
  exception_id TEXT NOT NULL REFERENCES exception (id),
  run_id TEXT NOT NULL REFERENCES run (id),
  used_us BIGINT NOT NULL,
  PRIMARY KEY (exception_id, run_id));

CREATE TABLE break_glass (
  approval_id TEXT PRIMARY KEY REFERENCES approval (id),
  invoker_id TEXT NOT NULL REFERENCES principal (id),
  incident TEXT NOT NULL CHECK (length(incident) >= 3),
  reason TEXT NOT NULL CHECK (length(reason) >= 30),
  envelope_sha256 TEXT NOT NULL REFERENCES content (sha256),
  used_us BIGINT NOT NULL,
  review_due_us BIGINT NOT NULL,
  reviewer_id TEXT REFERENCES principal (id),
  reviewed_us BIGINT,
  justified INTEGER CHECK (justified IN (0, 1)),
  review TEXT,
  CHECK (reviewer_id IS NULL OR reviewer_id <> invoker_id),
  CHECK ((reviewer_id IS NULL) = (reviewed_us IS NULL) AND (reviewer_id IS NULL) = (justified IS NULL)));

CREATE TABLE mode_change (             -- the halt switch: going on after a halt takes two
  id TEXT PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('halt', 'drain', 'run')),
  asked_by TEXT NOT NULL REFERENCES principal (id),
  seconded_by TEXT REFERENCES principal (id),
  reason TEXT NOT NULL CHECK (length(reason) >= 10),
  asked_us BIGINT NOT NULL,
  done_us BIGINT,
  CHECK (seconded_by IS NULL OR seconded_by <> asked_by));

CREATE TABLE outbox (                  -- written with the change that it tells of; delivered at least once
  id TEXT PRIMARY KEY,
  dedupe_key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  made_us BIGINT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  next_us BIGINT NOT NULL,
  sent_us BIGINT,
  given_up_us BIGINT,
  last_error TEXT);
CREATE INDEX outbox_due ON outbox (next_us) WHERE sent_us IS NULL AND given_up_us IS NULL;

INSERT INTO run_edge (src, dst) VALUES
  ('received', 'planned'), ('received', 'generated'), ('received', 'checked'),
  ('planned', 'generated'), ('generated', 'checked'), ('generated', 'planned'),
  ('checked', 'running'), ('checked', 'awaiting_approval'), ('checked', 'refused'), ('checked', 'generated'),
  ('awaiting_approval', 'approved'), ('awaiting_approval', 'rejected'), ('awaiting_approval', 'expired'),
  ('awaiting_approval', 'generated'), ('approved', 'running'), ('approved', 'expired'), ('approved', 'rejected'),
  ('approved', 'generated'), ('approved', 'validated'),
  ('running', 'ran'), ('running', 'generated'), ('running', 'running'), ('running', 'quarantined'), ('running', 'refused'),
  ('ran', 'validated'), ('ran', 'awaiting_approval'), ('ran', 'generated'), ('ran', 'refused'),
  ('validated', 'answered'), ('validated', 'awaiting_approval'),
  ('received', 'refused'), ('planned', 'refused'), ('generated', 'refused'),
  ('received', 'failed'), ('planned', 'failed'), ('generated', 'failed'), ('checked', 'failed'), ('approved', 'failed'),
  ('running', 'failed'), ('ran', 'failed'), ('validated', 'failed'), ('quarantined', 'failed'),
  ('received', 'cancelled'), ('planned', 'cancelled'), ('generated', 'cancelled'), ('checked', 'cancelled'),
  ('awaiting_approval', 'cancelled'), ('approved', 'cancelled'), ('running', 'cancelled'), ('ran', 'cancelled'),
  ('validated', 'cancelled'), ('quarantined', 'cancelled'),
  ('received', 'halted'), ('planned', 'halted'), ('generated', 'halted'), ('checked', 'halted'),
  ('awaiting_approval', 'halted'), ('approved', 'halted'), ('running', 'halted'), ('ran', 'halted'), ('validated', 'halted');

INSERT INTO approval_edge (src, dst) VALUES
  ('pending', 'approved'), ('pending', 'rejected'), ('pending', 'changes_requested'), ('pending', 'expired'),
  ('pending', 'superseded'), ('pending', 'withdrawn'),
  ('changes_requested', 'pending'), ('changes_requested', 'superseded'), ('changes_requested', 'expired'), ('changes_requested', 'withdrawn'),
  ('changes_requested', 'rejected'),
  ('approved', 'consumed'), ('approved', 'expired'), ('approved', 'revoked'), ('approved', 'superseded');

INSERT INTO meta (name, value) VALUES ('version', '1'), ('mode', 'run'), ('clock_us', '0');
