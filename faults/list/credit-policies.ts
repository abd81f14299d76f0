import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/credit-policies.test.ts';

/** Which version of the credit policy counts, and with which limits. */
export const creditPolicies: Fault[] = [
  {
    id: 'policy-environment-again',
    file: 'server/src/credit/credit-policies.sql',
    search: '   where p.activated_at is null;\n',
    replace: "   where p.status = 'counts' and p.request_id is null;\n",
    test: scenario,
    breaks: 'Each start sets the limits of its environment.',
  },
  {
    id: 'policy-counts-at-once',
    file: 'server/src/credit/credit-policies.sql',
    search: "p.status = 'planned' and p.applies_from <= (p_now at time zone 'Asia/Riyadh')::date;",
    replace: "p.status = 'planned';",
    test: scenario,
    breaks: 'The next close lets a policy begin whose day has not come.',
  },
  {
    id: 'policy-nobody-assessed-again',
    file: 'server/src/servicing/close-day.sql',
    search: 'order by a.created_at desc, a.id desc limit 1) <> v_version',
    replace: 'order by a.created_at desc, a.id desc limit 1) is null',
    test: scenario,
    breaks: 'A company keeps the assessment of a policy that counts no more.',
  },
  {
    id: 'policy-beside-another-one',
    file: 'server/src/operations/credit-policies.sql',
    search: "p.id = r.subject_id and p.status = 'counts'",
    replace: 'p.id = r.subject_id',
    test: scenario,
    breaks: 'A proposal is activated although another policy has come to count since.',
  },
  {
    id: 'policy-payout-grace-fixed',
    file: 'server/src/installments/lateness.sql',
    search: '$$ select late_since(p_company_id, payout_grace_days(), p_today) $$',
    replace: '$$ select late_since(p_company_id, 14, p_today) $$',
    test: 'server/scenarios/sql-matches-domain.test.ts',
    breaks:
      'A late payment that is not proven is counted by another grace than that of the policy.',
  },
  {
    id: 'policy-without-fresh-factor',
    file: 'server/src/servicing/approvals.sql',
    search: "('activate_policy', 'credit_policy', true, 0)",
    replace: "('activate_policy', 'credit_policy', false, 0)",
    test: 'server/scenarios/sql-matches-domain.test.ts',
    breaks: 'A session that somebody has left open activates a credit policy.',
  },
  {
    id: 'policy-back-test-of-confirmed',
    file: 'domain/credit/back-test.ts',
    search: 'company.is_confirmed ? company.confirmed_halalas : found',
    replace: 'found',
    test: 'domain/credit/back-test.test.ts',
    breaks: 'A back-test counts another budget than staff have confirmed.',
  },
  {
    id: 'policy-limit-unbounded',
    file: 'domain/credit/policy.ts',
    search: '!(value >= min && value <= max)',
    replace: '!(value >= min)',
    test: 'domain/credit/scorecard.test.ts',
    breaks: 'An operator sets a limit above the bounds of its version.',
  },
];
