import { createHash, randomUUID } from 'node:crypto';
import { generateSecret } from 'otplib';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DocumentSet } from '#api/financing-documents.ts';
import type { Ticket } from '#api/tickets.ts';
import { decryptForRow, encryptForRow } from '#server/platform/encryption.ts';
import { openMailbox } from '#server/platform/mail/mailbox.testing.ts';
import { sampleIdentityNumber } from '#server/product-client/acceptance.ts';
import { requestTicket } from '#server/product-client/financing.ts';
import { codeAt } from '#server/product-client/second-factor.ts';
import { giveAgencyIban } from '../testing/ibans.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { password, pauses, startProduct, type Actor, type Product } from '../testing/product.ts';
import { refusal } from '../testing/refusals.ts';
import { testSecrets } from '../testing/secrets.ts';

/** What proves who accepts the documents, and the record that is sealed of it. */

const mailbox = await openMailbox();
const env = { SMTP_URL: mailbox.url, SMTP_TLS: 'optional', EMAIL_CONFIRMATION: 'off' };
/** One sends mail, the other does not. */
const mailing = await startProduct('2026-02-01T06:00:00Z', env);
const quiet = await startProduct('2026-02-01T06:00:00Z');
afterAll(async () => {
  await mailing.close();
  await quiet.close();
  mailbox.close();
});

interface Parties {
  product: Product;
  company: Actor;
  agency: Actor;
  agency_id: string;
  maha: Actor;
}

async function partiesOf(product: Product): Promise<Parties> {
  product.clock.set('2026-02-01T06:00:00Z');
  const maha = await product.addStaff('Maha');
  const [company, agency] = [await product.signUp('company'), await product.signUp('agency')];
  await company.call('upsert_company', { body: { name: 'Najd Coffee Roasters' } });
  return { product, company, agency, agency_id: await giveAgencyIban(product, maha, agency), maha };
}

interface Issued {
  ticket: Ticket;
  set: DocumentSet;
}

/** An approved ticket whose documents can be accepted. */
async function issued({ company, agency, agency_id }: Parties): Promise<Issued> {
  const ticket = await requestTicket({ company, agency_id }, '1000.00', 2);
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  const params = { ticket_number: ticket.ticket_number };
  return vi.waitUntil(async () => {
    const [set] = (await company.call('read_ticket', { params })).document_sets!;
    return set?.issued_at ? { ticket, set } : undefined;
  }, pauses);
}

const acceptance = ({ ticket, set }: Issued, shown: object) => ({
  params: { id: ticket.id },
  body: {
    version: set.version,
    language: 'en',
    sha256: set.documents.map(({ sha256 }) => sha256),
    name: 'Layla Al-Harbi',
    capacity: 'General Manager',
    identity_number: sampleIdentityNumber,
    ...shown,
  },
});
const sendCode = ({ company }: Parties, { ticket, set }: Issued) =>
  company.send('send_signing_code', {
    params: { id: ticket.id },
    body: { version: set.version },
  });

/** The code that was mailed after the last one. */
async function mailedCode(parties: Parties, of: Issued): Promise<string> {
  mailbox.codes.delete(parties.company.email);
  expect((await sendCode(parties, of)).status).toBe(200);
  await expect.poll(() => mailbox.codes.get(parties.company.email)).toBeDefined();
  return mailbox.codes.get(parties.company.email)!;
}
const minutesLater = ({ clock }: Product, minutes: number) =>
  clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString());
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('where mail is sent', () => {
  let parties: Parties;
  beforeEach(async () => {
    parties = await partiesOf(mailing);
  });

  const accept = (of: Issued, shown: object, key?: string) =>
    parties.company.send('accept_documents', { ...acceptance(of, shown), key });

  test('a code of the mail accepts the documents, once, and a wrong one nothing', async () => {
    const one = await issued(parties);
    const { company } = parties;
    const { confirm_by, bundles } = await company.call('read_documents', {
      params: { id: one.ticket.id },
    });
    expect(confirm_by).toBe('mail');
    expect(bundles.map(({ language, documents }) => [language, documents.length])).toEqual([
      ['ar', 3],
      ['en', 3],
    ]);
    expect(bundles[1]!.summary).toHaveLength(3);
    expect(bundles[1]!.documents[0]!.text!.title).toBe('Financing agreement');
    // Before one was mailed there is none; neither the password nor nothing proves anybody.
    expect(await refusal(accept(one, { code: '123456' }))).toEqual([422, 'signing_code_expired']);
    expect((await accept(one, { password })).text).toContain('"field":"code"');
    const code = await mailedCode(parties, one);
    const wrong = await accept(one, { code: other(code) });
    expect(wrong.text).toContain('"field":"code"');
    expect(JSON.parse(wrong.text).code).toBe('signing_code_wrong');
    expect((await accept(one, { code })).status).toBe(200);
    expect(await refusal(accept(one, { code }))).toEqual([409, 'documents_already_accepted']);
  });

  test('a code that was used accepts nothing else', async () => {
    const [one, two] = [await issued(parties), await issued(parties)];
    const code = await mailedCode(parties, one);
    expect((await accept(one, { code })).status).toBe(200);
    expect(await refusal(accept(two, { code }))).toEqual([422, 'signing_code_expired']);
    // Nor does it once the other ticket has a code of its own.
    minutesLater(mailing, 2);
    const own = await mailedCode(parties, two);
    expect(await refusal(accept(two, { code }))).toEqual([422, 'signing_code_wrong']);
    expect((await accept(two, { code: own })).status).toBe(200);
  });

  test('a code counts for ten minutes and until the next one', async () => {
    const one = await issued(parties);
    const first = await mailedCode(parties, one);
    expect(await refusal(sendCode(parties, one))).toEqual([429, 'too_many_requests']);
    minutesLater(mailing, 2);
    const second = await mailedCode(parties, one);
    expect(await refusal(accept(one, { code: first }))).toEqual([422, 'signing_code_wrong']);
    minutesLater(mailing, 10);
    expect(await refusal(accept(one, { code: second }))).toEqual([422, 'signing_code_expired']);
  });

  test('at most six codes are mailed an hour', async () => {
    const one = await issued(parties);
    for (let sent = 0; sent < 6; sent += 1) {
      expect((await sendCode(parties, one)).status).toBe(200);
      minutesLater(mailing, 2);
    }
    expect(await refusal(sendCode(parties, one))).toEqual([429, 'too_many_requests']);
  });

  test('after five wrong codes the right one accepts nothing', async () => {
    const one = await issued(parties);
    const code = await mailedCode(parties, one);
    for (let guess = 0; guess < 5; guess += 1)
      expect(await refusal(accept(one, { code: other(code) }))).toEqual([
        422,
        'signing_code_wrong',
      ]);
    expect(await refusal(accept(one, { code }))).toEqual([422, 'signing_code_expired']);
  });

  test('a code for a version accepts no later one', async () => {
    const one = await issued(parties);
    mailing.clock.set('2026-02-01T20:55:00Z');
    const code = await mailedCode(parties, one);
    // Midnight in Riyadh.
    mailing.clock.set('2026-02-01T21:01:00Z');
    expect(await refusal(accept(one, { code }))).toEqual([409, 'documents_outdated']);
    const params = { ticket_number: one.ticket.ticket_number };
    const later = await vi.waitUntil(async () => {
      const [set] = (await parties.company.call('read_ticket', { params })).document_sets!;
      return set?.version === 2 && set.issued_at ? { ticket: one.ticket, set } : undefined;
    }, pauses);
    expect(await refusal(accept(later, { code }))).toEqual([422, 'signing_code_expired']);
  });

  test('nobody else gets or uses a code for the documents', async () => {
    const one = await issued(parties);
    const code = await mailedCode(parties, one);
    const stranger = await mailing.signUp('company');
    const asStranger = { ...parties, company: stranger };
    expect(await refusal(sendCode(asStranger, one))).toEqual([404, 'not_found']);
    const send = stranger.send('accept_documents', acceptance(one, { code }));
    expect(await refusal(send)).toEqual([404, 'not_found']);
    const read = { params: { id: one.ticket.id } };
    expect(await refusal(stranger.send('read_documents', read))).toEqual([404, 'not_found']);
    for (const someone of [parties.agency, parties.maha])
      expect(await refusal(someone.send('read_documents', read))).toEqual([403, 'wrong_role']);
  });

  test('a code is stored as a digest alone, and appears in no job and no event', async () => {
    const one = await issued(parties);
    const code = await mailedCode(parties, one);
    await accept(one, { code });
    for (const table of ['signing_codes', 'signing_records', 'events', 'idempotency_keys']) {
      const [row] = await mailing.rows<{ text: string }>(
        `select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
      );
      expect(row!.text).not.toMatch(new RegExp(`[^0-9a-f]${code}[^0-9a-f]`));
      // Of the identity number the last four digits alone.
      expect(row!.text).not.toContain(sampleIdentityNumber);
    }
  });
});

describe('where no mail is sent', () => {
  let parties: Parties;
  beforeEach(async () => {
    parties = await partiesOf(quiet);
  });
  afterEach(() => quiet.clock.set('2026-02-01T06:00:00Z'));

  const accept = (of: Issued, shown: object) =>
    parties.company.send('accept_documents', acceptance(of, shown));

  test('the password accepts, a wrong one nothing, and wrong ones make the account wait', async () => {
    const one = await issued(parties);
    const read = { params: { id: one.ticket.id } };
    expect((await parties.company.call('read_documents', read)).confirm_by).toBe('password');
    expect(await refusal(sendCode(parties, one))).toEqual([404, 'not_found']);
    expect((await accept(one, {})).text).toContain('"field":"password"');
    const wrong = await accept(one, { password: 'another' });
    expect(JSON.parse(wrong.text)).toMatchObject({
      code: 'signing_password_wrong',
      fields: [{ field: 'password' }],
    });
    for (let tries = 0; tries < 4; tries += 1) await accept(one, { password: 'another' });
    expect(await refusal(accept(one, { password }))).toEqual([429, 'too_many_requests']);
    minutesLater(quiet, 20);
    expect((await accept(one, { password })).status).toBe(200);
  });

  test('an account with a second factor accepts by its code, once, and not by its password', async () => {
    const { company } = parties;
    const [one, two] = [await issued(parties), await issued(parties)];
    const [id, secret] = [randomUUID(), generateSecret()];
    const sealed = encryptForRow(testSecrets.derive('second factors'), id, secret);
    await quiet.rows(
      `insert into auth.factors (id, user_id, friendly_name, secret_sealed, status, created_at, updated_at, verified_at)
       values ($1, $2, 'Phone', $3, 'verified', $4, $4, $4)`,
      [id, company.user_id, sealed, quiet.clock.now()],
    );
    const read = { params: { id: one.ticket.id } };
    expect((await company.call('read_documents', read)).confirm_by).toBe('factor');
    expect(await refusal(accept(one, { password }))).toEqual([422, 'signing_code_wrong']);
    const code = await codeAt(secret, quiet.clock.now());
    expect(await refusal(accept(one, { code: other(code) }))).toEqual([422, 'signing_code_wrong']);
    expect((await accept(one, { code })).status).toBe(200);
    expect(await refusal(accept(two, { code }))).toEqual([422, 'signing_code_wrong']);
  });

  test.each(['', '1012345673', '3012345678', '101234567', undefined])(
    'the identity number %s is refused, and the error names its field',
    async (identity_number) => {
      const one = await issued(parties);
      const answer = await accept(one, { password, identity_number });
      expect(answer.status).toBe(422);
      expect(JSON.parse(answer.text).fields.map(({ field }: { field: string }) => field)).toEqual([
        'identity_number',
      ]);
    },
  );

  test('an older client gets an error that names the missing fields', async () => {
    const one = await issued(parties);
    const { version, sha256, name, capacity } = acceptance(one, {}).body;
    const answer = await parties.company.send('accept_documents', {
      params: { id: one.ticket.id },
      body: { version, sha256, name, capacity },
    });
    expect(answer.status).toBe(422);
    const fields: { field: string }[] = JSON.parse(answer.text).fields;
    expect(fields.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['language', 'identity_number']),
    );
  });

  test('the signing record names person, device and time, has the digests, and is sealed', async () => {
    const one = await issued(parties);
    quiet.clock.set('2026-02-01T07:30:00Z');
    const answer = await parties.company.send('accept_documents', {
      ...acceptance(one, { password, language: 'ar' }),
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36' },
    });
    expect(JSON.parse(answer.text).document_sets).toMatchObject([{ has_signing_record: true }]);
    const [row] = await quiet.rows<{
      id: string;
      record: object;
      text: string;
      identity_sealed: Buffer;
      seal: Buffer;
    }>(
      `select r.*, r.record::text as text from signing_records r join document_sets s on s.id = r.set_id
        where s.ticket_id = $1`,
      [one.ticket.id],
    );
    const { id, record, text, identity_sealed, seal } = row!;
    expect(record).toMatchObject({
      ticket_number: one.ticket.ticket_number,
      version: 1,
      user_id: parties.company.user_id,
      name: 'Layla Al-Harbi',
      capacity: 'General Manager',
      company_name: 'Najd Coffee Roasters',
      language: 'ar',
      method: 'password',
      browser: 'Chrome',
      system: 'Windows',
      identity_kind: 'national_id',
      identity_last4: '5672',
      summary: [expect.anything(), expect.anything(), expect.anything()],
    });
    const { documents } = record as { documents: { sha256: string; text_sha256: string }[] };
    expect(documents.map(({ sha256 }) => sha256).toSorted()).toEqual(
      one.set.documents.map(({ sha256 }) => sha256).toSorted(),
    );
    for (const { text_sha256 } of documents) expect(text_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(text).not.toContain(sampleIdentityNumber);
    expect(decryptForRow([testSecrets.derive('signatory identities')], id, identity_sealed)).toBe(
      sampleIdentityNumber,
    );
    const identity_digest = createHash('sha256').update(identity_sealed).digest();
    expect(createHash('sha256').update(text).update(identity_digest).digest()).toEqual(seal);
    for (const sql of [
      `update signing_records set record = record`,
      `delete from signing_records`,
      `truncate signing_records`,
    ])
      await expect(quiet.rows(sql)).rejects.toMatchObject({ code: '23001' });
  });

  test('company and staff open the signing record, nobody else, and the history says that staff did', async () => {
    const one = await issued(parties);
    const { company, agency, maha } = parties;
    const params = { id: one.ticket.id, version: 1 };
    const open = { params, query: { language: 'en' } };
    expect(await refusal(company.send('signing_record_file', open))).toEqual([404, 'not_found']);
    await accept(one, { password });
    const fetchPdf = async (actor: Actor, path: string) => {
      const response = await fetch(`${quiet.url}${path}?language=en`, {
        headers: { authorization: `Bearer ${await actor.token()}` },
      });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const path = `tickets/${one.ticket.id}/documents/1/signing-record`;
    const own = await fetchPdf(company, `/api/${path}`);
    expect(await fetchPdf(maha, `/api/operations/${path}`)).toEqual(own);
    const { lines } = await readPdf(own, 'en');
    const text = lines.join(' ');
    expect(lines).toContain('Signing record');
    for (const said of ['Layla Al-Harbi', 'ending in 5672', "the account's password"])
      expect(text.replaceAll('’', "'")).toContain(said);
    for (const { sha256 } of one.set.documents) expect(lines).toContain(sha256);
    expect(text).not.toContain(sampleIdentityNumber);
    const stranger = await quiet.signUp('company');
    expect(await refusal(stranger.send('signing_record_file', open))).toEqual([404, 'not_found']);
    for (const id of ['signing_record_file', 'staff_signing_record_file'] as const)
      expect(await refusal(agency.send(id, open))).toEqual([403, 'wrong_role']);
    const events = await quiet.rows(
      `select after from events where operation = 'read_signing_record' and actor_user_id = $1`,
      [maha.user_id],
    );
    expect(events).toEqual([{ after: { version: 1 } }]);
  });

  test('the database takes no acceptance without its signing record', async () => {
    const one = await issued(parties);
    const sql = `update document_sets set accepted_at = '2026-02-01T07:00:00Z', accepted_name = 'Somebody',
        accepted_address = '192.0.2.1' where ticket_id = $1`;
    await expect(quiet.rows(sql, [one.ticket.id])).rejects.toMatchObject({ code: '23514' });
  });
});
