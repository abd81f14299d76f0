import { afterAll, expect, test } from 'vitest';
import { riyadhDate } from '#domain/calendar.ts';
import { retentionKinds, type RetentionKind } from '#domain/privacy/retention.ts';
import { notificationRetention } from '#domain/notifications/notification-retention.ts';
import { privacyJobs } from '#server/privacy/erase-past-retention.ts';
import { financeTicket } from '#server/product-client/financing.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { recordProven } from '../testing/approvals.ts';
import { codeOf } from '../testing/refusals.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import { password, type Actor } from '../testing/product.ts';
import { outboxOf } from '#server/platform/mail/sent-mail.testing.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** The law on personal data: how long it is stored, and what people may ask for of theirs. */

const staff = () => [maha, faisal] as const;

const { product, maha, faisal } = await startStaffedProduct('2026-03-10T06:00:00Z');
const noura = await product.addStaff('Noura');
const { agency, agency_id } = await signUpAgency(product, maha);
afterAll(() => product.close());

const said = { identified: 'By the mail of the account and a call', reason: 'Asked on 9 March' };

const askFor = (kind: 'erase_person' | 'export_person', who: Actor, by = maha) =>
  by.send(kind, { params: { id: who.user_id }, body: said });
const approve = (id: string, by = faisal) => codeOf(by.send('approve_request', { params: { id } }));
const idOf = ({ status, text }: { status: number; text: string }): string => {
  expect({ status, text }).toMatchObject({ status: 200 });
  return JSON.parse(text).id;
};
const proven = ({ user_id }: Actor, at: string | null) =>
  product.rows('update auth.sessions set factor_proven_at = $2 where user_id = $1', [user_id, at]);
const runJob = () =>
  privacyJobs({ pool: product.database.pools.jobs, clock: product.clock }).erase_past_retention!(
    {},
  );

const textsTo = ({ email }: Actor) =>
  outboxOf(product.server.dataDir)
    .filter(({ to }) => to === email)
    .map(({ text }) => text);

/** Everything of the books, as it is stored. */
const books = () =>
  product.rows(
    `select (select json_agg(l order by l.entry_id, l.line_no) from journal_lines l) as lines,
            (select json_agg(e order by e.id) from journal_entries e) as entries,
            (select json_agg(t order by t.id) from tickets t) as tickets,
            (select json_agg(i order by i.id) from ticket_installments i) as installments,
            (select json_agg(i order by i.id) from tax_invoices i) as tax_invoices,
            (select json_agg(y order by y.id) from payments y) as payments,
            (select json_agg(s order by s.id) from document_sets s) as acceptances,
            (select json_agg(s order by s.id) from signing_records s) as signing_records`,
  );

/** A company that has paid its ticket of 600.00, and what else is stored of it. */
async function companyWithHistory(name: string): Promise<Actor> {
  const company = await product.signUp('company');
  const registration = await company.upload('company_registration_file', pdf('CR.pdf', [name]));
  await company.call('upsert_company', {
    body: { name, contact_name: 'Huda Salem', company_registration_file: registration.path },
  });
  const ticket = await financeTicket(staff(), { company, agency, agency_id }, '600.00', 1);
  await recordProven(staff(), {
    amount_sar: '600.00',
    value_date: riyadhDate(product.clock.now()),
    ticket_number: ticket.ticket_number,
  });
  await company.call('send_help_message', {
    body: { message: 'I am Huda and my number is 0551234567', ticket_number: null },
  });
  return company;
}

test('a person is erased by two people once nothing is open, and the books stay as they are', async () => {
  const company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: 'Huda Trading', phone: '0551234567' } });
  await company.upload('invoice', pdf('unused.pdf', ['Huda']));
  const ticket = await financeTicket(staff(), { company, agency, agency_id }, '600.00', 1);
  await company.call('send_help_message', {
    body: { message: 'I am Huda', ticket_number: null },
  });
  const find = async () =>
    (await maha.call('find_person', { query: { email: company.email } })).person;
  expect((await find())?.open).toEqual([
    { what: 'tickets', count: 1, amount_sar: '600.00' },
    { what: 'owed', count: 1, amount_sar: '600.00' },
  ]);
  expect(await codeOf(askFor('erase_person', company))).toBe('person_has_open_matters');
  expect(await codeOf(askFor('erase_person', agency))).toBe('person_has_open_matters');
  const payment = await recordProven(staff(), {
    amount_sar: '600.00',
    value_date: riyadhDate(product.clock.now()),
    ticket_number: ticket.ticket_number,
  });
  const waits = async (sql: string, id: string, back: string, what: string) => {
    await product.rows(sql, [id]);
    expect((await find())?.open.map((one) => one.what)).toEqual([what]);
    await product.rows(back, [id]);
  };
  await waits(
    `update payments set proven_at = null, confirmed_by = null where id = $1`,
    payment.id,
    `update payments set proven_at = recorded_at where id = $1`,
    'payments',
  );
  await waits(
    `with made as (
       insert into bank_statements (file_name, file_sha256, format, from_date, to_date, line_count, known_count,
         imported_by, imported_at)
       select 'lines.csv', sha256(gen_random_uuid()::text::bytea), 'csv', '2026-03-10', '2026-03-10', 1, 0, user_id, now() from staff limit 1 returning id)
     insert into bank_statement_lines (statement_id, line_no, occurrence, direction, amount, currency, booked_on,
       value_date, status, certainty, match_reason, proposed_company_id)
     select m.id, 1, 1, 'credit', 5, 'SAR', '2026-03-10', '2026-03-10', 'Open', 'possible', 'x', c.id
       from made m, companies c where c.user_id = $1`,
    company.user_id,
    `with gone as (delete from bank_statement_lines l using companies c
       where c.user_id = $1 and l.proposed_company_id = c.id returning l.statement_id)
     select from gone`,
    'bank_lines',
  );
  await waits(
    `insert into payment_refunds (payment_id, company_id, amount_sar, refunded_by, refunded_at, status, iban, beneficiary, goes_to,
       entry_id)
     select p.id, c.id, 5, s.user_id, now(), 'Sent', 'SA0380000000608010167519', 'Huda', 'payer', e.id
       from payments p join companies c on c.id = p.company_id,
            (select user_id from staff limit 1) s, (select max(id) as id from journal_entries) e
      where c.user_id = $1`,
    company.user_id,
    `delete from payment_refunds r using payments p, companies c
      where p.id = r.payment_id and c.id = p.company_id and c.user_id = $1`,
    'refunds',
  );
  const banned = (at: string) => `update auth.users set banned_until = ${at} where id = $1`;
  await waits(banned(`'infinity'`), company.user_id, banned('null'), 'blocks');
  // The bank can send back for two weeks what an agency has got.
  const ofAgency = async () =>
    (await maha.call('find_person', { query: { email: agency.email } })).person?.open;
  expect(await ofAgency()).toMatchObject([{ what: 'payouts', count: 1 }]);
  expect(await codeOf(askFor('erase_person', agency))).toBe('person_has_open_matters');
  await product.rows(`update payout_run_lines set decided_at = decided_at - interval '15 days'`);
  expect(await ofAgency()).toEqual([]);
  expect(await find()).toMatchObject({ open: [], company: { name: 'Huda Trading' } });
  expect(await codeOf(askFor('erase_person', company, company))).toBe('wrong_role');
  expect(await codeOf(askFor('erase_person', noura))).toBe('person_of_staff');

  const assessed = `insert into credit_assessments (company_id, created_at, model_version, grade, score, max_score,
      is_preliminary, inputs, factors)
    select id, now(), 'x', 'A', 1, 1, true, '{}', '[]' from companies where user_id = $1`;
  await product.rows(assessed, [company.user_id]);
  await product.rows(
    `update auth.users set user_metadata = user_metadata || '{"language": "ar"}' where id = $1`,
    [company.user_id],
  );
  await product.settled();
  const before = await books();
  const id = idOf(await askFor('erase_person', company));
  expect(await company.send('read_company')).toMatchObject({ status: 200 });
  expect(await approve(id)).toBeNull();

  expect(await books()).toEqual(before);
  await expectSoundBooks(product.database);
  // The person reads of it in Arabic, once; then nothing has the address.
  const noticesLeft = () =>
    product.rows('select from auth.notices where user_id = $1', [company.user_id]);
  await expect.poll(noticesLeft).toEqual([]);
  expect(textsTo(company).filter((text) => text.includes('مُحي حسابك في حملة'))).toHaveLength(1);
  // Its token and its password are of no use, and its address is free.
  expect(await codeOf(company.send('read_company'))).toBe('session_not_found');
  const { error } = await company.auth.signInWithPassword({ email: company.email, password });
  expect(error?.code).toBe('invalid_credentials');
  const again = await company.auth.signUp({ email: company.email, password });
  expect(again.data.user?.id).not.toBe(company.user_id);
  const [{ email: anonymous }] = (await product.rows<{ email: string }>(
    'select email from auth.users where id = $1',
    [company.user_id],
  )) as [{ email: string }];
  expect(anonymous).not.toContain(company.user_id);
  const foreseen = `erased-${company.user_id}@erased.invalid`;
  const taken = await company.auth.signUp({ email: foreseen, password });
  expect(taken.error?.code).toBe('validation_failed');
  const { error: moved } = await agency.auth.updateUser({ email: foreseen });
  expect(moved?.code).toBe('validation_failed');
  expect(await codeOf(askFor('erase_person', company))).toBe('account_state_changed');

  const [left] = await product.rows<{ text: string }>(
    `select concat((select to_jsonb(u) from auth.users u where u.id = $1),
            (select to_jsonb(c) from companies c where c.user_id = $1),
            (select count(*) from auth.sessions where user_id = $1),
            (select count(*) from auth.security_events where user_id = $1),
            (select count(*) from notifications where user_id = $1),
            (select count(*) from help_messages where user_id = $1),
            (select count(*) from mails m join companies c on c.id = m.company_id where c.user_id = $1),
            (select count(*) from files where owner_user_id = $1 and attached_at is null and replaced_at is null)) as text`,
    [company.user_id],
  );
  expect(left!.text).not.toMatch(/Huda|0551234567|example\.sa|argon2/);
  expect(left!.text.slice(-6)).toBe('000000');
  const { requests } = await maha.call('read_privacy');
  const { email, erasure } = requests.find(({ request }) => request.id === id)!;
  expect(email).toBeNull();
  expect(erasure).toMatchObject({
    erased: { accounts: 1, help_messages: 1 },
    is_listed: false,
    kept: { acceptance_records: 1, identity_numbers: 1, due_diligence: expect.any(Number) },
  });
  // Of one for whom no money was entered nothing of it stays.
  const applicant = await product.signUp('company');
  await product.rows(assessed, [applicant.user_id]);
  await product.rows(
    `insert into iban_changes (company_id, iban, requested_at, told_emails, told_language, status, ended_at)
     select id, 'SA0380000000608010167519', now(), '{}', 'en', 'Withdrawn', now() from companies where user_id = $1`,
    [applicant.user_id],
  );
  await product.rows(
    `update companies set budget_reason = 'Huda called', budget_decided_at = now(), budget_decided_by = $2
      where user_id = $1`,
    [applicant.user_id, maha.user_id],
  );
  const stays = `select c.budget_reason, (erase_account($1, null, true, now())).kept,
      (select count(*)::int from credit_assessments a where a.company_id = c.id) as assessments,
      (select count(*)::int from iban_changes i where i.company_id = c.id) as ibans
    from companies c where c.user_id = $1`;
  await product.settled();
  await product.rows(stays, [applicant.user_id]);
  expect(
    await product.rows(stays.replace(/\(erase_account.*?kept/, 'kept_rows($1) as kept'), [
      applicant.user_id,
    ]),
  ).toMatchObject([{ budget_reason: null, assessments: 0, ibans: 0, kept: {} }]);
  const agencyApplicant = await product.signUp('agency');
  await product.rows(
    `update agencies set suspension_reason = 'Huda called', suspended_at = now() where user_id = $1`,
    [agencyApplicant.user_id],
  );
  await product.settled();
  expect(
    await product.rows(
      `select (erase_account(user_id, null, true, now())).kept, user_id from agencies where user_id = $1`,
      [agencyApplicant.user_id],
    ),
  ).toHaveLength(1);
  expect(
    await product.rows('select suspension_reason from agencies where user_id = $1', [
      agencyApplicant.user_id,
    ]),
  ).toEqual([{ suspension_reason: null }]);
  // No profile and no ticket comes to an erased account, whatever began before.
  await expect(
    product.rows(`update companies set phone = '0551234567' where user_id = $1`, [company.user_id]),
  ).rejects.toThrow(/companies_erased/);
  expect((await agency.call('read_agency')).name).toBe('Sada Creative');
  // Its last sign-in is erased: what stays is stored from the erasure on.
  const ended = `select has_ended_before(u, erased_at + $2::interval, erased_at) as has from auth.users u where id = $1`;
  await product.rows(`update auth.users set created_at = '2001-01-01' where id = $1`, [
    company.user_id,
  ]);
  for (const [later, has] of [['0', false] as const, ['1 day', true] as const])
    expect(await product.rows(ended, [company.user_id, later])).toEqual([{ has }]);
});

test('an export has all of a person and their files, once another person has released it, for those two', async () => {
  const company = await companyWithHistory('Export Trading');
  const id = idOf(await askFor('export_person', company));
  const file = (by: Actor) => by.send('person_export_file', { params: { id } });
  expect(await codeOf(file(maha))).toBe('not_found');
  expect(await approve(id)).toBeNull();
  expect(await codeOf(file(noura))).toBe('not_found');
  expect(await codeOf(file(company))).toBe('wrong_role');
  await proven(maha, null);
  expect(await codeOf(file(maha))).toBe('factor_proof_required');
  await proven(maha, 'infinity');
  await product.rows(
    `update files set storage_key = storage_key || '-gone'
      where owner_user_id = $1 and kind = 'company_registration_file'`,
    [company.user_id],
  );
  const { status, contentType, text } = await file(maha);
  expect(text).toMatch(/"missing": \[\s*"files\/\d+-\w+\.pdf"\s*\]/);
  await maha.call('find_person', { query: { email: company.email } });
  const looked = `select from events where operation = 'find_person' and actor_user_id = $1 and subject_id = $2`;
  expect(await product.rows(looked, [maha.user_id, company.user_id])).toHaveLength(1);
  expect([status, contentType]).toEqual([200, 'application/zip']);
  expect(text).toMatch(/^PK/);
  for (const found of [
    'data.json',
    company.email,
    'Huda Salem',
    'my number is 0551234567',
    'files/1-',
    '%PDF-1.4',
    '"identity_number": "1',
  ])
    expect(text).toContain(found);
  expect(text).not.toMatch(/argon2|identity_sealed|storage_key/);
  expect(text).toContain('written_off_amount');
  const ofAgency = idOf(await askFor('export_person', agency));
  expect(await approve(ofAgency)).toBeNull();
  const agencys = (await maha.send('person_export_file', { params: { id: ofAgency } })).text;
  expect(agencys).toContain('"ticket_number": "HM-');
  expect(agencys).not.toMatch(/available_budget_before|written_off|recovered|reviewed/);
  for (const { user_id } of [maha, faisal, noura])
    for (const exported of [text, agencys]) expect(exported).not.toContain(user_id);
  const events = await product.rows<{ actor_user_id: string }>(
    `select actor_user_id from events where operation = 'download_person_export'`,
  );
  expect(events).toEqual([maha, maha].map((by) => ({ actor_user_id: by.user_id })));
  product.clock.moveDays(7);
  expect(await codeOf(file(maha))).toBe('approval_ended');
});

test('a period without a source erases nothing until two people confirm it, and the job does no more when it runs twice', async () => {
  const { rules } = await maha.call('read_privacy');
  expect(
    Object.fromEntries(
      rules.map(({ kind, counts_from, erased_by }) => [kind, { counts_from, erased_by }]),
    ),
  ).toEqual(retentionKinds);
  const days = rules.find(({ kind }) => kind === 'notifications')!.days!;
  const now = product.clock.now();
  expect(now.getTime() - notificationRetention(now).read_before.getTime()).toBe(days * 86_400_000);

  const company = await product.signUp('company');
  const { id } = await company.call('send_help_message', {
    body: { message: 'A question', ticket_number: null },
  });
  await maha.call('answer_help_message', { params: { id }, body: { answer: 'An answer' } });
  product.clock.moveDays(800);
  const isThere = async () =>
    (await product.rows('select from help_messages where id = $1', [id])).length === 1;
  const erasures = async () => (await maha.call('read_privacy')).erasures;
  await runJob();
  expect(await isThere()).toBe(true);
  expect(await erasures()).toEqual([]);

  const change = (kind: string, months: number | null, by = maha) =>
    by.send('change_retention', {
      params: { kind },
      body: { months, source: null, reason: 'Ruled by our counsel' },
    });
  const past = async (kind: RetentionKind, months: number) =>
    (await maha.call('count_past_retention', { params: { kind }, query: { months } })).row_count;
  expect(await past('help_messages', 24)).toBe(1);
  expect(await past('help_messages', 27)).toBe(0);
  expect(
    await codeOf(
      maha.send('count_past_retention', { params: { kind: 'bookkeeping' }, query: { months: 1 } }),
    ),
  ).toBe('not_found');
  expect(await codeOf(change('help_messages', 24, company))).toBe('wrong_role');
  expect(await codeOf(change('bookkeeping', 12))).toBe('not_found');
  expect(await codeOf(change('identity_numbers', 119))).toBe('retention_too_short');
  const asked = idOf(await change('help_messages', 24));
  await runJob();
  expect(await isThere()).toBe(true);
  expect(await approve(asked)).toBeNull();
  await runJob();
  expect(await isThere()).toBe(false);
  const once = await erasures();
  expect(once).toMatchObject([
    { kind: 'help_messages', months: 24, source: null, is_confirmed: true },
  ]);
  await runJob();
  expect(await erasures()).toEqual(once);
  const log = await product.rows(
    `select after - 'reason' as after from events where operation = 'change_retention'`,
  );
  expect(log).toEqual([{ after: { kind: 'help_messages', months: 24, source: null } }]);
});

test('ten years after the last movement of money accounts, documents and identity numbers go by law, and the books stay', async () => {
  const company = await companyWithHistory('Old Trading');
  const stored = async () =>
    (
      await product.rows<{ account: boolean; files: number; numbers: number }>(
        `select u.erased_at is null as account,
                (select count(*)::int from files f where f.owner_user_id = u.id and f.kind = 'company_registration_file'
                   and f.replaced_at is null) as files,
                (select count(*)::int from signing_records s join companies c on c.id = s.company_id
                  where c.user_id = u.id and s.identity_sealed <> '') as numbers
           from auth.users u where u.id = $1`,
        [company.user_id],
      )
    )[0];
  // Nobody has signed in for longer: the money alone counts.
  await product.rows(
    `update auth.users set last_sign_in_at = last_sign_in_at - interval '5 years' where id = $1`,
    [company.user_id],
  );
  // One record is sealed as before 0173.
  await product.rows(
    `alter table signing_records disable trigger user;
     update signing_records s set identity_digest = null,
            seal = sha256(convert_to(s.record::text, 'UTF8') || s.identity_sealed)
       from companies c where c.id = s.company_id and c.name = 'Export Trading';
     alter table signing_records enable trigger user`,
  );
  const before = await books();
  const years = product.clock.now();
  years.setUTCFullYear(years.getUTCFullYear() + 10);
  product.clock.set(new Date(years.getTime() - 2 * 86_400_000).toISOString());
  // Somebody of before cannot be erased, and the others are.
  await product.rows(
    `create function fail() returns trigger language plpgsql as
       $$ begin if old.name = 'Export Trading' then raise exception 'fails'; end if; return new; end $$;
     create trigger one_fails before update on companies for each row execute function fail()`,
  );
  await expect(runJob()).rejects.toThrow(
    'Not erased: 1 people of due_diligence: P0001; 1 people of accounts: P0001',
  );
  expect(await stored()).toEqual({ account: true, files: 1, numbers: 1 });
  await product.rows('drop trigger one_fails on companies');
  product.clock.moveDays(4);
  await runJob();
  expect(await stored()).toEqual({ account: false, files: 0, numbers: 0 });
  const after = await books();
  const withoutNumbers = (of: object[]) =>
    JSON.stringify(of).replaceAll(/"(identity_sealed|erasure_seal)":("[^"]*"|null)/g, '');
  expect(withoutNumbers(after)).toBe(withoutNumbers(before));
  await expectSoundBooks(product.database);
  // Each seal can be computed without the number.
  const sealed = await product.rows<{ is_old: boolean; is_right: boolean }>(
    `select distinct identity_digest is null as is_old, case when identity_digest is null
              then erasure_seal = sha256(convert_to(record::text, 'UTF8') || seal)
              else seal = sha256(convert_to(record::text, 'UTF8') || identity_digest) end as is_right
       from signing_records where identity_sealed = '' order by 1`,
  );
  expect(sealed).toEqual([false, true].map((is_old) => ({ is_old, is_right: true })));
  // Nothing else of a signing record can be changed.
  await expect(
    product.rows(`update signing_records set record = '{}', identity_sealed = ''`),
  ).rejects.toThrow(/append-only/);
});
