import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, toast } from '../ui/index.ts';
import { Disclosure } from './disclosure.tsx';
import { roleNames } from './part-words.ts';
import { piecesOf, type Sent } from './sent.ts';

/** Characters shown at first, and with each "Show more". */
const step = { first: 16_000, more: 160_000 };

interface SentTextProps {
  title: string;
  /** For those who listen: the part it belongs to. */
  of?: string;
  sent: readonly Sent[];
}

/** Text of the prompt exactly as it would be sent, of any length. */
export function SentText({ title, of, sent }: SentTextProps) {
  const name = of === undefined ? title : `${title}: ${of}`;
  const length = sent.reduce((sum, { text }) => sum + text.length, 0);
  if (length === 0) return null;
  return (
    <Disclosure
      small label={<>{title}{of !== undefined && <span className="sr-only"> of {of}</span>}</>}
      figure={`${length.toLocaleString()} characters`}
    >
      <Pages sent={sent} name={name} length={length} />
    </Disclosure>
  );
}

function Pages({ sent, name, length }: { sent: readonly Sent[]; name: string; length: number }) {
  const id = useId();
  const [shown, setShown] = useState(step.first);
  const blocks = piecesOf(sent, shown);
  const copy = () => void navigator.clipboard.writeText(sent.map(({ text }) => text).join('\n\n')).then(() => toast('Text copied'));
  return (
    <div className="mt-1">
      <div id={id} role="region" aria-label={name} tabIndex={0} className="quiet-scroll max-h-80 overflow-y-auto rounded-control border bg-sunken p-2">
        {blocks.map(({ role, pieces }, i) => (
          <div key={i} className={i > 0 ? 'mt-2 border-t pt-2' : undefined}>
            {sent.length > 1 && <p className="mb-1 text-xs text-muted select-none">{roleNames[role]}</p>}
            {pieces.map((piece, n) => (
              <pre key={n} dir="auto" className="font-mono text-xs break-words whitespace-pre-wrap [contain-intrinsic-size:auto_2000px] [content-visibility:auto]">{piece}</pre>
            ))}
          </div>
        ))}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <Button size="small" look="quiet" icon={Copy} onClick={copy}>Copy<span className="sr-only"> {name}</span></Button>
        {shown < length && (
          <Button size="small" look="quiet" aria-controls={id} onClick={() => setShown(shown + step.more)}>
            Show more<span className="figures text-muted">{shown.toLocaleString()} of {length.toLocaleString()}</span>
          </Button>
        )}
      </div>
    </div>
  );
}
