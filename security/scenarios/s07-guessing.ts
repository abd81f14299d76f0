import { scenario } from '../../reliability/scenario.ts';
import { runOwnTests } from '../own-tests.ts';

const files: Parameters<typeof runOwnTests>[0] = [
  'server/src/accounts/back-off.test.ts',
  'server/src/accounts/accounts.races.test.ts',
];

export default scenario({
  id: 'S7',
  title: 'passwords guessed',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const { count, found } = await runOwnTests(files, [
      /backs off for 1 s, doubling with each further one up to 15 min/,
      /a hundred guesses from fifty claimed network addresses/,
      /concurrent guesses are counted/,
      /also applies on another server and after a restart/,
      /can recover by mail at once/,
      /whatever X-Forwarded-For claims/,
    ]);
    outcome.expectNone(found);
    const nothing = await runOwnTests(files, [/no test has this name/]);
    outcome.expectNoticed('a test that is gone', nothing.found);
    return `13 back-offs, 100 guesses over 50 addresses, 1,000 forged X-Forwarded-For: ${count} tests, ${found.length} failed`;
  },
});
