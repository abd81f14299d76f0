import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DocumentSet } from '#api/financing-documents.ts';
import type { Ticket } from '#api/tickets.ts';
import { nextStep } from '#domain/tickets/next-step.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import {
  makePayable,
  releaseRun,
  requestPayable,
  requestTicket,
} from '#server/product-client/financing.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { refusal } from '../testing/refusals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import { password, pauses, type Actor } from '../testing/product.ts';

let company: Actor;
let agency: Actor;
let agency_id: string;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

beforeEach(async () => {
  // 9 in the morning in Riyadh.
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
});

/** What is approved here waits for no other test's payout run. */
afterEach(async () => {
  const open = await product.rows<{ id: string }>(
    `select id from tickets where status = 'Approved'`,
  );
  for (const { id } of open)
    await maha.call('close_ticket', { params: { id }, body: { reason: 'End of the test' } });
});

async function approved(): Promise<Ticket> {
  // Its budget keeps no payout back here: a ticket within a set one is reviewed before its documents are accepted.
  // The analysis of the company's profile would replace it.
  await product.settled();
  await product.rows('update companies set total_approval_budget = 900000 where user_id = $1', [
    company.user_id,
  ]);
  const ticket = await requestTicket({ company, agency_id }, '1000.00', 3);
  await maha.call('review_ticket', { params: { id: ticket.id } });
  return agency.call('approve_ticket', { params: { id: ticket.id } });
}

const read = ({ ticket_number }: Ticket) =>
  company.call('read_ticket', { params: { ticket_number } });

/** The newest version, once it is issued. */
async function issued(ticket: Ticket): Promise<DocumentSet> {
  return vi.waitUntil(async () => {
    const [newest] = (await read(ticket)).document_sets!;
    return newest?.issued_at ? newest : undefined;
  }, pauses);
}

const acceptance = ({ id }: Ticket, { version, documents }: DocumentSet, change: object = {}) => ({
  params: { id },
  body: {
    version,
    language: 'en' as const,
    sha256: documents.map(({ sha256 }) => sha256),
    name: 'Layla Al-Harbi',
    capacity: 'General Manager',
    identity_number: '1012345672',
    password,
    ...change,
  },
});

const dueDates = async (ticket: Ticket) =>
  (await read(ticket)).installments!.map(({ due_date }) => due_date);

/** What a document was made of: where no test looks at the pages, they hold their data. */
async function contentOf(id: string, query: { original?: 'true' } = {}) {
  const link = await company.call('create_document_link', { params: { id }, query });
  const response = await fetch(product.url + link.url);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes };
}

test('after an approval an agreement and a note for each installment are prepared, in both languages, dated that day', async () => {
  const ticket = await approved();
  const set = await issued(ticket);
  expect(set).toMatchObject({ version: 1, schedule_start: '2026-02-01', accepted_at: null });
  expect(set.documents.map(({ kind, seq, language }) => [kind, seq, language])).toEqual([
    ['financing_agreement', null, 'en'],
    ['financing_agreement', null, 'ar'],
    ['promissory_note', 1, 'en'],
    ['promissory_note', 1, 'ar'],
    ['promissory_note', 2, 'en'],
    ['promissory_note', 2, 'ar'],
    ['promissory_note', 3, 'en'],
    ['promissory_note', 3, 'ar'],
  ]);
  for (const { id, sha256, size_bytes } of set.documents) {
    const { response, bytes } = await contentOf(id);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(bytes).toHaveLength(size_bytes);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  const { bytes } = await contentOf(set.documents[0]!.id);
  for (const due_date of ['2026-03-01', '2026-04-01', '2026-05-01'])
    expect(bytes.toString('latin1')).toContain(due_date);
  expect(await dueDates(ticket)).toEqual(['2026-03-01', '2026-04-01', '2026-05-01']);
});

test('stored documents are encrypted, and a job that runs again changes nothing', async () => {
  const ticket = await approved();
  const set = await issued(ticket);
  await product.rows(
    `select graphile_worker.add_job('issue_documents', json_build_object('set_id', id)) from document_sets
      where ticket_id = $1`,
    [ticket.id],
  );
  await product.settled();
  expect((await read(ticket)).document_sets).toEqual([set]);
});

describe('the acceptance of documents', () => {
  test('the company accepts by name, with time, address and hashes stored; both parties see it, and the agency no document', async () => {
    const ticket = await approved();
    const set = await issued(ticket);
    product.clock.set('2026-02-01T07:30:00Z');
    const reply = await company.call('accept_documents', acceptance(ticket, set));
    expect(reply.document_sets).toMatchObject([
      {
        version: 1,
        accepted_name: 'Layla Al-Harbi',
        accepted_capacity: 'General Manager',
        accepted_at: expect.stringContaining('07:30'),
      },
    ]);
    const [row] = await product.rows<{ address: string; by: string }>(
      `select host(accepted_address) as address, accepted_by as by from document_sets where ticket_id = $1`,
      [ticket.id],
    );
    expect(row!.address).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
    expect(row!.by).toBe(company.user_id);
    const side = await agency.call('read_ticket', {
      params: { ticket_number: ticket.ticket_number },
    });
    expect(side).toMatchObject({ documents_accepted_on: '2026-02-01', document_sets: null });
    for (const { story } of [await read(ticket), side])
      expect(story.map(({ kind }) => kind)).toEqual([
        'submitted',
        'approved',
        'documents_accepted',
      ]);
    expect(JSON.stringify(side)).not.toContain('Layla');
  });

  test('the company accepts in a named capacity, and not without one', async () => {
    const ticket = await approved();
    const set = await issued(ticket);
    for (const capacity of [undefined, '', '  '])
      expect(
        await refusal(company.send('accept_documents', acceptance(ticket, set, { capacity }))),
      ).toEqual([422, 'validation_failed']);
    expect((await read(ticket)).documents_accepted_on).toBeNull();
  });

  test('the company accepts only what it was given to read: every hash, of the newest version', async () => {
    const ticket = await approved();
    const set = await issued(ticket);
    const hashes = set.documents.map(({ sha256 }) => sha256);
    for (const change of [
      { sha256: hashes.slice(1) },
      { sha256: [...hashes.slice(1), 'f'.repeat(64)] },
      { version: 2 },
      { sha256: [hashes[0], ...hashes.slice(0, -1)] },
    ]) {
      const answer = company.send('accept_documents', acceptance(ticket, set, change));
      expect(await refusal(answer)).toEqual([409, 'documents_outdated']);
    }
    // They carry today's dates: nothing is prepared again.
    expect((await read(ticket)).document_sets).toEqual([set]);
    // In another order they are the same.
    const input = acceptance(ticket, set, { sha256: hashes.toReversed() });
    await company.call('accept_documents', input);
  });

  test('the company accepts once, and a repeated key gives the first response', async () => {
    const ticket = await approved();
    const input = acceptance(ticket, await issued(ticket));
    const keyed = { ...input, key: 'one-intention' };
    const first = await company.call('accept_documents', keyed);
    expect(await company.call('accept_documents', keyed)).toEqual(first);
    expect(await refusal(company.send('accept_documents', input))).toEqual([
      409,
      'documents_already_accepted',
    ]);
    const again = { params: { id: ticket.id } };
    expect(await refusal(company.send('renew_documents', again))).toEqual([
      409,
      'documents_already_accepted',
    ]);
    expect(
      (await read(ticket)).story.filter(({ kind }) => kind === 'documents_accepted'),
    ).toHaveLength(1);
  });

  test('past midnight new documents are prepared, and those of the day before cannot be accepted', async () => {
    const ticket = await approved();
    const first = await issued(ticket);
    // 23:59:59 in Riyadh, then midnight.
    product.clock.set('2026-02-01T20:59:59Z');
    expect((await read(ticket)).document_sets).toEqual([first]);
    product.clock.set('2026-02-01T21:00:00Z');
    const late = company.send('accept_documents', acceptance(ticket, first));
    expect(await refusal(late)).toEqual([409, 'documents_outdated']);
    const second = await issued(ticket);
    expect(second).toMatchObject({ version: 2, schedule_start: '2026-02-02' });
    // The dates move with the acceptance, not before.
    expect(await dueDates(ticket)).toEqual(['2026-03-01', '2026-04-01', '2026-05-01']);
    const old = company.send('accept_documents', acceptance(ticket, first));
    expect(await refusal(old)).toEqual([409, 'documents_outdated']);
    await company.call('accept_documents', acceptance(ticket, second));
    expect(await dueDates(ticket)).toEqual(['2026-03-02', '2026-04-02', '2026-05-02']);
    const { bytes } = await contentOf(second.documents[0]!.id);
    for (const due_date of await dueDates(ticket))
      expect(bytes.toString('latin1')).toContain(due_date);
    // What was never accepted is read no more.
    expect((await read(ticket)).document_sets).toMatchObject([{ version: 2 }]);
  });

  test('documents of a later day count the installments from that day, in a shorter month from its last day', async () => {
    const ticket = await approved();
    product.clock.set('2026-05-31T06:00:00Z');
    await acceptTicketDocuments(company, ticket);
    expect(await dueDates(ticket)).toEqual(['2026-06-30', '2026-07-31', '2026-08-31']);
  });
});

describe('accepted documents', () => {
  const accept = async () => {
    const ticket = await approved();
    const before = await issued(ticket);
    product.clock.set('2026-02-01T07:30:00Z');
    await company.call('accept_documents', acceptance(ticket, before));
    const [set] = (await read(ticket)).document_sets!;
    return { ticket, set: set! };
  };

  test('an accepted document is the file byte for byte, followed by a page with name, capacity and time', async () => {
    const { ticket, set } = await accept();
    for (const document of set.documents.slice(0, 4)) {
      const { bytes, response } = await contentOf(document.id);
      const original = await contentOf(document.id, { original: 'true' });
      expect(createHash('sha256').update(original.bytes).digest('hex')).toBe(document.sha256);
      expect(bytes.subarray(0, original.bytes.length)).toEqual(original.bytes);
      expect(response.headers.get('content-disposition')).not.toContain('original');
      expect(original.response.headers.get('content-disposition')).toContain('-original.pdf');
      const { lines, pages } = await readPdf(bytes, document.language);
      expect(pages).toBe(2);
      const text = lines.join(' ');
      // In Riyadh and in UTC.
      const times = ['10:30:00', '07:30:00', '2026-02-01'];
      for (const said of ['Layla', ...times, ticket.ticket_number, '1010123456'])
        expect(text).toContain(said);
      // Of each document of the version, its own first.
      const digests = lines.filter((line) => /^[0-9a-f]{64}$/.test(line));
      expect(digests[0]).toBe(document.sha256);
      // The last one is the seal of the signing record.
      expect(digests.slice(0, -1).toSorted()).toEqual(
        set.documents.map(({ sha256 }) => sha256).toSorted(),
      );
    }
    const english = set.documents.find(({ language }) => language === 'en')!;
    const page = (await readPdf((await contentOf(english.id)).bytes, 'en')).lines;
    expect(page).toContain('Layla Al-Harbi General Manager');
    // Two columns: the number stands on the line below.
    expect(page.join(' ')).toContain('Najd Coffee Roasters, commercial registration');
    expect(page).toContain('1010123456');
  });

  test('an accepted document has the same bytes at any time, whatever its company is called by then', async () => {
    const { set } = await accept();
    const { id } = set.documents[0]!;
    const first = await contentOf(id);
    await company.call('upsert_company', {
      body: { name: 'Somebody Else', cr_number: '7001234567' },
    });
    product.clock.set('2026-02-02T06:00:00Z');
    expect((await contentOf(id)).bytes).toEqual(first.bytes);
  });

  test('an accepted document states from when its version is void, and is still the accepted file', async () => {
    const { ticket, set } = await accept();
    const { id, sha256 } = set.documents.find(({ language }) => language === 'en')!;
    const before = await contentOf(id);
    expect((await readPdf(before.bytes, 'en')).lines.join(' ')).not.toContain('Void since');
    product.clock.set('2026-02-03T06:00:00Z');
    const body = { reason: 'The campaign was called off' };
    await maha.call('close_ticket', { params: { id: ticket.id }, body });
    const { bytes } = await contentOf(id);
    expect((await readPdf(bytes, 'en')).lines.join(' ')).toContain(
      'Void since 3 February 2026, 09:00:00 Riyadh time',
    );
    const original = await contentOf(id, { original: 'true' });
    expect(createHash('sha256').update(original.bytes).digest('hex')).toBe(sha256);
  });

  test('staff get the same copy of an accepted document, and the history records it', async () => {
    const { set } = await accept();
    const { id } = set.documents[0]!;
    const { bytes } = await contentOf(id);
    const { url } = await maha.call('inspect_document', { params: { id } });
    expect(Buffer.from(await (await fetch(product.url + url)).arrayBuffer())).toEqual(bytes);
    const events = await product.rows(
      `select from events where operation = 'inspect_document' and after ->> 'document_id' = $1`,
      [id],
    );
    expect(events).toHaveLength(1);
    const stranger = await product.signUp('company');
    const open = { params: { id }, query: { original: 'true' } };
    expect(await refusal(stranger.send('create_document_link', open))).toEqual([404, 'not_found']);
    expect(await refusal(agency.send('create_document_link', open))).toEqual([403, 'wrong_role']);
  });

  test('a document that was accepted before capacities were required has a page without one', async () => {
    const { set, ticket } = await accept();
    await asBefore(ticket.id);
    const { id } = set.documents.find(({ language }) => language === 'en')!;
    const { lines } = await readPdf((await contentOf(id)).bytes, 'en');
    expect(lines.join(' ')).toContain('Layla Al-Harbi');
    expect(lines.join(' ')).not.toContain('In the capacity of');
    expect(lines.join(' ')).toContain('Najd Coffee Roasters');
  });
});

/** As the data of release 0.1.0 are: nothing rewrites them, so the trigger that says so is away meanwhile. */
const asBefore = (ticket_id: string) =>
  product.rows(
    `with away as (select set_config('session_replication_role', 'replica', true))
     update document_sets s set accepted_capacity = null, accepted_company = null, accepted_cr_number = null
       from away where s.ticket_id = $1`,
    [ticket_id],
  );

describe("a company's commercial registration number", () => {
  const awaiting = async () => {
    await product.rows('update companies set cr_number = null where user_id = $1', [
      company.user_id,
    ]);
    return approved();
  };

  test('without a registration number the approval counts, no documents are prepared, and company and staff are told why', async () => {
    const ticket = await awaiting();
    await product.settled();
    expect(await read(ticket)).toMatchObject({ awaits_cr_number: true, document_sets: [] });
    const params = { ticket_number: ticket.ticket_number };
    expect(await maha.call('read_financed_ticket', { params })).toMatchObject({
      awaits_cr_number: true,
      document_sets: [],
    });
    // Of the company the agency reads no more than that it waits.
    expect(await agency.call('read_ticket', { params })).toMatchObject({
      awaits_cr_number: false,
      document_sets: null,
    });
    const renew = company.send('renew_documents', { params: { id: ticket.id } });
    expect(await refusal(renew)).toEqual([409, 'cr_number_missing']);
  });

  test('a registration number given on the ticket is stored in the profile and printed in the documents', async () => {
    const ticket = await awaiting();
    const give = (cr_number: string) =>
      company.send('renew_documents', { params: { id: ticket.id }, body: { cr_number } });
    for (const wrong of ['', '101012345', 'CR 1010123456'])
      expect((await give(wrong)).text).toContain('cr_number');
    expect(await read(ticket)).toMatchObject({ document_sets: [] });
    expect((await give('١٠١٠ ٩٩٩ ٩٩٩')).status).toBe(200);
    expect(await company.call('read_company')).toMatchObject({
      cr_number: '1010999999',
      profile_completed: true,
    });
    const set = await issued(ticket);
    for (const { id } of set.documents)
      expect((await contentOf(id)).bytes.toString('latin1')).toContain('1010999999');
    // One that stands in the profile stays: another way to change it is the profile.
    await give('1010888888');
    expect((await company.call('read_company')).cr_number).toBe('1010999999');
  });

  test('without a name, which the notes promise in, no documents are prepared until the company gives it', async () => {
    await product.rows('update companies set name = null where user_id = $1', [company.user_id]);
    const ticket = await approved();
    await product.settled();
    const waits = { awaits_company_name: true, awaits_cr_number: false, document_sets: [] };
    expect(await read(ticket)).toMatchObject(waits);
    const params = { ticket_number: ticket.ticket_number };
    expect(await maha.call('read_financed_ticket', { params })).toMatchObject(waits);
    const renew = (body?: object) =>
      company.send('renew_documents', { params: { id: ticket.id }, body });
    expect(await refusal(renew())).toEqual([409, 'cr_number_missing']);
    expect((await renew({ name: ' ' })).text).toContain('name');
    expect((await renew({ name: 'نجد للقهوة' })).status).toBe(200);
    expect(await company.call('read_company')).toMatchObject({ name: 'نجد للقهوة' });
    const set = await issued(ticket);
    const note = set.documents.find((one) => one.kind === 'promissory_note')!;
    expect((await contentOf(note.id)).bytes.toString('latin1')).toContain('"name":');
    expect(await read(ticket)).toMatchObject({ awaits_company_name: false });
    await renew({ name: 'Another' });
    expect((await company.call('read_company')).name).toBe('نجد للقهوة');
  });

  test('a version that was issued before registration numbers were required is accepted as it is, none without a name', async () => {
    const ticket = await approved();
    const set = await issued(ticket);
    const named = 'update companies set name = $2 where user_id = $1 returning name';
    await product.rows(named, [company.user_id, null]);
    const nameless = company.send('accept_documents', acceptance(ticket, set));
    expect(await refusal(nameless)).toEqual([409, 'cr_number_missing']);
    await product.rows(named, [company.user_id, 'Najd Coffee Roasters']);
    await product.rows('update companies set cr_number = null where user_id = $1', [
      company.user_id,
    ]);
    await company.call('accept_documents', acceptance(ticket, set));
    expect((await read(ticket)).documents_accepted_on).toBe('2026-02-01');
    const { lines } = await readPdf(
      (await contentOf(set.documents.find(({ language }) => language === 'en')!.id)).bytes,
      'en',
    );
    expect(lines.join(' ')).not.toContain('Najd Coffee Roasters, commercial registration');
  });
});

describe('a payout', () => {
  const leftOut = async () => {
    const { left_out, run } = await maha.call('prepare_payout_run');
    await maha.call('discard_payout_run', { params: { id: run.id } });
    return left_out.map(({ ticket_number, reason }) => [ticket_number, reason]);
  };

  test('a payout waits for the acceptance and can be released until the seventh day after it', async () => {
    const [accepted, waiting] = [await approved(), await approved()];
    await acceptTicketDocuments(company, accepted);
    expect(await leftOut()).toEqual([[waiting.ticket_number, 'documents_not_accepted']]);
    product.clock.set('2026-02-08T06:00:00Z');
    const { run } = await maha.call('prepare_payout_run');
    // Prepared on the seventh day, released on the eighth.
    product.clock.set('2026-02-08T21:00:00Z');
    const release = { params: { id: run.id } };
    expect(await refusal(faisal.send('release_payout_run', release))).toEqual([
      409,
      'payout_not_payable',
    ]);
    product.clock.set('2026-02-08T20:00:00Z');
    await faisal.call('release_payout_run', release);
    // The documents' dates.
    expect(await dueDates(accepted)).toEqual(['2026-03-01', '2026-04-01', '2026-05-01']);
  });

  test('a failed payout is sent again on the same acceptance, and needs another when that is too old', async () => {
    const ticket = await approved();
    await acceptTicketDocuments(company, ticket);
    const { run, lines } = await releaseRun([maha, faisal]);
    const active = company.send('renew_documents', { params: { id: ticket.id } });
    expect(await refusal(active)).toEqual([409, 'ticket_state_changed']);
    product.clock.set('2026-02-05T06:00:00Z');
    await maha.call('fail_payout_line', {
      params: { id: run.id, payout_id: lines[0]!.payout_id },
      body: { reason: 'Account closed' },
    });
    const again = await maha.call('prepare_payout_run');
    expect(again.left_out).toEqual([]);
    await maha.call('discard_payout_run', { params: { id: again.run.id } });
    product.clock.set('2026-02-09T06:00:00Z');
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    expect((await company.call('company_dashboard')).oldest_to_accept?.id).toBe(ticket.id);
    await acceptTicketDocuments(company, ticket);
    expect(await dueDates(ticket)).toEqual(['2026-03-09', '2026-04-09', '2026-05-09']);
    // Both acceptances are kept.
    expect((await read(ticket)).document_sets).toMatchObject([
      {
        version: 2,
        schedule_start: '2026-02-09',
        accepted_name: 'Layla Al-Harbi',
        voided_at: null,
      },
      // Two complete sets of notes never bind the company at once.
      { version: 1, accepted_name: 'Layla Al-Harbi', voided_at: '2026-02-09T06:00:00+00:00' },
    ]);
    const { run: last } = await maha.call('prepare_payout_run');
    await faisal.call('release_payout_run', { params: { id: last.id } });
  });
});

test('the notes of a ticket that ends before its agency is paid are void from then on', async () => {
  const ticket = await approved();
  await acceptTicketDocuments(company, ticket);
  const voidedAt = async () => (await read(ticket)).document_sets!.map((set) => set.voided_at);
  expect(await voidedAt()).toEqual([null]);
  product.clock.set('2026-02-03T06:00:00Z');
  await maha.call('close_ticket', {
    params: { id: ticket.id },
    body: { reason: 'The campaign was called off' },
  });
  expect(await voidedAt()).toEqual(['2026-02-03T06:00:00+00:00']);
  const { document_sets } = await maha.call('read_financed_ticket', {
    params: { ticket_number: ticket.ticket_number },
  });
  expect(document_sets.map((set) => set.voided_at)).toEqual(['2026-02-03T06:00:00+00:00']);
});

test('documents that were never accepted bind nobody and are never void', async () => {
  const ticket = await approved();
  await issued(ticket);
  await maha.call('close_ticket', { params: { id: ticket.id }, body: { reason: 'Called off' } });
  expect((await read(ticket)).document_sets).toMatchObject([
    { accepted_at: null, voided_at: null },
  ]);
});

describe('documents of other parties', () => {
  test('for another company and for the agency the documents do not exist', async () => {
    const ticket = await approved();
    const set = await issued(ticket);
    const stranger = await product.signUp('company');
    const open = { params: { id: set.documents[0]!.id } };
    expect(await refusal(stranger.send('create_document_link', open))).toEqual([404, 'not_found']);
    expect(await refusal(stranger.send('accept_documents', acceptance(ticket, set)))).toEqual([
      404,
      'not_found',
    ]);
    const renew = { params: { id: ticket.id } };
    expect(await refusal(stranger.send('renew_documents', renew))).toEqual([404, 'not_found']);
    for (const wrong of [agency, maha])
      expect(await refusal(wrong.send('create_document_link', open))).toEqual([403, 'wrong_role']);
  });

  test('staff read the documents, and the history records it', async () => {
    const ticket = await approved();
    const set = await issued(ticket);
    const { id } = set.documents[0]!;
    const { url } = await maha.call('inspect_document', { params: { id } });
    expect((await fetch(product.url + url)).status).toBe(200);
    const events = await product.rows(
      `select operation, actor_user_id as actor, after from events
        where operation = 'inspect_document' and after ->> 'document_id' = $1`,
      [id],
    );
    expect(events).toEqual([
      { operation: 'inspect_document', actor: maha.user_id, after: { document_id: id } },
    ]);
    const { document_sets } = await maha.call('read_financed_ticket', {
      params: { ticket_number: ticket.ticket_number },
    });
    expect(document_sets).toEqual([set]);
  });

  test('issued or accepted documents cannot be changed by any login', async () => {
    const ticket = await approved();
    await acceptTicketDocuments(company, ticket);
    for (const statement of [
      `update document_sets set accepted_name = 'Somebody else' where ticket_id = $1`,
      `update document_sets set accepted_capacity = 'Nobody' where ticket_id = $1`,
      `update document_sets set accepted_company = 'Nobody' where ticket_id = $1`,
      `update document_sets set accepted_cr_number = '7001234567' where ticket_id = $1`,
      `update document_sets set issued_at = null where ticket_id = $1`,
      `delete from document_sets where ticket_id = $1`,
      `update ticket_documents set sha256 = sha256 where set_id in (select id from document_sets where ticket_id = $1)`,
    ])
      await expect(product.rows(statement, [ticket.id])).rejects.toMatchObject({ code: '23001' });
  });
});

/** Documents are asked for again seven days after their acceptance; days on which the payout was stopped do not count. */
describe('the age of an acceptance', () => {
  let ticket: Ticket;
  beforeEach(async () => {
    at('2026-02-01');
    ticket = await requestPayable(maha, { company, agency, agency_id }, '100.00', 1);
  });

  const at = (day: string) => product.clock.set(`${day}T09:00:00Z`);
  const suspendAgency = (operation: 'suspend_agency' | 'lift_agency_suspension') =>
    maha.call(operation, { params: { id: agency_id }, body: { reason: 'We look at it' } });
  const decideBudget = (decision: 'suspend' | 'lift') =>
    maha.call('decide_budget', {
      params: { id: ticket.company_id },
      body: { decision, reason: 'We look at it' },
    });
  /** What a new run says of the payout: null where it would pay it. */
  async function leftOut(): Promise<string | null> {
    const answer = await maha.send('prepare_payout_run');
    if (answer.status !== 200) return 'no run';
    const { run } = JSON.parse(answer.text) as { run: { id: string } };
    await maha.call('discard_payout_run', { params: { id: run.id } });
    return null;
  }
  const due = async () => (await maha.call('operations_overview')).waits.payouts_due.count;
  async function step() {
    const params = { ticket_number: ticket.ticket_number };
    const { ticket: now, today, ...details } = await company.call('read_ticket', { params });
    return nextStep({ ...now, ...details, documents: undefined }, 'company', today, []).kind;
  }

  test('without a stop, documents must be accepted again on the eighth day', async () => {
    at('2026-02-08');
    expect([await leftOut(), await step(), await due()]).toEqual([null, 'payout', 1]);
    at('2026-02-09');
    expect([await leftOut(), await step(), await due()]).toEqual(['no run', 'documents', 0]);
  });

  test('days on which the agency or the company was suspended do not count towards the age of an acceptance, each day once', async () => {
    at('2026-02-03');
    await suspendAgency('suspend_agency');
    at('2026-02-05');
    await decideBudget('suspend');
    at('2026-02-07');
    await suspendAgency('lift_agency_suspension');
    at('2026-02-20');
    // Nothing is asked of the company meanwhile.
    expect(await step()).toBe('payout');
    expect((await company.call('company_dashboard')).documents_to_accept).toBe(0);
    await decideBudget('lift');
    await maha.call('review_ticket', { params: { id: ticket.id } });
    expect([await leftOut(), await step(), await due()]).toEqual([null, 'payout', 1]);
    // Two days before the stop, seventeen of it, five more.
    at('2026-02-25');
    expect([await leftOut(), await step(), await due()]).toEqual([null, 'payout', 1]);
    at('2026-02-26');
    expect([await leftOut(), await step(), await due()]).toEqual(['no run', 'documents', 0]);
    expect((await company.call('company_dashboard')).documents_to_accept).toBe(1);
  });

  test('a payout whose agency alone was suspended after the acceptance is in the run and in its count', async () => {
    at('2026-02-03');
    await suspendAgency('suspend_agency');
    at('2026-02-15');
    await suspendAgency('lift_agency_suspension');
    expect([await leftOut(), await step(), await due()]).toEqual([null, 'payout', 1]);
  });

  test('a stop before the acceptance does not reduce its age', async () => {
    await decideBudget('suspend');
    await decideBudget('lift');
    at('2026-02-09');
    expect(await leftOut()).toBe('no run');
  });

  test('on the day of the first installment documents must be accepted again, so that nothing is overdue once the agency is paid', async () => {
    at('2026-02-02');
    await suspendAgency('suspend_agency');
    at('2026-02-28');
    expect(await step()).toBe('payout');
    at('2026-03-01');
    await suspendAgency('lift_agency_suspension');
    expect([await leftOut(), await step(), await due()]).toEqual(['no run', 'documents', 0]);
    await makePayable({ staff: maha, company }, ticket);
    expect(await leftOut()).toBe(null);
    const { installments } = await company.call('read_ticket', {
      params: { ticket_number: ticket.ticket_number },
    });
    expect(installments).toMatchObject([{ due_date: '2026-04-01' }]);
  });
});
