import type { Fault } from '../fault.ts';

const file = 'server/src/servicing/approvals.sql';
const test = 'server/scenarios/approvals.test.ts';

/** What takes two people. */
export const approvals: Fault[] = [
  {
    id: 'request-approved-by-requester',
    file,
    search: "  if r.requested_by = p_user_id then perform refuse('own_request_refused'); end if;\n",
    replace: '',
    test,
    breaks:
      'Whoever asks for a write-off is told an error of the database, not that another person approves.',
  },
  {
    id: 'request-declined-by-requester',
    file,
    search: 'if p_reason is not null and r.requested_by = p_user_id then',
    replace: 'if false then',
    test,
    breaks: 'Whoever asks for a write-off declines it themselves.',
  },
  {
    id: 'request-withdrawn-by-another',
    file,
    search: 'if p_reason is null and r.requested_by <> p_user_id then',
    replace: 'if false then',
    test,
    breaks: 'A request is withdrawn by somebody who never made it.',
  },
  {
    id: 'request-approved-on-other-figures',
    file,
    search:
      "  if v_figures <> r.figures then perform refuse('approval_figures_changed'); end if;\n",
    replace: '',
    test,
    breaks: 'A write-off is approved for an amount that nobody has read.',
  },
  {
    id: 'request-approved-too-late',
    file,
    search: 'if not found or r.expires_at <= p_now then',
    replace: 'if not found then',
    test,
    breaks: 'A request is declined, or approved, after its seven days.',
  },
  {
    id: 'request-expires-early',
    file,
    search: 'and x.expires_at <= p_now and',
    replace: "and x.expires_at <= p_now + interval '1 minute' and",
    test,
    breaks: 'A request ends before its seven days have passed.',
  },
  {
    id: 'expired-request-in-the-way',
    file,
    search: '  perform api.expire_approval_requests(p_now, p_subject_id);\n',
    replace: '',
    test,
    breaks: 'A request that nobody approved in time keeps the next one out until a job has run.',
  },
  {
    id: 'write-off-figures-of-all',
    file: 'server/src/servicing/payments.sql',
    search:
      "return (select jsonb_build_object('amount_sar', sum(i.amount_sar - i.paid_amount)::text)",
    replace: "return (select jsonb_build_object('amount_sar', sum(i.amount_sar)::text)",
    test,
    breaks: 'The figures of a write-off are what the ticket was for, not what is still owed.',
  },
  {
    id: 'request-asked-for-another',
    file,
    search: 'and requested_by = (select caller_user_id()) and outcome is null',
    replace: 'and outcome is null',
    test,
    breaks: 'A member of staff asks in the name of another and approves it themselves.',
  },
  {
    id: 'request-decided-for-another',
    file,
    search: "with check (decided_by = (select caller_user_id()) or outcome = 'Expired')",
    replace: 'with check (true)',
    test,
    breaks: 'A member of staff decides in the name of another.',
  },
  {
    id: 'request-decided-twice',
    file,
    search: "using ((select caller_role()) = 'staff' and outcome is null)",
    replace: "using ((select caller_role()) = 'staff')",
    test,
    breaks: 'What has ended is decided again.',
  },
  {
    id: 'refund-above-credit',
    file: 'server/src/servicing/refunds.sql',
    search: "  if (r.details ->> 'amount_sar')::numeric > v_payment.credit_amount then",
    replace: '  if false then',
    test: 'server/scenarios/approvals.test.ts',
    breaks: 'A refund is approved although its credit has paid an installment.',
  },
  {
    id: 'refund-of-all-credit',
    file: 'server/src/servicing/refunds.sql',
    search:
      '  update payments p set refunded_amount = p.refunded_amount + r.amount_sar where p.id = r.subject_id;',
    replace:
      '  update payments p set refunded_amount = p.refunded_amount + p.credit_amount where p.id = r.subject_id;',
    test: 'server/scenarios/approvals.test.ts',
    breaks: 'An approved refund takes all the credit, whatever was asked for.',
  },
  {
    id: 'refund-figures-without-credit',
    file: 'server/src/servicing/refunds.sql',
    search: "'credit_amount', v_payment.credit_amount::text)\n    ||",
    replace: "'credit_amount', '0.00')\n    ||",
    test: 'server/scenarios/approvals.test.ts',
    breaks: 'The second person is told another credit than there is.',
  },
  {
    id: 'refund-approved-without-factor',
    file: 'server/src/servicing/approvals.sql',
    search: "('refund_credit', 'payment', true, 0)",
    replace: "('refund_credit', 'payment', false, 0)",
    test: 'server/scenarios/authorisation.test.ts',
    breaks: 'A refund is approved without a fresh factor.',
  },
];
