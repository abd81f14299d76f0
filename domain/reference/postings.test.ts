import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_HALALAS, sumHalalas } from '../money.ts';
import { serviceFee } from '../payouts/service-fee.ts';
import { accounts, type Account } from '../ledger/accounts.ts';
import { postings, reversal, type JournalLine } from './postings.ts';

const thirds = [
  { installment_id: 'one', amount_halalas: 333_333 },
  { installment_id: 'two', amount_halalas: 333_333 },
  { installment_id: 'three', amount_halalas: 333_334 },
];

/** The balance of every account that has one. */
function balances(lines: readonly JournalLine[]): Partial<Record<Account, number>> {
  const sums: Partial<Record<Account, number>> = {};
  for (const { account, amount_halalas } of lines)
    sums[account] = (sums[account] ?? 0) + amount_halalas;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

test('financing SAR 10,000.00: the company owes it, the agency gets 9,500.00, we earn 434.78 and owe 65.22 VAT', () => {
  const fee = serviceFee(1_000_000);
  const lines = [
    ...postings.ticket_financed(thirds),
    ...postings.fee_earned(fee),
    ...postings.payout_sent(fee.net_halalas),
  ];
  expect(balances(lines)).toEqual({
    receivable: 1_000_000,
    bank: -950_000,
    fee_income: -43_478,
    vat_payable: -6_522,
  });
});

test('a payment of SAR 4,000.00 pays one installment and part of the next, and what is left over is refunded', () => {
  const paid = [thirds[0]!, { installment_id: 'two', amount_halalas: 60_000 }];
  const lines = [
    ...postings.payment_received(400_000, 'unidentified_receipts'),
    ...postings.payment_identified(400_000),
    ...postings.payment_allocated(paid),
    ...postings.credit_refunded(6_667),
  ];
  expect(balances(lines)).toEqual({ bank: 393_333, receivable: -393_333 });
});

test('a payment of SAR 1,200.50 whose rest of 200.50 was refunded is recalled: the refund is owed, and paid back later', () => {
  const paid = [{ installment_id: 'one', amount_halalas: 100_000 }];
  const recalled = [
    ...postings.payment_received(120_050, 'company_credit'),
    ...postings.payment_allocated(paid),
    ...postings.credit_refunded(20_050),
    ...reversal(postings.payment_allocated(paid)),
    ...reversal(postings.payment_received(120_050, 'company_credit')),
    ...postings.refund_recalled(20_050),
  ];
  expect(balances(recalled)).toEqual({ bank: -20_050, refunds_receivable: 20_050 });
  const returned = [
    ...postings.payment_received(20_050, 'company_credit'),
    ...postings.refund_recovered(20_050),
  ];
  expect(balances([...recalled, ...returned])).toEqual({});
});

test('a refund that comes back after its payment was recalled is owed back no more', () => {
  const lines = [
    ...postings.payment_received(120_050, 'company_credit'),
    ...postings.credit_refunded(20_050),
    ...reversal(postings.payment_received(120_050, 'company_credit')),
    ...postings.refund_recalled(20_050),
    ...reversal(postings.credit_refunded(20_050)),
    ...postings.recall_reduced(20_050),
  ];
  expect(balances(lines)).toEqual({});
});

test('what is written off is an expense, by installment', () => {
  expect(postings.written_off([thirds[2]!], 0)).toEqual([
    { account: 'bad_debt', amount_halalas: 333_334 },
    { account: 'receivable', amount_halalas: -333_334, installment_id: 'three' },
  ]);
});

test('a write-off uses the allowance first, and what is more is an expense', () => {
  expect(postings.written_off([thirds[2]!], 100_000)).toEqual([
    { account: 'loss_allowance', amount_halalas: 100_000 },
    { account: 'bad_debt', amount_halalas: 233_334 },
    { account: 'receivable', amount_halalas: -333_334, installment_id: 'three' },
  ]);
  expect(postings.written_off([thirds[2]!], 400_000)).toEqual([
    { account: 'loss_allowance', amount_halalas: 333_334 },
    { account: 'receivable', amount_halalas: -333_334, installment_id: 'three' },
  ]);
});

test('a later recovery is posted beside the write-off and does not reduce it', () => {
  const lines = [
    ...postings.written_off([thirds[2]!], 0),
    ...postings.payment_received(99_000, 'company_credit'),
    ...postings.loss_recovered(99_000),
  ];
  expect(balances(lines)).toEqual({
    bad_debt: 333_334,
    receivable: -333_334,
    bank: 99_000,
    recoveries: -99_000,
  });
});

test('a fee too small for VAT, or for any fee, leaves no line of nothing', () => {
  expect(postings.fee_earned(serviceFee(30))).toEqual([
    { account: 'agency_payable', amount_halalas: 2 },
    { account: 'fee_income', amount_halalas: -2 },
  ]);
  expect(postings.fee_earned(serviceFee(9))).toEqual([]);
});

const amount = fc.integer({ min: 1, max: Math.floor(MAX_AMOUNT_HALALAS / 4) });
const parts = fc.array(fc.record({ installment_id: fc.uuid(), amount_halalas: amount }), {
  minLength: 1,
  maxLength: 3,
});

test('every entry sums to zero, has no empty line, and its reversal leaves nothing', () => {
  const entries = fc.oneof(
    parts.map(postings.ticket_financed),
    amount.map((gross) => postings.fee_earned(serviceFee(gross))),
    amount.map(postings.payout_sent),
    amount.map((received) => postings.payment_received(received, 'company_credit')),
    amount.map(postings.payment_identified),
    parts.map(postings.payment_allocated),
    amount.map((halalas) => postings.credit_refunded(halalas)),
    amount.map((halalas) => postings.refund_recalled(halalas)),
    amount.map(postings.refund_recovered),
    amount.map((halalas) => postings.recall_reduced(halalas)),
    fc.tuple(parts, fc.nat()).map(([rest, allowance]) => postings.written_off(rest, allowance)),
    amount.map(postings.allowance_adjusted),
    amount.map(postings.loss_recovered),
  );
  fc.assert(
    fc.property(entries, (lines) => {
      const debits = lines.filter((line) => line.amount_halalas > 0);
      const credits = reversal(lines).filter((line) => line.amount_halalas > 0);
      const sum = (side: readonly JournalLine[]) =>
        sumHalalas(side.map((line) => line.amount_halalas));
      expect(sum(debits)).toBe(sum(credits));
      expect(debits.length + credits.length).toBe(lines.length);
      expect(balances([...lines, ...reversal(lines)])).toEqual({});
    }),
  );
});

test('after financing, fee and payout we owe the agency nothing, whatever the amount', () => {
  fc.assert(
    fc.property(amount, (gross) => {
      const fee = serviceFee(gross);
      const lines = [
        ...postings.ticket_financed([{ installment_id: 'one', amount_halalas: gross }]),
        ...postings.fee_earned(fee),
        ...postings.payout_sent(fee.net_halalas),
      ];
      expect(balances(lines)).not.toHaveProperty('agency_payable');
    }),
  );
});

test('assets and expenses grow by debits, liabilities, income and what stands against assets by credits', () => {
  for (const { kind, normal } of Object.values(accounts)) {
    expect(normal).toBe(kind === 'asset' || kind === 'expense' ? 'debit' : 'credit');
  }
});
