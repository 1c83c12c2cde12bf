/** Of numbers in any order; `share` 0..1. */
export const quantile = (numbers: readonly number[], share: number): number => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]!;
