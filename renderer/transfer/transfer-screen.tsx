import { useEffect } from 'react';
import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';

/** Bringing memories in and taking them out. */
export function TransferScreen() {
  useEffect(() => {
    document.title = 'Import and export — Engram';
  }, []);
  return (
    <div className="mx-auto flex w-full max-w-184 flex-col gap-12 px-6 py-7">
      <section aria-labelledby="import-title">
        <h1 id="import-title" className="mb-1 text-lg font-semibold">Import</h1>
        <p className="mb-4 max-w-[64ch] text-base text-muted">You see what would come in first. It waits for your approval, and one press takes the whole import back.</p>
        <ImportPanel />
      </section>
      <section aria-labelledby="export-title">
        <h2 id="export-title" className="mb-1 text-lg font-semibold">Export</h2>
        <p className="mb-4 max-w-[64ch] text-base text-muted">Everything that is remembered, in a form other programs can read.</p>
        <ExportPanel />
      </section>
    </div>
  );
}
