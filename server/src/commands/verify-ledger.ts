import { Client } from 'pg';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { readCommandLine } from './command-line.ts';
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
    for (const { figure, ledger, tables, rows_that_differ } of figures) {
      const verdict = rows_that_differ === 0 ? 'equal' : `${rows_that_differ} differ`;
      process.stdout.write(
        `${figure.padEnd(24)} ledger ${ledger.padStart(18)}  tables ${tables.padStart(18)}  ${verdict}\n`,
      );
    }
    return figures.some(({ rows_that_differ }) => rows_that_differ > 0) ? 1 : 0;
  } finally {
    await client.end();
  }
});
