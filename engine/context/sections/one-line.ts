/** A line break or the boundary inside a stored text must not end its line or the block. Taking the boundary out may put a new one together, so it is looked for until there is none. */
export function oneLine(text: string, boundary: string): string {
  let line = text.replace(/\s*[\n\r\u2028\u2029]\s*/g, ' ⏎ ');
  while (boundary !== '' && line.includes(boundary)) line = line.replaceAll(boundary, '');
  return line;
}
