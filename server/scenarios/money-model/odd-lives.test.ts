import { describeLives } from './life/suite.ts';

/**
 * Random lives of all operations against a model in memory: the same answers, the same rows, the same balances. 120 of
 * them in `npm test`, here and in even-lives.test.ts; 10,000 in `npm run test:model`; MODEL_SEED=17 lives that one again.
 */
describeLives('odd', {
  is: 'the last due is paid first',
  function: 'allocate_payment(uuid, uuid, timestamptz)',
  right: `'Asia/Riyadh')::date), o.due_date,`,
  wrong: `'Asia/Riyadh')::date), o.due_date desc,`,
});
