import { globSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { operations, type OperationId } from '#api/operations.ts';
import type { Actor } from '../../server/testing/product.ts';
import { scenario } from '../../reliability/scenario.ts';
import { allCallersOf, leaksOf, strangersOf } from '../callers.ts';
import { ask, openSite, operationsOf, readOpenApi, type Site } from '../site.ts';

/** Every route beside the operations of the OpenAPI document: a new one is given its place here, and its attack. */
const others = `
  /healthz /readyz /api/openapi.json /files/* \${FOLDER}/:file
  /signup /token /otp /recover /resend /verify /verify /user /user /settings /health /.well-known/jwks.json
  /factor_removals/withdraw /factors_ended/read /logout /recovery_codes
  /factors /factors/:factor_id /factors/:factor_id/challenge /factors/:factor_id/verify`
  .trim()
  .split(/\s+/);

/** What of the account service answers only a token. */
const bearerRoutes = [
  ['GET', '/user'],
  ['PUT', '/user'],
  ['POST', '/logout'],
  ['POST', '/factors_ended/read'],
  ['POST', '/factors'],
  ['POST', '/factors/01990000-0000-7000-8000-000000000000/challenge'],
  ['POST', '/factors/01990000-0000-7000-8000-000000000000/verify'],
  ['DELETE', '/factors/01990000-0000-7000-8000-000000000000'],
  ['POST', '/recovery_codes'],
] as const;

export default scenario({
  id: 'S1',
  title: 'every operation, file and stream × every caller',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const site = await openSite();
    const described = operationsOf(await readOpenApi(site.url));
    const missing = Object.keys(operations).filter((id) => !described.some((one) => one.id === id));
    outcome.expectNone(missing.map((id) => `${id} is not in the OpenAPI document`));
    outcome.expectNone(unlistedRoutes(routesInSource()));
    outcome.expectNone(await overheard(site));
    const callers = await allCallersOf(site);
    // What the callers may do changes them: a role is chosen last.
    const ordered = described.toSorted((a, b) => placeOf(a) - placeOf(b));
    for (const operation of ordered) outcome.expectNone(await leaksOf(site, operation, callers));
    outcome.expectNone(await openFiles(site));
    outcome.expectNone(await openAccounts(site));

    const dashboard = described.find(({ id }) => id === 'company_dashboard');
    const [stranger] = await strangersOf(site);
    const insider = { ...stranger!, token: await site.fixture.company.token() };
    outcome.expectNoticed(
      'a stranger with the token of the company',
      await leaksOf(site, dashboard!, [insider]),
    );
    outcome.expectNoticed(
      'an operation without an access rule',
      await leaksOf(site, { ...dashboard!, access: undefined }, callers),
    );
    outcome.expectNoticed('an unlisted route', unlistedRoutes([...routesInSource(), '/debug']));
    return `${described.length} operations × ${callers.length} callers, ${outcome.breaches.length} leaks`;
  },
});

const placeOf = ({ id, access }: { id: string; access: string | undefined }) =>
  id === 'upsert_user_role' ? 2 : Number(access === 'signed_in');

/** The addresses that the server's code registers by itself; operations go through `operationRoutes`. */
const routesInSource = () =>
  globSync('server/src/**/*.ts')
    .filter((file) => !/\.test(ing)?\.ts$/.test(file))
    .flatMap((file) =>
      Array.from(
        readFileSync(file, 'utf8').matchAll(
          /\b(?:app|service)\s*\.(?:get|post|put|patch|delete|all)(?:<[^(]*>)?\(\s*['"`]([^'"`]+)/g,
        ),
        ([, path]) => path!,
      ),
    );

function unlistedRoutes(found: readonly string[]): string[] {
  return isDeepStrictEqual(found.toSorted(), others.toSorted())
    ? []
    : [`routes are ${found.toSorted().join(' ')}, and listed are ${others.toSorted().join(' ')}`];
}

/** The parties' files, as strangers ask for links, and without a link. */
async function openFiles(site: Site): Promise<string[]> {
  const { fixture } = site;
  const files = await site.rows<{ store: string; path: string }>(
    'select store, path from files where owner_user_id = any ($1::uuid[])',
    [[fixture.company.user_id, fixture.agency.user_id]],
  );
  const found: string[] = [];
  for (const { name, token } of await strangersOf(site))
    for (const body of files) {
      const answer = await ask(site, 'create_download_link', token, { body });
      if (answer.status !== 404) found.push(`${name} gets a link to ${body.path}`);
    }
  for (const { store, path } of files)
    for (const address of [`/files/${store}/${path}`, `/files/${path}`, `/objects/${path}`]) {
      const { status } = await fetch(site.url + address);
      if (status < 400) found.push(`${address} opens`);
    }
  return found;
}

async function openAccounts({ url, expired }: Site): Promise<string[]> {
  const found: string[] = [];
  for (const [method, path] of bearerRoutes)
    for (const authorization of ['', 'Bearer a.b.c', `Bearer ${expired}`]) {
      const headers = { authorization, 'content-type': 'application/json' };
      const body = method === 'GET' ? undefined : '{}';
      const { status } = await fetch(`${url}/auth/v1${path}`, { method, headers, body });
      if (![401, 403].includes(status)) found.push(`${method} ${path} answers ${status}`);
    }
  return found;
}

/** What strangers hear of a ticket that is rejected: nothing before what they do themselves. */
async function overheard({ fixture }: Site): Promise<string[]> {
  const ears: [Actor, OperationId][] = [
    [fixture.otherCompany, 'upsert_company'],
    [fixture.otherAgency, 'upsert_agency'],
  ];
  const streams = await Promise.all(ears.map(([actor]) => actor.listen()));
  const own = await fixture.company.listen();
  const { id } = fixture.waiting;
  await fixture.agency.call('reject_ticket', { params: { id }, body: {} });
  await own.hears('reject_ticket');
  const found: string[] = [];
  for (const [index, [actor, operation]] of ears.entries()) {
    await actor.send(operation, { body: { address: 'Riyadh' } });
    const heard = await streams[index]!.next();
    if (heard?.data !== JSON.stringify({ operation }))
      found.push(`${operation} heard ${heard?.data}`);
  }
  await Promise.all([own, ...streams].map((stream) => stream.close()));
  return found;
}
