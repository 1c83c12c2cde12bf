import { useNavigate } from '@tanstack/react-router';
import { atom, useSetAtom } from 'jotai';
import { z } from 'zod';
import { MemoryId, type Scope } from '../../contract/index.ts';

/** A question whose way through recall is looked at. */
export interface Asked {
  query: string;
  /** From where it is asked: general memories are seen, and those of this scope. */
  scope: Scope;
  /** Milliseconds since 1970 that "yesterday" is relative to; now when null. */
  at: number | null;
  /** Show the nearest even when recall would rather say nothing. */
  weak?: boolean;
}

/** Not in the address: a question may be as private as a memory. It ends with each lock. */
export const askedAtom = atom<Asked | null>(null);

/** The candidate that is followed through the columns. */
export const RecallSearch = z.object({ pick: MemoryId.optional().catch(undefined) });
export type RecallSearch = z.infer<typeof RecallSearch>;

/** Opens the trace, with a question, a memory to follow, or both; without a question the last one stays. */
export function useOpenTrace(): (open: { asked?: Asked; pick?: MemoryId }) => void {
  const ask = useSetAtom(askedAtom);
  const navigate = useNavigate();
  return ({ asked, pick }) => {
    if (asked !== undefined) ask(asked);
    void navigate({ to: '/recall', search: pick === undefined ? {} : { pick } } as never);
  };
}
