import { chooseForm, ONE_BIT_LEAST_DIMENSIONS, type Form } from '../../../native/vector-scan/index.ts';
import type { BackendName } from './backend.ts';

/** How short of memory the process is (§21). */
export type Pressure = 'normal' | 'elevated' | 'critical';

/** A backend and, for flat codes, how they are kept. */
export interface Kind {
  name: BackendName;
  form: Form | null;
}

export interface Circumstances {
  /** The setting `vectors.backend`. */
  wish: 'auto' | BackendName;
  /** Vectors there are or will be. */
  count: number;
  dimensions: number;
  pressure: Pressure;
  now: Kind;
}

/** Below this many vectors nothing is gained by keeping them smaller. */
const LEAST_TO_SHRINK = 10_000;

/**
 * The backend that suits. `auto` scans flat codes, which was measured to be the fastest to build, the
 * smallest and exactly filtered up to millions (docs/decisions/vectors.md); short of memory it takes a
 * bit per dimension. It never gives codes up for rows of the vault: what that spares at a million is a
 * tenth of the process, and a question takes seconds.
 */
export function chooseBackend({ wish, count, dimensions, pressure, now }: Circumstances): Kind {
  if (wish !== 'auto' && wish !== 'flat-codes') return { name: wish, form: null };
  const shrink = pressure !== 'normal' && count >= LEAST_TO_SHRINK;
  if (shrink && dimensions >= ONE_BIT_LEAST_DIMENSIONS) return { name: 'flat-codes', form: 'one-bit' };
  // What shrank stays small until memory is plentiful again and the count asks for more.
  return { name: 'flat-codes', form: chooseForm(count, dimensions, now.form ?? 'int8') };
}
