-- The words around a memory are the words of its neighbours in the conversation: the index holds each
-- text once, and a document knows its place instead.

-- A conversation within a scope, as the places of documents name it.
CREATE TABLE word_sessions (
  id INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  session TEXT NOT NULL,
  UNIQUE (scope, session)
) STRICT;
INSERT INTO word_sessions (scope, session)
  SELECT DISTINCT m.scope, m.session FROM memories m JOIN word_documents d ON d.id = m.id WHERE m.session IS NOT NULL;

-- `scope` is one token: a letter for the status and the number of the scope.
-- `length` in words, with those of the neighbours. `session` and `position` are null outside conversations.
CREATE TABLE placed_documents (
  id INTEGER PRIMARY KEY REFERENCES memories (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  own TEXT NOT NULL,
  identifiers TEXT NOT NULL,
  length INTEGER NOT NULL,
  session INTEGER,
  position INTEGER,
  speaker TEXT
) STRICT;
INSERT INTO placed_documents
  SELECT d.id, d.scope, d.own, d.identifiers, d.length, s.id, CASE WHEN s.id IS NULL THEN NULL ELSE m.position END, m.speaker
  FROM word_documents d JOIN memories m ON m.id = d.id LEFT JOIN word_sessions s ON s.scope = m.scope AND s.session = m.session
  ORDER BY d.id;

DROP TABLE memory_words;
DROP TABLE word_documents;
ALTER TABLE placed_documents RENAME TO word_documents;
-- A look-up of a term reads thousands of these without the words: what a document weighs, who its neighbours are, who said it.
CREATE INDEX word_sizes ON word_documents (id, scope, length, session, position, speaker);
CREATE INDEX word_places ON word_documents (session, position, scope, length) WHERE session IS NOT NULL;

CREATE VIRTUAL TABLE memory_words USING fts5 (
  own, identifiers,
  content = 'word_documents', content_rowid = 'id', columnsize = 0,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO memory_words (memory_words, rank) VALUES ('secure-delete', 1);
INSERT INTO memory_words (memory_words) VALUES ('rebuild');
