import { operations, type OperationId } from '#api/operations.ts';
import { scenario } from '../../reliability/scenario.ts';
import { fingerprint, requests } from '../../server/testing/requests.ts';
import { ask, eachOf, sharedSite } from '../site.ts';

/** Bodies that a form of another site sends without asking. */
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

const accountWrites = ['/signup', '/token?grant_type=password', '/recover', '/resend', '/verify'];

export default scenario({
  id: 'S9',
  title: 'a page of another origin',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const site = await sharedSite();
    const writes = (Object.keys(operations) as OperationId[]).filter(
      (id) => operations[id].method !== 'GET' && !('upload' in operations[id]),
    );
    await site.settled();
    const before = await fingerprint(site);
    const people = () => site.rows('select id, updated_at from auth.users order by id');
    const accounts = JSON.stringify(await people());
    const sent = writes.flatMap((id) => types.map((type) => ({ id, type })));
    outcome.expectNone(
      (
        await eachOf(sent, async ({ id, type }) => {
          const input = requests[id].input(site.fixture);
          const answer = await ask(site, id, await site.fixture[requests[id].by].token(), {
            ...input,
            body: JSON.stringify('body' in input ? input.body : {}),
            headers: { 'content-type': type, origin: 'https://evil.sa' },
          });
          return answer.status === 422 ? [] : [`${id} answers ${answer.status} to ${type}`];
        })
      ).flat(),
    );
    const preflights = [...writes.map((id) => operations[id].path), '/auth/v1/signup'];
    outcome.expectNone(
      (
        await eachOf(preflights, (path) => sharingOf(site.url + path.replaceAll(/:\w+/g, 'x')))
      ).flat(),
    );
    for (const path of accountWrites)
      for (const type of types) {
        const { status } = await fetch(`${site.url}/auth/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': type, origin: 'https://evil.sa' },
          body: JSON.stringify({ email: 'csrf@example.sa', password: 'oryx-palm-71' }),
        });
        outcome.expect(status >= 400 && status < 500, `${path} answers ${status} to ${type}`);
      }
    outcome.expect((await fingerprint(site)) === before, 'rows changed');
    outcome.expect(JSON.stringify(await people()) === accounts, 'accounts changed');
    await site.fixture.otherCompany.call('upsert_company', { body: { address: 'Jeddah' } });
    outcome.expectNoticed(
      'a write of the site itself',
      (await fingerprint(site)) === before ? [] : ['rows changed'],
    );
    await site.settled();
    return `${sent.length + accountWrites.length * types.length} writes, ${preflights.length} preflights, ${outcome.breaches.length} let through`;
  },
});

/** Whether an address lets another origin send or read. */
async function sharingOf(address: string): Promise<string[]> {
  const { headers } = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.sa',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    },
  });
  const shared = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  return shared.map((name) => `${address} sends ${name}`);
}
