import { createHash } from 'node:crypto';
import type { JobId } from '../../contract/index.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARS = 10;
const PLACE_CHARS = 6;
const HASH_CHARS = 10;

/**
 * Ids for what one import brings: the time of the job, the place in the file, and a hash of what
 * stands there. They are the same each time, so that an import which broke off is continued without
 * storing anything twice, and they sort like the file. Nobody can choose one: the job's own id,
 * which is random, is in the hash.
 */
export function idsOf(job: JobId): <Id extends string>(place: number, ...of: readonly (string | number)[]) => Id {
  return <Id extends string>(place: number, ...of: readonly (string | number)[]) => {
    const hash = createHash('sha256').update(JSON.stringify([job, place, ...of])).digest();
    const at = Array.from({ length: PLACE_CHARS }, (_, i) => LETTERS[Math.floor(place / 32 ** (PLACE_CHARS - 1 - i)) % 32]!);
    return (job.slice(0, TIME_CHARS) + at.join('') + Array.from(hash.subarray(0, HASH_CHARS), (byte) => LETTERS[byte & 31]!).join('')) as Id;
  };
}
