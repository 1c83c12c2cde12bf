import fc from 'fast-check';

/** Starts every property at FC_SEED, if it is set: `npm test` sets it, `npm run test:slow` does not. */
const { FC_SEED } = process.env;
if (FC_SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(FC_SEED) });
