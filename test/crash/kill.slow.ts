/** The kill tests many times over, for `npm run test:slow`; `ENGRAM_KILLS` says how often. */
process.env.ENGRAM_KILLS ??= '1000';
for (const kind of ['kill', 'kill-erasing', 'kill-migrating', 'kill-rotating', 'kill-backup', 'kill-importing']) await import(`./${kind}.test.ts`);
