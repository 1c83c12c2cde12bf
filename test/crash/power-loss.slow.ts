/** More images of lost power, for `npm run test:slow`; `ENGRAM_IMAGES` says how many. */
process.env.ENGRAM_IMAGES ??= '5000';
await import('./power-loss.test.ts');
