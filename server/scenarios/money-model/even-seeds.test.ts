import { describeSimulations } from './simulation/suite.ts';

/** The other half of the simulations (see odd-seeds.test.ts). */
describeSimulations('even', {
  is: 'a guard that knows held funds and forgets committed ones',
  function: 'company_available_budget(companies)',
  right: `in ('waiting', 'current')`,
  wrong: `in ('waiting')`,
});
