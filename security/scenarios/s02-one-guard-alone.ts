import { Client } from 'pg';
import { scenario } from '../../reliability/scenario.ts';
import { leaksOf, strangersOf } from '../callers.ts';
import { openSite, operationsOf, readOpenApi, type Site } from '../site.ts';

/** What each of the two guards holds without the other: policies of the rows, and conditions of the functions. */
export default scenario({
  id: 'S2',
  title: 'row-level security without the functions, and the functions without row-level security',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const site = await openSite();
    const tables = await tablesOf(site);
    outcome.expectNone(await readableRows(site, tables));
    // The plant: a policy that lets everybody read.
    await site.rows('create policy planted on tickets for select to hamla_app using (true)');
    outcome.expectNoticed('a policy that is always true', await readableRows(site, ['tickets']));
    await site.rows('drop policy planted on tickets');

    await site.rows(
      `do $$ declare t record; begin
         for t in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
                   where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and c.relrowsecurity loop
           execute format('alter table %s no force row level security', t.name);
           execute format('alter table %s disable row level security', t.name);
         end loop; end $$`,
    );
    const described = operationsOf(await readOpenApi(site.url));
    const strangers = await strangersOf(site);
    const ordered = described.toSorted(
      (a, b) => Number(a.id === 'upsert_user_role') - Number(b.id === 'upsert_user_role'),
    );
    for (const operation of ordered) outcome.expectNone(await leaksOf(site, operation, strangers));
    outcome.expectNoticed('rows that nothing guards', await readableRows(site, ['tickets']));
    return `${tables.length} tables by policies alone, ${described.length} operations by functions alone, ${outcome.breaches.length} leaks`;
  },
});

/** Every table or view of which the login of requests may read a column. */
const tablesOf = async (site: Site) =>
  (
    await site.rows<{ name: string }>(
      `select distinct c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p', 'v', 'm')
          and has_any_column_privilege('hamla_app', c.oid, 'select') order by 1`,
    )
  ).map(({ name }) => name);

/**
 * What every caller may read, because policies and `set_caller` look things up in it: ids and ends of accounts and
 * sessions, ids and names of parties. Nothing else stands there.
 */
const bare = new Set([
  'auth.sessions',
  'auth.users',
  'company_names',
  'agency_names',
  'ticket_agency_names',
]);

const isNameOrId = ({ fixture }: Site, secret: string) =>
  secret === 'Secret Coffee Company' ||
  secret === fixture.company.user_id ||
  secret === fixture.active.company_id;

/** What hamla_app reads as each stranger, with nothing but policies between a statement and the rows. */
async function readableRows(site: Site, tables: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  // IBANs of the fixture are of several.
  const secrets = site.fixture.secrets.filter((one) => !one.startsWith('SA'));
  const client = new Client(site.database.owner);
  await client.connect();
  try {
    for (const name of ['otherCompany', 'otherAgency', 'noRole'] as const) {
      const actor = site.fixture[name];
      const { data } = await actor.auth.getSession();
      const session_id = JSON.parse(
        Buffer.from(data.session!.access_token.split('.')[1]!, 'base64url').toString(),
      ).session_id;
      for (const table of tables) {
        await client.query('begin');
        await client.query(`set local role hamla_app`);
        const { rows: columns } = await client.query(
          `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
            where attrelid = $1::regclass and attnum > 0 and not attisdropped
              and has_column_privilege('hamla_app', attrelid, attnum, 'select')`,
          [table],
        );
        await client.query(`select set_caller($1, $2, $3)`, [
          actor.user_id,
          session_id,
          site.clock.now(),
        ]);
        const { rows } = await client.query(
          `select (x)::text as text from (select ${columns[0].list} from ${table}) x`,
        );
        for (const { text } of rows as { text: string }[])
          for (const secret of secrets)
            if (text.includes(secret) && !(bare.has(table) && isNameOrId(site, secret)))
              found.push(`${table} shows ${name} "${secret}"`);
        await client.query('rollback');
      }
    }
  } finally {
    await client.end();
  }
  return [...new Set(found)];
}
