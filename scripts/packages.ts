import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that something is made from and that does not ship. */
export interface Source {
  name: string;
  /** Exact. */
  version: string;
  licence: string;
  gives: string;
}

/** Installs packages into a folder; returns where their modules are. */
export function installSources(folder: string, sources: readonly Source[]): string {
  writeFileSync(join(folder, 'package.json'), '{}');
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...sources.map(({ name, version }) => `${name}@${version}`)], { stdio: 'inherit' });
  return join(folder, 'node_modules');
}
