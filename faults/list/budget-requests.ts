import type { Fault } from '../fault.ts';

const test = 'server/scenarios/budget-requests.test.ts';
const requests = 'server/src/budget/budget-requests.sql';

/** Requests for a higher budget that are decided, applied or appealed wrongly. */
export const budgetRequests: Fault[] = [
  {
    id: 'decider-answers-appeal',
    file: requests,
    search: "perform refuse('appeal_takes_another');",
    replace: 'null;',
    test,
    breaks: 'The person who declined a request is told of a failure instead of who answers.',
  },
  {
    id: 'request-decided-unseen',
    file: requests,
    search: "c.budget_status = 'Suspended' or c.total_approval_budget is distinct from p_total",
    replace: 'false',
    test,
    breaks: 'A request is granted on a budget that nobody has seen, or that is suspended.',
  },
  {
    id: 'offer-lowers-budget',
    file: requests,
    search: 'coalesce(d.amount_sar > c.total_approval_budget, false)',
    replace: 'true',
    test,
    breaks: 'An accepted offer lowers a budget that a newer analysis has raised.',
  },
  {
    id: 'late-installments-meet-condition',
    file: requests,
    search: 'and i.paid_on <= i.due_date\n',
    replace: '\n',
    test,
    breaks: 'An installment that was paid late counts towards a condition.',
  },
  {
    id: 'offer-outlives-decision',
    file: 'server/src/budget/budget.sql',
    search: "and r.status in ('Offered', 'Accepted')",
    replace: "and r.status in ('Offered')",
    test,
    breaks: 'A budget that was suspended is raised by an offer of before.',
  },
  {
    id: 'term-not-limited',
    file: 'server/src/tickets/tickets.sql',
    search: 'if months_of_term(t.repayment_term) > c.max_term_months then',
    replace: 'if false then',
    test,
    breaks: 'A budget that was granted for short terms pays for long ones.',
  },
  {
    id: 'documents-of-two-requests',
    file: requests,
    search: "or not attach_file(v_kind, v_path, 'documents', p_now) then",
    replace: 'then',
    test,
    breaks: 'A request names documents that belong to another one, and loses them.',
  },
  {
    id: 'statement-proves-itself',
    file: requests,
    search: 'or r.statement_added_at is distinct from p_added_at then',
    replace: 'then',
    test,
    breaks: 'A file that nobody has compared is proof, because another one was.',
  },
  {
    id: 'proof-above-what-is-typed',
    file: 'domain/credit/scorecard.ts',
    search: 'Math.min(month, proven_halalas[index] ?? 0)',
    replace: '(proven_halalas[index] ?? 0)',
    test: 'domain/credit/scorecard.test.ts',
    breaks: 'Loans and transfers between own accounts are revenue that the company never claimed.',
  },
  {
    id: 'returned-money-is-revenue',
    file: 'domain/budget/revenue-statement.ts',
    search: "sumOf(month, 'receipt') - sumOf(month, 'reversal')",
    replace: "sumOf(month, 'receipt')",
    test: 'domain/budget/revenue-statement.test.ts',
    breaks: 'Money that the bank took back is proof of revenue.',
  },
];
