import { describeLives } from './life/suite.ts';

/** The other half of the lives (see odd-lives.test.ts). */
describeLives(
  'even',
  {
    is: 'a guard that knows held funds and forgets committed ones',
    function: 'available_budget_of(companies)',
    right: `in ('waiting', 'current')`,
    wrong: `in ('waiting')`,
  },
  {
    is: 'installments that change without a mark on the dashboard that shows them',
    function: 'mark_company()',
    right: 'from changed c',
    wrong: 'from changed c where false',
  },
);
