export { classify, detect, redactOnly, type TierChoice } from './classify.ts';
export type { Finding, PiiType, Tiered } from './tiered.ts';
