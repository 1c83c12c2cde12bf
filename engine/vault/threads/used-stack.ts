/** Bytes of the stack that are overwritten: more than the deepest call into the database leaves behind. */
const REACH = 256 * 1024;
/** A frame of `descend` fills at least so much. */
const FRAME = 256;

/** Every local is written when the function is entered, so that its frame covers what lay there before. */
function descend(left: number): number {
  let a = left, b = left, c = left, d = left, e = left, f = left, g = left, h = left;
  let i = left, j = left, k = left, l = left, m = left, n = left, o = left, p = left;
  if (left > 0) a = b = c = d = e = f = g = h = descend(left - 1);
  i = j = k = l = m = n = o = p = a;
  return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
}

/**
 * Overwrites the part of this thread's stack that earlier calls used, then goes on. Enciphering a
 * page leaves the key in its frame, and the system keeps the upper part of the stack of a thread
 * that has ended. From a timer, because nothing here starts higher up the stack than one.
 */
export function afterOverwritingStack(goOn: () => void): void {
  setTimeout(() => {
    descend(REACH / FRAME);
    goOn();
  }, 0);
}
