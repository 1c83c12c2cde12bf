import { fileRules, freeze, frozenMigrations } from './file-rules.ts';
import { importRules } from './import-rules.ts';
import { readSources } from './source.ts';
import { syntaxRules } from './syntax-rules.ts';
import type { Violation } from './violation.ts';

export type { Violation } from './violation.ts';

/** Folders that hold code of ours. */
export const codeFolders = ['contract', 'engine', 'security', 'native', 'migrations', 'sidecar', 'electron', 'renderer', 'scripts', 'bench', 'docs', 'test'];

/** Every breach of the rules in the tree under `root`. */
export function lintTree(root: string): Violation[] {
  const sources = readSources(root, codeFolders);
  return [...importRules(sources, root), ...syntaxRules(sources), ...fileRules(sources), ...frozenMigrations(root)];
}

/** Puts new migrations on the list of frozen ones; returns their paths. */
export function freezeMigrations(root: string): string[] {
  return freeze(root);
}
