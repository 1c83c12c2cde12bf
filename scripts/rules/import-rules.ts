import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { entries, impurePackages, layers, nameHomes, neverShipped, outOfReach, packageHomes } from '../layers.ts';
import type { Source } from './source.ts';
import { under, type Violation } from './violation.ts';

const folders = Object.keys(layers).sort((a, b) => b.length - a.length);

/** The row of the table a file belongs to: the longest folder that holds it. */
export function layerOf(path: string): string | undefined {
  return folders.find((folder) => under(path, folder));
}

/** Rules about who imports whom. `root` is where the files are, to see whether a target exists. */
export function importRules(sources: readonly Source[], root: string): Violation[] {
  const violations: Violation[] = [];
  const report = (rule: string, path: string, line: number, message: string) => violations.push({ rule, path, line, message });
  const importers = new Set<string>();

  for (const source of sources) {
    const layer = layerOf(source.path);
    if (layer === undefined) {
      report('known-folder', source.path, 1, 'belongs to no row of scripts/layers.ts; add a row or move it');
      continue;
    }
    const row = layers[layer]!;
    const free = source.isTest || layer === 'test';
    for (const line of source.stars) report('no-star', source.path, line, 'name what you export, `export *` hides it');
    for (const one of source.imports) {
      const say = (rule: string, message: string) => report(rule, source.path, one.line, message);
      if (one.file !== null) {
        importers.add(one.file);
        if (!existsSync(join(root, one.file))) say('resolves', `${one.specifier} does not exist`);
        if (one.file.endsWith('.worker.ts') && !one.spawned) say('worker-spawned', 'a worker is spawned, never imported');
        if (free) continue;
        const other = layerOf(one.file);
        if (other === undefined || other === layer) continue;
        if (neverShipped.includes(other) && !neverShipped.includes(layer)) say('not-from-tests', `${other}/ is for tests and measurement; nothing that ships imports it`);
        else if (!row.imports.includes(other)) say('layer', `${layer} may import ${row.imports.join(', ') || 'nothing'}; not ${other}`);
        else if (one.file !== `${other}/index.ts` && !one.spawned) say('door', `use the door ${other}/index.ts`);
      } else if (one.package !== null && !free) {
        packageRules(source.path, row.pure === true, one, say);
      }
    }
  }
  violations.push(...orphans(sources, importers), ...cycles(sources), ...reachable(sources));
  return violations;
}

function packageRules(path: string, isPure: boolean, one: Source['imports'][number], say: (rule: string, message: string) => void): void {
  const name = one.package!;
  const rule = packageHomes[name] ?? (name.startsWith('@ai-sdk/') ? packageHomes.ai : undefined);
  const home = rule?.homes.some((folder) => under(path, folder)) ?? true;
  const typeHome = one.typeOnly && (rule?.typesIn?.some((folder) => under(path, folder)) ?? false);
  // Scripts and measurements start and probe programs; what ships does not.
  if (!home && !typeHome && !neverShipped.some((folder) => under(path, folder))) say('package-home', `${name} is used only in ${rule!.homes.join(', ') || 'no folder'}`);
  if (isPure && (name.startsWith('node:') || impurePackages.includes(name))) say('pure-import', `a pure folder does not import ${name}`);
  for (const imported of one.names) {
    const only = nameHomes[name]?.[imported];
    if (only !== undefined && !under(path, only)) say('package-home', `${imported} is used only in ${only}`);
  }
}

/** A file that nothing imports and nothing starts is dead. */
function orphans(sources: readonly Source[], imported: ReadonlySet<string>): Violation[] {
  return sources
    .filter(({ path, isTest }) => !isTest && !under(path, 'test') && !path.endsWith('/index.ts') && !imported.has(path) && !entries.some((entry) => entry.test(path)))
    .map(({ path }) => ({ rule: 'no-orphan', path, line: 1, message: 'nothing imports this file and it is no entry' }));
}

/** Cycles among files, type-only imports included: Tarjan's strongly connected components. */
function cycles(sources: readonly Source[]): Violation[] {
  const next = new Map(sources.map((source) => [source.path, targets(source)]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: Violation[] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    onStack.add(path);
    for (const other of next.get(path) ?? []) {
      if (!next.has(other)) continue;
      if (!index.has(other)) {
        visit(other);
        low.set(path, Math.min(low.get(path)!, low.get(other)!));
      } else if (onStack.has(other)) low.set(path, Math.min(low.get(path)!, index.get(other)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const part = stack.splice(stack.indexOf(path));
    part.forEach((member) => onStack.delete(member));
    if (part.length > 1 || (next.get(path) ?? []).includes(path))
      found.push({ rule: 'no-cycle', path: part.sort()[0]!, line: 1, message: `these files import each other in a circle: ${part.join(', ')}` });
  };
  for (const path of next.keys()) if (!index.has(path)) visit(path);
  return found;
}

/** The interface must not reach the engine even through others; the path is shown. */
function reachable(sources: readonly Source[]): Violation[] {
  const next = new Map(sources.map((source) => [source.path, targets(source)]));
  const starts = sources.filter((source) => under(source.path, 'renderer') && !source.isTest);
  const via = new Map<string, string | null>(starts.map(({ path }) => [path, null]));
  const queue = [...via.keys()];
  const found: Violation[] = [];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const other of next.get(path) ?? []) {
      if (via.has(other)) continue;
      via.set(other, path);
      if (!outOfReach.some((folder) => under(other, folder))) {
        queue.push(other);
        continue;
      }
      const chain = [other];
      for (let step: string | null = path; step !== null; step = via.get(step)!) chain.unshift(step);
      found.push({ rule: 'renderer-reach', path: chain[0]!, line: 1, message: `reaches ${chain.join(' → ')}` });
    }
  }
  return found;
}

function targets(source: Source): string[] {
  if (source.isTest) return [];
  return source.imports.flatMap((one) => (one.file === null || one.spawned ? [] : [one.file]));
}
