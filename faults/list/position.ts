import type { Fault } from '../fault.ts';

const sql = 'server/src/installments/position.sql';
const twin = 'server/src/installments/position.test.ts';

/** What a company owes, and what of it is being checked. */
export const position: Fault[] = [
  {
    id: 'planned-is-owed',
    file: sql,
    search: 'case when not p_is_owed then null when p_due_date',
    replace: 'case when p_due_date',
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
    id: 'checked-beyond-its-ticket-is-chosen',
    file: 'server/src/installments/open-items.sql',
    search: 's.amount - f.so_far + f.rest - f.checked',
    replace: '0',
    test: twin,
    breaks: 'The pay centre asks for what a report beyond its own ticket covers.',
  },
  {
    id: 'checked-is-asked-again',
    file: 'domain/tickets/next-step.ts',
    search: 'withoutChecked(unpaid, reported)',
    replace: 'withoutChecked(unpaid, 0)',
    test: 'domain/tickets/next-step.test.ts',
    breaks: 'The page of a ticket asks for a transfer that staff are looking for.',
  },
  {
    id: 'statement-pdf-without-parts',
    file: 'server/src/documents/account-statement-files.ts',
    search: 'balance_parts: position\n',
    replace: 'balance_parts: position?.overdue_sar === null\n',
    test: 'server/scenarios/documents.test.ts',
    breaks: 'A statement on paper does not say what of its balance is overdue.',
  },
  {
    id: 'statement-pdf-checked-as-owed',
    file: 'server/src/documents/account-statement-files.ts',
    search: "being_checked: position?.being_checked_sar ?? '0.00'",
    replace: "being_checked: '0.00'",
    test: 'server/scenarios/documents.test.ts',
    breaks: 'A statement on paper does not say that a reported transfer is being checked.',
  },
];
