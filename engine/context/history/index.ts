export { fitHistory, type HistoryTurn } from './fit-history.ts';
