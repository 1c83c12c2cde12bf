export { quantise, State, type Code } from './layout.ts';
export { scanCodes, type ScanHit, type ScanQuery } from './scan.ts';
export { CodeTable } from './table.ts';
