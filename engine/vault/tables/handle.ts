import type { Statement } from 'better-sqlite3-multiple-ciphers';
import type { Connection } from '../threads/open.ts';

declare const readable: unique symbol;
declare const writable: unique symbol;

/** A connection that may read. A reader thread has only this. */
export type ReadableVault = Connection & { readonly [readable]: true };
/** The one connection that may write, held by the writer thread. */
export type WritableVault = ReadableVault & { readonly [writable]: true };

type Bound = Statement<unknown[]>;
const statements = new WeakMap<Connection, Map<string, Bound>>();

/** A prepared statement, made once per connection and text. Values are always bound. */
export function sql(db: ReadableVault, text: string): Bound {
  let known = statements.get(db);
  if (!known) statements.set(db, (known = new Map()));
  let statement = known.get(text);
  if (!statement) known.set(text, (statement = db.prepare<unknown[]>(text)));
  return statement;
}

/** What was prepared on a connection so far; their plans can be looked at. */
export const preparedTexts = (db: ReadableVault): string[] => [...(statements.get(db)?.keys() ?? [])];

export const get = <Row>(db: ReadableVault, text: string, ...values: unknown[]): Row | undefined =>
  sql(db, text).get(...values) as Row | undefined;
export const all = <Row>(db: ReadableVault, text: string, ...values: unknown[]): Row[] =>
  sql(db, text).all(...values) as Row[];
/** Rows changed. */
export const run = (db: WritableVault, text: string, ...values: unknown[]): number => sql(db, text).run(...values).changes;

/** `?, ?, ?` for a list of bound values. */
export const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');
