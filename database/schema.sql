-- SPDX-License-Identifier: MIT
-- The store: one text for SQLite (3.35 and newer) and PostgreSQL (13 and newer).
--
-- Times are microseconds since 1970 UTC by the database's clock, now_us(). Digests are lower-case hex
-- SHA-256. JSON is TEXT with its canonical bytes, never a type that would re-order it. What a row may
-- become is said by the edge tables and by the guards (guards_*.c), which the engines turn into triggers.
-- blob: PostgreSQL gets a domain over bytea. A line that begins with an engine's name is that engine's alone.

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
  key_id TEXT,                         -- of the vault: the bytes are sealed; none: they lie open
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
  kind TEXT NOT NULL CHECK (kind IN ('execute', 'release_output', 'exception', 'break_glass', 'redaction')),
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
  policy TEXT NOT NULL,                -- an id, or '*'
  fingerprint TEXT NOT NULL,
  owner_id TEXT NOT NULL REFERENCES principal (id),
  proposed_by TEXT NOT NULL REFERENCES principal (id),
  approval_id TEXT NOT NULL REFERENCES approval (id),
  reason TEXT NOT NULL CHECK (length(reason) >= 30),
  from_us BIGINT NOT NULL,
  until_us BIGINT NOT NULL,
  uses_max INTEGER NOT NULL CHECK (uses_max BETWEEN 1 AND 1000000),
  uses INTEGER NOT NULL DEFAULT 0,
  revoked_us BIGINT,
  CHECK (uses BETWEEN 0 AND uses_max),
  CHECK (owner_id <> proposed_by),
  CHECK (until_us > from_us AND until_us - from_us <= 7776000000000));  -- 90 days
CREATE INDEX exception_by_policy ON exception (policy, fingerprint);

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

CREATE TABLE act (                     -- what people sign (store/acts.h): an index to an envelope, which alone proves something
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,                  -- trust/acts.def
  target TEXT NOT NULL,
  by_id TEXT NOT NULL,                 -- a person of the trust file
  keyid TEXT NOT NULL,
  envelope_sha256 TEXT NOT NULL UNIQUE REFERENCES content (sha256),
  made_us BIGINT NOT NULL,             -- as it was signed
  stored_us BIGINT NOT NULL);
CREATE INDEX act_about ON act (kind, target);

-- The ledger (ledger/ledger.h). Nothing in these tables is ever changed or removed, but for what waits to get its place,
-- and words that people decide to erase.

CREATE TABLE ledger_writer (           -- one a transaction at a time: a number that is missing was an event
  id TEXT PRIMARY KEY,
  seq BIGINT NOT NULL CHECK (seq >= 0),
  last_us BIGINT NOT NULL);

CREATE TABLE ledger_pending (          -- PostgreSQL: written with its change, waits for its place in the log
  writer TEXT NOT NULL,
  writer_seq BIGINT NOT NULL,
  time_us BIGINT NOT NULL,
  mono_us BIGINT NOT NULL,
  boot TEXT NOT NULL,
  type TEXT NOT NULL,
  actor TEXT NOT NULL,
  run_id TEXT,
  approval_id TEXT,
  body TEXT NOT NULL,                  -- its data, canonical
  aside TEXT,                          -- why it gets no place in the log: it is no event
  PRIMARY KEY (writer, writer_seq));
CREATE INDEX ledger_pending_in_order ON ledger_pending (time_us, writer, writer_seq);

CREATE TABLE ledger_event (
  seq BIGINT PRIMARY KEY CHECK (seq >= 0),
  time_us BIGINT NOT NULL,
  type TEXT NOT NULL,
  actor TEXT NOT NULL,
  run_id TEXT,
  approval_id TEXT,
  writer TEXT NOT NULL,
  writer_seq BIGINT NOT NULL CHECK (writer_seq >= 1),
  prev_sha256 TEXT NOT NULL CHECK (length(prev_sha256) = 64),
  leaf_sha256 TEXT NOT NULL CHECK (length(leaf_sha256) = 64),
  body TEXT NOT NULL,                  -- canonical JSON: the rest repeats what it says
  UNIQUE (writer, writer_seq));
CREATE INDEX ledger_event_of_exceptions ON ledger_event (type, seq) WHERE type IN ('exception.used', 'exception.revoked');
CREATE INDEX ledger_event_by_run ON ledger_event (run_id, seq) WHERE run_id IS NOT NULL;

CREATE TABLE ledger_node (             -- roots of the whole subtrees of 16, 256, 4,096 ... leaves
  level INTEGER NOT NULL CHECK (level BETWEEN 4 AND 56 AND level % 4 = 0),
  place BIGINT NOT NULL CHECK (place >= 0),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  PRIMARY KEY (level, place));

CREATE TABLE ledger_checkpoint (
  size BIGINT PRIMARY KEY CHECK (size >= 1),
  root_sha256 TEXT NOT NULL CHECK (length(root_sha256) = 64),
  note TEXT NOT NULL,                  -- signed by the log
  made_us BIGINT NOT NULL);

CREATE TABLE ledger_cosignature (
  size BIGINT NOT NULL REFERENCES ledger_checkpoint (size),
  witness TEXT NOT NULL,
  line TEXT NOT NULL,                  -- as it stands in the note
  made_us BIGINT NOT NULL,
  PRIMARY KEY (size, witness));

CREATE TABLE ledger_words (            -- what was committed to; erased, the commitment stands
  sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
  salt BLOB,
  words TEXT,
  made_us BIGINT NOT NULL,
  erased_us BIGINT,
  key_id TEXT,                         -- salt and words are one sealed text in salt, and words is ''
  run_id TEXT,
  actor TEXT,
  floor_until_us BIGINT,
  CHECK ((salt IS NULL) = (erased_us IS NOT NULL)),
  CHECK ((words IS NULL) = (erased_us IS NOT NULL)));
CREATE INDEX ledger_words_by_run ON ledger_words (run_id);
CREATE INDEX ledger_words_by_age ON ledger_words (made_us) WHERE erased_us IS NULL;

-- Retention (store/retention.h): how long what is kept, who may erase it before, and what may not be erased.

CREATE TABLE retention_class (         -- 7 years: MiFID II, article 16(6); 184 days: AI Act, articles 19(1) and 26(6)
  name TEXT PRIMARY KEY,
  floor_us BIGINT NOT NULL,            -- not erased before, counted from its last use
  keep_us BIGINT NOT NULL,             -- erased after
  redact_us BIGINT NOT NULL,           -- not even by two people before
  CHECK (floor_us >= 0 AND keep_us >= floor_us AND redact_us BETWEEN 0 AND floor_us));

INSERT INTO retention_class (name, floor_us, keep_us, redact_us) VALUES
  ('evidence', 3162240000000000, 3162240000000000, 3162240000000000),
  ('record', 221356800000000, 221356800000000, 0), ('code', 221356800000000, 221356800000000, 0),
  ('input', 221356800000000, 221356800000000, 0), ('output', 221356800000000, 221356800000000, 0),
  ('words', 221356800000000, 221356800000000, 0);

CREATE TABLE redaction (               -- two people decide that something of a run is erased before its time
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES run (id),
  approval_id TEXT NOT NULL UNIQUE REFERENCES approval (id),
  subject_sha256 TEXT NOT NULL REFERENCES content (sha256),  -- the list of what, and why: what they sign
  asked_by TEXT NOT NULL REFERENCES principal (id),
  asked_us BIGINT NOT NULL,
  begun_us BIGINT,
  done_us BIGINT,
  CHECK (done_us IS NULL OR begun_us IS NOT NULL));

CREATE TABLE redaction_item (          -- as the list has them, so that the guards can ask
  redaction_id TEXT NOT NULL REFERENCES redaction (id),
  kind TEXT NOT NULL CHECK (kind IN ('content', 'words')),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  PRIMARY KEY (redaction_id, kind, sha256));

CREATE TABLE erasure (                 -- the row first, then the key: what dies between the two is finished later
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('content', 'words')),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  class TEXT NOT NULL REFERENCES retention_class (name),
  key_id TEXT,                         -- of the vault, to be destroyed; none where it lay open
  redaction_id TEXT REFERENCES redaction (id),  -- none: its time was over
  actor TEXT NOT NULL,
  begun_us BIGINT NOT NULL,
  done_us BIGINT);
CREATE INDEX erasure_open ON erasure (id) WHERE done_us IS NULL;
CREATE INDEX erasure_of ON erasure (sha256);

CREATE TABLE content_use (
  sha256 TEXT NOT NULL REFERENCES content (sha256),
  class TEXT NOT NULL REFERENCES retention_class (name),
  run_id TEXT NOT NULL,                -- '' where it is of no run
  made_us BIGINT NOT NULL,
  floor_until_us BIGINT NOT NULL,      -- by the floor of that day: who lowers it later lowers it for what comes
  PRIMARY KEY (sha256, class, run_id));
CREATE INDEX content_use_by_run ON content_use (run_id);

CREATE TABLE legal_hold (              -- nothing that fits it may be erased, by nobody
  id TEXT PRIMARY KEY,
  matter TEXT NOT NULL CHECK (length(matter) BETWEEN 1 AND 100),
  run_id TEXT REFERENCES run (id),
  actor_id TEXT REFERENCES principal (id),  -- who asked for, wrote or decided about the run
  from_us BIGINT,                      -- what was stored or used in this time
  until_us BIGINT,
  reason TEXT NOT NULL CHECK (length(reason) >= 10),
  placed_by TEXT NOT NULL REFERENCES principal (id),
  placed_us BIGINT NOT NULL,
  lifted_by TEXT REFERENCES principal (id),
  lifted_us BIGINT,
  lift_reason TEXT CHECK (length(lift_reason) >= 10),
  CHECK (lifted_by IS NULL OR lifted_by <> placed_by),
  CHECK ((lifted_by IS NULL) = (lifted_us IS NULL) AND (lifted_by IS NULL) = (lift_reason IS NULL)),
  CHECK ((from_us IS NULL) = (until_us IS NULL) AND (from_us IS NULL OR until_us > from_us)),
  CHECK (run_id IS NOT NULL OR actor_id IS NOT NULL OR from_us IS NOT NULL));

ALTER TABLE content ADD COLUMN erased_by TEXT REFERENCES erasure (id);
ALTER TABLE ledger_words ADD COLUMN erased_by TEXT REFERENCES erasure (id);
CREATE INDEX content_by_age ON content (made_us) WHERE erased_us IS NULL;

postgresql CREATE TABLE vault (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL);
postgresql CREATE TABLE content_key (id TEXT PRIMARY KEY, bytes BYTEA NOT NULL CHECK (length(bytes) = 32));

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

INSERT INTO meta (name, value) VALUES ('version', '0'), ('mode', 'run'), ('clock_us', '0'),
  ('holds', '0');                      -- the lock between placing a hold and erasing
