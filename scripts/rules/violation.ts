/** One breach of a rule, with the sentence that says what to do instead. */
export interface Violation {
  rule: string;
  /** Path from the root. */
  path: string;
  line: number;
  message: string;
}

/** Whether a path is a folder or lies in it. */
export function under(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
