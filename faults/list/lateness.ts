import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/lateness.test.ts';
const sql = 'server/src/installments/lateness.sql';

/** What lateness stops, and what pauses it. */
export const lateness: Fault[] = [
  {
    id: 'lateness-grace',
    file: 'domain/installments/lateness.ts',
    search: 'return addDays(due_date, grace_days + 1);',
    replace: 'return addDays(due_date, grace_days);',
    test: 'domain/installments/lateness.test.ts',
    breaks: 'The screens say that requests are stopped while they are open.',
  },
  {
    id: 'lateness-any-report',
    file: sql,
    search: 'else not are_reports_enough(p_company_id, p_today) end',
    replace: 'else false end',
    test: scenario,
    breaks: 'Requests stay open although the report that paused the stop is withdrawn.',
  },
  {
    id: 'lateness-report-of-one-riyal',
    file: sql,
    search: 'c.requests_paused_from is null and are_reports_enough(p_company_id, v_today);',
    replace: 'c.requests_paused_from is null;',
    test: scenario,
    breaks: 'A report of SAR 1.00 uses up the pause before the rest is reported.',
  },
  {
    id: 'lateness-pause-again',
    file: sql,
    search: 'c.requests_paused_from is null and are_reports_enough',
    replace: 'are_reports_enough',
    test: scenario,
    breaks: 'Each report gives another pause of three days.',
  },
  {
    id: 'lateness-requests-open',
    file: 'server/src/tickets/tickets.sql',
    search: '  perform refuse_while_late(c, t.created_local_date);\n',
    replace: '',
    test: scenario,
    breaks: 'A company that is late is financed again.',
  },
  {
    id: 'lateness-payouts-open',
    file: 'server/src/payouts/payouts.sql',
    search: 'p.stop_lifted_at is null\n     and stops_payouts',
    replace: 'false\n     and stops_payouts',
    test: scenario,
    breaks: 'Agencies of a company that is 15 days late are paid.',
  },
  {
    id: 'lateness-new-payout',
    file: sql,
    search: 'new.stopped_on := v_today;',
    replace: 'new.stopped_on := null;',
    test: scenario,
    breaks: 'A payout that is stopped when it is approved waits in silence.',
  },
  {
    id: 'lateness-file-made',
    file: 'server/src/servicing/payout-files.sql',
    search:
      'case when payout_line_file_no(l) is null\n                then coalesce(overdue_obstacle(p, p_today), limit_obstacle(p)) end',
    replace: 'null',
    test: scenario,
    breaks: 'A payout that was released before its company became too late is handed to the bank.',
  },
  {
    id: 'lateness-recalled',
    file: 'server/src/servicing/payout-files.sql',
    search:
      'case when payout_line_file_no(l) is null\n                then coalesce(overdue_obstacle(p, p_today), limit_obstacle(p)) end',
    replace: 'coalesce(overdue_obstacle(p, p_today), limit_obstacle(p))',
    test: scenario,
    breaks:
      'The console asks the bank to recall what it was told to pay, because the company is late.',
  },
  {
    id: 'stopped-ticket-closed-alone',
    file: 'server/src/servicing/payments.sql',
    search: "if is_payout_stopped(p_ticket_id) then perform refuse('payout_stopped'); end if;",
    replace: '',
    test: scenario,
    breaks: 'One person alone ends the ticket of a stopped payout.',
  },
  {
    id: 'stop-comes-back',
    file: 'server/src/servicing/stopped-payouts.sql',
    search: 'set stopped_on = null, stop_lifted_at = p_now where',
    replace: 'set stopped_on = null where',
    test: scenario,
    breaks: 'What two people decided to pay all the same is stopped again.',
  },
  {
    id: 'stop-decided-when-cured',
    file: 'server/src/servicing/stopped-payouts.sql',
    search:
      "if not is_payout_stopped(r.subject_id) then perform refuse('payout_not_stopped'); end if;",
    replace: '',
    test: scenario,
    breaks: 'A ticket is ended as a stopped one although its company has paid.',
  },
  {
    id: 'stop-decision-not-told',
    file: 'server/src/notifications/notifications.sql',
    search:
      "         ('pay_stopped_payout', 'payout_despite_overdue', 'company', 'money', 'payout_despite_overdue'),\n",
    replace: '',
    test: scenario,
    breaks: 'The company does not hear that its agency is paid although it is late.',
  },
];
