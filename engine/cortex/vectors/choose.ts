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
/** More bytes of int8 codes than this give way when memory is critical. */
const MOST_CRITICAL_BYTES = 32 * 1024 * 1024;

/**
 * The backend that suits. `auto` scans flat codes, which was measured to be the fastest to build, the
 * smallest and exactly filtered up to millions (docs/decisions/vectors.md); short of memory it takes a
 * bit per dimension, and rows of the vault where a bit would say too little.
 */
export function chooseBackend({ wish, count, dimensions, pressure, now }: Circumstances): Kind {
  if (wish !== 'auto' && wish !== 'flat-codes') return { name: wish, form: null };
  const shrink = pressure !== 'normal' && count >= LEAST_TO_SHRINK;
  if (shrink && dimensions >= ONE_BIT_LEAST_DIMENSIONS) return { name: 'flat-codes', form: 'one-bit' };
  if (wish === 'auto' && pressure === 'critical' && count * dimensions > MOST_CRITICAL_BYTES) return { name: 'sqlite-vec', form: null };
  // What shrank stays small until memory is plentiful again and the count asks for more.
  return { name: 'flat-codes', form: chooseForm(count, dimensions, now.form ?? 'int8') };
}
