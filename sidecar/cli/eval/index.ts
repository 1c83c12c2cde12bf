export { evalCommand } from './command.ts';
export { DataSet, readDataSets } from './data-set.ts';
export { summarize, type Answer, type Measures, type Summary } from './measure.ts';
export { evaluate, type SetOutcome } from './retrieval.ts';
