import { operations, type OperationId } from '#api/operations.ts';
import { scenario } from '../../reliability/scenario.ts';
import { leaksOf, type Caller } from '../callers.ts';
import { openSite, operationsOf, readOpenApi, someOf } from '../site.ts';

const roles = ['staff', 'admin', 'service_role', 'postgres', 'hamla_owner', ''];

export default scenario({
  id: 'S4',
  title: 'a role written by hand',
  small: { operations: 40 },
  full: { operations: 1000 },
  async run(counts, outcome) {
    const site = await openSite();
    const described = operationsOf(await readOpenApi(site.url));
    const { otherCompany, company } = site.fixture;
    let accepted = 0;
    for (const role of roles) {
      const answers = [
        await otherCompany.auth.updateUser({ data: { role } }),
        await otherCompany.auth.updateUser({ data: { user_role: role, app_metadata: { role } } }),
      ];
      accepted += answers.filter(({ error }) => !error).length;
      for (const body of [
        { role, user_id: company.user_id },
        { role: 'company', user_id: company.user_id },
        { role },
      ]) {
        const { status } = await otherCompany.send('upsert_user_role', { body });
        outcome.expect(status === 422, `upsert_user_role takes ${JSON.stringify(body)}: ${status}`);
      }
    }
    // A token of afterwards has what the metadata says now.
    await otherCompany.auth.refreshSession();
    const token = (await otherCompany.auth.getSession()).data.session!.access_token;
    const after: Caller = {
      name: 'whoever wrote a role',
      token,
      refusal: (access) => (['agency', 'staff'].includes(access) ? '403 wrong_role' : null),
    };
    const asked = someOf(
      described.filter(({ id }) => id !== 'upsert_user_role'),
      counts.operations,
    );
    for (const operation of asked) outcome.expectNone(await leaksOf(site, operation, [after]));
    // Planted: the role is really there.
    await site.rows(`insert into staff (user_id, name, added_at) values ($1, 'x', $2)`, [
      otherCompany.user_id,
      site.clock.now(),
    ]);
    const consoleOf = described.find(({ id }) => id === firstOf('staff'))!;
    outcome.expectNoticed('a row of staff', await leaksOf(site, consoleOf, [after]));
    return `${roles.length} roles, ${accepted} kept as mere metadata, ${asked.length} operations, ${outcome.breaches.length} opened`;
  },
});

const firstOf = (access: string) =>
  (Object.keys(operations) as OperationId[]).find((id) => operations[id].access === access);
