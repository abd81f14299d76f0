import type { Fault } from '../fault.ts';

const sql = 'server/src/installments/position.sql';
const twin = 'server/src/installments/position.test.ts';

/** What a company owes, and what of it is being checked. */
export const position: Fault[] = [
  {
    id: 'planned-is-owed',
    file: sql,
    search: 'where i.is_owed and i.due_date > p_today + 7',
    replace: 'where i.due_date > p_today + 7',
    test: twin,
    breaks: 'A company owes a ticket whose agency has not been paid.',
  },
  {
    id: 'checked-is-to-pay-now',
    file: sql,
    search: 'greatest(0, now - reported)',
    replace: 'now',
    test: twin,
    breaks: 'A company is asked to transfer now what it has reported as transferred.',
  },
  {
    id: 'refund-loss-not-in-position',
    file: sql,
    search: 'sum(y.written_off_amount - y.loss_recovered_amount)',
    replace: 'sum(y.written_off_amount)',
    test: twin,
    breaks: 'What has come back of a refund that was written off stands in default for ever.',
  },
  {
    id: 'checked-is-asked-again',
    file: 'domain/tickets/next-step.ts',
    search: 'withoutChecked(unpaid, reported)',
    replace: 'withoutChecked(unpaid, 0)',
    test: 'domain/tickets/next-step.test.ts',
    breaks: 'The page of a ticket asks for a transfer that staff are looking for.',
  },
];
