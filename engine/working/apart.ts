import { COMMON } from './common-axes.ts';
import { dot, unit } from './momentum.ts';

/** How much of the first common axis a question loses: more finds more by meaning alone and places less well what words find, too (docs/decisions/embedder.md). */
const QUESTION_SHARE = 0.3;

/**
 * A question's vector with less of what all words have in common, of length 1: what it is asked with then
 * points more to what it is about. Only questions need it: what is taken from one side of an inner product
 * counts for neither. A vector of another size comes back as it is.
 */
export function lessCommon(vector: Float32Array): Float32Array {
  const axis = COMMON[0]!;
  if (axis.length !== vector.length) return vector;
  const along = QUESTION_SHARE * dot(vector, axis);
  return unit(vector.map((x, i) => x - along * axis[i]!));
}

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
