-- Days and spans that the text of a memory names ("dentist on Friday"), as of when it was said.
CREATE TABLE named_times (
  memory INTEGER NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
  -- Milliseconds UTC, both ends included.
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL CHECK (ends >= starts),
  PRIMARY KEY (memory, starts, ends)
) STRICT, WITHOUT ROWID;
CREATE INDEX named_times_by_start ON named_times (starts, ends, memory);

-- `times_read`: whether the dates in the text were looked for. Those of older memories are found by a job.
ALTER TABLE memories ADD COLUMN times_read INTEGER NOT NULL DEFAULT 0;
CREATE INDEX memories_by_times_read ON memories (id) WHERE times_read = 0;
