/** What stands between the `---` lines at the top of a note, and the rest. */
export interface FrontMatter {
  /** Names in lower case; a list has one entry per point. */
  fields: Map<string, string | string[]>;
  body: string;
}

const MOST_LINES = 500;

/**
 * Reads the YAML that notes really hold: `name: value`, quoted values, `[a, b]` and `- a` lists.
 * Nested maps, anchors and block texts are passed over; nothing is ever evaluated or refused.
 */
export function frontMatter(text: string): FrontMatter {
  const source = text.replace(/^\uFEFF/, '');
  const fields = new Map<string, string | string[]>();
  const opening = /^---[ \t]*\r?\n/.exec(source);
  if (!opening) return { fields, body: source };
  const lines = source.slice(opening[0].length).split('\n');
  const end = lines.slice(0, MOST_LINES).findIndex((line) => /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0) return { fields, body: source };
  let name: string | null = null;
  for (const raw of lines.slice(0, end)) {
    const line = raw.trimEnd();
    const point = /^\s*-\s+(.*)$/s.exec(line);
    if (point && name !== null) {
      const before = fields.get(name);
      fields.set(name, [...(Array.isArray(before) ? before : []), scalar(point[1]!)]);
      continue;
    }
    const pair = /^([\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,99}):(?:\s+(.*))?$/su.exec(line);
    if (!pair) continue;
    name = pair[1]!.trim().toLowerCase();
    const value = (pair[2] ?? '').trim();
    const list = /^\[(.*)\]$/s.exec(value);
    if (list) fields.set(name, splitList(list[1]!));
    else if (value !== '') fields.set(name, scalar(value));
  }
  return { fields, body: lines.slice(end + 1).join('\n') };
}

/** The points of `[a, "b, c"]`. */
function splitList(inside: string): string[] {
  return (inside.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+/g) ?? []).map((part) => scalar(part.trim())).filter((part) => part !== '');
}

function scalar(value: string): string {
  if (/^".*"$/s.test(value)) {
    try {
      return String(JSON.parse(value));
    } catch {
      return value.slice(1, -1);
    }
  }
  if (/^'.*'$/s.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  return value.replace(/\s+#.*$/, '').trim();
}

/** One field as YAML that every reader understands: a JSON string is a YAML string. */
export function yamlLine(name: string, value: string | number | boolean | readonly string[]): string {
  return `${name}: ${JSON.stringify(value)}`;
}
