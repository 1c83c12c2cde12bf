import { timingSafeEqual } from 'node:crypto';
import type { AuditReport } from '../../contract/index.ts';
import { chainOf } from '../../security/audit/index.ts';
import type { Mind } from '../flow/index.ts';

const PAGE = 5000;

/** Reads the whole trail and works every link out again. What the last sealed head names must be among them, so that the end cannot be cut off. */
export async function verifyTrail(mind: Mind): Promise<AuditReport> {
  await mind.trail.flush();
  const { vault } = mind;
  const report: AuditReport = { entries: 0, whole: true, firstBroken: null, from: null, to: null };
  const tip = Buffer.from((await vault.read('headRow'))?.audit_tip ?? []);
  let sealedTipSeen = tip.length === 0;
  let before: Uint8Array | null = null;
  for (let after = 0; report.whole; ) {
    const rows = await vault.read('auditAfter', { after, limit: PAGE });
    for (const row of rows) {
      after = row.id;
      report.entries++;
      report.from ??= row.at;
      report.to = row.at;
      // Entries from before the trail was chained stand at its beginning or nowhere.
      if (row.chain === null && before === null) continue;
      const link: Buffer = vault.keys.key('audit').use((key) => chainOf(key, before ?? Buffer.alloc(0), row));
      if (row.chain === null || row.chain.length !== link.length || !timingSafeEqual(link, row.chain)) {
        report.whole = false;
        report.firstBroken = row.id;
        break;
      }
      if (!sealedTipSeen && link.equals(tip)) sealedTipSeen = true;
      before = row.chain;
    }
    if (rows.length < PAGE) break;
  }
  if (report.whole && !sealedTipSeen) {
    report.whole = false;
    report.firstBroken = report.entries + 1;
  }
  return report;
}
