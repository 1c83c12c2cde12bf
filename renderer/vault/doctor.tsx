import { Check, CircleAlert, Minus, Stethoscope, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { DoctorCheck } from '../../contract/index.ts';
import { client, useTask } from '../bridge/index.ts';
import { Button, counted, ErrorNotice } from '../ui/index.ts';
import { Row } from './row.tsx';

/** What each check looks at. */
const names: Record<string, string> = {
  file: 'The file is the last one', integrity: 'Every page is whole', vectors: 'Meanings are computed', index: 'The index is loaded', embedder: 'Embedding model',
  audit: 'Audit trail', process: 'Closed to other programs', memory: 'Keys stay in memory', disk: 'Room on the disk', backup: 'Backups', queue: 'Waiting writes',
};
const order: DoctorCheck['state'][] = ['failed', 'warning', 'ok', 'skipped'];

/** Lets the vault examine itself; what needs a hand stands first. */
export function Doctor() {
  const [checks, setChecks] = useState<DoctorCheck[] | null>(null);
  const task = useTask();
  const wrong = checks?.filter(({ state }) => state === 'failed' || state === 'warning').length ?? 0;
  return (
    <Row
      title="Health" action={<Button icon={Stethoscope} busy={task.busy} onClick={() => void task.run(async () => setChecks(await client.vault.doctor()))}>Run the doctor</Button>}
      below={(
        <>
          {task.fault && <ErrorNotice fault={task.fault} />}
          {checks && (
            <>
              <p role="status" className="font-medium">{wrong === 0 ? 'All is well.' : `${counted(wrong, 'thing')} to look at.`}</p>
              <ul aria-label="Findings" className="divide-y rounded-panel border">
                {checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).map((check) => <Finding key={check.name} check={check} />)}
              </ul>
            </>
          )}
        </>
      )}
    >
      Reads every page of the file, works the audit trail out again, and looks at disk, backups, keys and models.
    </Row>
  );
}

const looks = {
  ok: { Icon: Check, tone: 'text-accent', word: 'Good' },
  warning: { Icon: TriangleAlert, tone: 'text-warn', word: 'Look at this' },
  failed: { Icon: CircleAlert, tone: 'text-danger', word: 'Failed' },
  skipped: { Icon: Minus, tone: 'text-muted', word: 'Not checked' },
};

function Finding({ check }: { check: DoctorCheck }) {
  const { Icon, tone, word } = looks[check.state];
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <Icon role="img" aria-label={word} size={16} strokeWidth={1.5} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0">
        <p className="font-medium">{names[check.name] ?? check.name}</p>
        <p className="text-muted">{check.detail}</p>
        {check.action && <p>{check.action}</p>}
      </div>
    </li>
  );
}
