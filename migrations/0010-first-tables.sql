-- The first tables: memories with their subtypes, the word index, vectors, relations,
-- conversations, settings, jobs and the audit trail. Times are milliseconds since 1970 UTC.

CREATE TABLE vault_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  vault_id TEXT NOT NULL,
  name TEXT NOT NULL,
  generation INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;

-- An empty part means "any". The empty scope is global.
CREATE TABLE scopes (
  id INTEGER PRIMARY KEY,
  project TEXT NOT NULL DEFAULT '',
  squad TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL DEFAULT '',
  channel TEXT NOT NULL DEFAULT '',
  channel_user TEXT NOT NULL DEFAULT '',
  UNIQUE (project, squad, agent, channel, channel_user)
) STRICT;
INSERT INTO scopes (id) VALUES (1);

-- `text` is what may be indexed: the whole text when cleartext, the redacted rendering above it.
-- `cipher` is the whole text, encrypted under the tier's own key.
CREATE TABLE memories (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('episodic', 'semantic', 'procedural')),
  category TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'superseded', 'quarantined', 'forgotten')),
  tier TEXT NOT NULL CHECK (tier IN ('cleartext', 'sensitive', 'confidential')),
  origin TEXT NOT NULL,
  source TEXT,
  scope INTEGER NOT NULL REFERENCES scopes (id),
  session TEXT,
  position INTEGER,
  message TEXT,
  job TEXT,
  speaker TEXT,
  pinned INTEGER NOT NULL DEFAULT 0,
  importance REAL NOT NULL CHECK (importance BETWEEN 0 AND 1),
  strength REAL NOT NULL CHECK (strength BETWEEN 0 AND 1),
  trust REAL NOT NULL CHECK (trust BETWEEN 0 AND 1),
  text TEXT NOT NULL,
  cipher BLOB,
  summary TEXT NOT NULL,
  key_fact TEXT NOT NULL,
  tag TEXT NOT NULL,
  text_hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  happened_at INTEGER NOT NULL,
  valid_from INTEGER,
  valid_to INTEGER,
  last_used_at INTEGER,
  forgotten_at INTEGER,
  uses INTEGER NOT NULL DEFAULT 0,
  corroborations INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK ((tier = 'cleartext') = (cipher IS NULL))
) STRICT;
CREATE INDEX memories_by_hash ON memories (text_hash);
CREATE INDEX memories_by_session ON memories (session, position) WHERE session IS NOT NULL;
CREATE INDEX memories_by_time ON memories (happened_at);
CREATE INDEX memories_by_status ON memories (status, id);
CREATE INDEX memories_by_job ON memories (job) WHERE job IS NOT NULL;
CREATE INDEX memories_by_speaker ON memories (scope, speaker) WHERE speaker IS NOT NULL;

CREATE TABLE episodic_memories (
  memory INTEGER PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  outcome TEXT,
  participants TEXT NOT NULL DEFAULT '[]',
  valence REAL NOT NULL DEFAULT 0 CHECK (valence BETWEEN -1 AND 1)
) STRICT;

CREATE TABLE semantic_memories (
  memory INTEGER PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  subject TEXT,
  predicate TEXT,
  object TEXT,
  confidence REAL NOT NULL DEFAULT 0.5 CHECK (confidence BETWEEN 0 AND 1)
) STRICT;
CREATE INDEX semantic_by_fact ON semantic_memories (subject, predicate) WHERE subject IS NOT NULL;

CREATE TABLE procedural_memories (
  memory INTEGER PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  steps TEXT NOT NULL DEFAULT '[]',
  successes INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE memory_versions (
  memory INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  text TEXT NOT NULL,
  cipher BLOB,
  tier TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (memory, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE spaces (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL CHECK (dimensions > 0),
  metric TEXT NOT NULL
) STRICT;

-- `code`: float32 scale, then one int8 per dimension. `exact`: float32 per dimension.
CREATE TABLE memory_embeddings (
  space INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  memory INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  code BLOB NOT NULL,
  exact BLOB NOT NULL,
  PRIMARY KEY (space, memory)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_edges (
  source INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  weight REAL NOT NULL CHECK (weight BETWEEN 0 AND 1),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (source, target, type),
  CHECK (source <> target)
) STRICT, WITHOUT ROWID;
CREATE INDEX edges_by_target ON memory_edges (target, type);

-- What the word index holds, so that rows can be taken out of it exactly.
-- `scope` is one token: a letter for the status and the number of the scope.
CREATE TABLE word_documents (
  id INTEGER PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  own TEXT NOT NULL,
  identifiers TEXT NOT NULL,
  surroundings TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE memory_words USING fts5 (
  scope, own, identifiers, surroundings,
  content = 'word_documents', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO memory_words (memory_words, rank) VALUES ('secure-delete', 1);

-- In how many memories a stem occurs; common stems leave a query.
CREATE TABLE term_frequencies (
  term TEXT PRIMARY KEY,
  documents INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE agents (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  instructions TEXT NOT NULL,
  model TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  agent TEXT REFERENCES agents (id) ON DELETE SET NULL,
  scope TEXT NOT NULL,
  read_memory INTEGER NOT NULL,
  save_memory INTEGER NOT NULL,
  model TEXT NOT NULL,
  leaf TEXT,
  draft TEXT NOT NULL DEFAULT '',
  job TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_time ON sessions (updated_at);
CREATE INDEX sessions_by_job ON sessions (job) WHERE job IS NOT NULL;

CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  parent TEXT,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  text TEXT NOT NULL,
  status TEXT NOT NULL,
  model TEXT,
  sources TEXT,
  remembered TEXT NOT NULL DEFAULT '[]',
  usage TEXT,
  error TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_session ON messages (session, created_at);

CREATE TABLE memory_uses (
  memory INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  message TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (memory, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX uses_by_message ON memory_uses (message);

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE providers (
  name TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  base_url TEXT,
  key_cipher BLOB
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  state TEXT NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER,
  input TEXT NOT NULL DEFAULT '{}',
  result TEXT,
  error TEXT,
  undoable INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

-- What happened to which memory, never its content.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  memory TEXT,
  actor TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX audit_by_memory ON audit (memory) WHERE memory IS NOT NULL;
