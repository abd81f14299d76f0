import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type OperationSchemas } from '#api/contract.ts';
import { oneLineText } from '#domain/plain-text.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { requestTicket } from '#server/product-client/financing.ts';
import { startProduct } from '../testing/product.ts';

/** What people type, wherever it enters: nothing in it hides or turns what stands beside it. */

const product = await startProduct('2026-03-01T06:00:00Z');
const company = await product.signUp('company');
const agency = await product.signUp('agency');
const maha = await product.addStaff('Maha');
afterAll(() => product.close());

/** Where nobody sees anything: joiners, a filler, a blank pattern, spaces. */
const unseen = '\u200D\u3164 \u2800\u200F\u00A0';

/** A text with an override, an isolate, a bell, a zero-width space and a line break. */
const dirty = 'Na\u202Ejd\u2067\u0007 Cof\u200Bfee\r\nRoasters';
const clean = 'Najd Coffee Roasters';
const cleanLines = 'Najd Coffee\nRoasters';

async function makeTicket(p_description: string | null = null) {
  const { id } = await agency.call('read_agency');
  return requestTicket({ company, agency_id: id }, '100.00', 1, p_description);
}

describe('user text', () => {
  test('names and other fields of a profile are stored as one line', async () => {
    const saved = await company.call('upsert_company', {
      body: {
        name: dirty,
        address: dirty,
        contact_name: dirty,
        contact_title: dirty,
        business_area: dirty,
      },
    });
    expect(saved).toMatchObject({
      name: clean,
      address: clean,
      contact_name: clean,
      contact_title: clean,
      business_area: clean,
    });
    const other = {
      name: dirty,
      address: dirty,
      contact_name: dirty,
      specializations: ['other' as const],
      specialization_other: dirty,
    };
    expect(await agency.call('upsert_agency', { body: other })).toMatchObject({
      name: clean,
      address: clean,
      contact_name: clean,
      specialization_other: clean,
    });
  });

  test('a description and a reason keep line breaks and the marks RLM and LRM, and lose every disguising character', async () => {
    const ticket = await makeTicket(`${dirty}\u200F\u200E`);
    expect(ticket.description).toBe(`${cleanLines}\u200F\u200E`);
    const rejected = await agency.call('reject_ticket', {
      params: { id: ticket.id },
      body: { rejection_reason: dirty },
    });
    expect(rejected.rejection_reason).toBe(cleanLines);
  });

  test('a text without visible characters counts as empty: refused where required, otherwise the stored text stays', async () => {
    const ticket = await makeTicket(unseen);
    expect(ticket.description).toBeNull();
    await company.call('upsert_company', { body: { name: 'Seen' } });
    expect(await company.call('upsert_company', { body: { name: unseen } })).toMatchObject({
      name: 'Seen',
    });
    const refused = await maha.send('close_ticket', {
      params: { id: ticket.id },
      body: { reason: unseen },
    });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('reason')]);
  });

  test('a reason of staff keeps its line breaks', async () => {
    const ticket = await makeTicket();
    await agency.call('approve_ticket', { params: { id: ticket.id } });
    await maha.call('close_ticket', { params: { id: ticket.id }, body: { reason: dirty } });
    const rows = await product.rows<{ reason: string }>(
      `select after->>'reason' as reason from events where subject_id = $1 and operation = 'close_ticket'`,
      [ticket.id],
    );
    expect(rows).toEqual([{ reason: cleanLines }]);
  });

  test('a file name with direction marks still shows its true ending', async () => {
    const { bytes } = pdf('x.pdf', ['x']);
    const upload = await company.upload('invoice', {
      name: 'in\u202Evoice\u2066\u200B.pdf',
      type: 'application/pdf',
      bytes,
    });
    expect(upload.name).toBe('invoice.pdf');
  });

  test('the fields of an account are stored as one line each', async () => {
    const { data } = await company.auth.updateUser({
      data: { display: dirty, deep: [{ inner: dirty }], n: 1 },
    });
    expect(data.user?.user_metadata).toMatchObject({
      display: clean,
      deep: [{ inner: clean }],
      n: 1,
    });
  });

  test('the name of a second factor is stored as one line', async () => {
    const person = await product.signUp('company');
    await product.rows('update auth.users set owner_proven_at = $2 where id = $1', [
      person.user_id,
      product.clock.now(),
    ]);
    const { data } = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: dirty });
    expect(data?.friendly_name).toBe(clean);
  });

  test('a lone surrogate and NUL are refused with the name of their field', async () => {
    for (const p_description of ['a\u0000b', 'a\ud800b']) {
      const { status, text } = await company.send('create_ticket_with_installments', {
        body: { p_term_months: 1, p_description },
      });
      expect([status, text]).toEqual([422, expect.stringContaining('p_description')]);
    }
  });
});

test('every text field of an operation is cleaned, except names of things that exist', () => {
  const open = Object.entries(contract as Record<string, OperationSchemas>).flatMap(
    ([id, { body }]) => {
      if (!(body instanceof z.ZodObject)) return [];
      return Object.entries(body.shape as Record<string, z.ZodType>)
        .filter(([, field]) => {
          const { success, data } = field.safeParse('a\u202Eb\u0007');
          return success && typeof data === 'string' && data !== 'ab';
        })
        .map(([name]) => `${id} ${name}`);
    },
  );
  const names = [
    'upsert_company company_registration_file',
    'upsert_company financial_statement_file',
    'upsert_company bank_statement_6m_file',
    'upsert_agency company_registration_file',
    'create_ticket_with_installments p_invoice_url',
    'create_download_link path',
    'report_transfer proof_file',
    'report_request_transfer proof_file',
    'report_company_transfer proof_file',
    'record_payment request_number',
    'identify_payment request_number',
    'confirm_bank_statement_line request_number',
    'record_payment ticket_number',
    'identify_payment ticket_number',
    'move_payment request_number',
    'move_payment ticket_number',
    'confirm_bank_statement_line ticket_number',
    'send_help_message ticket_number',
    // Compared with the bureau that is connected.
    'give_bureau_consent bureau',
    // Compared as it was typed, and stored nowhere.
    'accept_documents password',
  ];
  expect(open.sort()).toEqual(names.sort());
});

test('older texts are cleaned by the migration in the same way, and clean ones are not written', async () => {
  const person = await product.signUp('company');
  const ticket = await makeTicket('Clean\nlines');
  await product.rows('update companies set name = $2, address = $3 where user_id = $1', [
    person.user_id,
    dirty,
    '\u202E\u0007',
  ]);
  await product.rows('update tickets set description = $2 where id = $1', [ticket.id, dirty]);
  const others = `select string_agg(xmin::text, ',' order by id) as rows from companies where user_id <> '${person.user_id}'`;
  const before = await product.rows(others);
  const file = join(repositoryRoot, 'server/migrations/0050_plain_text.sql');
  await product.rows(readFileSync(file, 'utf8'));
  const [cleaned] = await product.rows('select name, address from companies where user_id = $1', [
    person.user_id,
  ]);
  expect(cleaned).toEqual({ name: clean, address: null });
  expect(await product.rows('select description from tickets where id = $1', [ticket.id])).toEqual([
    { description: cleanLines },
  ]);
  expect(await product.rows(others)).toEqual(before);
});

test('older texts that show nothing or hold too many marks are cleaned by the later migration in the same way', async () => {
  const [person, clean_one] = [await product.signUp('company'), await product.signUp('company')];
  const texts = [
    'Na\u3164j\u2800d\u2065\u034F\u180E\u{E0100}\u{1D173}',
    `a${'\u0301'.repeat(60)}b`,
    `a${'\u0301\u200D'.repeat(9)}b`,
    'م\u064F\u200Fح\u064E م\u0651\u064Eد ❤\uFE0F',
    unseen,
    '\u0301\u0301',
    dirty,
  ];
  const file = join(repositoryRoot, 'server/migrations/0056_texts_that_show_nothing.sql');
  const migrate = readFileSync(file, 'utf8');
  const kept: unknown[] = [];
  await product.rows('update companies set name = $2 where user_id = $1', [
    clean_one.user_id,
    clean,
  ]);
  const untouched = `select xmin::text from companies where user_id = '${clean_one.user_id}'`;
  const before = await product.rows(untouched);
  for (const text of texts) {
    await product.rows('update companies set name = $2 where user_id = $1', [person.user_id, text]);
    await product.rows(migrate);
    const [row] = await product.rows<{ name: string | null }>(
      'select name from companies where user_id = $1',
      [person.user_id],
    );
    kept.push(row!.name);
  }
  expect(kept).toEqual(texts.map((text) => oneLineText(text).trim() || null));
  expect(await product.rows(untouched)).toEqual(before);
});
