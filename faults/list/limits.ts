import type { Fault } from '../fault.ts';

const unset = 'server/scenarios/unset-budgets.test.ts';
const shares = 'server/scenarios/concentration.test.ts';

/** Budgets that are not set, and shares of one company or agency. */
export const limits: Fault[] = [
  {
    id: 'unset-review-of-other-documents',
    file: 'server/src/budget/budget.sql',
    search: 'coalesce(t.reviewed_set_id = (',
    replace: 'coalesce(t.reviewed_set_id is not null or t.reviewed_set_id = (',
    test: unset,
    breaks: 'A review speaks for documents that the company has accepted after it.',
  },
  {
    id: 'unset-review-outlives-suspension',
    file: 'server/src/budget/budget.sql',
    search: 'or t.reviewed_at >= coalesce(c.budget_decided_at, t.reviewed_at)',
    replace: 'or true',
    test: unset,
    breaks: 'What was reviewed before a suspension is paid once it is lifted.',
  },
  {
    id: 'unset-review-before-acceptance',
    file: 'server/src/servicing/servicing.sql',
    search:
      "  if is_without_budget(v_ticket, v_company) and v_set.id is null then perform refuse('review_needs_documents'); end if;\n",
    replace: '',
    test: unset,
    breaks: 'Staff review a ticket without a set budget before there are accepted documents.',
  },
  {
    id: 'unset-one-riyal-of-revenue',
    file: 'server/src/budget/budget.sql',
    search: 'c.total_approval_budget is null or t.available_budget_before is null',
    replace: 'c.total_approval_budget is null',
    test: unset,
    breaks:
      'One typed riyal spares a ticket without a set budget its documents and its second person.',
  },
  {
    id: 'unset-limit-held-funds',
    file: 'server/src/budget/budget.sql',
    search:
      "   where t.company_id = p_company_id and t.company_list in ('waiting', 'current')\n$$;\n\n-- What a company's open",
    replace:
      "   where t.company_id = p_company_id and t.company_list = 'current'\n$$;\n\n-- What a company's open",
    test: unset,
    breaks: 'Tickets that wait for their agency do not count for the limit of one person.',
  },
  {
    id: 'unset-limit-one-person',
    file: 'server/src/servicing/servicing.sql',
    search:
      "  if takes_two_reviewers(v_ticket, v_company) then perform refuse('review_takes_two'); end if;\n",
    replace: '',
    test: unset,
    breaks: 'One person alone reviews a ticket above the limit.',
  },
  {
    id: 'limits-not-asked-at-file',
    file: 'server/src/servicing/payout-files.sql',
    search: 'then coalesce(overdue_obstacle(p, p_today), limit_obstacle(p)) end',
    replace: 'then overdue_obstacle(p, p_today) end',
    test: unset,
    breaks: 'A payout is handed to the bank although a limit was crossed after its release.',
  },
  {
    id: 'shares-one-by-one',
    file: 'server/src/servicing/payout-runs.sql',
    search: '(v_payout.returned_at is not null or share_obstacle(v_payout) is null)',
    replace: 'true',
    test: shares,
    breaks: 'The payouts of one run are together above a share.',
  },
  {
    id: 'shares-without-open-runs',
    file: 'server/src/payouts/payouts.sql',
    search:
      "where t.agency_id = p_agency_id and t.agency_list = 'approved' and t.status = 'Approved'\n",
    replace: 'where false\n',
    test: shares,
    breaks: 'What stands in another open run does not count for the share of an agency.',
  },
  {
    id: 'shares-told-with-figures',
    file: 'server/src/payouts/payouts.sql',
    search: "           '{}' from held h\n     where caller_role() = 'company'",
    replace: "           h.figures from held h\n     where caller_role() = 'company'",
    test: shares,
    breaks: 'A company reads the figures of a share.',
  },
  {
    id: 'agency-told-companys-affairs',
    file: 'server/src/payouts/payouts.sql',
    search: "select min(h.place), 'payment_in_review', min(h.since), '{}' from held h",
    replace: "select min(h.place), min(h.code), min(h.since), '{}' from held h",
    test: shares,
    breaks: "An agency reads what its company's payment is held by.",
  },
];
