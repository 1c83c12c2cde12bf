-- What somebody called not relevant to a question. Questions may be as private as memories, so their
-- words are sealed once more, and only whoever said it is spared the memory.

CREATE TABLE dismissals (
  id TEXT PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  -- `person`, or `client` and the name of one.
  sayer TEXT NOT NULL,
  said_at INTEGER NOT NULL,
  -- The question with the people it names.
  cipher BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX dismissals_by_memory ON dismissals (memory, sayer, said_at);
