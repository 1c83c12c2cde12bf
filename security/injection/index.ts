export { scanInjection } from './scan.ts';
export { type Injection, type Verdict } from './verdict.ts';
