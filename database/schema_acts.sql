-- SPDX-License-Identifier: MIT
-- The store, version 5: what people sign (store/acts.h). A row is an index to an envelope, which alone proves something.

CREATE TABLE act (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,                  -- trust/acts.def
  target TEXT NOT NULL,
  by_id TEXT NOT NULL,                 -- a person of the trust file
  keyid TEXT NOT NULL,
  envelope_sha256 TEXT NOT NULL UNIQUE REFERENCES content (sha256),
  made_us BIGINT NOT NULL,             -- as it was signed
  stored_us BIGINT NOT NULL);
CREATE INDEX act_about ON act (kind, target);

DROP TABLE mode_change;                -- acts say it: halt, drain, resume
