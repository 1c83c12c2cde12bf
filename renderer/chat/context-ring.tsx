import type { Message, Model } from '../../contract/index.ts';
import { Popover } from '../ui/index.ts';

/** Characters a token stands for on average, for text that no model has counted yet. */
const charsPerToken = 4;

/** How full the model's window is: measured for what was sent, estimated for the draft. */
export function ContextRing({ model, lastAnswer, draft }: { model: Model | undefined; lastAnswer: Message | null; draft: string }) {
  if (model === undefined || model.id === 'builtin') return null;
  const window = model.capabilities.contextWindow;
  const sent = lastAnswer?.usage ? lastAnswer.usage.inputTokens + lastAnswer.usage.outputTokens : 0;
  const drafted = Math.ceil(draft.length / charsPerToken);
  const share = (sent + drafted) / window;
  const over = share > 1;
  const percent = Math.round(share * 100);
  const circle = 2 * Math.PI * 6;
  return (
    <Popover
      title="Context window" side="top" align="end" className="w-72"
      trigger={
        <button type="button" aria-label={`Context ${percent}% full`} className={`figures inline-flex min-h-6 items-center gap-1.5 rounded-control px-1 text-xs ${over ? 'text-danger' : 'text-muted'}`}>
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
        <dt className="text-muted">Window of {model.label}</dt>
        <dd className="figures text-right text-muted">{window.toLocaleString()}</dd>
      </dl>
      {over && <p className="mt-2 text-danger">More than fits. The oldest turns will be left out of what the model sees; nothing is deleted here.</p>}
    </Popover>
  );
}
