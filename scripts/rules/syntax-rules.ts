import { layers, neverShipped, socketHomes, sqlHomes } from '../layers.ts';
import { layerOf } from './import-rules.ts';
import type { Source } from './source.ts';
import { under, type Violation } from './violation.ts';

const sockets = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']);
const markup = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML']);
/** Globals whose value a pure function cannot know from its arguments. */
const impure = new Set(['console', 'process', 'performance', 'crypto', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'globalThis']);
/** Upper-case statements only, so that prose about updates and selections is no SQL. */
const sql = /\b(?:SELECT\s[\s\S]*\bFROM\b|INSERT\s+(?:OR\s+[A-Z]+\s+)?INTO\b|UPDATE\s+\S+\s+SET\b|DELETE\s+FROM\b|CREATE\s+(?:VIRTUAL\s+|TEMP\s+|UNIQUE\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)\b|ALTER\s+TABLE\b|DROP\s+TABLE\b)/;
/** Ways out of the encrypted file. */
/** The one place that adds functions to a connection: those of `sqlite-vec`, which write nothing. */
const EXTENSION_HOME = 'engine/vault/threads/vector-functions.ts';
const leaks = new Set(['.serialize', '.backup', '.loadExtension', '.unsafeMode']);

/** Rules about what a file says, which imports cannot show. */
export function syntaxRules(sources: readonly Source[]): Violation[] {
  return sources.flatMap((source) => {
    const violations: Violation[] = [];
    const layer = layerOf(source.path);
    const isPure = layer !== undefined && layers[layer]!.pure === true;
    const free = source.isTest || under(source.path, 'test');
    const report = (rule: string, line: number, message: string) => violations.push({ rule, path: source.path, line, message });
    const declared = declaredNames(source);
    for (const { kind, what, args, line } of source.facts) {
      const property = kind === 'member' ? what.slice(what.indexOf('.') + 1) : what;
      if (free) continue;
      if ((kind === 'member' || kind === 'attribute' || kind === 'global') && markup.has(property)) report('no-inner-html', line, `${property} lets text become markup; use elements`);
      if ((kind === 'call' || kind === 'new') && sockets.has(what) && !declared.has(what) && !socketHomes.some((home) => under(source.path, home)) && !neverShipped.some((home) => under(source.path, home)))
        report('socket-home', line, `${what} only in ${socketHomes.join(', ')}`);
      // Reading the table of tables is how the opener proves that the key fits.
      const probe = what.includes('sqlite_master') && under(source.path, 'engine/vault/threads');
      if (kind === 'text' && sql.test(what) && !probe && !sqlHomes.some((home) => under(source.path, home)) && !neverShipped.some((home) => under(source.path, home)))
        report('sql-home', line, `SQL is written only in ${sqlHomes.join(', ')}`);
      if (kind === 'text' && /\bATTACH\s+(?:DATABASE\s+)?['"?:@$]/.test(what)) report('no-plain-copy', line, 'ATTACH can write an unencrypted file');
      const extension = what === '.loadExtension' && source.path === EXTENSION_HOME;
      if (kind === 'call' && leaks.has(what) && under(source.path, 'engine/vault') && !extension) report('no-plain-copy', line, `${what}() leaves the encrypted file`);
      if (!isPure) continue;
      if (what === 'Date.now' || what === 'Math.random' || (kind === 'new' && what === 'Date' && args === 0) || (kind === 'call' && what === 'Date'))
        report('pure-syntax', line, `${what} in a pure folder; take the time or the chance as an argument`);
      else if ((kind === 'global' && impure.has(what) && !declared.has(what)) || (kind === 'call' && sockets.has(what)))
        report('pure-syntax', line, `${what} in a pure folder`);
    }
    return violations;
  });
}

/** Names the file declares or imports itself; those are not the globals of the same name. */
function declaredNames(source: Source): Set<string> {
  const names = new Set(source.imports.flatMap((one) => one.names));
  for (const match of source.text.matchAll(/\b(?:const|let|var|function|class)\s+([A-Za-z_$][\w$]*)/g)) names.add(match[1]!);
  return names;
}
