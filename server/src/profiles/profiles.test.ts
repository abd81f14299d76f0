import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { agency as agencySchema, company as companySchema } from '#api/profiles.ts';
import type { ReplyOf } from '#api/contract.ts';
import type { OperationId } from '#api/operations.ts';
import type { Agency, Company } from '#api/profiles.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import {
  callIdempotent,
  callParsedAs,
  type CallerArgs,
  type CallerFunction,
} from '#server/platform/database/call-function.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, addUser, asOwner, callOf } from '../../testing/people.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const now = new Date('2026-03-10T06:00:00Z');

/** Each of these functions is an operation and returns its reply. */
const call = <Name extends CallerFunction & OperationId>(
  name: Name,
  caller: Caller,
  ...args: CallerArgs<Name>
): Promise<ReplyOf<Name>> => callParsedAs(database.pools.app, name, { caller, now }, ...args);

const save = async <T>(
  name: 'upsert_company' | 'upsert_agency',
  caller: Caller,
  fields: object,
): Promise<T> =>
  JSON.parse(await callIdempotent(database.pools.app, name, callOf(caller, now), { fields }));

const upload = (owner: Caller, kind: string, store: string, path: string, at = now) =>
  asOwner(database, (client) =>
    client.query(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at, stored_at)
       values ($1, $2, $3, $4, 'x.pdf', 9, 'application/pdf', '\\x00', $5, $6, $6)`,
      [owner.user_id, kind, store, path, randomUUID(), at],
    ),
  );

describe('the company profile', () => {
  test('only non-empty values are saved; saving completes the profile', async () => {
    const company = await addCompany(database, { name: 'Old name' });
    await save('upsert_company', company, { address: 'Riyadh', website: 'https://najd.sa' });
    const saved = await save<Company>('upsert_company', company, {
      name: '',
      address: null,
      phone: '+966500000000',
    });
    expect(companySchema.parse(saved)).toMatchObject({
      name: 'Old name',
      address: 'Riyadh',
      website: 'https://najd.sa',
      phone: '+966500000000',
      profile_completed: true,
    });
  });

  test('revenue is saved only when a month is above zero', async () => {
    const company = await addCompany(database);
    const revenue_last_6_months = ['0.00', '10.50', '0.00', '0.00', '0.00', '0.00'];
    await save('upsert_company', company, { revenue_last_6_months });
    const kept = await save<Company>('upsert_company', company, {
      revenue_last_6_months: Array(6).fill('0.00'),
    });
    expect(kept.revenue_last_6_months).toEqual(revenue_last_6_months);
  });

  test('a file field names an upload of the caller; anything else is refused and nothing is saved', async () => {
    const [company, other] = [await addCompany(database), await addCompany(database)];
    const path = `${company.user_id}/bank_statement.pdf`;
    const attempt = () =>
      save<Company>('upsert_company', company, { address: 'Jeddah', bank_statement_6m_file: path });
    await expect(attempt()).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [
        { field: 'bank_statement_6m_file', message: expect.stringContaining('upload it again') },
      ],
    });
    expect((await call('read_company', company)).address).toBeNull();
    await upload(company, 'bank_statement_6m_file', 'company-documents', path);
    expect((await attempt()).bank_statement_6m_file).toBe(path);
    await expect(
      save('upsert_company', other, { bank_statement_6m_file: path }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  test('a newer upload of the same path replaces the file; naming the path again changes nothing', async () => {
    const company = await addCompany(database);
    const path = `${company.user_id}/financial_statement.pdf`;
    await upload(company, 'financial_statement_file', 'company-documents', path);
    await save('upsert_company', company, { financial_statement_file: path });
    await save('upsert_company', company, { financial_statement_file: path });
    await upload(
      company,
      'financial_statement_file',
      'company-documents',
      path,
      new Date(now.getTime() + 1000),
    );
    await save('upsert_company', company, { financial_statement_file: path });
    const states = await asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select attached_at is not null as attached, replaced_at is not null as replaced from files where path = $1 order by created_at`,
        [path],
      );
      return rows;
    });
    expect(states).toEqual([
      { attached: true, replaced: true },
      { attached: true, replaced: false },
    ]);
  });
});

describe('the agency profile', () => {
  test('other documents are appended to those already there', async () => {
    const agency = await addAgency(database);
    const paths = [0, 1, 2].map((index) => `${agency.user_id}/doc_1_${index}.pdf`);
    for (const path of paths) await upload(agency, 'other_docs_files', 'agency-documents', path);
    await save('upsert_agency', agency, { other_docs_files: paths.slice(0, 1) });
    const saved = await save<Agency>('upsert_agency', agency, {
      other_docs_files: paths,
      specializations: ['seo', 'other'],
      specialization_other: 'Podcasts',
    });
    expect(agencySchema.parse(saved)).toMatchObject({
      other_docs_files: paths,
      specializations: ['seo', 'other'],
      specialization_other: 'Podcasts',
    });
  });

  test('the agency select lists agencies that have a name, by name, and finds them by a part of it', async () => {
    const company = await addCompany(database);
    await addAgency(database, { name: 'Zahra Media 100%' });
    await addAgency(database, { name: 'Afaq Studio' });
    const nameless = await addAgency(database, { name: undefined });
    const search = async (text: string | null) =>
      (await call('list_agencies', company, { search: text, cursor: null })).items;
    const all = await search(null);
    expect(all.map(({ id }) => id)).not.toContain(nameless.id);
    expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).sort());
    expect((await search('00%')).map(({ name }) => name)).toEqual(['Zahra Media 100%']);
    expect((await search('za')).map(({ name }) => name)).toEqual(['Zahra Media 100%']);
    expect(await search('0%')).toEqual([]);
    expect(await search('_')).toEqual([]);
  });

  test('the agency select is walked to its end, each agency once, also past a name that changes meanwhile', async () => {
    const company = await addCompany(database);
    // Several of each name, also where a page ends: the id decides among equals.
    const made = await asOwner(database, async (client) => {
      await client.query(
        `insert into auth.users (email, created_at, updated_at)
         select 'walked-' || n || '@example.sa', $1::timestamptz, $1 from generate_series(1, 120) n`,
        [now],
      );
      const walked = `auth.users u where u.email like 'walked-%'`;
      await client.query(`select assign_role(u.id, 'agency', $1) from ${walked}`, [now]);
      const { rows } = await client.query<{ id: string }>(
        `update agencies a set name = 'Walked ' || n % 7
           from (select u.id, row_number() over () as n from ${walked}) u where a.user_id = u.id returning a.id`,
      );
      return rows;
    });
    const page = (cursor: string | null) =>
      call('list_agencies', company, { search: 'walked', cursor });
    const first = await page(null);
    const last = first.items.at(-1)!;
    await asOwner(database, (client) =>
      client.query(`update agencies set name = 'Walked away' where id = $1`, [last.id]),
    );
    const walked = [...first.items];
    let cursor = first.next_cursor;
    while (cursor !== null) {
      const next = await page(cursor);
      expect(next.items.length).toBeLessThanOrEqual(50);
      walked.push(...next.items);
      cursor = next.next_cursor;
    }
    const kept = walked.filter(({ id }) => id !== last.id);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(119);
    expect(kept).toHaveLength(119);
    expect(made.map(({ id }) => id)).toEqual(expect.arrayContaining(kept.map(({ id }) => id)));
    const names = kept.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
  });
});

describe('roles', () => {
  test('a user without a role chooses one and gets the matching empty profile', async () => {
    const user = await addUser(database);
    expect(await call('read_user_role', user)).toEqual({ role: null, can_change: true });
    await call('upsert_user_role', user, { role: 'agency' });
    expect(await call('read_user_role', user)).toEqual({ role: 'agency', can_change: true });
    expect((await call('read_agency', user)).name).toBeNull();
    await expect(call('read_company', user)).rejects.toMatchObject({ code: 'wrong_role' });
  });

  test('a role other than company and agency is refused', async () => {
    const user = await addUser(database);
    await expect(call('upsert_user_role', user, { role: 'staff' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  test('whether the role can change is told: not to the parties of a ticket, and not to staff', async () => {
    const [company, agency, other] = [
      await addCompany(database),
      await addAgency(database),
      await addCompany(database),
    ];
    const staff = await addUser(database);
    await asOwner(database, async (client) => {
      await client.query(
        `insert into tickets (company_id, agency_id, amount_sar, repayment_term, invoice_url, created_at, created_local_date, updated_at)
         values ($1, $2, 10, 'OneMonth', 'fixed role', $3, '2026-03-10', $3)`,
        [company.id, agency.id, now],
      );
      await client.query(`insert into staff (user_id, name, added_at) values ($1, 'Maha', $2)`, [
        staff.user_id,
        now,
      ]);
    });
    expect(await call('read_user_role', company)).toEqual({ role: 'company', can_change: false });
    expect(await call('read_user_role', agency)).toEqual({ role: 'agency', can_change: false });
    expect(await call('read_user_role', other)).toEqual({ role: 'company', can_change: true });
    expect(await call('read_user_role', staff)).toMatchObject({ can_change: false });
  });

  test('the role can change until a ticket exists', async () => {
    const [company, agency] = [await addCompany(database), await addAgency(database)];
    await call('upsert_user_role', company, { role: 'agency' });
    await call('upsert_user_role', company, { role: 'company' });
    await asOwner(database, (client) =>
      client.query(
        `insert into tickets (company_id, agency_id, amount_sar, repayment_term, invoice_url, created_at, created_local_date, updated_at)
         values ($1, $2, 10, 'OneMonth', 'x', $3, '2026-03-10', $3)`,
        [company.id, agency.id, now],
      ),
    );
    await expect(call('upsert_user_role', company, { role: 'agency' })).rejects.toMatchObject({
      code: 'role_change_refused',
    });
    await expect(call('upsert_user_role', agency, { role: 'company' })).rejects.toMatchObject({
      code: 'role_change_refused',
    });
    expect(await call('upsert_user_role', company, { role: 'company' })).toEqual({
      role: 'company',
    });
  });
});
