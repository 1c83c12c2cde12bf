import { COMMON } from './common-axes.ts';
import { dot } from './momentum.ts';

/**
 * A vector without its part along the common axes. Word vectors lean to one side, so that any two texts look
 * alike, and everyday talk leans to another; what is left tells what a text is about (Mu and Viswanath,
 * "All-but-the-Top", 2018). A vector of another model's size comes back as it is.
 */
export function apart(vector: Float32Array): Float32Array {
  return COMMON.reduce((left, axis) => {
    if (axis.length !== left.length) return left;
    const along = dot(left, axis);
    return left.map((x, i) => x - along * axis[i]!);
  }, vector);
}
