import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/payment-requests.test.ts';
const requests = 'server/src/servicing/payment-requests.sql';
const rest = 'server/src/installments/open-items.sql';
const payments = 'server/src/servicing/payments.sql';

/** What a company has chosen to pay with one transfer. */
export const paymentRequests: Fault[] = [
  {
    id: 'request-counts-after-its-end',
    file: payments,
    search: ' and v_payment.value_date <= payment_request_ends_on(r)',
    replace: '',
    test: scenario,
    breaks: 'A transfer of a value date after the end pays what was chosen.',
  },
  {
    id: 'request-not-named',
    file: payments,
    search: 'perform allocate_payment(v_payment_id, p_ticket_id, p_now, p_request_id)',
    replace: 'perform allocate_payment(v_payment_id, p_ticket_id, p_now)',
    test: scenario,
    breaks: 'A transfer with the reference of a request pays by the ordinary rule.',
  },
  {
    id: 'request-pays-its-choice-again',
    file: rest,
    search: 'least(q.amount_sar - p.paid, coalesce(o.rest, 0))',
    replace: 'least(q.amount_sar, coalesce(o.rest, 0))',
    test: scenario,
    breaks: 'After a part has been paid a request still asks for all of it.',
  },
  {
    id: 'request-takes-items-twice',
    file: requests,
    search: "if v_found.is_taken then perform refuse('item_in_payment_request'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'The same installment stands in two open requests.',
  },
  {
    id: 'request-of-later-installments',
    file: requests,
    search: "if v_found.is_early then perform refuse('earlier_installment_missing'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'A later installment of a ticket is chosen and an earlier one stays open.',
  },
  {
    id: 'request-of-an-unseen-amount',
    file: requests,
    search: 'v_found.sum is distinct from p_amount_sar',
    replace: 'false',
    test: scenario,
    breaks: 'A request is made of another amount than the company has seen.',
  },
  {
    id: 'requests-made-at-once',
    file: requests,
    search: `perform from companies c where c.id = v_company for no key update;`,
    replace: '',
    test: 'server/src/servicing/locks.races.test.ts',
    breaks: 'Two tabs make two requests of one installment.',
  },
  {
    id: 'reported-request-not-checked',
    file: rest,
    search: 'greatest(0, least(p.rest, p.amount - p.before)) from part p',
    replace: '0 from part p',
    test: scenario,
    breaks: 'What was reported for a request is asked for again.',
  },
  {
    id: 'reported-request-not-on-the-ticket',
    file: 'server/src/tickets/tickets.sql',
    search: 'payable_items(caller_company_id()) p where p.ticket_id = v_ticket.id',
    replace: 'payable_items(caller_company_id()) p where false',
    test: scenario,
    breaks: "A ticket's page asks again for what was reported for a payment request.",
  },
  {
    id: 'ended-request-certain',
    file: 'domain/servicing/bank-statement-matching.ts',
    search: 'line.value_date > asked.ends_on',
    replace: 'false',
    test: scenario,
    breaks: 'A line after the end of its request is confirmed as certain.',
  },
  {
    id: 'order-of-loss-not-told',
    file: requests,
    search: 'where p.amount is distinct from q.rest)',
    replace: 'where false)',
    test: scenario,
    breaks: 'A company with a loss chooses, and nobody says that its loss is paid first.',
  },
];
