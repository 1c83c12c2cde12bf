import { EngramError, type Agent, type Message, type Session } from '../../../contract/index.ts';
import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';

interface SessionRow {
  id: string;
  title: string;
  agent: string | null;
  scope: string;
  read_memory: number;
  save_memory: number;
  model: string;
  leaf: string | null;
  draft: string;
  created_at: number;
  updated_at: number;
}

const toSession = (row: SessionRow): Session => ({
  id: row.id as Session['id'],
  title: row.title,
  agent: row.agent as Session['agent'],
  scope: JSON.parse(row.scope),
  offRecord: false,
  readMemory: row.read_memory === 1,
  saveMemory: row.save_memory === 1,
  model: row.model,
  leaf: row.leaf as Session['leaf'],
  draft: row.draft,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const sessionColumns = 'id, title, agent, scope, read_memory, save_memory, model, leaf, draft, created_at, updated_at';

export const listSessions = (db: ReadableVault): Session[] =>
  all<SessionRow>(db, `SELECT ${sessionColumns} FROM sessions ORDER BY updated_at DESC LIMIT 2000`).map(toSession);

export function sessionById(db: ReadableVault, query: { id: string }): Session | undefined {
  const row = get<SessionRow>(db, `SELECT ${sessionColumns} FROM sessions WHERE id = ?`, query.id);
  return row && toSession(row);
}

export function saveSession(db: WritableVault, session: Session & { job?: string | null }): void {
  run(db, `
    INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, agent = excluded.agent, scope = excluded.scope, read_memory = excluded.read_memory,
      save_memory = excluded.save_memory, model = excluded.model, leaf = excluded.leaf, draft = excluded.draft, updated_at = excluded.updated_at`,
    session.id, session.title, session.agent, JSON.stringify(session.scope), Number(session.readMemory), Number(session.saveMemory),
    session.model, session.leaf, session.draft, session.job ?? null, session.createdAt, session.updatedAt);
}

export function removeSession(db: WritableVault, query: { id: string }): number {
  const messages = get<{ n: number }>(db, 'SELECT count(*) AS n FROM messages WHERE session = ?', query.id)!.n;
  if (run(db, 'DELETE FROM sessions WHERE id = ?', query.id) === 0) throw new EngramError('NOT_FOUND');
  return messages;
}

interface MessageRow {
  id: string;
  session: string;
  parent: string | null;
  role: Message['role'];
  text: string;
  status: Message['status'];
  model: string | null;
  sources: string | null;
  remembered: string;
  usage: string | null;
  error: string | null;
  created_at: number;
  kind: Message['kind'];
  tool: string | null;
  leaving: Message['leaving'];
}

const toMessage = (row: MessageRow): Message => ({
  id: row.id as Message['id'],
  session: row.session as Message['session'],
  parent: row.parent as Message['parent'],
  role: row.role,
  text: row.text,
  status: row.status,
  model: row.model,
  sources: row.sources === null ? null : JSON.parse(row.sources),
  remembered: JSON.parse(row.remembered),
  usage: row.usage === null ? null : JSON.parse(row.usage),
  error: row.error === null ? null : JSON.parse(row.error),
  kind: row.kind,
  tool: row.tool,
  leaving: row.leaving,
  createdAt: row.created_at,
});

const messageColumns = 'id, session, parent, role, text, status, model, sources, remembered, usage, error, created_at, kind, tool, leaving';

export const messagesOf = (db: ReadableVault, query: { session: string }): Message[] =>
  all<MessageRow>(db, `SELECT ${messageColumns} FROM messages WHERE session = ? ORDER BY created_at, id`, query.session).map(toMessage);

export function messageById(db: ReadableVault, query: { id: string }): Message | undefined {
  const row = get<MessageRow>(db, `SELECT ${messageColumns} FROM messages WHERE id = ?`, query.id);
  return row && toMessage(row);
}

/** Insert or replace; a running turn is saved first as `streaming`. */
export function saveMessages(db: WritableVault, messages: readonly Message[]): void {
  for (const m of messages)
    run(db, `
      INSERT INTO messages (${messageColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET text = excluded.text, status = excluded.status, model = excluded.model, sources = excluded.sources,
        remembered = excluded.remembered, usage = excluded.usage, error = excluded.error, leaving = excluded.leaving`,
      m.id, m.session, m.parent, m.role, m.text, m.status, m.model, m.sources && JSON.stringify(m.sources), JSON.stringify(m.remembered),
      m.usage && JSON.stringify(m.usage), m.error && JSON.stringify(m.error), m.createdAt, m.kind, m.tool, m.leaving);
}

/** The first messages of a turn and the session that now ends in them, both or neither. */
export function beginTurn(db: WritableVault, turn: { session: Session; messages: readonly Message[] }): void {
  saveSession(db, turn.session);
  saveMessages(db, turn.messages);
}

/** After a crash no turn is running any more: what was streaming is kept as stopped. */
export const settleStreaming = (db: WritableVault): number => run(db, `UPDATE messages SET status = 'stopped' WHERE status = 'streaming'`);

interface AgentRow {
  id: string;
  name: string;
  instructions: string;
  model: string | null;
  created_at: number;
  updated_at: number;
}

export const listAgents = (db: ReadableVault): Agent[] =>
  all<AgentRow>(db, 'SELECT * FROM agents ORDER BY name, id').map((row) => ({
    id: row.id as Agent['id'], name: row.name, instructions: row.instructions, model: row.model, createdAt: row.created_at, updatedAt: row.updated_at,
  }));

export function saveAgent(db: WritableVault, agent: Agent): void {
  run(db, `
    INSERT INTO agents VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, instructions = excluded.instructions, model = excluded.model, updated_at = excluded.updated_at`,
    agent.id, agent.name, agent.instructions, agent.model, agent.createdAt, agent.updatedAt);
}

export function removeAgent(db: WritableVault, query: { id: string }): void {
  if (run(db, 'DELETE FROM agents WHERE id = ?', query.id) === 0) throw new EngramError('NOT_FOUND');
}
