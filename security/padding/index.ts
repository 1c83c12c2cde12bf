export { BUCKET_BYTES, missingPages } from './padding.ts';
