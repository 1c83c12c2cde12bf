-- Scope and length of a document beside its number, without its words: a look-up of a term reads
-- thousands of these, and the words of a document fill a page of the file each dozen rows.
CREATE INDEX word_sizes ON word_documents (id, scope, length);
