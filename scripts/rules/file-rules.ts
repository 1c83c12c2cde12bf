import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { longer, longest } from '../layers.ts';
import type { Source } from './source.ts';
import type { Violation } from './violation.ts';

const vague = /^(?:utils?|helpers?|common|misc|managers?)$/i;

/** Rules about the file itself: its length and its name. */
export function fileRules(sources: readonly Source[], exceptions: Record<string, number> = longer): Violation[] {
  const violations = sources.flatMap((source) => {
    const found: Violation[] = [];
    const allowed = exceptions[source.path] ?? longest;
    if (source.lines > allowed) found.push({ rule: 'length', path: source.path, line: source.lines, message: `${source.lines} lines; at most ${allowed}` });
    const bad = source.path.split('/').find((part) => vague.test(part.split('.', 1)[0]!));
    if (bad !== undefined) found.push({ rule: 'name', path: source.path, line: 1, message: `"${bad}" says nothing; name what it holds` });
    return found;
  });
  for (const [path, lines] of Object.entries(exceptions)) {
    const source = sources.find((one) => one.path === path);
    if (source === undefined || source.lines <= longest || source.lines < lines)
      violations.push({ rule: 'length', path, line: 1, message: 'has become shorter; lower or remove its exception in scripts/layers.ts' });
  }
  return violations;
}

const hashFile = 'migrations/hashes.json';

/** A migration that is on the list never changes again; one that is not must be put there. */
export function frozenMigrations(root: string): Violation[] {
  const hashes = readHashes(root);
  const files = migrations(root);
  const violations: Violation[] = [];
  for (const [path, found] of files) {
    if (hashes[path] === undefined) violations.push({ rule: 'frozen-migration', path, line: 1, message: 'not in the hash list; when it is final run `npm run lint -- --freeze`' });
    else if (hashes[path] !== found) violations.push({ rule: 'frozen-migration', path, line: 1, message: 'a merged migration never changes; write a new one' });
  }
  for (const path of Object.keys(hashes))
    if (!files.has(path)) violations.push({ rule: 'frozen-migration', path, line: 1, message: 'a merged migration was removed' });
  return violations;
}

/** Adds the migrations that are not on the list yet; never touches an entry that is. */
export function freeze(root: string): string[] {
  const hashes = readHashes(root);
  const added = [...migrations(root)].filter(([path]) => hashes[path] === undefined);
  const sorted = Object.entries({ ...hashes, ...Object.fromEntries(added) }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(join(root, hashFile), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  return added.map(([path]) => path);
}

/** Path and hash of every numbered file, whatever language it is in. */
function migrations(root: string): Map<string, string> {
  const folder = join(root, 'migrations');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d/.test(name) && !name.includes('.test.')).sort() : [];
  return new Map(names.map((name) => [`migrations/${name}`, hash(readFileSync(join(folder, name), 'utf8'))]));
}

function readHashes(root: string): Record<string, string> {
  const path = join(root, hashFile);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
