import { BookmarkPlus, Copy, GitBranch, MessageSquareText, MoreHorizontal, RefreshCw, Route } from 'lucide-react';
import { useStore } from 'jotai';
import { useMemo, type ReactNode } from 'react';
import type { Message, Model } from '../../contract/index.ts';
import { bodyFault } from '../bridge/index.ts';
import { Button, ErrorNotice, IconButton, Markdown, Menu, MenuItem, MenuLine, span, toast, useInspector } from '../ui/index.ts';
import { regenerate, type LiveTurn } from './live-turn.ts';
import { RememberedNote } from './remembered.tsx';
import { SourceChips } from './source-chips.tsx';

interface AnswerProps {
  message: Message;
  /** The running turn, when this is the answer being written. */
  turn: LiveTurn | null;
  models: readonly Model[];
  busy: boolean;
  branches: ReactNode;
  onBranch: () => void;
  onRemember: (text: string) => void;
}

/** What Engram answered: text, the memories behind it, what was kept, and what can be done with it. */
export function Answer({ message, turn, models, busy, branches, onBranch, onRemember }: AnswerProps) {
  const store = useStore();
  const { inspect } = useInspector();
  const retry = (options: { model?: string; withoutMemory?: boolean } = {}) => regenerate(store, message.session, message.id, options);
  const text = turn?.text ?? message.text;
  const sources = message.sources ?? turn?.sources ?? null;
  const remembered = message.remembered.length > 0 ? message.remembered : (turn?.remembered ?? []);
  const writing = turn !== null || message.status === 'streaming';
  const open = (mark: number) => {
    const source = sources?.used.find((used) => used.mark === mark);
    if (source) inspect({ what: 'memory', id: source.id });
  };
  const marks = useMemo(() => sources?.used.map((used) => used.mark) ?? [], [sources]);
  const label = modelLabel(message.model, models);

  return (
    <article aria-label="Answer" aria-busy={writing} className="group/turn">
      <header className="mb-1 flex min-h-6 items-center gap-2">
        <span className="font-semibold">Engram</span>
        {message.model && <span className="truncate text-xs text-muted">{label}</span>}
        {branches}
      </header>
      {turn && text === '' && <Waiting turn={turn} />}
      {text !== '' && <Markdown text={text} streaming={writing} marks={marks} citations={{ onMark: open, label: (mark) => `Memory ${mark}` }} />}
      {message.status === 'streaming' && turn === null && <p className="mt-1 text-xs text-muted">Being written in another window.</p>}
      {message.status === 'stopped' && <p className="mt-1.5 text-xs text-muted">Stopped. What was written is kept.</p>}
      {message.status === 'failed' && message.error && (
        <ErrorNotice
          className="mt-2 max-w-[68ch]" fault={bodyFault(message.error)} retryLabel="Retry"
          onRetry={busy ? undefined : () => void retry()}
        >
          {!busy && <SwitchModel models={models} current={message.model} onChoose={(model) => void retry({ model })} />}
        </ErrorNotice>
      )}
      <div className="mt-2.5 flex flex-col gap-1">
        {sources && <SourceChips message={message} sources={sources} />}
        <footer className="-ml-1.5 flex flex-wrap items-center gap-x-1 gap-y-0.5 text-xs text-muted">
          <RememberedNote items={remembered} />
          {message.usage && (
            <span className="figures px-1.5">
              {message.usage.estimated && '≈'}{(message.usage.inputTokens + message.usage.outputTokens).toLocaleString()} tok · {span(message.usage.ms / 1000)}
            </span>
          )}
          {!writing && <Actions {...{ message, models, busy, onBranch, onRemember, text, retry }} traced={sources !== null} />}
        </footer>
      </div>
    </article>
  );
}

interface ActionsProps extends Pick<AnswerProps, 'message' | 'models' | 'busy' | 'onBranch' | 'onRemember'> {
  text: string;
  traced: boolean;
  retry: (options?: { model?: string; withoutMemory?: boolean }) => Promise<void>;
}

function Actions({ message, models, busy, onBranch, onRemember, text, traced, retry }: ActionsProps) {
  const { inspect } = useInspector();
  const copy = async (what: string, said: string) => {
    await navigator.clipboard.writeText(what);
    toast(said);
  };
  return (
    <>
      {traced && (
        <Button look="quiet" size="small" icon={Route} onClick={() => inspect({ what: 'sources', session: message.session, message: message.id })}>Why?</Button>
      )}
      {message.status !== 'failed' && <IconButton size="small" icon={RefreshCw} label="Regenerate" disabled={busy} onClick={() => void retry()} />}
      <IconButton size="small" icon={Copy} label="Copy" onClick={() => void copy(plainText(text), 'Copied')} />
      <Menu trigger={<IconButton size="small" icon={MoreHorizontal} label="More for this answer" />}>
        <MenuItem icon={MessageSquareText} onSelect={() => void copy(text, 'Copied as Markdown')}>Copy as Markdown</MenuItem>
        <MenuItem icon={BookmarkPlus} onSelect={() => onRemember(plainText(text))}>Remember this…</MenuItem>
        <MenuItem icon={GitBranch} onSelect={onBranch}>Branch from here</MenuItem>
        <MenuLine />
        <MenuItem icon={RefreshCw} disabled={busy} onSelect={() => void retry({ withoutMemory: true })}>Regenerate without memory</MenuItem>
        {models.filter((model) => model.id !== message.model).slice(0, 8).map((model) => (
          <MenuItem key={model.id} icon={RefreshCw} disabled={busy} onSelect={() => void retry({ model: model.id })}>Regenerate with {model.label}</MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The steps before the first word, as they really happen. */
function Waiting({ turn }: { turn: LiveTurn }) {
  const recalled = turn.considered > 0 ? `${turn.kept} of ${turn.considered}` : '';
  const said = turn.phase === 'sending' || turn.phase === 'recalling'
    ? 'Recalling…'
    : `Recalled ${recalled || 'nothing'} · Thinking…`;
  return <p className="animate-[pulse-quiet_2s_infinite] text-muted">{said}</p>;
}

export function modelLabel(id: string | null, models: readonly Model[]): string {
  if (id === null) return '';
  if (id === 'builtin') return 'no model connected';
  return models.find((model) => model.id === id)?.label ?? id;
}

function SwitchModel({ models, current, onChoose }: { models: readonly Model[]; current: string | null; onChoose: (model: string) => void }) {
  const others = models.filter((model) => model.id !== current);
  if (others.length === 0) return null;
  return (
    <Menu trigger={<Button size="small">Switch model</Button>}>
      {others.map((model) => <MenuItem key={model.id} onSelect={() => onChoose(model.id)}>{model.id === 'builtin' ? 'Answer from memory only' : model.label}</MenuItem>)}
    </Menu>
  );
}

/** Markdown without its marks, good enough to paste into a letter. */
function plainText(markdown: string): string {
  return markdown
    .replace(/^#{1,6} /gm, '')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/ ?\[\d{1,3}\]/g, '');
}
