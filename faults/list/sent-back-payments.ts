import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/sent-back-payments.test.ts';
const payments = 'server/src/servicing/payments.sql';
const refunds = 'server/src/servicing/refunds.sql';

/** Money of unknown payers that goes back. */
export const sentBackPayments: Fault[] = [
  {
    id: 'sent-back-of-company',
    file: refunds,
    search:
      "  if v_payment.company_id is not null then perform refuse('payment_already_identified'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'Money of a company is sent away beside its credit.',
  },
  {
    id: 'sent-back-twice',
    file: refunds,
    search:
      "  if v_payment.refunded_amount > 0 then perform refuse('payment_sent_back'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'Money is sent back twice.',
  },
  {
    id: 'sent-back-anywhere',
    file: refunds,
    search: '  if v_payer.iban is null then\n',
    replace: '  if false then\n',
    test: scenario,
    breaks: 'Money is sent back though nobody knows whence it came.',
  },
  {
    id: 'sent-back-and-identified',
    file: payments,
    search:
      "  if p_payment.refunded_amount > 0 then perform refuse('payment_sent_back'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'Money that has left pays a debt.',
  },
  {
    id: 'sent-back-still-waits',
    file: payments,
    search: 'p.reversed_at is null\n                 and p.refunded_amount = 0))',
    replace: 'p.reversed_at is null))',
    test: scenario,
    breaks: 'Staff look for the payer of money that was sent back.',
  },
  {
    id: 'sent-back-from-credit',
    file: refunds,
    search: "case when p_company_id is null then 'unidentified_receipts' else 'company_credit' end",
    replace: "'company_credit'",
    test: scenario,
    breaks: 'The ledger says that money of unknown payers is still here.',
  },
];
