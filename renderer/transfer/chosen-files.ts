import { atom } from 'jotai';
import { zipSync } from 'fflate';
import { limits } from '../../contract/index.ts';

const chosenAtom = atom<readonly File[] | null>(null);

/** What the person chose or dropped, to be imported. */
export const chosenFiles = atom((get) => get(chosenAtom));
/** Sets it from anywhere in the app. */
export const chooseFiles = atom(null, (_get, set, files: readonly File[] | null) => set(chosenAtom, files && files.length > 0 ? files : null));

const readable = /\.(md|markdown|txt|json|jsonl)$/i;

/** One file as it is; several (a folder of notes) packed into one archive, leaving out what is not text. */
export async function asOneFile(files: readonly File[]): Promise<File> {
  if (files.length === 1) return files[0]!;
  const texts = files.filter((file) => readable.test(file.name) && !pathOf(file).split('/').some((part) => part.startsWith('.')));
  const total = texts.reduce((sum, file) => sum + file.size, 0);
  if (total > limits.uploadBytes) return new File([], 'too-large.zip');
  const entries = await Promise.all(texts.map(async (file) => [pathOf(file), new Uint8Array(await file.arrayBuffer())] as const));
  const folder = pathOf(files[0]!).split('/')[0] ?? 'folder';
  return new File([zipSync(Object.fromEntries(entries), { level: 0 }) as Uint8Array<ArrayBuffer>], `${folder}.zip`);
}

/** The first line of every encrypted archive, whatever the file is called. */
const archiveMark = 'age-encryption.org/v1';
export const isArchive = async (file: File): Promise<boolean> => await file.slice(0, archiveMark.length).text() === archiveMark;

const pathOf = (file: File): string => file.webkitRelativePath || file.name;
