/** Fields that hold an instant wherever they hold a number. */
const instants = new Set([
  'createdAt', 'updatedAt', 'happenedAt', 'validFrom', 'validTo', 'lastUsedAt', 'changedAt', 'usedAt', 'startedAt',
  'endedAt', 'until', 'lastBackupAt', 'from', 'to',
]);

/** The same data with every instant as ISO 8601 in UTC; what `--json` prints. */
export function asDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asDocument);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'number' && instants.has(key) ? new Date(inner).toISOString() : asDocument(inner),
    ]),
  );
}

/** Text that is safe on a terminal: a memory must not move the cursor or set the window title. */
export function forTerminal(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** A day for a person, in local time. */
export function day(instant: number): string {
  const date = new Date(instant);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** An instant from ISO 8601 text, or undefined when it is not one. A bare date means midnight UTC. */
export function parseInstant(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
