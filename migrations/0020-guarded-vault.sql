-- What keeps a vault honest: a sealed head, a chained audit trail, callers with rights and budgets,
-- and confidential memories of which nothing stands outside their ciphertext.

ALTER TABLE vault_head ADD COLUMN access_epoch INTEGER NOT NULL DEFAULT 0;
-- Running hash over everything that was ever erased, so that an old file cannot pass for a new one.
ALTER TABLE vault_head ADD COLUMN tombstones BLOB NOT NULL DEFAULT x'';
ALTER TABLE vault_head ADD COLUMN audit_tip BLOB NOT NULL DEFAULT x'';
ALTER TABLE vault_head ADD COLUMN seal BLOB;

-- `digest`: keyed hash of what it was about. `chain`: HMAC over this entry and the chain before it.
ALTER TABLE audit ADD COLUMN digest BLOB;
ALTER TABLE audit ADD COLUMN chain BLOB;
CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;

-- Who besides the person may use the vault. `token` is a keyed hash; null for local programs.
CREATE TABLE identities (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('agent', 'client', 'webhook', 'channel')),
  scope TEXT NOT NULL,
  can_write INTEGER NOT NULL,
  rows_per_day INTEGER NOT NULL,
  token BLOB UNIQUE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER,
  revoked_at INTEGER
) STRICT;

-- Token buckets, kept here so that a restart does not refill them.
CREATE TABLE identity_budgets (
  identity TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  bucket TEXT NOT NULL,
  level REAL NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (identity, bucket)
) STRICT, WITHOUT ROWID;

-- Which memories an identity has read on a day (days since 1970), each counted once.
CREATE TABLE identity_reads (
  identity TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  memory INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  PRIMARY KEY (identity, day, memory)
) STRICT, WITHOUT ROWID;

-- Keyed hashes of e-mail addresses, telephone numbers and the like in guarded texts, for exact look-up.
CREATE TABLE memory_look_ups (
  digest BLOB NOT NULL,
  memory INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  PRIMARY KEY (digest, memory)
) STRICT, WITHOUT ROWID;
CREATE INDEX look_ups_by_memory ON memory_look_ups (memory);

-- Vectors of confidential memories: encrypted, never among the codes that everybody's search scans.
CREATE TABLE sealed_embeddings (
  space INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  memory INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  cipher BLOB NOT NULL,
  PRIMARY KEY (space, memory)
) STRICT, WITHOUT ROWID;
CREATE INDEX memories_confidential ON memories (id) WHERE tier = 'confidential';

-- Version of the scanner that last judged the text; the person's own approval stands above all versions.
ALTER TABLE memories ADD COLUMN scanned INTEGER NOT NULL DEFAULT 0;

-- Length in words with the surroundings, for ranks that are worked out over what the reader may see
-- and nothing else.
ALTER TABLE word_documents ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
UPDATE word_documents SET length = length(own) - length(replace(own, ' ', '')) + 1
  + CASE surroundings WHEN '' THEN 0 ELSE length(surroundings) - length(replace(surroundings, ' ', '')) + 1 END;
-- The same added up for each status and scope.
CREATE TABLE word_totals (
  scope TEXT PRIMARY KEY,
  documents INTEGER NOT NULL,
  length INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO word_totals SELECT scope, count(*), sum(length) FROM word_documents GROUP BY scope;
-- How often a term occurs is asked of the index, within the reader's scopes.
DROP TABLE term_frequencies;

-- Takes up pages and gives them back, so that the file grows in steps.
CREATE TABLE padding (bytes BLOB NOT NULL) STRICT;
