import { mkdirSync, writeFileSync } from 'node:fs';
import { builders, fileOf } from './sets.ts';

/** Writes the sets anew after a change of their sources: `node test/recall/make-sets.ts`. */
const folder = new URL('sets/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, build] of Object.entries(builders)) writeFileSync(new URL(`${name}.json`, folder), fileOf(build()));
