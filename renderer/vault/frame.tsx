import type { ReactNode } from 'react';
import { Mark } from '../ui/index.ts';

/** The calm page around everything that happens before the vault is open. */
export function Frame({ title, lead, children, progress, wide = false }: {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
  /** Which step of how many. */
  progress?: { step: number; of: number };
  wide?: boolean;
}) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-5 py-10 sm:py-[12vh]">
      <div className={wide ? 'w-full max-w-160' : 'w-full max-w-104'}>
        <div className="mb-8 flex items-center justify-between">
          <span className="flex items-center gap-2.5 text-base font-semibold"><Mark size={24} />Engram</span>
          {progress && (
            <ol aria-label={`Step ${progress.step} of ${progress.of}`} className="flex gap-1.5">
              {Array.from({ length: progress.of }, (_, n) => (
                <li key={n} aria-current={n + 1 === progress.step ? 'step' : undefined} className={`h-1 w-6 rounded-full ${n < progress.step ? 'bg-accent' : 'bg-line'}`} />
              ))}
            </ol>
          )}
        </div>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {lead && <p className="mt-2 max-w-[60ch] text-base text-muted">{lead}</p>}
        <div className="mt-7">{children}</div>
      </div>
    </main>
  );
}
