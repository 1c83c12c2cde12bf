import { getLoadablePath } from 'sqlite-vec';
import { EngramError } from '../../../contract/index.ts';
import type { Connection } from './open.ts';

const there = new WeakSet<Connection>();

/** Gives a connection the distance functions of `sqlite-vec`, once. Throws NO_INDEX where the extension does not load. */
export function addVectorFunctions(db: Connection): void {
  if (there.has(db)) return;
  try {
    db.loadExtension(getLoadablePath());
  } catch (cause) {
    throw new EngramError('NO_INDEX', { detail: 'sqlite-vec does not load on this machine' }, { cause });
  }
  there.add(db);
}
