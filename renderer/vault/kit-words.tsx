import { Copy, Download, Printer } from 'lucide-react';
import { useEffect } from 'react';
import type { RecoveryKit } from '../../contract/index.ts';
import { Button, copySecret, saveText } from '../ui/index.ts';

/** The 24 words, and three ways to take them along. Leaving the page is asked about, because they are shown once. */
export function KitWords({ kit }: { kit: RecoveryKit }) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return (
    <>
      <ol data-print aria-label="Recovery words" className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-panel border bg-surface p-5 sm:grid-cols-4">
        {kit.words.map((word, n) => (
          <li key={n} className="flex items-baseline gap-2">
            <span className="figures w-5 text-right text-xs text-muted">{n + 1}</span>
            <span className="figures text-base text-text">{word}</span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2 text-text">
        <Button icon={Copy} onClick={() => void copySecret(kit.words.join(' '), 'Kit')}>Copy words</Button>
        <Button icon={Download} onClick={() => saveText('engram-recovery-kit.txt', kit.page)}>Save page</Button>
        <Button icon={Printer} onClick={() => window.print()}>Print</Button>
      </div>
    </>
  );
}
