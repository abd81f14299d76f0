import { expect, test } from 'vitest';
import { parseBankStatementInWorker } from './parse-bank-statement-in-worker.ts';

test('while a statement is read the server goes on: its turns are counted', async () => {
  const row = `2026-03-01,1.00,${'x'.repeat(300)}\n`;
  const file = Buffer.from(`date,amount,details\n${row.repeat(20_000)}`);
  let turns = 0;
  let isReading = true;
  const turn = () => {
    turns += 1;
    if (isReading) setImmediate(turn);
  };
  const reading = parseBankStatementInWorker(file).finally(() => {
    isReading = false;
  });
  setImmediate(turn);
  const { lines } = await reading;
  expect(lines).toHaveLength(20_000);
  // Read where the server's turns are taken there would be one or two.
  expect(turns).toBeGreaterThan(50);
});

test('what is wrong with a file is said as it is, and a file that is none ends its thread alone', async () => {
  const refusal = (text: string) => parseBankStatementInWorker(Buffer.from(text));
  await expect(refusal('date,amount\n2026-03-01,free')).rejects.toMatchObject({
    code: 'bank_statement_unreadable',
    message: expect.stringContaining('line 2, amount must be'),
    fields: [{ field: 'line 2 · amount' }],
  });
  await expect(refusal(','.repeat(30_000_000))).rejects.toMatchObject({
    code: 'bank_statement_unreadable',
    fields: [{ field: 'line 1 · row' }],
  });
});
