import { Quotations } from '../quotations.ts';
import { all, run, type ReadableVault, type WritableVault } from './handle.ts';

/** Taking the words of erased memories out of the conversations they were said, quoted or named in. */

/** Texts by the id of the memory they belong to. */
export type WrittenTexts = Readonly<Record<string, readonly string[]>>;

/** Messages looked through at once. */
const PAGE = 500;

interface MessageRow {
  row: number;
  session: string;
  text: string;
  sources: string | null;
  remembered: string;
}

interface Named {
  id?: unknown;
  /** Words of the message the memory was taken from. */
  said?: unknown;
}

/** What was said in chats where one of these memories was stored or said again, by its id. */
export function saidInChats(db: ReadableVault, query: { ids: readonly string[] }): Record<string, string[]> {
  const wanted = new Set(query.ids);
  const said: Record<string, string[]> = {};
  for (const { remembered } of all<{ remembered: string }>(db, `SELECT remembered FROM messages WHERE remembered <> '[]'`))
    for (const { id, said: words } of JSON.parse(remembered) as Named[])
      if (typeof id === 'string' && wanted.has(id) && typeof words === 'string') (said[id] ??= []).push(words);
  return said;
}

const ID = /"(?:id|duplicateOf)":"([^"]+)"/g;

/** Which of them a message's record of memories names. The record is long and seldom names one, so it is not parsed to find out. */
const namedIn = (json: string, ids: ReadonlySet<string>): string[] => [...json.matchAll(ID)].map(([, id]) => id!).filter((id) => ids.has(id));

/** The record without those that go; what repeated one of them repeats nothing any more. */
const without = (json: string, ids: ReadonlySet<string>): string => JSON.stringify(JSON.parse(json, (key, value: unknown) =>
  key === 'duplicateOf' && ids.has(value as string) ? null : Array.isArray(value) ? value.filter((entry) => !ids.has((entry as Named | null)?.id as string)) : value));

const textOf = (db: ReadableVault, ids: ReadonlySet<string>): string[] =>
  all<{ text: string }>(db, 'SELECT m.text FROM json_each(?) given JOIN memories m ON m.public_id = given.value', JSON.stringify([...ids])).map((row) => row.text);

/**
 * Memories leave what messages record of them and, unless `texts` is null, their words leave
 * messages, titles and drafts, however they were written there. `parts` are sentences of longer
 * texts; they leave only the answers that had the memory before them, because elsewhere they may
 * have been said for themselves. Returns how many messages and which conversations changed.
 */
export function scrubConversations(
  db: WritableVault, change: { ids: ReadonlySet<string>; texts: WrittenTexts | null; parts: WrittenTexts },
): { messages: number; sessions: string[] } {
  const { ids, texts, parts } = change;
  const untold = texts === null ? ids : new Set([...ids].filter((id) => !texts[id]));
  const quoted = new Quotations(texts === null ? [] : [...textOf(db, untold), ...Object.values(texts).flat()]);
  const sessions = new Set<string>();
  let messages = 0;
  for (let after = 0; ; ) {
    const page = all<MessageRow>(db, 'SELECT rowid AS row, session, text, sources, remembered FROM messages WHERE rowid > ? ORDER BY rowid LIMIT ?', after, PAGE);
    if (page.length === 0) break;
    after = page.at(-1)!.row;
    for (const message of page) {
      const used = message.sources === null ? [] : namedIn(message.sources, ids);
      const stored = namedIn(message.remembered, ids).length > 0;
      const whole = quoted.erasedFrom(message.text);
      const text = new Quotations(used.flatMap((id) => parts[id] ?? [])).erasedFrom(whole);
      if (used.length === 0 && !stored && text === message.text) continue;
      const sources = used.length > 0 ? without(message.sources!, ids) : message.sources;
      const remembered = stored ? without(message.remembered, ids) : message.remembered;
      run(db, 'UPDATE messages SET sources = ?, remembered = ?, text = ? WHERE rowid = ?', sources, remembered, text, message.row);
      sessions.add(message.session);
      messages++;
    }
  }
  if (!quoted.none)
    for (const session of all<{ id: string; title: string; draft: string }>(db, 'SELECT id, title, draft FROM sessions')) {
      const title = quoted.erasedFrom(session.title);
      const draft = quoted.erasedFrom(session.draft);
      if (title === session.title && draft === session.draft) continue;
      run(db, 'UPDATE sessions SET title = ?, draft = ? WHERE id = ?', title, draft, session.id);
      sessions.add(session.id);
    }
  return { messages, sessions: [...sessions] };
}
