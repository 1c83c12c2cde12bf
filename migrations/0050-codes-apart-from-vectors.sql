-- Codes lie apart from exact vectors, so that loading them and scoring hits again read few pages.
-- Spaces know which model writes into them and where their one-bit codes are taken.

-- `model`: id of the embedding model, so that the one before can be asked while a new one takes over.
-- `frame`: version of the transform before the signs are taken; null while there are no one-bit codes.
-- `mean`: float32 per coded dimension, what the vectors are centred on.
ALTER TABLE spaces ADD COLUMN model TEXT;
ALTER TABLE spaces ADD COLUMN frame INTEGER;
ALTER TABLE spaces ADD COLUMN mean BLOB;

-- `code`: float32 scale, then one int8 per coded dimension.
CREATE TABLE vector_codes (
  space INTEGER NOT NULL,
  memory INTEGER NOT NULL,
  code BLOB NOT NULL,
  PRIMARY KEY (space, memory),
  FOREIGN KEY (space, memory) REFERENCES memory_embeddings (space, memory) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO vector_codes SELECT space, memory, code FROM memory_embeddings;
ALTER TABLE memory_embeddings DROP COLUMN code;

-- `bits`: float32 scale and offset, then one bit per coded dimension.
CREATE TABLE bit_codes (
  space INTEGER NOT NULL,
  memory INTEGER NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (space, memory),
  FOREIGN KEY (space, memory) REFERENCES memory_embeddings (space, memory) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Erasing a memory looks its vectors up by the memory alone.
CREATE INDEX embeddings_by_memory ON memory_embeddings (memory);
CREATE INDEX sealed_embeddings_by_memory ON sealed_embeddings (memory);
