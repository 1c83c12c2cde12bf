import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { SessionId } from '../../contract/index.ts';

/** What stands in a composer now; ends with each lock. Null when no composer is on the page. */
const composedAtom = atom<{ session: SessionId; text: string } | null>(null);

/** Tells the panel what stands in the composer. Shows nothing, so that a key pressed there renders nothing else. */
export function ComposedText({ session, text }: { session: SessionId; text: string }) {
  const set = useSetAtom(composedAtom);
  useEffect(() => set({ session, text }), [set, session, text]);
  useEffect(() => () => set(null), [set]);
  return null;
}

/** The text in the composer of this chat; null when that is not on the page. */
export function useComposed(session: SessionId): string | null {
  const composed = useAtomValue(composedAtom);
  return composed?.session === session ? composed.text : null;
}
