import { describeLives } from './life/suite.ts';

/** The other half of the lives (see odd-lives.test.ts). */
describeLives('even', {
  is: 'a guard that knows held funds and forgets committed ones',
  function: 'budget_of(uuid)',
  right: 's.held, s.committed)',
  wrong: 's.held, 0)',
});
