import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Agency } from '#api/profiles.ts';
import type { Ticket } from '#api/tickets.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { makePayable } from '../testing/payable.ts';
import { asOwner } from '../testing/people.ts';
import { startProduct, type Actor, type Product } from '../testing/product.ts';

/** Where an agency is paid, through the public API with a moved clock: what it asks for waits for a day and for staff. */

const first = 'SA0380000000608010167519';
const second = 'SA4420000001234567891234';
const third = 'SA2380ABC000608010167519';

let product: Product;
let maha: Actor;
let faisal: Actor;
let company: Actor;
let agency: Actor;

beforeAll(async () => {
  product = await startProduct('2026-02-01T06:00:00Z');
  [maha, faisal] = [await product.addStaff('Maha'), await product.addStaff('Faisal')];
});
afterAll(() => product.close());
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  company = await product.signUp('company');
  agency = await product.signUp('agency');
});

const ask = (iban: string, fields: object = {}): Promise<Agency> =>
  agency.call('upsert_agency', { body: { name: 'Sada Creative', iban, ...fields } });
const account = async () => (await agency.call('read_agency')).payment_account;
const mine = async (list: 'pending' | 'ended' = 'pending') => {
  const { id } = await agency.call('read_agency');
  const { items } = await maha.call('list_iban_changes', { query: { list } });
  return items.filter((change) => change.agency_id === id);
};
const approve = async (actor = maha) => {
  const [change] = await mine();
  return actor.send('approve_iban_change', { params: { id: change!.id } });
};
const reject = async (reason: string) => {
  const [change] = await mine();
  return maha.call('reject_iban_change', { params: { id: change!.id }, body: { reason } });
};
const codeOf = (answer: { status: number; text: string }) => [
  answer.status,
  JSON.parse(answer.text).code,
];

/** Asked for, a day later approved. */
async function paidTo(iban: string): Promise<void> {
  await ask(iban);
  product.clock.moveDays(1);
  expect((await approve()).status).toBe(200);
}

async function approvedTicket(): Promise<Ticket> {
  const { id } = await agency.call('read_agency');
  const invoice = await company.upload('invoice', pdf('Invoice.pdf', ['SAR 100.00']));
  const ticket = await company.call('create_ticket_with_installments', {
    body: {
      p_agency_id: id,
      p_amount_sar: '100.00',
      p_term_months: 1,
      p_invoice_url: invoice.path,
    },
  });
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  await makePayable({ staff: maha, company }, ticket);
  return ticket;
}

async function expectInvariants(): Promise<void> {
  expect(await asOwner(product.database, (client) => brokenInvariants(client))).toEqual([]);
}

test('a first IBAN is paid to a day after it was asked for, and not before a member of staff has approved it', async () => {
  expect(await account()).toEqual({
    obstacle: 'iban_missing',
    paid_to: null,
    pending: null,
    rejected: null,
  });
  const saved = await ask('SA03 8000 0000 6080 1016 7519');
  expect(saved.iban).toBe(first);
  expect(saved.payment_account).toEqual({
    obstacle: 'iban_pending',
    paid_to: null,
    pending: {
      iban: 'SA03 … 7519',
      requested_at: expect.stringContaining('2026-02-01T'),
      earliest_at: expect.stringContaining('2026-02-02T'),
    },
    rejected: null,
  });
  expect(await mine()).toMatchObject([{ iban: first, previous_iban: null, status: 'Pending' }]);

  product.clock.set('2026-02-02T05:59:59.999Z');
  expect(codeOf(await approve())).toEqual([409, 'iban_change_paused']);
  // Nor does the day alone do it.
  product.clock.set('2026-02-02T06:00:00Z');
  expect((await account()).obstacle).toBe('iban_pending');
  expect((await approve()).status).toBe(200);
  expect(await account()).toEqual({
    obstacle: null,
    paid_to: 'SA03 … 7519',
    pending: null,
    rejected: null,
  });
  expect(await mine('ended')).toMatchObject([{ status: 'Approved', decided_by: 'Maha' }]);
});

test('while another IBAN waits the payouts go to the present one; what takes effect stops a run that was prepared before', async () => {
  await paidTo(first);
  await approvedTicket();
  await ask(second);
  expect((await agency.call('read_agency')).iban).toBe(second);
  expect(await account()).toMatchObject({
    obstacle: null,
    paid_to: 'SA03 … 7519',
    pending: { iban: 'SA44 … 1234' },
  });
  const { run, lines } = await maha.call('prepare_payout_run');
  expect(lines.map(({ iban }) => iban)).toEqual([first]);
  product.clock.moveDays(1);
  expect((await approve(faisal)).status).toBe(200);
  const release = faisal.send('release_payout_run', { params: { id: run.id } });
  expect(codeOf(await release)).toEqual([409, 'payout_iban_changed']);
  await faisal.call('discard_payout_run', { params: { id: run.id } });
  const again = await maha.call('prepare_payout_run');
  expect(again.lines.map(({ iban }) => iban)).toEqual([second]);
  // A change that only waits stops nothing.
  await ask(third);
  await faisal.call('release_payout_run', { params: { id: again.run.id } });
  await expectInvariants();
});

test('an agency whose first IBAN waits is left out of a run, which says so', async () => {
  await ask(first);
  const ticket = await approvedTicket();
  const other = agency;
  agency = await product.signUp('agency');
  await paidTo(second);
  await approvedTicket();
  const { run, left_out } = await maha.call('prepare_payout_run');
  expect(left_out.map(({ ticket_number, reason }) => [ticket_number, reason])).toEqual([
    [ticket.ticket_number, 'iban_pending'],
  ]);
  await faisal.call('discard_payout_run', { params: { id: run.id } });
  agency = other;
  expect((await approve()).status).toBe(200);
});

test('a newer request takes the place of an older one and waits a day of its own; asking for the same again changes nothing', async () => {
  await paidTo(first);
  await ask(second);
  product.clock.moveDays(0.5);
  await ask('sa44 2000 0001 2345 6789 1234');
  expect(await mine()).toMatchObject([
    { iban: second, requested_at: expect.stringMatching(/^2026-02-02T0[69]/) },
  ]);
  await ask(third);
  product.clock.moveDays(0.75);
  expect(codeOf(await approve())).toEqual([409, 'iban_change_paused']);
  product.clock.moveDays(0.25);
  expect((await approve()).status).toBe(200);
  expect((await mine('ended')).map(({ iban, status }) => [iban, status])).toEqual([
    [third, 'Approved'],
    [second, 'Replaced'],
    [first, 'Approved'],
  ]);
});

test('an agency withdraws what waits, by saying so or by giving its present IBAN again', async () => {
  await paidTo(first);
  expect(codeOf(await agency.send('withdraw_iban_change'))).toEqual([409, 'iban_change_ended']);
  await ask(second);
  const withdrawn = await agency.call('withdraw_iban_change');
  expect(withdrawn).toMatchObject({ iban: first, payment_account: { pending: null } });
  await ask(third);
  const { id } = (await mine())[0]!;
  await ask(first);
  expect(await mine()).toEqual([]);
  product.clock.moveDays(2);
  for (const operation of ['approve_iban_change', 'reject_iban_change'] as const) {
    const body = operation === 'reject_iban_change' ? { reason: 'Late' } : undefined;
    const late = maha.send(operation, { params: { id }, body });
    expect(codeOf(await late)).toEqual([409, 'iban_change_ended']);
  }
  expect((await account()).paid_to).toBe('SA03 … 7519');
});

test('an IBAN that waits ends when the owner of the mailbox takes the account over; what staff have approved stays', async () => {
  const startOver = () =>
    product.database.pools.accounts.query(
      'select auth.start_over(u, $2) from auth.users u where id = $1',
      [agency.user_id, product.clock.now()],
    );
  const stored = () =>
    product.rows(
      `select a.iban, a.paid_iban, c.status from agencies a join iban_changes c on c.agency_id = a.id
        where a.user_id = $1`,
      [agency.user_id],
    );
  await ask(first);
  await startOver();
  expect(await stored()).toEqual([{ iban: null, paid_iban: null, status: 'Withdrawn' }]);
  await product.rows('update agencies set iban = $2, paid_iban = $2 where user_id = $1', [
    agency.user_id,
    second,
  ]);
  await startOver();
  expect(await stored()).toEqual([{ iban: second, paid_iban: second, status: 'Withdrawn' }]);
  await expectInvariants();
});

test('a rejected IBAN leaves the profile, with the reason, until the agency gives another', async () => {
  await paidTo(first);
  await ask(second);
  // Also within the pause.
  await reject("The bank's letter names somebody else");
  expect(await agency.call('read_agency')).toMatchObject({
    iban: first,
    payment_account: {
      obstacle: null,
      paid_to: 'SA03 … 7519',
      pending: null,
      rejected: { iban: 'SA44 … 1234', reason: "The bank's letter names somebody else" },
    },
  });
  await ask(third);
  expect((await account()).rejected).toBeNull();
  agency = await product.signUp('agency');
  await ask(second);
  await reject('Unreadable');
  expect((await agency.call('read_agency')).iban).toBeNull();
  expect((await account()).obstacle).toBe('iban_missing');
});

test('an IBAN that was stored before it was checked is told to be wrong, and nothing is paid to it', async () => {
  const { id } = await agency.call('read_agency');
  await product.rows(
    `update agencies set name = 'Sada', iban = 'SA04 8000', paid_iban = 'SA048000' where id = $1`,
    [id],
  );
  expect((await account()).obstacle).toBe('iban_invalid');
  await ask(first);
  // The old one is the obstacle until another has taken its place.
  expect(await account()).toMatchObject({
    obstacle: 'iban_invalid',
    pending: { iban: 'SA03 … 7519' },
  });
});

test('the addresses that were there before are told at once, in the language of the account', async () => {
  await agency.auth.updateUser({ data: { language: 'ar' } });
  await agency.call('upsert_agency', { body: { email: 'Old.Contact@sada.example' } });
  await ask(first, { email: 'thief@example.com' });
  const told = [agency.email, 'old.contact@sada.example'].toSorted();
  const mails = async () => {
    await product.settled();
    return mailsOf(product).filter(({ to }) => told.includes(to));
  };
  expect((await mails()).map(({ to }) => to).toSorted()).toEqual(told);
  for (const { text } of await mails()) {
    expect(text).toContain('SA03 … 7519');
    expect(text).toContain('2 فبراير 2026');
    expect(text).toContain('لا تُصرف أي مستحقات');
  }
  product.clock.moveDays(1);
  await approve();
  expect(await mails()).toHaveLength(4);
});

test('two of staff who decide at once decide once', async () => {
  await ask(first);
  product.clock.moveDays(1);
  const [change] = await mine();
  const params = { id: change!.id };
  const answers = await Promise.all([
    maha.send('approve_iban_change', { params }),
    faisal.send('reject_iban_change', { params, body: { reason: 'No' } }),
    faisal.send('approve_iban_change', { params }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await expectInvariants();
});

test('what waits is listed oldest first, what has ended newest first, page by page', async () => {
  const agencies: string[] = [];
  for (let n = 0; n < 22; n += 1) {
    agency = await product.signUp('agency');
    product.clock.set(`2026-03-01T06:${String(n).padStart(2, '0')}:00Z`);
    agencies.push((await ask(first)).id);
  }
  const all = async (list: 'pending' | 'ended') => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await maha.call('list_iban_changes', { query: { list, cursor } });
      expect(page.items.length).toBeLessThanOrEqual(20);
      found.push(...page.items.map(({ agency_id }) => agency_id ?? ''));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return found.filter((id) => agencies.includes(id));
  };
  expect(await all('pending')).toEqual(agencies);
  product.clock.moveDays(1);
  const { items } = await maha.call('list_iban_changes', { query: { list: 'pending' } });
  for (const { id, agency_id } of items) {
    if (!agencies.includes(agency_id ?? '')) continue;
    await maha.call('reject_iban_change', { params: { id }, body: { reason: 'No' } });
    product.clock.set(new Date(product.clock.now().getTime() + 1000).toISOString());
  }
  const ended = await all('ended');
  expect(ended).toEqual(agencies.slice(0, ended.length).toReversed());
});

test('whoever asks for one IBAN after another is stopped, so that the mailbox of the contact is not flooded', async () => {
  for (let n = 0; n < 5; n += 1) {
    await ask(first);
    await ask(second);
  }
  expect(codeOf(await agency.send('upsert_agency', { body: { iban: third } }))).toEqual([
    429,
    'too_many_requests',
  ]);
  expect((await agency.call('read_agency')).iban).toBe(second);
});

const refundAccount = () => company.call('read_refund_account');
const askForRefunds = (iban: string) => company.send('ask_for_refund_iban', { body: { iban } });
const waitingOfCompany = async () => {
  const { id } = await company.call('read_company');
  const { items } = await maha.call('list_iban_changes', { query: { list: 'pending' } });
  return items.filter((change) => change.company_id === id);
};

test("a company's IBAN for refunds waits for a day and for staff, as an agency's does", async () => {
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  expect(await refundAccount()).toEqual({
    paid_to: null,
    pending: null,
    rejected: null,
    refunds: [],
  });
  expect(codeOf(await askForRefunds('SA04 8000'))).toEqual([422, 'validation_failed']);
  expect(codeOf(await askForRefunds('DE89370400440532013000'))).toEqual([422, 'validation_failed']);
  expect((await askForRefunds('sa03 8000 0000 6080 1016 7519')).status).toBe(200);
  expect((await refundAccount()).pending).toMatchObject({ iban: 'SA03 … 7519' });
  const [change] = await waitingOfCompany();
  expect(change).toMatchObject({ agency_id: null, holder_name: 'Najd Coffee', iban: first });
  const approveIt = () => maha.send('approve_iban_change', { params: { id: change!.id } });
  expect(codeOf(await approveIt())).toEqual([409, 'iban_change_paused']);
  product.clock.moveDays(1);
  expect((await refundAccount()).paid_to).toBeNull();
  expect((await approveIt()).status).toBe(200);
  expect(await refundAccount()).toMatchObject({ paid_to: 'SA03 … 7519', pending: null });
  await expectInvariants();
});

test('a company replaces, withdraws and is refused an IBAN for refunds; the present one stays', async () => {
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  await askForRefunds(first);
  product.clock.moveDays(1);
  const [change] = await waitingOfCompany();
  await maha.call('approve_iban_change', { params: { id: change!.id } });
  await askForRefunds(second);
  await askForRefunds(third);
  expect(
    (await waitingOfCompany()).map(({ iban, previous_iban }) => [iban, previous_iban]),
  ).toEqual([[third, first]]);
  expect((await company.call('withdraw_refund_iban')).pending).toBeNull();
  expect(codeOf(await company.send('withdraw_refund_iban'))).toEqual([409, 'iban_change_ended']);
  await askForRefunds(second);
  const [other] = await waitingOfCompany();
  const body = { reason: 'Of another person' };
  await maha.call('reject_iban_change', { params: { id: other!.id }, body });
  expect(await refundAccount()).toMatchObject({
    paid_to: 'SA03 … 7519',
    rejected: { iban: 'SA44 … 1234', reason: 'Of another person' },
  });
});

test('whoever takes the account of a company over ends the IBAN for refunds that waits; its mailbox is told of each, ten a day', async () => {
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  await askForRefunds(first);
  await product.database.pools.accounts.query(
    'select auth.start_over(u, $2) from auth.users u where id = $1',
    [company.user_id, product.clock.now()],
  );
  const ended = `select status from iban_changes where company_id = (select id from companies where user_id = $1)`;
  expect(await product.rows(ended, [company.user_id])).toEqual([{ status: 'Withdrawn' }]);
  company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: 'Gulf Dental' } });
  for (let n = 0; n < 5; n += 1) {
    await askForRefunds(first);
    await askForRefunds(second);
  }
  expect(codeOf(await askForRefunds(third))).toEqual([429, 'too_many_requests']);
  await product.settled();
  const told = mailsOf(product).filter(({ to }) => to === company.email);
  expect(told).toHaveLength(10);
  expect(told[0]!.text).toContain('refunds');
  expect(told[0]!.text).toContain('/account-statement#refunds');
});

/** The plain texts of what was sent, read from the outbox. */
function mailsOf({ server }: Product): { to: string; text: string }[] {
  return globSync(`${server.dataDir}/outbox/*.eml`).map((file) => {
    const message = readFileSync(file, 'utf8');
    const [, head = '', body = ''] =
      /\n(Content-Type: text\/plain[^]*?)\r?\n\r?\n([^]*?)\r?\n--/.exec(message) ?? [];
    const bytes = /: base64/.test(head)
      ? Buffer.from(body, 'base64')
      : Buffer.from(
          body
            .replaceAll(/=\r?\n/g, '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
              String.fromCharCode(parseInt(code, 16)),
            ),
          'latin1',
        );
    return {
      to: /^To: (.*)$/m.exec(message)?.[1]?.trim() ?? '',
      text: bytes.toString('utf8').replaceAll(/[\u2066\u2069]/g, ''),
    };
  });
}
