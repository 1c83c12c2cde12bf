import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';

const manager = Toast.createToastManager();
/** How long something can be taken back, in milliseconds. */
export const undoMs = 10_000;

/** Says that something happened; `undo` takes it back within the time the toast stands; `long` gives time to read. */
export function toast(title: string, options: { detail?: string; undo?: () => void; action?: { label: string; run: () => void }; long?: boolean } = {}): void {
  const action = options.undo ? { label: 'Undo', run: options.undo } : options.action;
  const id = manager.add({
    title,
    description: options.detail,
    timeout: action || options.long ? undoMs : 5_000,
    data: action && { label: action.label, run: () => { manager.close(id); action.run(); } },
  });
  if (options.undo) lastUndo = { run: () => { manager.close(id); options.undo?.(); }, until: Date.now() + undoMs };
}

let lastUndo: { run: () => void; until: number } | null = null;

/** Takes back the last undoable action while its toast stands; false when there is none. */
export function undoLast(): boolean {
  if (lastUndo === null || lastUndo.until < Date.now()) return false;
  const { run } = lastUndo;
  lastUndo = null;
  run();
  return true;
}

/** Toasts may name what they are about, so they go when the page is blanked. */
export function clearToasts(): void {
  lastUndo = null;
  manager.close();
}

export function ToastArea({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-10 z-50 flex w-88 max-w-[calc(100vw-32px)] flex-col gap-2">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

interface Action { label: string; run: () => void }

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((shown) => {
    const action = shown.data as Action | undefined;
    return (
      <Toast.Root
        key={shown.id} toast={shown}
        className="rounded-panel border bg-raised shadow-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-center gap-2 py-2 pr-2 pl-3">
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-medium" />
            <Toast.Description className="line-clamp-4 text-xs text-muted" />
          </div>
          {action && <Button size="small" onClick={action.run}>{action.label}</Button>}
          <Toast.Close render={<IconButton icon={X} label="Dismiss" size="small" />} />
        </Toast.Content>
      </Toast.Root>
    );
  });
}
