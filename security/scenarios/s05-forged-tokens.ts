import { operations, type OperationId } from '#api/operations.ts';
import { scenario } from '../../reliability/scenario.ts';
import { fingerprint, requests } from '../../server/testing/requests.ts';
import { ask, eachOf, sharedSite } from '../site.ts';
import { forgedTokens } from '../tokens.ts';

export default scenario({
  id: 'S5',
  title: 'forged tokens × every operation',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const site = await sharedSite();
    const { company, otherCompany } = site.fixture;
    const real = await company.token();
    const session = (await company.auth.getSession()).data.session!;
    const forged = {
      ...(await forgedTokens(site.url, real, {
        refreshToken: session.refresh_token,
        victim: otherCompany.user_id,
      })),
      expired: site.expired,
    };
    /** What the operations answer a token with, other than that they know nobody by it. */
    const takenBy = async (name: string, token: string, ids: readonly OperationId[]) => {
      const answers = await eachOf(ids, (id) =>
        ask(site, id, token, requests[id].input(site.fixture)),
      );
      // 431: Node refuses a head that is too large before there is a request.
      return answers.flatMap(({ status }, index) =>
        [401, 403, 431].includes(status) ? [] : [`${ids[index]} answers ${status} to ${name}`],
      );
    };
    const ids = Object.keys(operations) as OperationId[];
    await site.settled();
    const before = await fingerprint(site);
    for (const [name, token] of Object.entries(forged))
      outcome.expectNone(await takenBy(name, token, ids));
    outcome.expect((await fingerprint(site)) === before, 'a forged token changed rows');
    outcome.expectNoticed('the real token', await takenBy('the real one', real, ['read_company']));
    return `${Object.keys(forged).length} tokens × ${ids.length} operations, ${outcome.breaches.length} taken`;
  },
});
