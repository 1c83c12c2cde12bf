import { Copy } from 'lucide-react';
import { Button, copySecret, toast } from '../ui/index.ts';

/** A name as the name of a file. */
const word = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '') || 'agent';

/** The token, this once, and what to do with it. */
export function TokenCard({ name, token }: { name: string; token: string }) {
  const command = `engram mcp --token-file ${word(name)}.token`;
  return (
    <>
      <p>It is shown this once; the vault keeps only a fingerprint of it. Whoever has it, has these rights.</p>
      <div className="flex flex-col gap-2 rounded-panel border bg-surface p-3 text-text">
        <code aria-label="Token" className="figures text-base break-all select-all">{token}</code>
        <div><Button size="small" icon={Copy} onClick={() => void copySecret(token, 'Token')}>Copy token</Button></div>
      </div>
      <div>
        <p className="mb-1 text-text">Store it in a file only you can read, and start the agent's connection with:</p>
        <div className="flex items-start gap-2 rounded-panel border bg-surface p-3 text-text">
          <code aria-label="Command" className="figures min-w-0 flex-1 text-xs leading-6 break-all">{command}</code>
          <Button size="small" icon={Copy} aria-label="Copy command" onClick={() => void navigator.clipboard.writeText(command).then(() => toast('Command copied'))}>Copy</Button>
        </div>
      </div>
    </>
  );
}
