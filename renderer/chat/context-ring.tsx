import { useState } from 'react';
import type { Message, Model, SessionId } from '../../contract/index.ts';
import { ContextGlance } from '../context/index.ts';
import { Popover } from '../ui/index.ts';

/** Characters a token stands for on average, for text that no model has counted yet. */
const charsPerToken = 4;

interface ContextProps { model: Model | undefined; lastAnswer: Message | null; draft: string }

/** Tokens in the window: measured for what was sent, estimated for the draft. Null without a model. */
function tokensOf({ model, lastAnswer, draft }: ContextProps) {
  if (model === undefined || model.id === 'builtin') return null;
  const sent = lastAnswer?.usage ? lastAnswer.usage.inputTokens + lastAnswer.usage.outputTokens : 0;
  return { sent, drafted: Math.ceil(draft.length / charsPerToken), window: model.capabilities.contextWindow };
}

/** Says before sending that not everything fits, and what will be missing. */
export function ContextWarning(props: ContextProps) {
  const tokens = tokensOf(props);
  if (tokens === null || tokens.sent + tokens.drafted <= tokens.window) return null;
  return (
    <p role="status" className="px-1.5 pb-1 text-danger">
      {tokens.drafted > tokens.window
        ? 'This message alone is larger than the window of the model. Shorten it, or choose a model with a larger one.'
        : 'More than fits into the window of the model: the oldest turns will be left out of what it sees.'}
    </p>
  );
}

/** How full the model's window is, and the way to what fills it. */
export function ContextRing({ session, ...props }: ContextProps & { session: SessionId }) {
  const [open, setOpen] = useState(false);
  const tokens = tokensOf(props);
  if (tokens === null) return null;
  const { model, lastAnswer, draft } = props;
  const { sent, drafted, window } = tokens;
  const share = (sent + drafted) / window;
  const over = share > 1;
  const percent = Math.round(share * 100);
  const circle = 2 * Math.PI * 6;
  return (
    <Popover
      title="Context window" side="top" align="end" className="w-80" open={open} onOpenChange={setOpen}
      trigger={
        <button type="button" data-context-ring aria-label={`Context ${percent}% full`} className={`figures inline-flex min-h-6 items-center gap-1.5 rounded-control px-1 text-xs ${over ? 'text-danger' : 'text-muted'}`}>
          <svg viewBox="0 0 16 16" width={14} height={14} aria-hidden className="-rotate-90">
            <circle cx={8} cy={8} r={6} fill="none" strokeWidth={2.5} className="stroke-line" />
            <circle cx={8} cy={8} r={6} fill="none" strokeWidth={2.5} stroke="currentColor" strokeDasharray={`${Math.min(1, share) * circle} ${circle}`} />
          </svg>
          {percent}%
        </button>
      }
    >
      <dl className="grid grid-cols-[1fr_auto] gap-y-1">
        <dt>Last turn{lastAnswer?.usage?.estimated ? ', estimated' : lastAnswer?.usage ? ', as the model counted' : ''}</dt>
        <dd className="figures text-right">{sent.toLocaleString()}</dd>
        <dt>Your draft, estimated</dt>
        <dd className="figures text-right">{drafted.toLocaleString()}</dd>
        <dt className="text-muted">Window of {model?.label}</dt>
        <dd className="figures text-right text-muted">{window.toLocaleString()}</dd>
      </dl>
      {over && <p className="mt-2 text-danger">More than fits. The oldest turns will be left out of what the model sees; nothing is deleted here.</p>}
      <div className="mt-3"><ContextGlance session={session} text={draft} model={model!.id} onOpen={() => setOpen(false)} /></div>
    </Popover>
  );
}
