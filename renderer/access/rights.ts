import type { Identity, NewIdentity, Scope } from '../../contract/index.ts';

export const kindNames: Record<Identity['kind'], string> = { agent: 'Agent', client: 'Program', webhook: 'Webhook', channel: 'Channel' };

/** Different memories a day, when nothing else is asked for; the same that the vault gives. */
export const usualRows = 1_000;

/** What may be said about somebody's access, as it stands in the fields. */
export interface Rights {
  canWrite: boolean;
  /** As typed. */
  rows: string;
  scope: { [Part in keyof Scope]-?: string };
}

export const rightsOf = (identity?: Identity): Rights => ({
  canWrite: identity?.canWrite ?? false,
  rows: String(identity?.rowsPerDay ?? usualRows),
  scope: { project: '', squad: '', agent: '', channel: '', channelUser: '', ...identity?.scope },
});

/** The fields as the vault takes them; null when the number of memories is none. */
export function readRights({ canWrite, rows, scope }: Rights): Required<Pick<NewIdentity, 'canWrite' | 'rowsPerDay' | 'scope'>> | null {
  const rowsPerDay = Number(rows);
  if (!Number.isInteger(rowsPerDay) || rowsPerDay < 1 || rowsPerDay > 1_000_000) return null;
  const parts = Object.entries(scope).map(([part, value]) => [part, value.trim()] as const).filter(([, value]) => value !== '');
  return { canWrite, rowsPerDay, scope: Object.fromEntries(parts) as Scope };
}
