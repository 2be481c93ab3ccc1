-- SPDX-License-Identifier: MIT
-- The store, version 2: the ledger (ledger.h). Nothing in these tables is ever changed or removed, but for what waits
-- to get its place, and words that people decide to erase.

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

CREATE TABLE ledger_node (             -- roots of the whole subtrees of 256, 65,536 ... leaves
  level INTEGER NOT NULL CHECK (level IN (8, 16, 24, 32, 40, 48, 56)),
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
  CHECK ((salt IS NULL) = (erased_us IS NOT NULL)),
  CHECK ((words IS NULL) = (erased_us IS NOT NULL)));
