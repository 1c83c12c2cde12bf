/** A line break or the boundary inside a stored text must not end its line or the block. */
export function oneLine(text: string, boundary: string): string {
  return withoutBoundary(text.replace(/\s*[\n\r\u2028\u2029]\s*/g, ' ⏎ '), boundary);
}

/** Taking the boundary out may put a new one together, so it is looked for until there is none. */
export function withoutBoundary(text: string, boundary: string): string {
  let left = text;
  while (boundary !== '' && left.includes(boundary)) left = left.replaceAll(boundary, '');
  return left;
}
