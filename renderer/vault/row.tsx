import { useId, type ReactNode } from 'react';

/** One property of the vault: its name, what it means now, and what can be done about it. */
export function Row({ title, action, children, below }: { title: string; action?: ReactNode; children: ReactNode; below?: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-b py-4">
      <div className="grid gap-x-8 gap-y-2.5 sm:grid-cols-[1fr_auto]">
        <div>
          <h2 id={id} className="font-medium">{title}</h2>
          <div className="max-w-[58ch] text-muted">{children}</div>
        </div>
        {action && <div className="flex flex-wrap items-start gap-2">{action}</div>}
      </div>
      {below}
    </section>
  );
}
