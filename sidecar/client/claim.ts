import { z } from 'zod';
import { Scope } from '../../contract/index.ts';

/**
 * What a program that connects with the person's bearer may say about itself. It can only take
 * rights away: whoever says nothing is the person, whoever claims is a client within a scope.
 */
export const ClientClaim = z.strictObject({
  name: z.string().trim().min(1).max(200),
  scope: Scope,
  canWrite: z.boolean(),
});
export type ClientClaim = z.infer<typeof ClientClaim>;

export function encodeClaim(claim: ClientClaim): string {
  return `client.${Buffer.from(JSON.stringify(claim)).toString('base64url')}`;
}

/** What a list of WebSocket subprotocols claims: nothing (null), something, or what cannot be read ('unreadable'). */
export function claimIn(protocols: readonly string[]): ClientClaim | null | 'unreadable' {
  const claims = protocols.filter((protocol) => protocol.startsWith('client.'));
  if (claims.length === 0) return null;
  if (claims.length > 1) return 'unreadable';
  try {
    return ClientClaim.parse(JSON.parse(Buffer.from(claims[0]!.slice('client.'.length), 'base64url').toString('utf8')));
  } catch {
    return 'unreadable';
  }
}
