import { scenario } from '../../reliability/scenario.ts';
import { linksTo } from '../mailbox.ts';
import { runOwnTests } from '../own-tests.ts';
import { eachOf, openProduct } from '../site.ts';

export default scenario({
  id: 'S18',
  title: 'mailed tokens guessed, repeated and taken over',
  small: { guesses: 400 },
  full: { guesses: 10_000 },
  async run({ guesses }, outcome) {
    const product = await openProduct({ EMAIL_CONFIRMATION: 'on', TRUST_PROXY: 'true' });
    const email = 'layla@example.sa';
    const post = (path: string, body: object, n = 0) =>
      fetch(`${product.url}/auth/v1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // Many networks, as whoever guesses has.
          'x-forwarded-for': `198.${18 + (n % 2)}.${Math.floor(n / 250) % 250}.${n % 250}`,
        },
        body: JSON.stringify(body),
      });
    await post('/signup', { email, password: 'oryx-palm-71', data: { role: 'company' } });
    const [link] = await linksTo(product, email);
    const token = link!.searchParams.get('token')!;
    const guess = (n: number) =>
      n % 2 === 0
        ? { type: 'signup', email, token: String(100_000 + n) }
        : { type: 'signup', token_hash: token.slice(0, -2) + String(10 + (n % 90)) };
    const answers = await eachOf(
      Array.from({ length: guesses }, (_, n) => n),
      async (n) => {
        const { status } = await post('/verify', guess(n), n);
        return status;
      },
    );
    const accepted = answers.flatMap((status, n) =>
      status < 400 && !('token_hash' in guess(n) && guess(n).token_hash === token)
        ? [`guess ${n} is taken`]
        : [],
    );
    outcome.expectNone(accepted);
    outcome.expect(!answers.some((status) => status >= 500), 'a guess is answered with 5xx');
    // The control: the token itself.
    const right = await post('/verify', { type: 'signup', token_hash: token });
    outcome.expectNoticed('the right token', right.ok ? ['it is taken'] : []);
    const again = await post('/verify', { type: 'signup', token_hash: token });
    outcome.expect(again.status >= 400, 'a token is taken twice');
    const { count, found } = await runOwnTests(
      ['server/src/accounts/email-links.test.ts', 'server/src/accounts/accounts.races.test.ts'],
      [
        /a mailed link works once/,
        /an expired confirmation link is rejected/,
        /is rejected for another user, for another purpose and when it was edited/,
        /a password change invalidates every link/,
        /of two concurrent clicks on a link, one signs in/,
      ],
    );
    outcome.expectNone(found);
    return `${guesses} guesses, ${accepted.length} accepted; twice, expired, another's: ${count} tests, ${found.length} failed`;
  },
});
