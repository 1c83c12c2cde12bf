import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { settingKeys } from '../../contract/index.ts';
import { faultOf, useGate } from '../bridge/index.ts';
import { ErrorNotice, Loading, SectionPage } from '../ui/index.ts';
import { catalogue, sectionNames, type Section } from './catalogue.ts';
import { Embedders } from './embedders.tsx';
import { Providers } from './providers.tsx';
import { RecallTest } from './recall-test.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSettings } from './use-settings.ts';

const leads: Record<Section, string> = {
  chat: 'What a new chat starts with. Each chat can differ.',
  remembering: 'What may be kept, and for how long it can be taken back.',
  recall: 'How memories are found and ranked. Try a question of yours below while you move the weights.',
  context: 'How a prompt is divided. What a part does not need goes to the next.',
  models: 'Who answers, and who compares meanings.',
  privacy: 'What may leave this computer.',
  security: 'Who can open the vault, and for how long it stays open.',
  appearance: 'How it looks here.',
};

/** Every setting with its effect; saved as it is changed. */
export function SettingsScreen({ section }: { section: string }) {
  const current: Section = section in sectionNames ? (section as Section) : 'chat';
  const control = useSettings();
  const disabled = useGate().state === 'readonly';
  useEffect(() => {
    document.title = `Settings — Engram`;
  }, []);

  return (
    <SectionPage label="Settings" to="/settings/$section" names={sectionNames} current={current} lead={leads[current]}>
      {control.query.error && !control.settings && <ErrorNotice fault={faultOf(control.query.error)} onRetry={() => void control.query.refetch()} />}
      {control.query.isPending && <Loading rows={4} />}
      {settingKeys.filter((key) => catalogue[key].section === current).map((key) => <SettingRow key={key} name={key} control={control} disabled={disabled} />)}
      {current === 'recall' && <RecallTest settings={control.settings} />}
      {current === 'models' && <><Providers disabled={disabled} /><Embedders disabled={disabled} /></>}
      {current === 'security' && <ToVault />}
    </SectionPage>
  );
}

/** The rest of security is about the vault itself, so it stands there. */
function ToVault() {
  return (
    <p className="py-4 text-muted">
      Passphrase, recovery kit, backups, who else has access, and erasing for good are in <Link to={'/vault/$section' as never} params={{ section: 'protection' } as never} className="text-accent underline underline-offset-2">Vault</Link>.
    </p>
  );
}
