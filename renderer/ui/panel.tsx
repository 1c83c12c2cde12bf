import { CircleAlert, RotateCw } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './classes.ts';

/** True after 150 ms, so that fast answers do not flash a skeleton. */
function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

const widths = ['92%', '78%', '86%', '64%', '81%', '70%'];

export function Loading({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  const slow = useSlow();
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3 p-4">
      {slow && Array.from({ length: rows }, (_, n) => (
        <div key={n} className="skeleton h-4" style={{ width: widths[n % widths.length] }} />
      ))}
    </div>
  );
}

export function Empty({ title, children, actions, className }: { title: ReactNode; children?: ReactNode; actions?: ReactNode; className?: string }) {
  return (
    <div className={cx('flex flex-col items-center gap-2 px-6 text-center', className ?? 'py-14')}>
      <p className="text-base font-medium">{title}</p>
      {children && <div className="max-w-[52ch] text-muted">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

interface ErrorNoticeProps {
  /** What happened and what can be done. */
  fault: { message: string; action: string; code?: string; data?: { detail?: string; limit?: string; retryAfterMs?: number; issues?: { path: string; message: string }[] } };
  onRetry?: () => void;
  retryLabel?: string;
  children?: ReactNode;
  className?: string;
}

/** Cause, what to do, and the buttons that do it. */
export function ErrorNotice({ fault, onRetry, retryLabel = 'Try again', children, className }: ErrorNoticeProps) {
  return (
    <div role="alert" className={cx('flex gap-2.5 rounded-panel border border-danger bg-danger-tint p-3', className)}>
      <CircleAlert aria-hidden size={16} strokeWidth={1.5} className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{fault.message}</p>
        <p className="text-muted">{fault.data?.limit ? `Limit: ${fault.data.limit}. ` : ''}{fault.action}{fault.data?.retryAfterMs ? ` It asked for ${Math.ceil(fault.data.retryAfterMs / 1000)} s.` : ''}</p>
        {fault.data?.issues && (
          <ul className="mt-1 text-xs">{fault.data.issues.slice(0, 6).map((issue) => <li key={issue.path + issue.message}><span className="figures">{issue.path}</span> {issue.message}</li>)}</ul>
        )}
        {fault.data?.detail && <p className="figures mt-1 text-xs text-muted">{fault.data.detail}</p>}
        {(onRetry || children) && (
          <div className="mt-2.5 flex flex-wrap gap-2">
            {onRetry && <Button size="small" icon={RotateCw} onClick={onRetry}>{retryLabel}</Button>}
            {children}
          </div>
        )}
      </div>
    </div>
  );
}

/** One line about a state that does not stop the work. */
export function Notice({ tone = 'quiet', children, className }: { tone?: 'quiet' | 'warn'; children: ReactNode; className?: string }) {
  return (
    <div className={cx('rounded-control border px-3 py-2', tone === 'warn' ? 'border-warn text-text' : 'bg-surface text-muted', className)}>
      {children}
    </div>
  );
}
