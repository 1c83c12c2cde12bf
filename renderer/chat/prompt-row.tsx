import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, cx, fieldLook, IconButton } from '../ui/index.ts';

interface PromptRowProps {
  text: string;
  /** What gave it, when a tool did; it is nobody's word, and not to be edited into one. */
  tool?: string | null;
  /** Not confirmed by the engine yet. */
  pending?: boolean;
  editing?: boolean;
  onEdit?: () => void;
  onCancel?: () => void;
  onSubmit?: (text: string) => void;
  branches?: ReactNode;
}

/** What the person wrote, or a tool gave. Editing it sends a second version beside the first; nothing is overwritten. */
export function PromptRow({ text, tool = null, pending = false, editing = false, onEdit, onCancel, onSubmit, branches }: PromptRowProps) {
  return (
    <article aria-label={tool === null ? 'You' : `Tool ${tool}`} className="group/turn">
      <header className="mb-1 flex min-h-6 items-center gap-2">
        <span className="font-semibold">{tool === null ? 'You' : <>Tool <span className="figures font-normal">{tool}</span></>}</span>
        {branches}
        {onEdit && !editing && (
          <IconButton
            size="small" icon={Pencil} label="Edit message" onClick={onEdit}
            className="ml-auto opacity-0 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
          />
        )}
      </header>
      {editing ? <Editor text={text} onCancel={onCancel!} onSubmit={onSubmit!} />
        : tool !== null ? <Output name={`Output of ${tool}`} text={text} />
        : <p dir="auto" className={cx('max-w-[68ch] text-base whitespace-pre-wrap', pending && 'text-muted')}>{text}</p>}
    </article>
  );
}

/** Columns stay under each other, and a long output does not push the answer out of sight. */
function Output({ name, text }: { name: string; text: string }) {
  return (
    <div role="region" aria-label={name} tabIndex={0} className="quiet-scroll max-h-80 overflow-y-auto rounded-control border bg-sunken p-2">
      <pre dir="auto" className="font-mono text-xs break-words whitespace-pre-wrap">{text}</pre>
    </div>
  );
}

function Editor({ text, onCancel, onSubmit }: { text: string; onCancel: () => void; onSubmit: (text: string) => void }) {
  const [value, setValue] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
  }, [text.length]);
  const send = () => value.trim() !== '' && onSubmit(value);
  return (
    <div className="flex max-w-[68ch] flex-col gap-2">
      <textarea
        ref={area} aria-label="Edit your message" dir="auto" rows={2} value={value} onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onCancel();
          }
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            send();
          }
        }}
        className={cx(fieldLook, 'field-sizing-content max-h-[40vh] px-3 py-2 text-base')}
      />
      <div className="flex gap-2">
        <Button look="primary" onClick={send} disabled={value.trim() === ''}>Send as a new branch</Button>
        <Button look="quiet" onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}
