import { scenario } from '../../reliability/scenario.ts';
import { fingerprint, requests } from '../../server/testing/requests.ts';
import { ask, eachOf, operationsOf, readOpenApi, sharedSite } from '../site.ts';

/** What the server alone writes, with a value that would be worth it. */
const forbidden: Record<string, unknown> = {
  id: '01990000-0000-7000-8000-000000000000',
  user_id: '01990000-0000-7000-8000-000000000000',
  company_id: '01990000-0000-7000-8000-000000000000',
  agency_id: '01990000-0000-7000-8000-000000000000',
  status: 'Approved',
  total_approval_budget: '999999.00',
  fee_amount: '0.00',
  profile_completed: true,
  created_at: '2020-01-01T00:00:00Z',
  verified_at: '2020-01-01T00:00:00Z',
  paid_iban: 'SA0380000000608010167519',
  app_metadata: { role: 'staff' },
  is_admin: true,
};

/** Fields of an account that its owner may not write. */
const ofAccounts: Record<string, unknown> = {
  id: forbidden.id,
  role: 'service_role',
  app_metadata: { role: 'staff', provider: 'x' },
  email_confirmed_at: '2020-01-01T00:00:00Z',
  mailbox_proven_at: '2020-01-01T00:00:00Z',
  banned_until: null,
  aal: 'aal2',
  is_super_admin: true,
  factors: [],
};

export default scenario({
  id: 'S3',
  title: 'every field that a request may not write',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const site = await sharedSite();
    const described = operationsOf(await readOpenApi(site.url)).filter(({ body }) => body);
    const tokens = {
      company: await site.fixture.company.token(),
      agency: await site.fixture.agency.token(),
      staff: await site.fixture.staff.token(),
    };
    let tried = 0;
    await site.settled();
    const before = await fingerprint(site);
    for (const { id, body } of described) {
      const properties = Object.keys(body?.properties ?? {});
      const fields = Object.keys(forbidden).filter((field) => !properties.includes(field));
      const right = requests[id].input(site.fixture);
      const answers = await eachOf(fields, (field) =>
        ask(site, id, tokens[requests[id].by], {
          ...right,
          body: { ...('body' in right ? (right.body as object) : {}), [field]: forbidden[field] },
        }),
      );
      tried += fields.length;
      outcome.expectNone(
        answers.flatMap(({ status, text }, index) =>
          status === 422 && text.includes(fields[index]!)
            ? []
            : [`${id} answers ${status} to the field ${fields[index]}`],
        ),
      );
    }
    const stored = () =>
      site.rows<{ u: string }>(
        `select (u.id, u.email, u.banned_until, u.app_metadata_of)::text as u
           from (select a.*, to_jsonb(a) - 'user_metadata' - 'updated_at' as app_metadata_of from auth.users a) u
          order by u.id`,
      );
    const accounts = JSON.stringify(await stored());
    for (const [field, value] of Object.entries(ofAccounts)) {
      tried += 1;
      const { status } = await fetch(`${site.url}/auth/v1/user`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${tokens.company}`, 'content-type': 'application/json' },
        body: JSON.stringify({ [field]: value }),
      });
      outcome.expect(status < 500, `PUT /user answers ${status} to ${field}`);
    }
    outcome.expect(
      JSON.stringify(await stored()) === accounts,
      'PUT /user wrote a field of the server',
    );
    const written = (async () => ((await fingerprint(site)) === before ? [] : ['rows changed']))();
    outcome.expectNone(await written);
    await site.rows(`update companies set total_approval_budget = 1 where user_id = $1`, [
      site.fixture.otherCompany.user_id,
    ]);
    outcome.expectNoticed(
      'a budget that is written',
      (await fingerprint(site)) === before ? [] : ['rows changed'],
    );
    return `${tried} writes in ${described.length} operations, ${outcome.breaches.length} changes`;
  },
});
