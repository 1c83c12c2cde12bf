import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { settingKeys } from '../../contract/index.ts';
import { faultOf, useGate } from '../bridge/index.ts';
import { cx, ErrorNotice, Loading } from '../ui/index.ts';
import { catalogue, sectionNames, type Section } from './catalogue.ts';
import { Embedders } from './embedders.tsx';
import { Providers } from './providers.tsx';
import { RecallTest } from './recall-test.tsx';
import { SecurityPanel } from './security-panel.tsx';
import { SettingRow } from './setting-row.tsx';
import { useSettings } from './use-settings.ts';

const leads: Record<Section, string> = {
  chat: 'What a new chat starts with. Each chat can differ.',
  remembering: 'What may be kept, and for how long it can be taken back.',
  recall: 'How memories are found and ranked. Try a question of yours below while you move the weights.',
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
    <div className="mx-auto flex w-full max-w-224 flex-col gap-x-10 gap-y-4 px-6 py-7 md:flex-row">
      <nav aria-label="Settings" className="md:w-36 md:shrink-0">
        <ul className="flex flex-wrap gap-0.5 md:sticky md:top-7 md:flex-col">
          {(Object.keys(sectionNames) as Section[]).map((name) => (
            <li key={name}>
              <Link
                to={'/settings/$section' as never} params={{ section: name } as never} aria-current={name === current ? 'page' : undefined}
                className={cx('flex min-h-8 items-center rounded-control px-2.5 hover:bg-sunken', name === current && 'bg-tint font-medium')}
              >
                {sectionNames[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 flex-1">
        <h1 className="text-lg font-semibold">{sectionNames[current]}</h1>
        <p className="mb-3 text-base text-muted">{leads[current]}</p>
        {control.query.error && !control.settings && <ErrorNotice fault={faultOf(control.query.error)} onRetry={() => void control.query.refetch()} />}
        {control.query.isPending && <Loading rows={4} />}
        {settingKeys.filter((key) => catalogue[key].section === current).map((key) => <SettingRow key={key} name={key} control={control} disabled={disabled} />)}
        {current === 'recall' && <RecallTest settings={control.settings} />}
        {current === 'models' && <><Providers disabled={disabled} /><Embedders disabled={disabled} /></>}
        {current === 'security' && <SecurityPanel disabled={disabled} />}
      </div>
    </div>
  );
}
