/** One message as a provider takes it. */
export interface HistoryTurn {
  role: 'user' | 'assistant';
  content: string;
}

/** A message of the history, with its name in the trace. */
export interface PastTurn extends HistoryTurn {
  id: string;
}

/** A request with what answered it. They live and die together: neither means anything alone. */
export interface Exchange {
  /** Id of its first message. */
  id: string;
  request: PastTurn;
  replies: readonly PastTurn[];
}

/** Turns as exchanges, oldest first. A reply with no request before it belongs to nothing and is left out. */
export function exchangesOf(turns: readonly PastTurn[]): Exchange[] {
  const exchanges: { id: string; request: PastTurn; replies: PastTurn[] }[] = [];
  for (const turn of turns) {
    if (turn.role === 'user') exchanges.push({ id: turn.id, request: turn, replies: [] });
    else exchanges.at(-1)?.replies.push(turn);
  }
  return exchanges;
}

export const turnsOf = (exchange: Exchange): PastTurn[] => [exchange.request, ...exchange.replies];
