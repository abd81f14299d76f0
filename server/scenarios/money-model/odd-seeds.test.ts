import { describeSimulations } from './simulation/suite.ts';

/**
 * Random simulations of all operations against a model in memory: the same answers, the same rows, the same balances. 30 of
 * them in `npm test`, here and in even-seeds.test.ts; 10,000 in `npm run test:model`; MODEL_SEED=17 simulations that one again.
 */
describeSimulations('odd', {
  is: 'the last due is paid first',
  function: 'allocation_parts(uuid, numeric, uuid, uuid, date, date)',
  right: `p_today), p.due_date,`,
  wrong: `p_today), p.due_date desc,`,
});
