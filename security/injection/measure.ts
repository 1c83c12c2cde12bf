import type { Injection } from './verdict.ts';

/** 95 % of a normal distribution lies within this many deviations. */
const Z = 1.96;

/** Wilson interval of a share at 95 %. */
function wilson(hits: number, of: number): [low: number, high: number] {
  const share = hits / of;
  const middle = share + (Z * Z) / (2 * of);
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const scale = 1 + (Z * Z) / of;
  return [(middle - spread) / scale, (middle + spread) / scale];
}

const inWords = (name: string, hits: number, of: number): string => {
  const [low, high] = wilson(hits, of);
  return `${name} ${hits}/${of} = ${(hits / of).toFixed(3)} (95 %: ${low.toFixed(3)} to ${high.toFixed(3)})`;
};

export interface Figures {
  recall: number;
  falseFlags: number;
  missed: string[];
  wrong: string[];
  /** Recall, false flags and how much of what was found is blocked, with Wilson intervals. */
  lines: [string, string, string];
}

/** Scores a scanner on labelled texts. */
export function measure(attacks: readonly string[], ordinary: readonly string[], scan: (text: string) => Injection): Figures {
  const missed = attacks.filter((text) => scan(text).verdict === 'clean');
  const wrong = ordinary.filter((text) => scan(text).verdict !== 'clean');
  const blocked = attacks.filter((text) => scan(text).verdict === 'block').length;
  const found = attacks.length - missed.length;
  return {
    recall: found / attacks.length, falseFlags: wrong.length / ordinary.length, missed, wrong,
    lines: [inWords('recall', found, attacks.length), inWords('false flags', wrong.length, ordinary.length), inWords('blocked', blocked, attacks.length)],
  };
}
