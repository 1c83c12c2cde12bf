import { Check, Copy } from 'lucide-react';
import { createContext, memo, use, useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { defaultRehypePlugins, Streamdown } from 'streamdown';
import { Button, IconButton } from './button.tsx';
import { Confirm } from './dialog.tsx';

interface Node { type: string; tagName?: string; value?: string; properties?: Record<string, unknown>; children?: Node[] }

/** HTML in an answer is shown as the text it is, and a picture as its description: neither is ever fetched or run. */
const onlyText = () => (tree: Node) => walk(tree, (node) => {
  if (node.type === 'raw') node.type = 'text';
  if (node.tagName !== 'img') return;
  const alt = typeof node.properties?.['alt'] === 'string' ? node.properties['alt'] : '';
  Object.assign(node, { type: 'text', tagName: undefined, properties: undefined, value: `[picture not loaded${alt === '' ? '' : `: ${alt}`}]` });
});

/** Turns `[3]` in running text into a mark, when there is a source with that number. */
const citationMarks = ({ marks }: { marks: number[] }) => (tree: Node) => walk(tree, (node) => {
  if (node.tagName === 'code' || node.tagName === 'pre' || node.tagName === 'a') return false;
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => (child.type === 'text' ? splitMarks(child, marks) : [child]));
});

function splitMarks(text: Node, marks: readonly number[]): Node[] {
  const parts = (text.value ?? '').split(/\[(\d{1,3})\]/);
  return parts.flatMap((part, n): Node[] => {
    if (n % 2 === 0) return part === '' ? [] : [{ type: 'text', value: part }];
    if (!marks.includes(Number(part))) return [{ type: 'text', value: `[${part}]` }];
    return [{ type: 'element', tagName: 'sup', properties: { 'data-mark': part }, children: [{ type: 'text', value: part }] }];
  });
}

function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const child of node.children ?? []) walk(child, visit);
}

const hardenEntry = defaultRehypePlugins.harden;
const harden = Array.isArray(hardenEntry) ? hardenEntry[0] : hardenEntry;
const hardened = [harden, {
  defaultOrigin: undefined,
  allowedLinkPrefixes: ['*'],
  allowedImagePrefixes: [],
  allowDataImages: false,
  allowedProtocols: ['http', 'https', 'mailto'],
}];

interface Citations { onMark: (mark: number) => void; label: (mark: number) => string }
const CitationContext = createContext<Citations | null>(null);

const components = {
  a: OutsideLink,
  sup: CiteMark,
  pre: CodeBlock,
  code: (props: ComponentProps<'code'>) => <code className={props.className}>{props.children}</code>,
  inlineCode: (props: ComponentProps<'code'>) => <code>{props.children}</code>,
  table: (props: ComponentProps<'table'>) => <div tabIndex={0} role="region" aria-label="Table" className="overflow-x-auto"><table>{props.children}</table></div>,
};

interface MarkdownProps {
  text: string;
  streaming?: boolean;
  /** Numbers that may be cited. */
  marks?: readonly number[];
  citations?: Citations;
}

/** An answer as markdown. No pictures, no HTML, and links ask first. */
export const Markdown = memo(function Markdown({ text, streaming = false, marks, citations }: MarkdownProps) {
  const known = marks?.join(',') ?? '';
  const plugins = useMemo(
    // Streamdown keeps parsers by the options of their plugins, so what differs must be an option.
    () => [onlyText, hardened, [citationMarks, { marks: known === '' ? [] : known.split(',').map(Number) }]],
    [known],
  );
  return (
    <CitationContext value={citations ?? null}>
      <Streamdown
        className={streaming ? 'answer writing' : 'answer'}
        mode={streaming ? 'streaming' : 'static'}
        parseIncompleteMarkdown={streaming}
        controls={false}
        linkSafety={{ enabled: false }}
        rehypePlugins={plugins as never}
        components={components as never}
        dir="auto"
      >
        {text}
      </Streamdown>
    </CitationContext>
  );
});

function CiteMark({ children, ...rest }: ComponentProps<'sup'>) {
  const citations = use(CitationContext);
  const mark = Number((rest as { 'data-mark'?: string })['data-mark']);
  if (citations === null || Number.isNaN(mark)) return <sup>{children}</sup>;
  return (
    <button
      type="button"
      aria-label={citations.label(mark)}
      onClick={() => citations.onMark(mark)}
      className="figures -mx-1 -my-1 inline-grid min-h-6 min-w-6 place-items-center rounded-control align-super text-xs text-accent hover:bg-tint"
    >
      {children}
    </button>
  );
}

function OutsideLink({ href, children }: ComponentProps<'a'>) {
  const [asking, setAsking] = useState(false);
  const target = safeUrl(href);
  if (target === null) return <span>{children}</span>;
  const where = target.protocol === 'mailto:' ? target.pathname : target.host;
  const open = () => {
    setAsking(false);
    window.open(target.href, '_blank', 'noopener,noreferrer');
  };
  return (
    <>
      <button type="button" className="link text-left" onClick={() => setAsking(true)}>{children}</button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Open ${where}?`}
        actions={<><Button onClick={() => setAsking(false)}>Stay here</Button><Button look="primary" onClick={open}>Open</Button></>}
      >
        <p>This leaves Engram. The whole address:</p>
        <p className="figures break-all text-text">{target.href}</p>
      </Confirm>
    </>
  );
}

function safeUrl(href: string | undefined): URL | null {
  try {
    const url = new URL(href ?? '');
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

function CodeBlock({ children }: ComponentProps<'pre'>) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(textOf(children));
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <div className="group/code relative">
      <pre tabIndex={0} className="quiet-scroll overflow-x-auto rounded-panel border bg-sunken p-3 pr-11 font-mono text-sm">{children}</pre>
      <IconButton icon={copied ? Check : Copy} label={copied ? 'Copied' : 'Copy code'} size="small" onClick={() => void copy()} className="absolute top-2 right-2" />
    </div>
  );
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (node !== null && typeof node === 'object' && 'props' in node) return textOf((node.props as { children?: ReactNode }).children);
  return '';
}
