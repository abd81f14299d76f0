import type { Page } from '@playwright/test';

import type { PayableItem, PayCentre, PaymentRequest } from '#api/payment-requests.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';

import { ask, hold, refuse, type Screen } from './screen.ts';

const centreAnswer = '**/api/pay-centre';
const listAnswer = '**/api/payment-requests';
const requestAnswer = '**/api/payment-requests/*';

const id = (number: number) => `019aa000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const payee = { beneficiary: 'Hamla Finance Company', iban: 'SA0380000000608010167519' };

/** An installment of the longest wait: its ticket, which of three, its day, what is left of it. */
const installment = (
  ticket: number,
  seq: 1 | 2 | 3,
  due_date: string,
  open_sar: string,
  more: Partial<PayableItem> = {},
): PayableItem => ({
  kind: 'installment',
  id: id(ticket * 10 + seq),
  ticket_number: `HM-${100_000 + ticket}`,
  agency_name:
    ticket % 2 === 0 ? 'وكالة صدى الإعلانية' : 'Sada Advertising and Marketing Agency of Riyadh',
  seq,
  term_months: 3,
  due_date,
  open_sar,
  being_checked_sar: '0.00',
  request_number: null,
  ...more,
});

const items: PayableItem[] = [
  { ...installment(1, 1, '2026-09-28', '990.00'), kind: 'loss', seq: null, term_months: null },
  installment(2, 1, '2026-10-20', '2440.00'),
  installment(3, 1, '2026-10-31', '4000.00', { being_checked_sar: '1500.00' }),
  {
    ...installment(4, 1, '2026-11-05', '95.50'),
    kind: 'refund',
    ticket_number: null,
    agency_name: null,
    seq: null,
    term_months: null,
  },
  installment(2, 2, '2026-11-20', '2440.00'),
  installment(5, 1, '2026-11-24', '1000.00', {
    being_checked_sar: '1000.00',
    request_number: 'HP-100003',
  }),
  installment(3, 2, '2026-11-30', '4000.00'),
  installment(6, 1, '2026-12-10', '12500.00', { request_number: 'HP-100002' }),
  installment(2, 3, '2026-12-20', '2440.00'),
  installment(3, 3, '2026-12-31', '4000.00'),
];

const sum = (amounts: readonly string[]) =>
  decimalFromHalalas(sumHalalas(amounts.map(halalasFromDecimal)));

function requestOf(
  number: number,
  chosen: readonly PayableItem[],
  more: Partial<PaymentRequest> = {},
): PaymentRequest {
  const amount_sar = sum(chosen.map(({ open_sar }) => open_sar));
  return {
    id: id(900 + number),
    request_number: `HP-${100_000 + number}`,
    status: 'Open',
    amount_sar,
    open_sar: amount_sar,
    being_checked_sar: '0.00',
    received_sar: '0.00',
    created_at: '2026-11-25T08:15:00Z',
    expires_on: '2026-12-09',
    withdrawn_at: null,
    items: chosen.map(({ kind, id: item, ticket_number, seq, due_date, open_sar }) => ({
      kind,
      id: item,
      ticket_number,
      seq,
      due_date,
      amount_sar: open_sar,
      open_sar,
    })),
    transfer_reports: [],
    would_pay: null,
    ...more,
  };
}

const report: PaymentRequest['transfer_reports'][number] = {
  id: id(800),
  amount_sar: '1000.00',
  transferred_on: '2026-11-26',
  bank_reference: 'FT26330XYZ',
  proof_file: null,
  status: 'Checking',
  reported_at: '2026-11-26T09:00:00Z',
  decided_at: null,
  reason: null,
  arrived_amount: null,
};

const chosen = items.filter(({ ticket_number }) => ticket_number === 'HM-100002');
const open = requestOf(1, chosen);
const inDefaultFirst = requestOf(2, [items[7]!], {
  would_pay: [
    { kind: 'loss', ticket_number: 'HM-100001', due_date: '2026-09-28', amount_sar: '990.00' },
    {
      kind: 'installment',
      ticket_number: 'HM-100006',
      due_date: '2026-12-10',
      amount_sar: '11510.00',
    },
  ],
});
const reported = requestOf(3, [items[5]!], {
  being_checked_sar: '1000.00',
  transfer_reports: [report],
});
const paid = requestOf(4, chosen.slice(0, 2), {
  status: 'Paid',
  open_sar: '0.00',
  received_sar: '4880.00',
  transfer_reports: [
    { ...report, amount_sar: '4880.00', status: 'Matched', arrived_amount: '4880.00' },
  ],
  items: open.items.slice(0, 2).map((item) => ({ ...item, open_sar: '0.00' })),
});
const expired = requestOf(5, chosen, { status: 'Expired', expires_on: '2026-11-20' });
const withdrawn = requestOf(6, chosen, {
  status: 'Withdrawn',
  withdrawn_at: '2026-11-25T10:00:00Z',
});
const all = [open, inDefaultFirst, reported, paid, expired, withdrawn];

const promise = {
  amount_sar: '9880.00',
  made_on: '2026-11-24',
  promised_for: '2026-11-29',
};

const nothing = '0.00';
const centre: PayCentre = {
  today: '2026-11-26',
  position: {
    planned_sar: '9000.00',
    owed_sar: '32820.00',
    overdue_sar: '9880.00',
    due_soon_sar: '4000.00',
    later_sar: '18940.00',
    paid_sar: '12000.00',
    in_default_sar: '990.00',
    credit_sar: nothing,
    refund_due_sar: '95.50',
    being_checked_sar: '2500.00',
    to_pay_now_sar: '8465.50',
    to_pay_soon_sar: '12465.50',
  },
  promise: null,
  due_in: { days_30_sar: '18940.00', days_60_sar: '22940.00', days_90_sar: '22940.00' },
  items,
  requests: [inDefaultFirst, reported],
  payee,
  payer_number: 'HC-100001',
  transfer_reports: [],
};

const owesNothing: PayCentre = {
  ...centre,
  position: {
    ...centre.position,
    planned_sar: nothing,
    owed_sar: nothing,
    overdue_sar: nothing,
    due_soon_sar: nothing,
    later_sar: nothing,
    in_default_sar: nothing,
    refund_due_sar: nothing,
    being_checked_sar: nothing,
    to_pay_now_sar: nothing,
    to_pay_soon_sar: nothing,
  },
  due_in: { days_30_sar: nothing, days_60_sar: nothing, days_90_sar: nothing },
  items: [],
  requests: [],
};

/** Amounts that a use case would need six weeks for are answered in place of the server's. */
const answers =
  (read: PayCentre = centre) =>
  async (page: Page) => {
    await page.route(centreAnswer, (route) => route.fulfill({ json: read }));
    await page.route(listAnswer, (route) =>
      route.fulfill({ json: { items: all, next_cursor: null } }),
    );
    await page.route(requestAnswer, (route) =>
      route.fulfill({
        json: {
          ...all.find((one) => route.request().url().endsWith(one.id)),
          today: centre.today,
          payee,
        },
      }),
    );
  };

const requestScreen = (name: string, request: PaymentRequest): Screen => ({
  name: `payment-request-${name}`,
  path: `/payments/requests/${request.id}`,
  as: 'busyCompany',
  before: answers(),
});

/** Where a company chooses what it pays, and the payment requests that it makes. */
export const payScreens: Screen[] = [
  { name: 'pay-centre', path: '/payments', as: 'busyCompany', before: answers() },
  { name: 'pay-centre-real', path: '/payments', as: 'busyCompany' },
  {
    name: 'pay-centre-nothing-chosen',
    path: '/payments',
    as: 'busyCompany',
    before: answers(),
    reach: async (page) => page.locator('button[aria-pressed=true]').first().click(),
  },
  ...(['Open', 'Kept', 'Broken'] as const).map((status) => ({
    name: `pay-centre-promise-${status.toLowerCase()}`,
    path: '/payments',
    as: 'busyCompany' as const,
    before: answers({ ...centre, promise: { ...promise, status } }),
  })),
  {
    name: 'pay-centre-reported',
    path: '/payments',
    as: 'busyCompany',
    before: answers({
      ...centre,
      position: { ...centre.position, being_checked_sar: '10965.50', to_pay_now_sar: nothing },
      transfer_reports: [{ ...report, amount_sar: '10965.50' }],
    }),
  },
  {
    name: 'pay-centre-nothing-to-pay',
    path: '/payments',
    as: 'readyCompany',
    before: answers(owesNothing),
  },
  {
    name: 'pay-centre-no-account',
    path: '/payments',
    as: 'busyCompany',
    before: answers({ ...centre, payee: null, requests: [] }),
  },
  {
    name: 'pay-centre-waiting',
    path: '/payments',
    as: 'busyCompany',
    isWaiting: true,
    before: hold(centreAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').waitFor(),
  },
  {
    name: 'pay-centre-load-failure',
    path: '/payments',
    as: 'busyCompany',
    before: refuse(centreAnswer),
    reach: async (page, words) => page.getByRole('button', { name: words('Try again') }).waitFor(),
  },
  requestScreen('open', open),
  requestScreen('in-default-first', inDefaultFirst),
  requestScreen('reported', reported),
  requestScreen('paid', paid),
  requestScreen('expired', expired),
  requestScreen('withdrawn', withdrawn),
  {
    ...requestScreen('withdraw', open),
    isOverlay: true,
    reach: ask('Withdraw the request'),
  },
  { ...requestScreen('report', open), isOverlay: true, reach: ask('Report a transfer') },
  {
    name: 'payment-request-missing',
    path: `/payments/requests/${id(1)}`,
    as: 'busyCompany',
    before: (page) =>
      page.route(requestAnswer, (route) =>
        route.fulfill({ status: 404, json: { code: 'not_found', message: '' } }),
      ),
  },
  { name: 'payment-requests', path: '/payments/requests', as: 'busyCompany', before: answers() },
  { name: 'payment-requests-empty', path: '/payments/requests', as: 'newCompany' },
];
