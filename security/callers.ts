import type { OperationId } from '#api/operations.ts';
import { problem } from '#api/wire.ts';
import type { ApiResponse } from '#server/product-client/product-client.ts';
import { fingerprint, requests } from '../server/testing/requests.ts';
import { ask, eachOf, type DescribedOperation, type Site } from './site.ts';

/** Somebody who calls operations, and what each kind of operation must answer. */
export interface Caller {
  name: string;
  token: string | null;
  /** `401 no_authorization`; null: the caller may use it, but is told and changes nothing of the two parties. */
  refusal(access: string): string | null;
}

/** Where companies pay without further settings; the fixture's agency has the same. */
const platformIban = 'SA0380000000608010167519';

const parties = new Set(['company', 'agency', 'staff']);

/** Refused to whoever has another role. */
const asRole = (role: string) => (access: string) =>
  parties.has(access) && access !== role ? '403 wrong_role' : null;

/** Everybody but the two parties of the fixture's tickets and the staff who may. */
export async function strangersOf(site: Site): Promise<Caller[]> {
  const { fixture } = site;
  const caller = async (name: 'otherCompany' | 'otherAgency' | 'noRole', role: string) => ({
    name,
    token: await fixture[name].token(),
    refusal: asRole(role),
  });
  return [
    await caller('otherCompany', 'company'),
    await caller('otherAgency', 'agency'),
    await caller('noRole', 'none'),
  ];
}

/** Those, and tokens that were good once, roles that are wrong and staff who may not. */
export async function allCallersOf(site: Site): Promise<Caller[]> {
  const { fixture } = site;
  const leaver = await site.signUp('company');
  const ended = await leaver.token();
  await leaver.auth.signOut();
  const bannedPerson = await site.signUp('company');
  const banned = await bannedPerson.token();
  await site.rows(`update auth.users set banned_until = '2027-01-01' where id = $1`, [
    bannedPerson.user_id,
  ]);
  const [half, former] = [await site.addStaff('Omar'), await site.addStaff('Noura')];
  await site.rows(`update auth.sessions set aal = 'aal1' where user_id = $1`, [half.user_id]);
  await site.rows('update staff set suspended_at = added_at where user_id = $1', [former.user_id]);
  const always = (refusal: string) => () => refusal;
  /** A party is only asked what it must not: what it may, other tests ask. */
  const wrongRole = async (name: 'company' | 'agency' | 'staff') => ({
    name,
    token: await fixture[name].token(),
    refusal: (access: string) => asRole(name)(access) ?? 'allowed',
  });
  return [
    { name: 'anonymous', token: null, refusal: always('401 no_authorization') },
    { name: 'garbage', token: 'a.b.c', refusal: always('401 no_authorization') },
    { name: 'expired', token: site.expired, refusal: always('401 no_authorization') },
    { name: 'ended session', token: ended, refusal: always('401 session_not_found') },
    { name: 'banned', token: banned, refusal: always('401 session_not_found') },
    await wrongRole('company'),
    await wrongRole('agency'),
    await wrongRole('staff'),
    {
      name: 'staff without a second factor',
      token: await half.token(),
      refusal: (access) => (access === 'staff' ? '403 second_factor_required' : 'allowed'),
    },
    {
      name: 'suspended staff',
      token: await former.token(),
      refusal: (access) => (parties.has(access) ? '403 wrong_role' : 'allowed'),
    },
    ...(await strangersOf(site)),
  ];
}

/** How a refusal begins: its status and code. Whatever is no problem document is none. */
function refusalOf({ status, contentType, text }: ApiResponse): string {
  const parsed = contentType.startsWith('application/problem+json')
    ? problem.safeParse(JSON.parse(text))
    : undefined;
  return parsed?.success && parsed.data.message
    ? `${status} ${parsed.data.code}`
    : `${status} ${contentType}`;
}

/** What an operation gave away or changed, asked by each of them with the right request of another. */
export async function leaksOf(
  site: Site,
  { id, access }: DescribedOperation,
  callers: readonly Caller[],
): Promise<string[]> {
  if (access === undefined) return [`${id} has no access rule`];
  if (!(id in requests)) return [`${id} has no request in server/testing/requests.ts`];
  const found: string[] = [];
  const asked = callers
    .map((caller) => ({ caller, refusal: caller.refusal(access) }))
    .filter(({ refusal }) => refusal !== 'allowed');
  // An endless answer is told by the streams of S1.
  const ends = asked.filter(({ refusal }) => id !== 'subscribe_events' || refusal !== null);
  const [refused, allowed] = [
    ends.filter(({ refusal }) => refusal !== null),
    ends.filter(({ refusal }) => refusal === null),
  ];
  await site.settled();
  const before = await fingerprint(site);
  await eachOf(refused, async ({ caller, refusal }) => {
    const answer = await ask(site, id, caller.token);
    const got = refusalOf(answer);
    if (got !== refusal) found.push(`${id} answers ${caller.name} with ${got}, not ${refusal}`);
    found.push(...toldBy(site, id, caller, answer));
  });
  if (refused.length > 0 && (await fingerprint(site)) !== before)
    found.push(`${id} was refused and changed rows`);
  const own = await partyRows(site);
  for (const { caller } of allowed) {
    const answer = await ask(site, id, caller.token);
    if (answer.status >= 500) found.push(`${id} answers ${caller.name} with ${answer.status}`);
    found.push(...toldBy(site, id, caller, answer));
  }
  if (allowed.length > 0 && (await partyRows(site)) !== own)
    found.push(`${id} changed rows of another party`);
  return found;
}

/** What only the two parties may see, unless the caller had said it or it is where the platform is paid. */
function toldBy(site: Site, id: OperationId, caller: Caller, { text }: ApiResponse): string[] {
  const said = JSON.stringify(requests[id].input(site.fixture));
  return site.fixture.secrets
    .filter((secret) => text.includes(secret) && !said.includes(secret) && secret !== platformIban)
    .map((secret) => `${id} tells ${caller.name} "${secret}"`);
}

/** The rows of the fixture's company and agency. */
async function partyRows(site: Site): Promise<string> {
  const { fixture } = site;
  const [row] = await site.rows<{ hash: string }>(
    `select concat_ws(' ',
       (select sum(hashtextextended(t::text, 0)) from tickets t where t.company_id = $1),
       (select sum(hashtextextended(c::text, 0)) from companies c where c.id = $1),
       (select sum(hashtextextended(a::text, 0)) from agencies a where a.id = $2),
       (select sum(hashtextextended(i::text, 0)) from ticket_installments i where i.company_id = $1),
       (select sum(hashtextextended(p::text, 0)) from agency_payouts p where p.agency_id = $2),
       (select sum(hashtextextended(p::text, 0)) from payments p where p.company_id = $1),
       (select sum(hashtextextended(f::text, 0)) from files f where f.owner_user_id = any ($3::uuid[]))) as hash`,
    [
      fixture.active.company_id,
      fixture.agency_id,
      [fixture.company.user_id, fixture.agency.user_id],
    ],
  );
  return row!.hash;
}
