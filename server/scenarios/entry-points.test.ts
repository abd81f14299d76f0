import { globSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { listLimits } from '#api/list-limits.ts';
import { roles } from '#server/platform/database/pools.ts';
import { createTestDatabase } from '../testing/database.ts';
import { asOwner } from '../testing/people.ts';

/** Entry points are the functions of the schema `api`: docs/decisions/0001-one-sql-function-a-screen.md. */

const database = await createTestDatabase();
afterAll(() => database.drop());

interface SqlFunction {
  schema: string;
  name: string;
  /** The text of its body. */
  body: string;
  is_definer: boolean;
  /** The logins that it is granted to; `everybody` among them. */
  granted: string[];
}

const readFunctions = () =>
  asOwner(database, async (client) => {
    const { rows } = await client.query<SqlFunction>(
      `select n.nspname as schema, p.proname as name, p.prosrc as body, p.prosecdef as is_definer,
              array(select coalesce(r.rolname, 'everybody') from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
                      left join pg_roles r on r.oid = a.grantee
                     where a.grantee = 0 or r.rolname = any ($1) order by 1)::text[] as granted
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'api', 'auth')
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
      [roles],
    );
    return rows;
  });

/** The server's code without its tests, and without the names of operations where routes are registered. */
const serverCode = globSync('server/src/**/*.{ts,tsx}')
  .filter((file) => !/\.test(ing)?\.tsx?$|^server\/src\/demo\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8').replaceAll(/\broute\('\w+'/g, '') }));
const allCode = serverCode.map(({ text }) => text).join('\n');

/** The commands of whoever owns the database: no login may run them. */
const ownersCommands = [
  'add_staff',
  'erase_again',
  'list_staff_accounts',
  'reset_staff_factor',
  'servers_up',
  'suspend_staff',
  'verify_ledger',
];

test('each entry point is granted only to the logins that call it', async () => {
  const entryPoints = (await readFunctions()).filter(({ schema }) => schema === 'api');
  expect(entryPoints.length).toBeGreaterThan(150);
  const open = entryPoints.filter(({ granted }) => granted.includes('everybody'));
  expect(open.map(({ name }) => name)).toEqual([]);
  const granted = new Set(
    entryPoints.filter((one) => one.granted.length > 0).map(({ name }) => name),
  );
  const others = entryPoints.map(({ name }) => name).filter((name) => !granted.has(name));
  expect(others.sort()).toEqual(ownersCommands);
  // Staff and companies share no call; a login shares one with the accounts or the jobs for the same act.
  const ofBoth = entryPoints.filter(
    ({ granted: logins }) => logins.includes('hamla_app') && logins.includes('hamla_staff'),
  );
  expect(ofBoth.map(({ name }) => name)).toEqual([]);
});

test('the server calls only entry points: its SQL names no other function of ours', async () => {
  const internals = (await readFunctions()).filter(({ schema }) => schema !== 'api');
  const names = new Set(internals.map(({ schema, name }) => `${schema}.${name}`));
  const found = serverCode.flatMap(({ file, text }) =>
    // A function of ours has a schema or an underscore in its name; no name in TypeScript has one before a bracket.
    Array.from(text.matchAll(/\b(?:(api|auth|public)\.)?([a-z]+(?:_[a-z0-9]+)+)\(/g))
      .filter(([, schema = 'public', name]) => names.has(`${schema}.${name}`))
      .map(([call]) => `${file}: ${call}`),
  );
  expect(found).toEqual([]);
});

test('each entry point is called by the server or by another function', async () => {
  const functions = await readFunctions();
  const unused = functions
    .filter(({ schema }) => schema === 'api')
    .map(({ name }) => name)
    .filter(
      (name) =>
        !new RegExp(`'${name}'|\\bapi\\.${name}\\(`).test(allCode) &&
        !functions.some(({ body }) => body.includes(`api.${name}(`)),
    );
  expect(unused).toEqual([]);
});

test('a function calls an entry point with its schema', async () => {
  const functions = await readFunctions();
  const entryPoints = functions.filter(({ schema }) => schema === 'api').map(({ name }) => name);
  const bare = new RegExp(`(?<![\\w.'])(?:${entryPoints.join('|')})\\(`);
  const wrong = functions.filter(({ body }) => bare.test(body.replaceAll(/--.*$/gm, '')));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test.each([
  ['search_desk', listLimits.found],
  ['find_companies', listLimits.companies_to_choose],
  ['read_company_assessment', listLimits.assessments],
  ['company_holds_json', listLimits.held_tickets],
  ['account_standing_json', listLimits.account_measures],
  ['budget_decisions_json', listLimits.decisions],
  ['read_agency_desk', listLimits.decisions],
  ['left_out_payouts_json', listLimits.left_out],
])('%s returns as many rows as the screens expect: %i', async (called, limit) => {
  const found = (await readFunctions()).filter(({ name }) => name === called);
  const limits = found.flatMap(({ body }) =>
    Array.from(body.matchAll(/\blimit (\d+)/g), ([, number]) => Number(number)),
  );
  expect(new Set(limits)).toEqual(new Set([limit]));
});
