const CODE_MARKS = /[{}[\]();:=<>|&!@#$%^*+\-/\\]/g;
const WIDE = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\u{1F300}-\u{1FAFF}]/gu;
const PROSE_CHARS_PER_TOKEN = 3.2;
const CODE_BONUS = 1.3;

/** Tokens of a text for a model whose tokenizer is unknown (§8.10); wide characters count one each. */
export function estimateTokens(text: string): number {
  if (text === '') return 0;
  const wide = text.match(WIDE)?.length ?? 0;
  const rest = text.length - wide;
  const code = (text.match(CODE_MARKS)?.length ?? 0) / text.length;
  return Math.ceil(wide + rest / (PROSE_CHARS_PER_TOKEN + code * CODE_BONUS));
}
