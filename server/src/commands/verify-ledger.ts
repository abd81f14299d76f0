import { Client } from 'pg';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { readCommandLine } from './command-line.ts';
import { printFigures } from './print-figures.ts';
import { runWithDatabase } from './run-with-database.ts';

readCommandLine({ usage: 'Usage: npm run verify-ledger' });

/**
 * `npm run verify-ledger`: proves that the ledger equals the schedules, the payouts and the payments. Prints each figure;
 * ends with 1 on a halala's difference.
 */
await runWithDatabase(async ({ owner }) => {
  const client = new Client(owner);
  await client.connect();
  try {
    const figures = await verifyLedger(client);
    printFigures(figures);
    return figures.some(({ rows_that_differ }) => rows_that_differ > 0) ? 1 : 0;
  } finally {
    await client.end();
  }
});
