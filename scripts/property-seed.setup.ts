import * as fc from 'fast-check';

/** Properties draw the same values where a file runs once more (test.ts), so that what they found is found again. */
const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED) fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
