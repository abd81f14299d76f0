import { expect, test } from 'vitest';
import { bankStatementCsv } from '../servicing/bank-statement-csv.ts';
import { incomingByMonth } from './revenue-statement.ts';

const months = ['2026-01', '2026-02'];
const read = (rows: string) => bankStatementCsv(`date,amount,details,currency\n${rows}`).lines;

test('incoming money is summed by month, without outgoing money and other months', () => {
  const lines = read(
    '2025-12-31,9.00,old,SAR\n2026-01-01,100.00,a,SAR\n2026-01-31,50.25,b,SAR\n' +
      '2026-01-15,-70.00,rent,SAR\n2026-02-10,8.00,c,SAR\n2026-03-01,9.00,new,SAR\n',
  );
  expect(incomingByMonth(lines, months)).toEqual([150_25, 8_00]);
});

test('what the bank took back and money in another currency are no revenue, and no month is below 0', () => {
  const lines = read(
    '2026-01-01,100.00,a,SAR\n2026-01-02,-40.00,Reversal of a,SAR\n2026-01-03,500.00,b,USD\n' +
      '2026-02-02,-40.00,Reversal of a,SAR\n',
  );
  expect(incomingByMonth(lines, months)).toEqual([60_00, 0]);
});
