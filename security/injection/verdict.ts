export type Verdict = 'clean' | 'flag' | 'block';

/** What the scanner says about a text. */
export interface Injection {
  /** 0 (nothing) to 1 (certain), two decimals. */
  score: number;
  verdict: Verdict;
  /** Fixed phrases, strongest first, which repeat nothing of the text. */
  reasons: string[];
}

/** From here on a person should look at the text before it is recalled: one strong sign or two weak ones. Waiting costs little, being misled a lot. */
export const FLAG_FROM = 0.4;
/** From here on there is no innocent reading left: a complete command to the model, or several strong signs. */
export const BLOCK_FROM = 0.85;

export const verdictOf = (score: number): Verdict => (score >= BLOCK_FROM ? 'block' : score >= FLAG_FROM ? 'flag' : 'clean');
