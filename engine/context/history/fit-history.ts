export interface HistoryTurn {
  role: 'user' | 'assistant';
  content: string;
}

/**
 * The newest turns that fit, oldest first. A reply is never kept without the request before it, so
 * the result always starts with a user turn.
 */
export function fitHistory(turns: readonly HistoryTurn[], budget: number, count: (text: string) => number): HistoryTurn[] {
  let left = budget;
  let start = turns.length;
  for (let i = turns.length - 1; i >= 0; i--) {
    left -= count(turns[i]!.content);
    if (left < 0) break;
    if (turns[i]!.role === 'user') start = i;
  }
  return turns.slice(start);
}
