import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderSmall } from '../../testing/accepted.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, addInvoice, asOwner, callOf } from '../../testing/people.ts';
import { openObjectStore } from '../files/object-store.ts';
import { systemClock } from '../platform/clock.ts';
import { readSettings } from '../platform/config/settings.ts';
import { decideTicket } from '../tickets/decide-ticket.ts';
import { createTicket } from '../tickets/create-ticket.ts';
import { createDocumentLimiter } from './document-limiter.ts';
import { documentJobs } from './issue-documents.ts';

const database = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-documents-'));
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('one organisation renders at most two PDFs at once, and another organisation does not wait for it', async () => {
  const runLimited = createDocumentLimiter();
  const begun: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const render = (organisation: string, name: string) =>
    runLimited(organisation, () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    });
  const all = [render('a', 'a1'), render('a', 'a2'), render('a', 'a3'), render('b', 'b1')];
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  ends[0]!.resolve();
  await all[0];
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  ends.forEach(({ resolve }) => resolve());
  await Promise.all(all);
});

test('with ten PDFs waiting, the next is refused with 429 and a time to retry', async () => {
  const runLimited = createDocumentLimiter();
  const held = Promise.withResolvers<void>();
  const all = Array.from({ length: 12 }, () => runLimited('a', () => held.promise));
  await expect(runLimited('a', () => held.promise)).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 5,
  });
  held.resolve();
  await Promise.all(all);
});

test("each document that a job renders counts towards its company's limit", async () => {
  const { pools } = database;
  const company = await addCompany(database);
  const agency = await addAgency(database);
  const now = new Date();
  const ticket = await createTicket(pools.app, callOf(company, now), {
    p_agency_id: agency.id,
    p_amount_sar: '500.00',
    p_term_months: 1,
    p_invoice_url: await addInvoice(database, company, now),
  });
  const { id } = JSON.parse(ticket) as { id: string };
  await decideTicket(pools.app, callOf(agency, now), 'approve', id);
  const [ordered] = await asOwner(database, async (client) => {
    const { rows } = await client.query('select id from document_sets where ticket_id = $1', [id]);
    return rows as { id: string }[];
  });
  const organisations: string[] = [];
  const jobs = documentJobs({
    pool: pools.jobs,
    store: await openObjectStore({ dataDir, s3: undefined }, database.secrets),
    clock: systemClock,
    platform: readSettings({}).platform,
    render: renderSmall,
    limitDocuments: (organisation, render) => {
      organisations.push(organisation);
      return render();
    },
  });
  await jobs.issue_documents({ set_id: ordered!.id });
  // An agreement and a note, each in two languages.
  expect(organisations).toEqual(Array.from({ length: 4 }, () => company.user_id));
});
