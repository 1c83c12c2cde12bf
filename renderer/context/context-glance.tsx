import { PanelRight } from 'lucide-react';
import type { SessionId } from '../../contract/index.ts';
import { Button, useInspector } from '../ui/index.ts';
import { usePreview } from './use-preview.ts';
import { WindowBar } from './window-bar.tsx';
import { useFocusPanel } from './panel-focus.ts';

interface ContextGlanceProps {
  session: SessionId;
  text: string;
  model: string;
  onOpen: () => void;
}

/** The window at a glance, and the way to all of it. */
export function ContextGlance({ session, text, model, onOpen }: ContextGlanceProps) {
  const { inspect } = useInspector();
  const focusPanel = useFocusPanel();
  const { data } = usePreview({ session, text, model, window: null });
  return (
    <>
      {data && (
        <div className="mb-2">
          <WindowBar preview={data} />
          <p className="mt-1 text-xs text-muted">This message would take <span className="figures">{data.used.toLocaleString()}</span> tokens with all that goes along.</p>
        </div>
      )}
      <Button
        icon={PanelRight} className="w-full"
        onClick={() => {
          focusPanel();
          inspect({ what: 'context', session });
          onOpen();
        }}
      >
        See what is sent
      </Button>
    </>
  );
}
