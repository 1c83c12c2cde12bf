/** Joins class names and leaves out what is not there. */
export const cx = (...names: (string | number | bigint | boolean | null | undefined)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ');
