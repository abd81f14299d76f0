import { expect, test } from 'vitest';
import { namedNumberOf, payerNumberOf } from './named-number.ts';
import { groupedReference, paymentReference } from './payment-reference.ts';

const reference = paymentReference('HP-100001');

test.each([
  'HP-100001',
  'hp 100001',
  'HP١٠٠٠٠١',
  reference,
  ` ${groupedReference(reference).toLowerCase()} `,
])('%j names a payment request', (typed) => {
  expect(namedNumberOf(typed)).toEqual({ ticket_number: null, request_number: 'HP-100001' });
});

test.each(['HM-100001', 'hm 100001', paymentReference('HM-100001')])(
  '%j names a ticket',
  (typed) => {
    expect(namedNumberOf(typed)).toEqual({ ticket_number: 'HM-100001', request_number: null });
  },
);

test.each([
  '',
  'HP-12',
  'HX-100001',
  'RF00HP100001',
  '100001',
  'HP-1234567890123',
  `${reference} ${paymentReference('HP-100002')}`,
])('%j names nothing', (typed) => {
  expect(namedNumberOf(typed)).toBeNull();
});

test.each(['HC-100001', 'hc 100001', groupedReference(paymentReference('HC-100001'))])(
  '%j names a company, and no ticket or payment request',
  (typed) => {
    expect([payerNumberOf(typed), namedNumberOf(typed)]).toEqual(['HC-100001', null]);
  },
);
