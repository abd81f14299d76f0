import { afterAll, expect, test } from 'vitest';
import type { Role } from '#server/platform/database/pools.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { createTestDatabase } from '../testing/database.ts';
import { addAgency, addCompany, addStaff, asOwner } from '../testing/people.ts';

/** Names as they are stored and as people type them: each search finds them among many, and reads few pages for it. */
const searches = [
  ['وكالة الأمل للإعلان', 'الامل'],
  ['وكالة الأمل للإعلان', 'للاعلان'],
  ['وكالة الأمل للإعلان', 'وكاله'],
  ['مقهى نجد', 'مقهي'],
  ['مُحَمَّد للتسويق', 'محمد'],
  ['شـركة نجـد', 'شركة نجد'],
  ['مؤسسة ١٢٣ للدعاية', '123'],
  ['مؤسسة ١٢٣ للدعاية', '١٢٣'],
  ['شركة کریم', 'كريم'],
  ['Sada  Créative', 'SADA creative'],
  ['北京广告', '京广告'],
] as const;

const now = '2026-11-21T09:00:00Z';
const database = await createTestDatabase('auto');
afterAll(() => database.drop());
const company = await addCompany(database, { name: 'ثمار' });
const staff = await addStaff(database);
for (const name of new Set(searches.map(([stored]) => stored))) {
  await addCompany(database, { name });
  await addAgency(database, { name });
}
const anyName = `(array['شركة', 'مؤسسة', 'مجموعة'])[1 + n % 3] || ' ' || (array['الرياض', 'جدة', 'الوادي', 'طويق'])[1 + n % 4]
  || ' ' || (array['للتجارة', 'الرقمية', 'القابضة', 'للتقنية', 'الطبية'])[1 + n % 5]`;
const times = `'${now}'::timestamptz, '${now}'`;
const among = [
  // The company has a ticket with each of those agencies.
  `insert into tickets (company_id, agency_id, amount_sar, repayment_term, invoice_url, created_local_date, created_at, updated_at)
   select '${company.id}', id, 100, 'OneMonth', id::text, '2026-11-21', ${times} from agencies`,
  'set session_replication_role = replica',
  `create table many as select n, uuidv7() as id from generate_series(1, 100000) n`,
  `insert into auth.users (id, email, created_at, updated_at) select id, n || '@example.sa', ${times} from many`,
  `insert into user_roles (user_id, role, created_at, updated_at) select id, 'agency', ${times} from many`,
  `insert into companies (user_id, name, created_at, updated_at) select id, ${anyName}, ${times} from many`,
  `insert into agencies (user_id, name, created_at, updated_at) select id, ${anyName}, ${times} from many`,
  'vacuum analyze',
];
await asOwner(database, async (client) => {
  for (const statement of among) await client.query(statement);
});

/** The reply of a function as text, and how many pages it reads once the connection knows the tables. */
async function ask(login: Role, name: string, caller: Caller, ...args: unknown[]) {
  const values = [caller.user_id, caller.session_id, now, ...args];
  const call = `select api.${name}(${values.map((_, n) => `$${n + 1}`).join(', ')})::text as reply`;
  return asOwner(database, async (client) => {
    await client.query(`begin; set local session authorization ${login}`);
    const { rows } = await client.query<{ reply: string }>(call, values);
    const explained = await client.query(`explain (analyze, buffers, format json) ${call}`, values);
    const plan = explained.rows[0]['QUERY PLAN'][0].Plan;
    return [rows[0]!.reply, plan['Shared Hit Blocks'] + plan['Shared Read Blocks']] as const;
  });
}

test.each(searches)('%s is found by %s in every search and picker', async (stored, typed) => {
  const asked = {
    'the agency picker': await ask('hamla_app', 'list_agencies', company, typed, null),
    'the own search': await ask('hamla_app', 'search_own', company, typed, null, null),
    'the company picker': await ask('hamla_staff', 'find_companies', staff, typed),
    "the console's search": await ask('hamla_staff', 'search_desk', staff, typed, null, null),
    companies: await ask('hamla_staff', 'list_companies', staff, typed, null, null, 20),
    agencies: await ask('hamla_staff', 'list_agencies_desk', staff, typed, null, null, 20),
  };
  for (const [where, [reply, pages]] of Object.entries(asked)) {
    expect([where, reply]).toEqual([where, expect.stringContaining(stored)]);
    expect([where, pages < 500]).toEqual([where, true]);
  }
});
