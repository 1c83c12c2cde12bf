export { classify, detect, type TierChoice } from './classify.ts';
export type { Finding, PiiType, Tiered } from './tiered.ts';
