import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** A short label on hover and focus. Never the only place where something is said. */
export function Tip({ text, hint, children }: { text: ReactNode; hint?: string | undefined; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="max-w-72 rounded-control bg-text px-2 py-1 text-xs text-bg shadow-overlay">
            {text}
            {hint !== undefined && <kbd className="ml-2 opacity-75">{hint}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
