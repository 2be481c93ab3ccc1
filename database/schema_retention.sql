-- SPDX-License-Identifier: MIT
-- The store, version 3: how long what is kept, who may erase it before, and what may not be erased (retention.h).
-- A line that begins with an engine's name is that engine's alone.

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

ALTER TABLE content ADD COLUMN key_id TEXT;             -- of the vault: the bytes are sealed; none: they lie open
ALTER TABLE content ADD COLUMN erased_by TEXT REFERENCES erasure (id);
CREATE INDEX content_by_age ON content (made_us) WHERE erased_us IS NULL;
ALTER TABLE ledger_words ADD COLUMN key_id TEXT;        -- salt and words are one sealed text in salt, and words is ''
ALTER TABLE ledger_words ADD COLUMN erased_by TEXT REFERENCES erasure (id);
ALTER TABLE ledger_words ADD COLUMN run_id TEXT;
ALTER TABLE ledger_words ADD COLUMN actor TEXT;
ALTER TABLE ledger_words ADD COLUMN floor_until_us BIGINT;
CREATE INDEX ledger_words_by_run ON ledger_words (run_id);
CREATE INDEX ledger_words_by_age ON ledger_words (made_us) WHERE erased_us IS NULL;

-- What version 2 stored lies open, and is used by what names it.
INSERT INTO content_use (sha256, class, run_id, made_us, floor_until_us)
  SELECT sha256, class, run_id, at_us, at_us + 221356800000000 FROM (
    SELECT u.sha256, u.class, u.run_id, max(u.at_us) AS at_us FROM (
      SELECT task_sha256 AS sha256, 'input' AS class, id AS run_id, updated_us AS at_us FROM run
      UNION ALL SELECT plan_sha256, 'record', id, updated_us FROM run
      UNION ALL SELECT code_sha256, 'code', id, updated_us FROM run
      UNION ALL SELECT findings_sha256, 'record', id, updated_us FROM run
      UNION ALL SELECT output_sha256, 'output', id, updated_us FROM run
      UNION ALL SELECT record_sha256, 'record', id, updated_us FROM run
      UNION ALL SELECT s.sha256, 'record', s.run_id, s.at_us FROM run_step s JOIN content c ON c.sha256 = s.sha256
        WHERE NOT EXISTS (SELECT 1 FROM run r WHERE r.id = s.run_id AND s.sha256 IN (r.code_sha256, r.output_sha256,
          r.task_sha256, r.subject_sha256, r.receipt_sha256))) u
    WHERE u.sha256 IS NOT NULL GROUP BY u.sha256, u.class, u.run_id) w;
INSERT INTO content_use (sha256, class, run_id, made_us, floor_until_us)
  SELECT sha256, 'evidence', run_id, at_us, at_us + 3162240000000000 FROM (
    SELECT e.sha256, e.run_id, max(e.at_us) AS at_us FROM (
      SELECT subject_sha256 AS sha256, id AS run_id, updated_us AS at_us FROM run
      UNION ALL SELECT receipt_sha256, id, updated_us FROM run
      UNION ALL SELECT subject_sha256, run_id, opened_us FROM approval
      UNION ALL SELECT v.envelope_sha256, a.run_id, v.voted_us FROM approval_vote v JOIN approval a ON a.id = v.approval_id
      UNION ALL SELECT envelope_sha256, '', from_us FROM delegation
      UNION ALL SELECT b.envelope_sha256, a.run_id, b.used_us FROM break_glass b JOIN approval a ON a.id = b.approval_id) e
    WHERE e.sha256 IS NOT NULL GROUP BY e.sha256, e.run_id) w;

-- An approval may be for a redaction, too. SQLite knows no other way to change a check than to make the table anew.
postgresql CREATE TABLE vault (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL);
postgresql CREATE TABLE content_key (id TEXT PRIMARY KEY, bytes BYTEA NOT NULL CHECK (length(bytes) = 32));
postgresql ALTER TABLE approval DROP CONSTRAINT approval_kind_check;
postgresql ALTER TABLE approval ADD CONSTRAINT approval_kind_check
postgresql   CHECK (kind IN ('execute', 'release_output', 'exception', 'break_glass', 'redaction'));
sqlite PRAGMA defer_foreign_keys = ON;
sqlite CREATE TABLE approval_before AS SELECT * FROM approval;
sqlite DROP TABLE approval;
sqlite CREATE TABLE approval (
sqlite   id TEXT PRIMARY KEY,
sqlite   run_id TEXT NOT NULL,
sqlite   requester_id TEXT NOT NULL,
sqlite   kind TEXT NOT NULL CHECK (kind IN ('execute', 'release_output', 'exception', 'break_glass', 'redaction')),
sqlite   round BIGINT NOT NULL CHECK (round >= 1),
sqlite   nonce TEXT NOT NULL UNIQUE,
sqlite   rule TEXT NOT NULL,
sqlite   rule_sha256 TEXT NOT NULL,
sqlite   subject_sha256 TEXT NOT NULL REFERENCES content (sha256),
sqlite   scope TEXT NOT NULL,
sqlite   solo INTEGER NOT NULL CHECK (solo IN (0, 1)),
sqlite   state TEXT NOT NULL,
sqlite   opened_us BIGINT NOT NULL,
sqlite   remind_us BIGINT NOT NULL,
sqlite   reminded_us BIGINT,
sqlite   decide_by_us BIGINT NOT NULL,
sqlite   use_for_us BIGINT NOT NULL CHECK (use_for_us > 0),
sqlite   decided_us BIGINT,
sqlite   use_until_us BIGINT,
sqlite   consumed_us BIGINT,
sqlite   consumed_token BIGINT,
sqlite   FOREIGN KEY (run_id, requester_id) REFERENCES run (id, requester_id),
sqlite   UNIQUE (run_id, kind, round),
sqlite   UNIQUE (id, subject_sha256),
sqlite   UNIQUE (id, requester_id, solo),
sqlite   CHECK (opened_us < decide_by_us),
sqlite   CHECK ((use_until_us IS NULL) = (decided_us IS NULL)),
sqlite   CHECK (use_until_us IS NULL OR use_until_us = decided_us + use_for_us),
sqlite   CHECK ((state = 'consumed') = (consumed_us IS NOT NULL)),
sqlite   CHECK (state NOT IN ('approved', 'consumed') OR use_until_us IS NOT NULL),
sqlite   CHECK (consumed_us IS NULL OR (consumed_us <= use_until_us AND consumed_token IS NOT NULL)));
sqlite INSERT INTO approval SELECT * FROM approval_before;
sqlite DROP TABLE approval_before;
sqlite CREATE UNIQUE INDEX approval_open ON approval (run_id, kind) WHERE state IN ('pending', 'changes_requested', 'approved');
sqlite CREATE INDEX approval_due ON approval (decide_by_us) WHERE state IN ('pending', 'changes_requested');
sqlite CREATE INDEX approval_use ON approval (use_until_us) WHERE state = 'approved';

INSERT INTO meta (name, value) VALUES ('holds', '0');   -- the lock between placing a hold and erasing
