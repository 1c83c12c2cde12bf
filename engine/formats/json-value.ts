const DEEPEST = 64;

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object a JSON text stands for; null when it is none, or is nested more than 64 deep. */
export function objectOf(text: string): JsonObject | null {
  if (deeperThan(text, DEEPEST)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object's own, so that names like `constructor` find nothing. */
export const field = (object: JsonObject, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);

/** The text of a field, or undefined when it is no text or empty. */
export function textField(object: JsonObject, name: string): string | undefined {
  const value = field(object, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The list in a field; empty when there is none. */
export function listField(object: JsonObject, name: string): readonly unknown[] {
  const value = field(object, name);
  return Array.isArray(value) ? value : [];
}

function deeperThan(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > most) return true;
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return false;
}
