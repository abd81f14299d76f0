import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/money.test.ts';

/** Payouts that are stopped on their way to the bank, and that fail and are sent again. */
export const payoutStops: Fault[] = [
  {
    id: 'stopped-line-filed',
    file: 'server/src/servicing/payout-files.sql',
    search: '     where payout_line_obstacle(l, p_today) is not null order by l.payout_id\n',
    replace: '     where false order by l.payout_id\n',
    test: scenario,
    breaks: 'A payout of a suspended company that was released before is handed to the bank.',
  },
  {
    id: 'file-asks-agency-alone',
    file: 'server/src/servicing/payout-files.sql',
    search: '              else coalesce(payout_obstacle_of_parties(p), case',
    replace:
      "              else coalesce(case when a.suspended_at is not null then 'agency_suspended' end, case",
    test: scenario,
    breaks: 'The file does not ask whether the budget has been suspended since the release.',
  },
  {
    id: 'stop-told-to-agency',
    file: 'server/src/servicing/payout-files.sql',
    search: 'v_stopped.payout_id, null, v_obstacle,',
    replace: 'v_stopped.payout_id, v_obstacle, null,',
    test: scenario,
    breaks: "An agency's credit note says that its company's budget is suspended.",
  },
  {
    id: 'vat-without-number',
    file: 'server/src/servicing/payout-runs.sql',
    search: "perform refuse('platform_vat_number_missing')",
    replace: 'perform null',
    test: scenario,
    breaks: 'Invoices charge VAT without the number of the platform.',
  },
];
