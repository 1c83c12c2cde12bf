export { exchangesOf, turnsOf, type Exchange, type HistoryTurn, type PastTurn } from './exchange.ts';
export { fitHistory, MESSAGE_TOKENS, pointsIn, type FittedHistory, type HistoryItem, type HistoryLevel } from './fit-history.ts';
export { createReader, type Reader } from './reader.ts';
