import { scenario } from '../../reliability/scenario.ts';
import { runOwnTests } from '../own-tests.ts';

const files: Parameters<typeof runOwnTests>[0] = [
  'server/src/accounts/sessions.test.ts',
  'server/src/accounts/accounts.races.test.ts',
];

export default scenario({
  id: 'S6',
  title: 'refresh tokens that are stolen, repeated and raced',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const { count, found } = await runOwnTests(files, [
      /an older refresh token ends the session for the thief and the owner/,
      /the parent of the active refresh token gets the active one/,
      /fifty concurrent refreshes/,
      /ten tabs that refresh a hundred times each/,
      /a replaced session ends when its old refresh token is used a second time/,
    ]);
    outcome.expectNone(found);
    const nothing = await runOwnTests(files, [/no test has this name/]);
    outcome.expectNoticed('a test that is gone', nothing.found);
    return `grandparent, parent, 50 at once, 10 tabs × 100 cycles: ${count} tests, ${found.length} failed`;
  },
});
