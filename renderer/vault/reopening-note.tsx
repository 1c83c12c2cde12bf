import { X } from 'lucide-react';
import { ErrorNotice, IconButton } from '../ui/index.ts';
import { dismissReopening, useReopening } from './reopening.ts';

/** How the last work on the closed vault ended. */
export function ReopeningNote() {
  const { done, fault } = useReopening();
  if (fault) return <ErrorNotice className="my-3" fault={fault} onRetry={dismissReopening} retryLabel="Dismiss" />;
  if (!done) return null;
  return (
    <div role="status" className="my-3 flex items-start gap-3 rounded-panel border border-accent bg-tint p-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{done.title}</p>
        <p className="text-muted wrap-anywhere">{done.detail}</p>
      </div>
      <IconButton icon={X} label="Dismiss" size="small" onClick={dismissReopening} />
    </div>
  );
}
