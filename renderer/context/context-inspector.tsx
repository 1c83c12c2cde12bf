import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Copy, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ContextPreview, SessionId } from '../../contract/index.ts';
import { engine, faultOf } from '../bridge/index.ts';
import { Button, counted, cx, Empty, ErrorNotice, Loading, Notice, toast } from '../ui/index.ts';
import { changesOf } from './changes.ts';
import { useComposed } from './composed.tsx';
import { usePanelFocus } from './panel-focus.ts';
import { PartList } from './part-list.tsx';
import { ReplayChanges } from './replay-changes.tsx';
import { ReplayForm, type Replay } from './replay-form.tsx';
import { allSent } from './sent.ts';
import { SentText } from './sent-text.tsx';
import { RecalledIds, recalledIds } from './recalled-words.ts';
import { percent, type SliceName } from './slices.ts';
import { usePreview } from './use-preview.ts';
import { WindowBar } from './window-bar.tsx';

const own: Replay = { model: null, window: null };

/** What the message in the composer would send: every part, every item and its fate, here or at another window. */
export function ContextInspector({ session: id }: { session: SessionId }) {
  const panel = usePanelFocus();
  const session = useQuery(engine.chat.session.queryOptions({ input: { id } }));
  const messages = useQuery(engine.chat.messages.queryOptions({ input: { id } }));
  const models = useQuery(engine.models.list.queryOptions()).data?.models ?? [];
  const composed = useComposed(id);
  const [again, setAgain] = useState(false);
  const [trying, setTrying] = useState(false);
  const [replay, setReplay] = useState(own);
  const onReplay = useCallback((next: Replay) => setReplay(next), []);

  const written = composed ?? session.data?.draft ?? '';
  const lastPrompt = messages.data?.findLast(({ role }) => role === 'user')?.text ?? null;
  const repeated = written.trim() === '' && again && lastPrompt !== null;
  const text = repeated ? lastPrompt : written;
  const chosen = session.data?.model ?? 'builtin';
  const model = chosen === 'builtin' ? null : chosen;
  const tries = replay.model !== null || (replay.window !== null && model !== null);

  const here = usePreview({ session: id, text, model, window: null });
  const there = usePreview({ session: id, text, model: tries ? (replay.model ?? model) : null, window: replay.window });
  const shown = tries ? there : here;

  if (session.error) return <ErrorNotice className="m-4" fault={faultOf(session.error)} onRetry={() => void session.refetch()} />;
  if (!session.data) return <Loading label="Loading context" />;
  return (
    <div ref={panel} tabIndex={-1} className="flex flex-col gap-4 p-4 outline-none">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" icon={SlidersHorizontal} aria-expanded={trying} onClick={() => setTrying(!trying)}>Try another window</Button>
        {tries && <Button size="small" look="quiet" icon={RotateCcw} onClick={() => { setReplay(own); setTrying(false); }}>Back to this chat’s</Button>}
      </div>
      {trying && <ReplayForm models={models} own={models.find((other) => other.id === model) ?? null} replay={replay} onChange={onReplay} />}
      {repeated && <Notice>As if your last message were sent again. What you write takes its place.</Notice>}
      {text.trim() === ''
        ? (
          <Empty className="py-8" title="Nothing to send yet" actions={lastPrompt !== null && <Button onClick={() => setAgain(true)}>Look at your last message</Button>}>
            Write a message, and while you write this shows what goes with it: instructions, memories, what was said before, and how much room is left for the reply.
          </Empty>
        )
        : model === null && !tries
          ? <Empty className="py-8" title="No model answers here" actions={<Button onClick={() => setTrying(true)}>Try a model</Button>}>Without a model the answer comes from memory alone, and nothing is sent. You can still see what a model would get.</Empty>
          : (
            <>
              {shown.error && <Refused error={shown.error} onRetry={shown.retry} onTry={trying ? undefined : () => setTrying(true)} />}
              {shown.data === null && !shown.error && <Loading rows={8} label="Building the prompt" />}
              {shown.data && <Shown session={id} preview={shown.data} before={tries ? here.data : null} stale={shown.stale || (tries && here.stale)} />}
            </>
          )}
    </div>
  );
}

const injectionNames = { minimal: 'Little memory', standard: 'Memory as usual', deep: 'More memory than usual' } as const;

/** Why there is no prompt. What is too large stays so, however often it is tried. */
function Refused({ error, onRetry, onTry }: { error: Error; onRetry: () => void; onTry: (() => void) | undefined }) {
  const fault = faultOf(error);
  return fault.code === 'CONTEXT_TOO_SMALL'
    ? <ErrorNotice fault={fault}>{onTry && <Button size="small" icon={SlidersHorizontal} onClick={onTry}>Try a larger window</Button>}</ErrorNotice>
    : <ErrorNotice fault={fault} onRetry={onRetry} />;
}

interface ShownProps {
  session: SessionId;
  preview: ContextPreview;
  /** At the chat's own window, to compare with. */
  before: ContextPreview | null;
  stale: boolean;
}

function Shown({ session, preview, before, stale }: ShownProps) {
  const [lit, setLit] = useState<SliceName | null>(null);
  const changes = useMemo(() => (before === null ? [] : changesOf(before, preview)), [before, preview]);
  const ids = useMemo(() => recalledIds(before, preview), [before, preview]);
  return (
    <div aria-busy={stale} className={cx('flex flex-col gap-4 transition-opacity duration-150', stale && 'opacity-60')}>
      <div>
        <Total preview={preview} before={before} />
        <WindowBar preview={preview} lit={lit} onLit={setLit} />
        <p className="mt-2 text-xs text-muted">{countingOf(preview)}</p>
        {preview.injection && <p className="text-xs text-muted">{injectionNames[preview.injection.mode]}: {preview.injection.reason}</p>}
      </div>
      {preview.heldBack > 0 && (
        <Notice tone="warn">
          {counted(preview.heldBack, 'memory', 'memories')} held back: {preview.local ? 'guarded so closely that no model gets them' : 'too sensitive for a model outside this computer'}. <Link to={'/settings/$section' as never} params={{ section: 'privacy' } as never} className="text-accent underline underline-offset-2">Settings, Privacy</Link> decides that.
        </Notice>
      )}
      <RecalledIds value={ids}>
        {before !== null && <ReplayChanges session={session} changes={changes} />}
        <PartList {...{ session, preview, before, changes, lit }} onLit={setLit} />
      </RecalledIds>
      <div>
        <SentText title="The whole prompt" sent={allSent(preview)} />
        <Button size="small" look="quiet" icon={Copy} className="mt-1" onClick={() => void navigator.clipboard.writeText(JSON.stringify(preview, null, 2)).then(() => toast('Context copied as JSON'))}>Copy as JSON</Button>
      </div>
    </div>
  );
}

function Total({ preview, before }: { preview: ContextPreview; before: ContextPreview | null }) {
  const { model, local, used, window } = preview;
  return (
    <div className="mb-2">
      <h3 className="min-w-0 font-medium break-all">{model}<span className="ml-1.5 text-xs font-normal text-muted">{local ? 'on this computer' : 'cloud'}</span></h3>
      <p><span className="figures text-base">{used.toLocaleString()}</span> of <span className="figures">{window.toLocaleString()}</span> tokens<span className="text-muted">, <span className="figures text-xs">{percent(used, window)}</span></span></p>
      {before !== null && <p className="text-xs text-muted">instead of <span className="figures">{before.used.toLocaleString()}</span> of <span className="figures">{before.window.toLocaleString()}</span></p>}
    </div>
  );
}

/** How tokens were counted, and what that leaves open. */
function countingOf({ counting: { tokenizer, exact, error }, window }: ContextPreview): string {
  if (exact) return `Counted exactly, with the model’s own tokenizer (${tokenizer}).`;
  const kept = (window - Math.floor(window * (1 - error))).toLocaleString();
  return tokenizer === 'heuristic'
    ? `Estimated, as this model’s tokenizer is not known. The count may be too low by up to ${Math.round(error * 100)} % of the window, so ${kept} tokens are kept free.`
    : `Estimated for the ${tokenizer} family of tokenizers. The count may be too low by up to ${Math.round(error * 100)} % of the window, so ${kept} tokens are kept free.`;
}
