import { z } from 'zod';
import { Refused } from './channel.ts';

const storageKey = 'engram.bearer';
const Granted = z.object({ bearer: z.string().min(1) });

/** Takes the one-time token out of the address, so that it stays in no history and no bookmark. */
export function takeToken(): string | null {
  const match = /^#t=([^&]+)$/.exec(window.location.hash);
  if (match?.[1] === undefined) return null;
  history.replaceState(null, '', window.location.pathname + window.location.search);
  return decodeURIComponent(match[1]);
}

/**
 * The bearer of this browser: the kept one, or a new one for the one-time token.
 * @throws Refused when there is neither, or the token was used already.
 */
export async function bearerFor(token: string | null): Promise<string> {
  if (token !== null) {
    const answer = await fetch('./api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (answer.ok) {
      const { bearer } = Granted.parse(await answer.json());
      localStorage.setItem(storageKey, bearer);
      return bearer;
    }
    if (answer.status !== 401 && answer.status !== 403) throw new Error('The host did not answer.');
  }
  const kept = localStorage.getItem(storageKey);
  if (kept === null) throw new Refused('No access token.');
  return kept;
}

/** Whether the host still knows the bearer. A socket that fails to open does not say why. */
export async function isRefused(bearer: string): Promise<boolean> {
  const answer = await fetch('./api/session', { headers: { authorization: `Bearer ${bearer}` } }).catch(() => null);
  return answer?.status === 401 || answer?.status === 403;
}

export function forgetBearer(): void {
  localStorage.removeItem(storageKey);
}
