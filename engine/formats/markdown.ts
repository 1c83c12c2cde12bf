import { limits, type Memory } from '../../contract/index.ts';
import { frontMatter, yamlLine, type FrontMatter } from './front-matter.ts';
import { instantOf } from './instant.ts';
import { cleanText, memoryItem, nameOf, skipped, type ImportFile, type ImportItem, type ImportRelation, type ReadOptions } from './item.ts';
import { piecesOf } from './pieces.ts';

const NOTE_BYTES = 8 * 1024 * 1024;
const TITLE_CHARS = 120;
/** The line of titles above a section, in UTF-8 bytes. */
const TITLES_BYTES = 1200;
const MOST_RELATIONS = 50;

/** A note of a folder; what lies in hidden folders (`.obsidian`, `.trash`) belongs to the editor. */
export function isNote(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name) && !name.split('/').some((part) => part.startsWith('.'));
}

const noteName = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.(?:md|markdown)$/i, '');
/** Key that links between notes meet at; links ignore case and folders. */
export const noteKey = (target: string): string => `note:${noteName(target.trim()).toLowerCase()}`;

/** The memories of one note: one for each section, tied to the notes it links to. */
export async function* noteItems(file: ImportFile, options: ReadOptions): AsyncGenerator<ImportItem> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of file.bytes) {
    size += chunk.length;
    if (size > NOTE_BYTES) {
      yield skipped('a note is too large');
      return;
    }
    text += decoder.decode(chunk, { stream: true });
  }
  const note = frontMatter(text + decoder.decode());
  yield* note.fields.get('engram') === '1' ? [writtenByUs(note)] : sections(file.name, note, options);
}

function sections(path: string, note: FrontMatter, options: ReadOptions): ImportItem[] {
  const name = noteName(path);
  const title = textField(note, 'title') ?? name;
  const tags = [note.fields.get('tags') ?? note.fields.get('tag') ?? []].flat().map((tag) => `#${tag.replace(/^#/, '').replace(/\s+/g, '-')}`);
  const happenedAt = instantOf(textField(note, 'date') ?? textField(note, 'created')) ?? instantOf(/\d{4}-\d{2}-\d{2}/.exec(name)?.[0]);
  const late = happenedAt !== undefined && options.now !== undefined && happenedAt > options.now;
  const items = headedParts(cleanText(note.body)).flatMap(({ headings, body }) => {
    const relations = linksOf(body);
    const text = [plainText(body), ...(tags.length > 0 && body.trim() !== '' ? [tags.join(' ')] : [])].join('\n').trim();
    const titles = [...new Set([title, ...headings])].map((part) => cleanText(part).slice(0, TITLE_CHARS).toWellFormed()).join(' › ').slice(0, TITLES_BYTES / 3).toWellFormed();
    return piecesOf(text, limits.memoryBytes - TITLES_BYTES).map((piece) => memoryItem(
      { text: `${titles}\n${piece}`, session: nameOf(path.replace(/\.(?:md|markdown)$/i, '')), happenedAt: late ? undefined : happenedAt },
      { key: noteKey(name), ...(relations.length > 0 && { relations }) },
    ));
  });
  return items.length > 0 ? items : [skipped('an empty note')];
}

function textField(note: FrontMatter, name: string): string | undefined {
  const value = note.fields.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The body cut at its headings; lines of code that look like one are not. */
function headedParts(body: string): { headings: string[]; body: string }[] {
  const parts: { headings: string[]; body: string }[] = [];
  const path: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const close = () => {
    if (lines.some((line) => line.trim() !== '')) parts.push({ headings: path.filter((part) => part !== undefined && part !== ''), body: lines.join('\n') });
    lines = [];
  };
  for (const line of body.split(/\r?\n/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    const heading = fence === null ? /^(#{1,6})[ \t]+(.+?)[ \t]*#*$/.exec(line) : null;
    if (!heading) {
      lines.push(line);
      continue;
    }
    close();
    const level = heading[1]!.length;
    path.length = Math.min(path.length, level - 1);
    for (let i = path.length; i < level - 1; i++) path.push('');
    path.push(plainText(heading[2]!).trim());
  }
  close();
  return parts;
}

function linksOf(body: string): ImportRelation[] {
  const targets = new Set<string>();
  for (const match of body.matchAll(/\[\[([^\]|#^\n]{1,200})/g)) targets.add(noteKey(match[1]!));
  for (const match of body.matchAll(/\]\((?!\w+:)([^)\s#]{1,200}\.md)/gi)) targets.add(noteKey(decodeLink(match[1]!)));
  return [...targets].slice(0, MOST_RELATIONS).map((to) => ({ to, type: 'related_to' }));
}

function decodeLink(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Without what only Obsidian understands: link brackets, comments, ids of blocks. */
function plainText(text: string): string {
  return text
    .replace(/%%[^%]{0,10000}%%/g, '')
    .replace(/!?\[\[([^\]|\n]{1,200})\|([^\]\n]{1,200})\]\]/g, '$2')
    .replace(/!?\[\[([^\]\n]{1,200})\]\]/g, (_all, target: string) => target.replace(/#\^?/, ' › '))
    .replace(/[ \t]\^[A-Za-z0-9-]{1,60}[ \t]*$/gm, '');
}

/** A memory as a note: its fields as front matter, its text below, readable by anything. */
export function markdownOf(memory: Memory): string {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const fields: Record<string, string | number | boolean | readonly string[] | null> = {
    engram: '1', id: memory.id, kind: memory.kind, category: memory.category, tier: memory.tier, status: memory.status, importance: memory.importance,
    pinned: memory.pinned || null, speaker: memory.speaker, session: memory.session, source: memory.source, origin: memory.origin,
    steps: memory.steps.length > 0 ? memory.steps : null,
    happened: iso(memory.happenedAt), 'valid-from': iso(memory.validFrom), 'valid-to': iso(memory.validTo), created: iso(memory.createdAt),
    ...Object.fromEntries(Object.entries(memory.scope).map(([part, value]) => [`scope-${part.toLowerCase()}`, value ?? null])),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === null || value === undefined ? [] : [yamlLine(name, value)]));
  return `---\n${lines.join('\n')}\n---\n${memory.text}\n`;
}

/** The way back from `markdownOf`, text unchanged. */
function writtenByUs(note: FrontMatter): ImportItem {
  const field = (name: string) => textField(note, name);
  const importance = Number(field('importance') ?? Number.NaN);
  const scope = { project: field('scope-project'), squad: field('scope-squad'), agent: field('scope-agent'), channel: field('scope-channel'), channelUser: field('scope-channeluser') };
  const steps = note.fields.get('steps');
  const id = field('id');
  return memoryItem({
    text: note.body.replace(/\n$/, ''), kind: field('kind'), category: field('category'), tier: field('tier'), speaker: field('speaker'), session: field('session'),
    source: field('source'), importance: Number.isFinite(importance) ? importance : undefined, pinned: field('pinned') === 'true' ? true : undefined,
    steps: steps === undefined ? undefined : [steps].flat(), happenedAt: instantOf(field('happened')), validFrom: instantOf(field('valid-from')), validTo: instantOf(field('valid-to')),
    scope: Object.values(scope).some((value) => value !== undefined) ? Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined)) : undefined,
  }, id === undefined ? {} : { key: id });
}
