import type { ReactNode } from 'react';
import { Mark } from '../ui/index.ts';

/** Shown when the host does not know this browser. */
export function AccessPage() {
  return (
    <Page title="Open the printed address">
      <p>This browser has no access yet, or Engram was started again since.</p>
      <p className="mt-3">Look at the terminal where Engram runs. It printed an address that ends in a one-time token; open that one. Anything you had written is saved in the vault.</p>
    </Page>
  );
}

/** Shown when the host was updated under an open page. */
export function OutdatedPage() {
  return (
    <Page title="Engram was updated">
      <p>This page belongs to an earlier version and could misread the new one.</p>
      <button type="button" onClick={() => window.location.reload()} className="mt-5 min-h-10 rounded-control bg-accent px-4 text-base font-medium text-on-accent">Reload</button>
    </Page>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-104 flex-col justify-center px-5 py-10">
      <span className="mb-8 flex items-center gap-2.5 text-base font-semibold"><Mark size={24} />Engram</span>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-2 text-base text-muted">{children}</div>
    </main>
  );
}
