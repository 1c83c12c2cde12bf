-- Messages know what kind of turn they belong to and what became of their exchange; memories know what
-- made their smaller levels.

-- `kind`: of the turn; a `tool` message holds what the tool named in `tool` gave, as data.
-- `leaving`: of a request, when saving was on: `due` until what its exchange came to is stored.
ALTER TABLE messages ADD COLUMN kind TEXT NOT NULL DEFAULT 'chat' CHECK (kind IN ('chat', 'task', 'tool', 'headless'));
ALTER TABLE messages ADD COLUMN tool TEXT;
ALTER TABLE messages ADD COLUMN leaving TEXT CHECK (leaving IN ('due', 'stored'));

-- `levels_by`: the model that made summary, key fact and tag; null when they were taken out of the text.
-- `levels_tried`: version of the text that no model need be asked about any more, because one was or because it is short.
ALTER TABLE memories ADD COLUMN levels_by TEXT;
ALTER TABLE memories ADD COLUMN levels_tried INTEGER NOT NULL DEFAULT 0;
UPDATE memories SET levels_tried = version WHERE length(text) < 200;
CREATE INDEX memories_by_levels ON memories (id) WHERE levels_tried < version;
