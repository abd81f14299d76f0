import type { Fault } from '../fault.ts';

const test = 'server/scenarios/living-credit.test.ts';
const credit = 'server/src/credit/credit.sql';
const close = 'server/src/servicing/close-day.sql';

/** Credit analyses that do not follow what happens to their company, or that are told wrongly. */
export const livingCredit: Fault[] = [
  {
    id: 'events-without-analysis',
    file: credit,
    search: 'where e.company_id is not null and changes_credit(e.operation));',
    replace: 'where false);',
    test,
    breaks: 'A company that pays is judged by what it owed before.',
  },
  {
    id: 'late-for-a-month-not-analysed',
    file: close,
    search: 'array[0, v_grace_days, p_long_overdue_days]',
    replace: 'array[0, v_grace_days]',
    test,
    breaks:
      'A company that is more than 30 days late keeps its grade until something else happens.',
  },
  {
    id: 'missed-days-not-analysed',
    file: close,
    search: 'i.due_date > v_until - days and',
    replace: 'i.due_date > p_day - 1 - days and',
    test,
    breaks: 'What became late on days that were never closed is not analysed.',
  },
  {
    id: 'same-inputs-analysed-again',
    file: credit,
    search: "and v_latest.inputs = p_assessment -> 'inputs' then",
    replace: 'and false then',
    test,
    breaks: 'An analysis of unchanged inputs proposes again what staff have just refused.',
  },
  {
    id: 'proposal-never-low',
    file: credit,
    search: 'v_found < total_approval_budget *',
    replace: 'v_found < 0 *',
    test,
    breaks: 'A proposal far below the confirmed amount waits behind all others.',
  },
  {
    id: 'every-analysis-mailed',
    file: credit,
    search: "then 'change_credit' end;",
    replace: "then 'change_credit' else 'change_credit' end;",
    test,
    breaks: 'A company is mailed about analyses that changed neither grade, budget nor stop.',
  },
  {
    id: 'first-analysis-mailed',
    file: credit,
    search: 'v_change := case when v_latest.id is null then null',
    replace: "v_change := case when v_latest.id is null then 'change_credit'",
    test,
    breaks: 'A company is told of a change by its first analysis.',
  },
];
