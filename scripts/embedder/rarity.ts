/** Zipf's law: the probability of the word of a given rank (from 0) among `size` words. */
export const probabilityOf = (rank: number, size: number): number => 1 / ((rank + 2) * Math.log(size));

/** Smooth inverse frequency, a / (a + p(w)) (Arora et al. 2017). */
const SIF_A = 1e-3;
export const sifWeight = (probability: number): number => SIF_A / (SIF_A + probability);
