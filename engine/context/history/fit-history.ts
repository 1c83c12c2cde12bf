import type { TokenCounter } from '../tokens/index.ts';
import { exchangesOf, turnsOf, type Exchange, type HistoryTurn, type PastTurn } from './exchange.ts';
import type { Point, PointKind } from './points.ts';
import type { Reader } from './reader.ts';

/** Exchanges that keep their words, unless told otherwise, and those before them that keep their key facts (§8.3). */
export const VERBATIM_EXCHANGES = 3;
const FACT_EXCHANGES = 10;
/** Most points of one exchange among the key facts. */
const FACT_POINTS = 6;
/** The paragraph about all that came before takes at most this share of what it stands for, and may always take the least. */
const SUMMARY_SHARE = 0.12;
const SUMMARY_LEAST = 120;
/** What a provider wraps around each message. */
export const MESSAGE_TOKENS = 4;

export type HistoryLevel = 'verbatim' | 'shortened' | 'facts' | 'summary';

/** What became of one exchange. */
export interface HistoryItem {
  id: string;
  level: HistoryLevel | null;
  tokens: number;
  kept: boolean;
  reason: string;
}

export interface FittedHistory {
  /** Starts with a request when there is any. */
  messages: HistoryTurn[];
  /** Key facts and summary as one text; empty when nothing is older than the messages. */
  earlier: string;
  items: HistoryItem[];
  /** Tokens of messages and text together. */
  tokens: number;
  /** Exchanges whose words are not in the prompt, oldest first. */
  left: Exchange[];
  /** Whether something is missing for want of room. */
  hungry: boolean;
}

/**
 * A history within a number of tokens: the newest exchanges word for word, key facts of those before,
 * one paragraph about the rest. Without a model: decisions, errors and names of files are taken out
 * as they stand. The result never counts more than `budget`.
 */
export function fitHistory(turns: readonly PastTurn[], budget: number, counter: TokenCounter, reader: Reader, verbatim = VERBATIM_EXCHANGES): FittedHistory {
  const exchanges = exchangesOf(turns);
  const items = new Map<string, HistoryItem>();
  const kept = wordForWord(exchanges, budget, counter, reader, verbatim);
  for (const one of kept) items.set(one.exchange.id, one.item);
  const left = exchanges.slice(0, exchanges.length - kept.length);
  const spent = kept.reduce((sum, { item }) => sum + item.tokens, 0);
  const { text, tokens, hungry } = earlierOf(left, budget - spent, counter, reader, verbatim - kept.length, items);
  return {
    messages: kept.flatMap(({ turns: messages }) => messages),
    earlier: text,
    items: exchanges.map(({ id }) => items.get(id)!),
    tokens: spent + tokens,
    left,
    hungry: hungry || kept.length < Math.min(verbatim, exchanges.length) || kept.some(({ item }) => item.level === 'shortened'),
  };
}

interface Kept {
  exchange: Exchange;
  turns: HistoryTurn[];
  item: HistoryItem;
}

/** A gap in what was said word for word would mislead, so the first exchange that does not fit ends it. */
function wordForWord(exchanges: readonly Exchange[], budget: number, counter: TokenCounter, reader: Reader, most: number): Kept[] {
  const kept: Kept[] = [];
  let room = budget;
  const cost = (turns: readonly HistoryTurn[]) => turns.reduce((sum, { content }) => sum + counter.count(content) + MESSAGE_TOKENS, 0);
  for (const exchange of exchanges.slice(-most).toReversed()) {
    const whole = turnsOf(exchange).map(({ role, content }) => ({ role, content }));
    const shorter = whole.map(({ role, content }) => ({ role, content: reader.read(content).trimmed }));
    const fits = (turns: readonly HistoryTurn[]) => turns.every(({ content }) => counter.fits(content, room)) && cost(turns) <= room;
    const turns = fits(whole) ? whole : fits(shorter) ? shorter : null;
    if (turns === null) break;
    const tokens = cost(turns);
    room -= tokens;
    kept.unshift({
      exchange, turns, item: {
        id: exchange.id, level: turns === whole ? 'verbatim' : 'shortened', tokens, kept: true,
        reason: turns === whole ? 'One of the newest, word for word.' : 'One of the newest; long code or output gave way to a note.',
      },
    });
  }
  return kept;
}

const HEADING = 'Earlier in this conversation, shortened:';

/** Key facts and paragraph. `short` exchanges more get key facts when there was no room for their words. */
function earlierOf(left: readonly Exchange[], room: number, counter: TokenCounter, reader: Reader, short: number, items: Map<string, HistoryItem>): { text: string; tokens: number; hungry: boolean } {
  const facts = left.slice(-(FACT_EXCHANGES + Math.max(0, short)));
  const rest = left.slice(0, left.length - facts.length);
  const drop = (exchange: Exchange, reason: string) => items.set(exchange.id, { id: exchange.id, level: null, tokens: 0, kept: false, reason });
  let space = room - counter.count(HEADING) - 1;
  const lines: { exchange: Exchange; text: string; tokens: number }[] = [];
  for (const exchange of facts.toReversed()) {
    const text = factLine(exchange, reader);
    const tokens = counter.count(`${text}\n`);
    if (text === '-' || tokens > space) {
      drop(exchange, text === '-' ? 'Nothing in it that outlives its words.' : 'No room left for its key facts.');
      continue;
    }
    space -= tokens;
    lines.unshift({ exchange, text, tokens });
  }
  const whole = rest.reduce((sum, exchange) => sum + turnsOf(exchange).reduce((all, { content }) => all + counter.count(content), 0), 0);
  const most = Math.max(SUMMARY_LEAST, Math.floor(whole * SUMMARY_SHARE));
  const paragraph = summaryOf(rest, Math.min(space, most), counter, reader);
  const hungry = facts.length > lines.length || (rest.length > 0 && space < most);
  const build = () => [HEADING, ...(paragraph.text === '' ? [] : [paragraph.text]), ...lines.map(({ text }) => text)].join('\n');
  // Parts that fit one by one may count more together; the oldest line gives way then.
  while (lines.length > 0 && counter.count(build()) > room) drop(lines.shift()!.exchange, 'No room left for its key facts.');
  let text = build();
  if (counter.count(text) > room || text === HEADING) {
    paragraph.used.clear();
    text = '';
  }
  for (const { exchange, tokens } of lines) items.set(exchange.id, { id: exchange.id, level: 'facts', tokens, kept: true, reason: 'Older: its key facts.' });
  for (const exchange of rest) {
    const tokens = paragraph.used.get(exchange.id);
    if (tokens === undefined) drop(exchange, 'Old, and nothing of it in the summary.');
    else items.set(exchange.id, { id: exchange.id, level: 'summary', tokens, kept: true, reason: 'Old: part of the summary.' });
  }
  return { text, tokens: text === '' ? 0 : counter.count(text), hungry: hungry || (text === '' && left.length > 0) };
}

/** "asked → answered; what was decided, what failed, which files", in one line. */
function factLine(exchange: Exchange, reader: Reader): string {
  const asked = reader.read(exchange.request.content).gist;
  const answered = exchange.replies.map(({ content }) => reader.read(content).gist).find((gist) => gist !== '') ?? '';
  const told = `${asked}\n${answered}`;
  const points = pointsIn(exchange, reader).filter(({ text }) => !told.includes(text)).slice(0, FACT_POINTS).map(({ text }) => text.replace(/[.。]$/, ''));
  return ['-', [asked, answered].filter((part) => part !== '').join(' → '), points.length > 0 ? `(${points.join('; ')})` : ''].filter((part) => part !== '').join(' ');
}

/** The points of an exchange, each once, the weightiest first. */
export function pointsIn(exchange: Exchange, reader: Reader): Point[] {
  const seen = new Set<string>();
  return turnsOf(exchange).flatMap(({ content }) => reader.read(content).points)
    .filter(({ text }) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()))
    .sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind]);
}

const WEIGHT: Record<PointKind, number> = { decision: 0, error: 1, file: 2, said: 3 };
const LABEL: Record<PointKind, string> = { decision: 'Decided', error: 'Went wrong', file: 'Files', said: 'Asked about' };

/**
 * One paragraph about many exchanges: what was decided, what went wrong, which files, and what it was
 * about, the weightiest and newest first until the tokens are used. `used` tells what each exchange gave.
 */
function summaryOf(exchanges: readonly Exchange[], tokens: number, counter: TokenCounter, reader: Reader): { text: string; used: Map<string, number> } {
  const used = new Map<string, number>();
  const seen = new Set<string>();
  const all = exchanges.flatMap((exchange, at) => [
    ...pointsIn(exchange, reader), { kind: 'said' as const, text: reader.read(exchange.request.content).gist },
  ].map((point) => ({ ...point, at, id: exchange.id })));
  all.sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind] || b.at - a.at);
  const opening = `From ${exchanges.length} older exchanges.`;
  // A label and the end of the paragraph for every kind there may be.
  let left = tokens - counter.count(opening) - 4 * 4;
  const chosen: typeof all = [];
  for (const point of all) {
    const key = point.text.toLowerCase();
    if (point.text === '' || seen.has(key)) continue;
    const cost = counter.count(point.text) + 1;
    if (cost > left) continue;
    seen.add(key);
    left -= cost;
    chosen.push(point);
    used.set(point.id, (used.get(point.id) ?? 0) + cost);
  }
  if (chosen.length === 0) return { text: '', used };
  chosen.sort((a, b) => a.at - b.at);
  const parts = (Object.keys(WEIGHT) as PointKind[]).flatMap((kind) => {
    const texts = chosen.filter((point) => point.kind === kind).map(({ text }) => text.replace(/[.。]$/, ''));
    return texts.length === 0 ? [] : [`${LABEL[kind]}: ${texts.join(kind === 'file' ? ', ' : '; ')}.`];
  });
  return { text: [opening, ...parts].join(' '), used };
}
