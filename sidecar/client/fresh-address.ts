import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import type { SidecarFile } from './sidecar-file.ts';

const Ticket = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

/** An address of a running sidecar with a fresh one-time token, for another window. Throws UNAUTHORIZED. */
export async function freshAddress(file: SidecarFile): Promise<string> {
  const origin = `http://127.0.0.1:${file.port}`;
  const answer = await fetch(`${origin}/api/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${file.bearer}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(3_000),
  });
  if (!answer.ok) throw new EngramError('UNAUTHORIZED');
  const { token } = Ticket.parse(await answer.json());
  return `${origin}/#t=${token}`;
}
