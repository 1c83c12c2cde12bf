import { withoutBulk } from './bulk.ts';

/** Sentences of a text that must outlive its words: what was decided, which files, what went wrong. */
export type PointKind = 'decision' | 'error' | 'file' | 'said';
export interface Point {
  kind: PointKind;
  text: string;
}

/** Most characters of one point; longer sentences keep the part around what makes them one. */
const MOST_CHARS = 180;
const END = /(?<=[.!?…。！？])["'”’)\]]*\s+|(?<=[。！？])|\n+/u;

/**
 * Words of deciding, in the languages that the detectors of time words know, too. A question about a
 * decision is none.
 */
const DECISION = new RegExp([
  String.raw`\b(?:decided|decision|decide to|agreed|settled on|chose|chosen|opted|going with|go with|went with|we(?:'ll| will| should) (?:use|keep|drop|switch|move|stay|go|rename|replace|adopt|stick)|i(?:'ll| will) (?:use|keep|drop|switch|go with|stick)|let'?s (?:use|go|keep|drop|switch|move|stick|do|not|rename|replace|make it)|instead of|from now on|no longer|must (?:never|always|not)|never (?:use|commit|push|deploy|store)|always (?:use|run|ask)|rule:|the plan is)\b`,
  String.raw`\b(?:entschieden|beschlossen|einigten|geeinigt|ab sofort|statt dessen|nehmen wir|wir bleiben bei)`, String.raw`\b(?:décidé|convenu|à partir de maintenant|on garde|choisi)`,
  String.raw`\b(?:decidimos|decidido|acordamos|elegimos|a partir de ahora|abbiamo deciso|da ora in poi)`, String.raw`(?:решили|договорились|выбрали|отныне)`, String.raw`(?:决定|決定|就用|以后都|决议|約定|결정|하기로)`,
].join('|'), 'iu');
const ERROR = new RegExp([
  String.raw`\b\w*(?:Error|Exception|Fault|Panic)\b(?!\s+(?:handling|handler|messages? (?:are|should)))`, String.raw`\b(?:error|exception|failed|fails|failure|crash(?:ed|es)?|panic(?:ked)?|segfault|timed out|timeout|refused|denied|not found|cannot|could not|couldn't|broken|broke|undefined|stack overflow|out of memory|deadlock|leak(?:s|ed)?)\b`,
  String.raw`\bE[A-Z]{4,}\b`, String.raw`\b(?:exit code|status|HTTP) ?[1-9]\d{0,2}\b`, String.raw`(?:Fehler|fehlgeschlagen|abgestürzt|[Ee]rreur|échoué|falló|[Ee]rrore|[Оо]шибк|упал|错误|失败|崩溃|エラー|失敗|오류|실패)`,
].join('|'), 'u');
const ENDINGS = 'tsx?|jsx?|[cm]js|[cm]ts|py|rs|go|java|kts?|swift|rb|php|cs|cpp|cc|hpp|[ch]|sh|bash|zsh|ps1|sql|html?|css|scss|json[cl]?|ya?ml|toml|ini|cfg|conf|env|md|mdx|txt|csv|tsv|xml|svg|png|jpe?g|pdf|docx?|xlsx?|pptx?|lock|log|proto|graphql|tf|ipynb|vue|svelte|gradle|properties|db|sqlite|onnx|zip|gz';
const FILE = new RegExp(String.raw`(?<![\w@/.-])(?:(?:[\w@.~-]+\/)*[\w@-][\w@.-]*\.(?:${ENDINGS})|(?:[\w@.~-]+\/)*(?:Dockerfile|Makefile|Cargo\.toml|Gemfile|Procfile)|(?:\.{0,2}\/)?(?:[\w@.-]+\/){2,}[\w@.-]+)(?![\w/])`, 'gu');

/** Names of files and paths in a text, each once, in order. */
export function filesIn(text: string): string[] {
  return [...new Set([...text.matchAll(FILE)].map(([name]) => name.replace(/[.,:;]+$/, '')).filter((name) => !/^\d+(?:\/\d+)+$/.test(name)))];
}

/**
 * What of a text survives when the text does not: decisions and errors as sentences, files by name.
 * Code and tool output are looked through for names and errors, not for decisions.
 */
export function pointsOf(text: string): Point[] {
  const points: Point[] = [];
  const seen = new Set<string>();
  const add = (kind: PointKind, sentence: string, at: number): void => {
    const point = clipped(sentence, at);
    const key = point.toLowerCase();
    if (seen.has(key)) return;
    seen.add(key);
    points.push({ kind, text: point });
  };
  const { prose, bulk } = withoutBulk(text);
  for (const sentence of sentencesIn(prose)) {
    const decision = /[?？]$/.test(sentence) ? null : DECISION.exec(sentence);
    if (decision) add('decision', sentence, decision.index);
    const error = ERROR.exec(sentence);
    if (error && !decision) add('error', sentence, error.index);
  }
  for (const line of bulk.flatMap((block) => block.split('\n'))) {
    const error = /(?:Error|Exception|panic|FAILED|fatal)\b.*[:!]|\berror\b[:[]|^E {2,}/.exec(line);
    if (error) add('error', line.trim(), Math.max(0, error.index - 10));
  }
  const told = points.map((point) => point.text).join('\n');
  for (const file of filesIn(text)) if (!told.includes(file)) add('file', file, 0);
  return points;
}

/** The sentence that says most plainly what a message is about: its first one that is not a mere greeting. */
export function gistOf(text: string): string {
  const sentences = sentencesIn(withoutBulk(text).prose);
  const gist = sentences.find((sentence) => sentence.length > 12 && !/^(?:hi|hello|hey|thanks|thank you|ok(?:ay)?|sure|great|yes|no|done|perfect|of course|certainly|absolutely)\b[^a-z]*$/iu.test(sentence)) ?? sentences[0] ?? '';
  return clipped(gist, 0);
}

export const sentencesIn = (text: string): string[] => text.split(END).map((sentence) => sentence.replace(/\s+/gu, ' ').replace(/^(?:[-*•#>]+|\d+[.)])\s+/, '').trim()).filter((sentence) => sentence !== '');

/** At most MOST_CHARS around `at`, cut at spaces, with a mark where something is missing. */
function clipped(sentence: string, at: number): string {
  if (sentence.length <= MOST_CHARS) return sentence;
  const from = Math.max(0, Math.min(at - MOST_CHARS / 3, sentence.length - MOST_CHARS));
  const start = from === 0 ? 0 : sentence.indexOf(' ', from) + 1;
  const part = sentence.slice(start, start + MOST_CHARS);
  const end = start + MOST_CHARS >= sentence.length ? part.length : Math.max(part.lastIndexOf(' '), MOST_CHARS / 2);
  return `${start > 0 ? '…' : ''}${part.slice(0, end).trim()}${start + end < sentence.length ? '…' : ''}`.toWellFormed();
}
