import { Copy, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { client, useTask, type Task } from '../bridge/index.ts';
import { Button, copySecret, cx, ErrorNotice } from '../ui/index.ts';
import { ChoosePassphrase, useChosen, type Chosen } from '../vault/index.ts';

/** What will open a new archive: six words made for it, or the person's own. */
export interface ArchiveSecret {
  own: boolean;
  words: string | null;
  /** The person says that the words are kept somewhere. */
  stored: boolean;
  chosen: Chosen;
  passphrase: string;
  ready: boolean;
  task: Task;
  setOwn(own: boolean): void;
  setStored(stored: boolean): void;
  make(): void;
  clear(): void;
}

export function useArchivePassphrase(): ArchiveSecret {
  const [own, setOwn] = useState(false);
  const [words, setWords] = useState<string | null>(null);
  const [stored, setStored] = useState(false);
  const chosen = useChosen();
  const task = useTask();
  return {
    own, words, stored, chosen, task, setOwn, setStored,
    passphrase: own ? chosen.passphrase : (words ?? ''),
    ready: own ? chosen.ready : words !== null && stored,
    make: () => void task.run(async () => {
      setWords((await client.transfer.words()).passphrase);
      setStored(false);
    }),
    clear: () => {
      setWords(null);
      setStored(false);
      chosen.clear();
    },
  };
}

export function ArchivePassphrase({ archive, disabled, weak }: {
  archive: ArchiveSecret;
  disabled: boolean;
  /** The vault refused it as too easy to guess. */
  weak: boolean;
}) {
  const { own, words, stored, chosen, task, setOwn, setStored, make } = archive;
  const ways = [{ own: false, label: 'Six random words' }, { own: true, label: 'My own' }];
  return (
    <fieldset className="flex flex-col gap-3 rounded-panel border p-4">
      <legend className="px-1 font-medium">Passphrase of the archive</legend>
      <div className="flex self-start overflow-hidden rounded-control border border-edge">
        {ways.map((way) => (
          <label key={way.label} className={cx('flex min-h-8 cursor-pointer items-center border-edge px-3 not-first:border-l has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent', own === way.own ? 'bg-tint font-medium' : 'bg-raised hover:bg-surface')}>
            <input type="radio" name="archive-passphrase" className="sr-only" checked={own === way.own} disabled={disabled} onChange={() => setOwn(way.own)} />{way.label}
          </label>
        ))}
      </div>
      {own ? <ChoosePassphrase chosen={chosen} label="New passphrase" disabled={disabled} /> : (
        <>
          {task.fault && <ErrorNotice fault={task.fault} onRetry={make} />}
          {words === null ? (
            <div className="flex flex-wrap items-center gap-3"><Button disabled={disabled} busy={task.busy} onClick={make}>Make six words</Button><span className="text-muted">Shown once; kept nowhere.</span></div>
          ) : (
            <>
              <p aria-label="Words of the archive" role="group" className="figures rounded-panel border bg-surface p-3 text-base leading-7 select-all">{words}</p>
              <div className="flex flex-wrap gap-2">
                <Button size="small" icon={Copy} disabled={disabled} onClick={() => void copySecret(words, 'Words')}>Copy words</Button>
                <Button size="small" look="quiet" icon={RefreshCw} disabled={disabled} busy={task.busy} onClick={make}>Other words</Button>
              </div>
              <label className="flex min-h-6 cursor-pointer items-start gap-2">
                <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" checked={stored} disabled={disabled} onChange={(event) => setStored(event.target.checked)} />
                I have stored these words. Nothing else opens the archive.
              </label>
              {chosen.asked && !stored && <p role="alert" className="text-xs text-danger">Store the words first, then tick this.</p>}
            </>
          )}
        </>
      )}
      {weak && <p role="alert" className="text-xs text-danger">This one is too easy to guess for a file that may travel. Use a longer one, or the six words.</p>}
    </fieldset>
  );
}
