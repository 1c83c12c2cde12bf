import { useEffect } from 'react';
import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import { VerifyPanel } from './verify-panel.tsx';

/** Bringing memories in and taking them out. */
export function TransferScreen() {
  useEffect(() => {
    document.title = 'Import and export — Engram';
  }, []);
  return (
    <div className="mx-auto flex w-full max-w-184 flex-col gap-12 px-6 py-7">
      <section>
        <h1 className="mb-1 text-lg font-semibold">Import</h1>
        <p className="mb-4 max-w-[64ch] text-base text-muted">You see what would come in first. It waits for your approval, and one press takes the whole import back.</p>
        <ImportPanel />
      </section>
      <section aria-labelledby="export-title">
        <h2 id="export-title" className="mb-1 text-lg font-semibold">Export</h2>
        <p className="mb-4 max-w-[64ch] text-base text-muted">Everything that is remembered: encrypted for another computer, or in a form other programs can read.</p>
        <ExportPanel />
      </section>
      <section aria-labelledby="verify-title">
        <h2 id="verify-title" className="mb-1 text-lg font-semibold">Verify an archive</h2>
        <p className="mb-4 max-w-[64ch] text-base text-muted">Reads an encrypted archive from end to end and says what it holds and whether all of it is there. Nothing is stored.</p>
        <VerifyPanel />
      </section>
    </div>
  );
}
