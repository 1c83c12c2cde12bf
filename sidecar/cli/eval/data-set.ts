import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { EngramError } from '../../../contract/index.ts';
import { parseInstant } from '../document.ts';

export const Time = z.string().transform((text, ctx) => {
  const time = parseInstant(text);
  if (time === undefined) ctx.addIssue({ code: 'custom', message: 'not a time in ISO 8601' });
  return time ?? 0;
});

export const Category = z.union([z.string(), z.number()]).transform(String);

/** One conversation with labelled questions; other fields of a file are ignored. */
export const DataSet = z.object({
  name: z.string().min(1),
  memories: z.array(z.object({
    id: z.string().min(1),
    text: z.string(),
    speaker: z.string().optional(),
    session: z.string().optional(),
    timestamp: Time.optional(),
  })).min(1),
  queries: z.array(z.object({
    id: z.string().min(1),
    text: z.string(),
    relevant: z.array(z.string()),
    category: Category.optional(),
    asked_at: Time.optional(),
    context: z.array(z.string()).optional(),
    split: z.string().optional(),
  })),
});
export type DataSet = z.infer<typeof DataSet>;

/** Reads data sets from files, or from all `.json` files of a folder. Throws IMPORT_UNREADABLE. */
export async function readDataSets(paths: readonly string[]): Promise<DataSet[]> {
  const sets: DataSet[] = [];
  for (const path of await expand(paths)) sets.push(await readFileAs(DataSet, path));
  return sets;
}

/** A JSON file in the given shape. Throws IMPORT_UNREADABLE, which names the place and never the text there. */
export async function readFileAs<T>(shape: z.ZodType<T>, path: string): Promise<T> {
  let parsed;
  try {
    parsed = shape.safeParse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw unreadable(path, 'it cannot be read as JSON');
  }
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw unreadable(path, `${issue.path.join('.')}: ${issue.message}`);
  }
  return parsed.data;
}

async function expand(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const info = await stat(path).catch(() => null);
    if (info === null) throw unreadable(path, 'it does not exist');
    if (!info.isDirectory()) files.push(path);
    else files.push(...(await readdir(path)).filter((name) => name.endsWith('.json')).sort().map((name) => join(path, name)));
  }
  if (files.length === 0) throw unreadable(paths[0] ?? '', 'there is no data set in it');
  return files;
}

function unreadable(path: string, why: string): EngramError {
  return new EngramError('IMPORT_UNREADABLE', { detail: `${basename(path)}: ${why}` });
}
