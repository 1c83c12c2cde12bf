/** The closed file grows in steps of this many bytes, so that its size tells little about what it holds. */
export const BUCKET_BYTES = 512 * 1024;

/** Pages missing to the next full bucket; 0 when the file ends on one. `pageBytes` divides the bucket. */
export function missingPages(pages: number, pageBytes: number): number {
  const perBucket = BUCKET_BYTES / pageBytes;
  return (perBucket - (pages % perBucket)) % perBucket;
}
