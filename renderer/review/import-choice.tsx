import { useQueries, useQuery } from '@tanstack/react-query';
import type { JobId } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';
import { SelectField, shortDate } from '../ui/index.ts';

/** Imports that are asked how much of them waits; older ones are under Everything. */
const newest = 20;

/** Narrows the list to what one import brought. Not shown when no import has anything waiting. */
export function ImportChoice({ job, overall, onChoose }: { job: JobId | undefined; overall: number | undefined; onChoose: (job: JobId | undefined) => void }) {
  const imports = (useQuery(engine.jobs.list.queryOptions()).data ?? []).filter(({ kind, state }) => kind === 'import' && state !== 'undone').slice(0, newest);
  const counts = useQueries({
    queries: imports.map(({ id }) => engine.memories.list.queryOptions({ input: { filter: { status: ['quarantined'], job: id }, limit: 1 } })),
  });
  const waiting = imports.map((one, n) => ({ ...one, count: counts[n]?.data?.total ?? 0 })).filter(({ id, count }) => count > 0 || id === job);
  if (waiting.length === 0) return null;
  return (
    <div className="max-w-96">
      <SelectField label="Show" value={job ?? ''} onChange={(event) => onChoose(waiting.find(({ id }) => id === event.target.value)?.id)}>
        <option value="">Everything that waits{overall === undefined ? '' : ` (${overall.toLocaleString()})`}</option>
        {waiting.map(({ id, label, startedAt, count }) => <option key={id} value={id}>{label.replace(/^Importing /, '')}, {shortDate(startedAt)} ({count.toLocaleString()})</option>)}
      </SelectField>
    </div>
  );
}
