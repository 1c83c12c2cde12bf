import { useEffect, useState } from 'react';

const key = 'engram.attempts';
/** Tries that cost nothing; after them the pause doubles, in milliseconds. */
const free = 3;
const pause = { first: 1_000, most: 60_000 };

interface Attempts { failed: number; until: number }

function read(): Attempts {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Attempts | null;
    return { failed: Number(kept?.failed) || 0, until: Number(kept?.until) || 0 };
  } catch {
    return { failed: 0, until: 0 };
  }
}

/** Counts a wrong try and starts the pause; the host's own demand wins when it is longer. */
export function failedAttempt(retryAfterMs = 0): void {
  const failed = read().failed + 1;
  const ours = failed < free ? 0 : Math.min(pause.most, pause.first * 2 ** (failed - free));
  sessionStorage.setItem(key, JSON.stringify({ failed, until: Date.now() + Math.max(ours, retryAfterMs) }));
}

export function succeeded(): void {
  sessionStorage.removeItem(key);
}

/** Whole seconds until the next try is allowed; 0 when it is. */
export function useWait(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((read().until - now) / 1000));
}
