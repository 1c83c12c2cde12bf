-- What each agent had in mind when it was set aside, sealed as one piece. A row only saves looking
-- things up again: losing it loses nothing.

CREATE TABLE mindsets (
  -- The scope as text, with its agent.
  place TEXT PRIMARY KEY,
  saved_at INTEGER NOT NULL,
  cipher BLOB NOT NULL
) STRICT, WITHOUT ROWID;
