import { useEffect } from 'react';
import { AccessSection } from '../access/index.ts';
import { useGate } from '../bridge/index.ts';
import { SectionPage } from '../ui/index.ts';
import { AuditSection } from './audit-section.tsx';
import { BackupsSection } from './backups-section.tsx';
import { EraseSection } from './erase-section.tsx';
import { ProtectionSection } from './protection-section.tsx';
import { ReopeningNote } from './reopening-note.tsx';

const names = { protection: 'Protection', backups: 'Backups', access: 'Access', erase: 'Erase', audit: 'Audit trail' };
type Section = keyof typeof names;

const leads: Record<Section, string> = {
  protection: 'What the vault is encrypted with, what opens it, and whether all is well.',
  backups: 'Checked, encrypted copies on this computer. Bringing one back never overwrites anything.',
  access: 'Who besides you may use the vault. Nobody, until you say so.',
  erase: 'Everything that belongs to one name, gone for good, with a report that proves it.',
  audit: 'What was done with the vault and by whom. Each entry is chained to the one before it.',
};

/** The vault itself: its protection, its copies, who may come in, and what was done. */
export function VaultScreen({ section }: { section: string }) {
  const current: Section = section in names ? (section as Section) : 'protection';
  const disabled = useGate().state === 'readonly';
  useEffect(() => {
    document.title = 'Vault — Engram';
  }, []);
  return (
    <SectionPage label="Vault" to="/vault/$section" names={names} current={current} lead={leads[current]}>
      <ReopeningNote />
      {current === 'protection' && <ProtectionSection disabled={disabled} />}
      {current === 'backups' && <BackupsSection disabled={disabled} />}
      {current === 'access' && <AccessSection disabled={disabled} />}
      {current === 'erase' && <EraseSection disabled={disabled} />}
      {current === 'audit' && <AuditSection />}
    </SectionPage>
  );
}
