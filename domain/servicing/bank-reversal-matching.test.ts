import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchReversals, type Received } from './bank-reversal-matching.ts';

type Line = Parameters<typeof matchReversals>[0][number];

const line = (given: Partial<Line> = {}): Line => ({
  amount: '1000.00',
  booked_on: '2026-03-05',
  value_date: '2026-03-05',
  bank_reference: null,
  payer_name: null,
  payer_iban: null,
  remittance: null,
  is_reversal: true,
  ...given,
});

const received = (payment_id: string, given: Partial<Received> = {}): Received => ({
  payment_id,
  line_id: null,
  line_no: null,
  company_id: 'najd',
  amount: '1000.00',
  value_date: '2026-03-01',
  bank_reference: null,
  payer_name: null,
  payer_iban: null,
  ticket_numbers: [],
  is_reversed: false,
  is_on_statement: false,
  ...given,
});

const match = (of: Partial<Line>, ...known: Received[]) => matchReversals([line(of)], known)[0]!;

test('a reversed payment is found by the bank’s reference, then the ticket, then the payer', () => {
  const known = [
    received('payer', { payer_name: 'Najd Coffee' }),
    received('ticket', { ticket_numbers: ['HM-100001'] }),
    received('reference', { bank_reference: 'FT1' }),
  ];
  const said = { bank_reference: 'FT1', payer_name: 'NAJD COFFEE', remittance: 'RF08HM100001' };
  expect(match(said, ...known)).toMatchObject({
    payment_id: 'reference',
    certainty: 'likely',
    reason: 'takes_back_reference',
    company_id: 'najd',
  });
  expect(match({ ...said, bank_reference: 'X' }, ...known)).toMatchObject({
    payment_id: 'ticket',
    certainty: 'likely',
    reason: 'takes_back_ticket',
  });
  expect(match({ payer_name: 'NAJD COFFEE' }, ...known)).toMatchObject({
    payment_id: 'payer',
    certainty: 'possible',
    reason: 'takes_back_payer',
  });
});

test('the amount alone proposes what alone it can be, of the last two months', () => {
  const known = [received('one')];
  expect(match({}, ...known)).toMatchObject({ payment_id: 'one', reason: 'takes_back_amount' });
  expect(match({}, ...known, received('two')).reason).toBe('takes_back_unknown');
  const old = received('old', { value_date: '2025-12-01' });
  expect(match({}, old)).toMatchObject({ payment_id: null, certainty: 'none' });
  const another = received('other', { payer_name: 'Gulf Motors' });
  expect(match({ payer_name: 'Najd Coffee' }, another).reason).toBe('takes_back_unknown');
});

test('a masked account tells of no party', () => {
  const payer_iban = 'SA03****7519';
  expect(match({ payer_iban, is_reversal: false }, received('a', { payer_iban }))).toMatchObject({
    payment_id: null,
  });
});

test('a debit without a word takes back what came from its party in the last 90 days, or under its reference', () => {
  const is_reversal = false;
  const known = received('one', {
    payer_name: 'Najd Coffee',
    payer_iban: 'SA1',
    bank_reference: 'FT1',
  });
  const reason = (of: Partial<Line>) => match({ is_reversal, ...of }, known).reason;
  expect(reason({ payer_name: 'NAJD COFFEE CO' })).toBe('takes_back_payer');
  expect(reason({ payer_iban: 'SA1' })).toBe('takes_back_payer');
  expect(reason({ bank_reference: 'FT1' })).toBe('takes_back_reference');
  expect(reason({})).toBe('takes_back_unknown');
  const named = received('two', { payer_iban: 'SA2', ticket_numbers: ['HM-100001'] });
  const ofTicket = (payer_iban: string | null) =>
    match({ is_reversal, remittance: 'HM-100001', payer_iban }, named).reason;
  expect([ofTicket('SA2'), ofTicket(null)]).toEqual(['takes_back_ticket', 'takes_back_unknown']);
  const later = (booked_on: string) =>
    reason({ payer_iban: 'SA1', booked_on, value_date: booked_on });
  expect(later('2026-05-30')).toBe('takes_back_payer');
  expect(later('2026-05-31')).toBe('takes_back_unknown');
});

test('a payment of more than half a year ago is never matched to a reversal', () => {
  const of = { bank_reference: 'FT1' };
  const after = received('after', { bank_reference: 'FT1', value_date: '2025-09-06' });
  const before = received('before', { bank_reference: 'FT1', value_date: '2025-09-05' });
  expect(match(of, after).payment_id).toBe('after');
  expect(match(of, before).payment_id).toBeNull();
});

test('another ticket, another amount and what came later are not taken back', () => {
  const of = { remittance: 'RF08HM100001', bank_reference: 'FT1' };
  const other = received('other', { ticket_numbers: ['HM-100002'] });
  const less = received('less', { amount: '999.99', bank_reference: 'FT1' });
  const later = received('later', { value_date: '2026-03-06', bank_reference: 'FT1' });
  for (const one of [other, less, later]) expect(match(of, one).payment_id).toBeNull();
});

test('under the reference or the IBAN of a payment that a line shows a part of it is taken back', () => {
  const same = { bank_reference: 'FT1', is_on_statement: true };
  const of = (given: Partial<Line>, ...known: Received[]) =>
    match({ amount: '200.00', ...same, ...given }, ...known);
  expect(of({}, received('one', same))).toMatchObject({
    payment_id: 'one',
    certainty: 'possible',
    reason: 'takes_back_part',
  });
  const alike = received('alike', { amount: '200.00', bank_reference: 'FT1' });
  expect(of({}, received('one', same), alike).payment_id).toBe('alike');
  const payer = { ...same, bank_reference: 'FT2', payer_iban: 'SA1' };
  const ofIban = (...known: Received[]) => of({ payer_iban: 'SA1' }, ...known).payment_id;
  expect(ofIban(received('payer', payer))).toBe('payer');
  expect(ofIban(received('payer', payer), received('one', same))).toBe('one');
  expect(ofIban(received('payer', payer), received('again', payer))).toBeNull();
  const others = [
    of({ is_reversal: false }, received('one', same)),
    of({}, received('typed', { bank_reference: 'FT1' })),
    of({}, received('less', { ...same, amount: '199.99' })),
    of(
      { bank_reference: null, payer_iban: 'SA1' },
      received('unnamed', { ...same, bank_reference: null }),
    ),
  ];
  for (const { payment_id } of others) expect(payment_id).toBeNull();
});

test('a payment that stands goes before one that was reversed by hand, the latest before others', () => {
  const same = { bank_reference: 'FT1' };
  const known = [
    received('reversed', { ...same, is_reversed: true, value_date: '2026-03-03' }),
    received('early', { ...same, value_date: '2026-02-01' }),
    received('late', same),
  ];
  // Of several nothing says which: nobody is told that it is likely.
  expect(match(same, ...known)).toMatchObject({ payment_id: 'late', certainty: 'possible' });
});

test('nothing is taken back twice, and nothing of another amount', () => {
  const amounts = fc.constantFrom('1.00', '2.00', '3.00');
  const references = fc.constantFrom(null, 'A', 'B');
  const some = fc.array(fc.record({ amount: amounts, bank_reference: references }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(some, some, (lines, known) => {
      const all = known.map((one, index) => received(`${index}`, one));
      const found = matchReversals(lines.map(line), all);
      const taken = found.flatMap(({ payment_id }) => payment_id ?? []);
      expect(new Set(taken).size).toBe(taken.length);
      for (const [index, { payment_id, certainty }] of found.entries()) {
        expect(certainty).not.toBe('certain');
        const { amount } = payment_id === null ? lines[index]! : all[Number(payment_id)]!;
        expect(amount).toBe(lines[index]!.amount);
      }
    }),
  );
});
