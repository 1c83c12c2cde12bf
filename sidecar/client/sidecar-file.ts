import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How the person's own programs find a running sidecar. Readable by the person only. */
export const SidecarFile = z.object({
  port: z.int().min(1).max(65_535),
  bearer: z.string().min(1).max(200),
  /** The process that lives as long as the folder is served: the supervisor of one in the foreground. */
  pid: z.int().min(1),
  /** Started by `unlock` to hold the vault open; `lock` ends it. */
  background: z.boolean(),
});
export type SidecarFile = z.infer<typeof SidecarFile>;

const pathIn = (dir: string) => join(dir, 'sidecar.json');

/** Null when there is none or it cannot be read as one. */
export async function readSidecarFile(dir: string): Promise<SidecarFile | null> {
  try {
    return SidecarFile.parse(JSON.parse(await readFile(pathIn(dir), 'utf8')));
  } catch {
    return null;
  }
}

/** Replaces the file in one step, so that a reader never sees half of it. */
export async function writeSidecarFile(dir: string, content: SidecarFile): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const draft = `${pathIn(dir)}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.close();
    await rename(draft, pathIn(dir));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes the file when it is still that of this process. */
export async function removeSidecarFile(dir: string, pid: number): Promise<void> {
  const content = await readSidecarFile(dir);
  if (content?.pid === pid) await rm(pathIn(dir), { force: true });
}
