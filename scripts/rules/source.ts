import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, posix, relative, sep } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** One import of a file, in any form that makes the other file part of it. */
export interface Import {
  specifier: string;
  /** Path from the root for our own files, else null. */
  file: string | null;
  /** Package name (`node:fs`, `react`, `@orpc/server`), else null. */
  package: string | null;
  /** Imported names; empty for side effects, dynamic and whole-module imports. */
  names: string[];
  typeOnly: boolean;
  /** `new URL('./x.ts', import.meta.url)`: run by a worker or a child process. */
  spawned: boolean;
  line: number;
}

export interface Source {
  /** Path from the root, with forward slashes. */
  path: string;
  text: string;
  lines: number;
  imports: Import[];
  /** `export * from` statements, by line. */
  stars: number[];
  /** What the file says, as far as a rule looks at it. */
  facts: Fact[];
  isTest: boolean;
}

export type FactKind = 'global' | 'member' | 'new' | 'text' | 'attribute' | 'call';
export interface Fact {
  kind: FactKind;
  /** `Date.now`, `fetch`, `innerHTML`, or the text of a literal. */
  what: string;
  /** Number of arguments, for calls and `new`. */
  args: number;
  line: number;
}

const code = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx']);
const skipped = new Set(['node_modules', 'dist', '.git', 'models', 'coverage']);

export const isTestPath = (path: string) => /\.(?:test|prop|slow|test-d)\.tsx?$/.test(path) || /\.(?:prop|slow)\.test\.tsx?$/.test(path);

/** Reads and parses every code file under the given folders. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  return folders.flatMap((folder) => list(join(root, folder))).map((file) => parse(root, file)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function list(folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : list(path);
    return code.has(extname(entry.name)) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

function parse(root: string, file: string): Source {
  const path = relative(root, file).split(sep).join('/');
  const text = readFileSync(file, 'utf8');
  const { module, program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const starts = lineStarts(text);
  const line = (offset: number) => lineOf(starts, offset);
  const imports: Import[] = [];
  const add = (specifier: string, offset: number, facts: Partial<Import> = {}) =>
    imports.push({ specifier, ...target(path, specifier), names: [], typeOnly: false, spawned: false, line: line(offset), ...facts });

  for (const entry of module.staticImports)
    add(entry.moduleRequest.value, entry.start, {
      names: entry.entries.flatMap((name) => (name.importName.name === null || name.importName.name === undefined ? [] : [name.importName.name])),
      typeOnly: entry.entries.length > 0 && entry.entries.every((name) => name.isType),
    });
  const stars: number[] = [];
  for (const statement of module.staticExports)
    for (const entry of statement.entries) {
      if (!entry.moduleRequest) continue;
      add(entry.moduleRequest.value, statement.start, { typeOnly: entry.isType });
      if (entry.importName.kind === 'AllButDefault' || entry.importName.kind === 'All') stars.push(line(statement.start));
    }
  const facts: Fact[] = [];
  const fact = (kind: FactKind, what: string, offset: number, args = 0) => facts.push({ kind, what, args, line: line(offset) });
  new Visitor({
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string') add(node.source.value, node.start);
    },
    TSImportType(node) {
      const source = node.source as { value?: unknown } | undefined;
      if (typeof source?.value === 'string') add(source.value, node.start, { typeOnly: true });
    },
    NewExpression(node) {
      const [first, second] = node.arguments;
      if (node.callee.type !== 'Identifier') return;
      fact('new', node.callee.name, node.start, node.arguments.length);
      if (node.callee.name === 'URL' && first?.type === 'Literal' && typeof first.value === 'string' && second?.type === 'MemberExpression' && /\.tsx?$/.test(first.value))
        add(first.value, node.start, { spawned: true });
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier') fact('call', node.callee.name, node.start, node.arguments.length);
      else if (node.callee.type === 'MemberExpression' && node.callee.property.type === 'Identifier') fact('call', `.${node.callee.property.name}`, node.start, node.arguments.length);
    },
    MemberExpression(node) {
      if (node.property.type !== 'Identifier' || node.computed) return;
      const owner = node.object.type === 'Identifier' ? node.object.name : '';
      fact('member', `${owner}.${node.property.name}`, node.start);
    },
    Identifier(node) {
      fact('global', node.name, node.start);
    },
    Literal(node) {
      if (typeof node.value === 'string') fact('text', node.value, node.start);
    },
    TemplateElement(node) {
      fact('text', node.value.cooked ?? node.value.raw, node.start);
    },
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier') fact('attribute', node.name.name, node.start);
    },
  }).visit(program);
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return { path, text, lines, imports, stars, facts, isTest: isTestPath(path) };
}

function target(from: string, specifier: string): { file: string | null; package: string | null } {
  const bare = specifier.split('?', 1)[0]!;
  if (bare.startsWith('.')) return { file: posix.normalize(posix.join(dirname(from), bare)), package: null };
  if (bare.startsWith('node:')) return { file: null, package: bare };
  const [scope, name] = bare.split('/');
  return { file: null, package: bare.startsWith('@') ? `${scope}/${name}` : scope! };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
