export { RecallSearch, useOpenTrace } from './asked.ts';
export { RecallScreen } from './recall-screen.tsx';
