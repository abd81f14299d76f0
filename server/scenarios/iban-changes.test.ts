import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Agency } from '#api/profiles.ts';
import type { Ticket } from '#api/tickets.ts';
import { releaseRun, requestPayable } from '#server/product-client/financing.ts';
import { saudiIban } from '../testing/ibans.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { asOwner } from '../testing/people.ts';
import { startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { outboxOf } from '#server/platform/mail/sent-mail.testing.ts';

/** Where an agency is paid, through the public API with a moved clock: what it asks for waits for a day and for staff. */

const first = 'SA0380000000608010167519';
const second = 'SA4420000001234567891234';
const third = 'SA2380ABC000608010167519';

let company: Actor;
let agency: Actor;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
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
  const ticket = await requestPayable(maha, { company, agency, agency_id: id }, '100.00', 1);
  return ticket;
}

async function expectInvariants(): Promise<void> {
  expect(await asOwner(product.database, (client) => brokenInvariants(client))).toEqual([]);
}

test('a first IBAN can be paid to a day after its request, and only after staff have approved it', async () => {
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

test("a payout says what its agency's IBAN lacks until it is sent", async () => {
  await agency.call('upsert_agency', { body: { name: 'Sada' } });
  const { id } = await agency.call('read_agency');
  // Approved without an IBAN: SPEC asks for none.
  const { ticket_number } = await requestPayable(
    maha,
    { company, agency, agency_id: id },
    '100.00',
    1,
  );
  const lacks = async () =>
    (await agency.call('read_ticket', { params: { ticket_number } })).payout?.iban_obstacle;
  expect(await lacks()).toBe('iban_missing');
  await ask(first);
  expect(await lacks()).toBe('iban_pending');
  product.clock.moveDays(1);
  expect((await approve()).status).toBe(200);
  expect(await lacks()).toBeNull();
  await releaseRun([maha, faisal]);
});

test('while a new IBAN waits, payouts go to the present one; its approval stops a run that was prepared before', async () => {
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

test('an agency whose first IBAN waits is left out of a run, and the run says so', async () => {
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

test('a newer IBAN request replaces the older one and waits a day of its own; the same request again changes nothing', async () => {
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

test('an agency withdraws a waiting IBAN by the button or by entering its present IBAN', async () => {
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

test('a waiting IBAN ends when the mailbox owner takes the account over; an approved one stays', async () => {
  const startOver = () =>
    product.database.pools.accounts.query(
      'select auth.reset_unproven_account(u, $2) from auth.users u where id = $1',
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

test('a rejected IBAN is removed from the profile, with the reason, until the agency gives another', async () => {
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

test('an invalid IBAN that was stored before checks existed is shown as wrong and not paid to', async () => {
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

test('the previous addresses are mailed at once about a new IBAN, in the language of the account', async () => {
  await agency.auth.updateUser({ data: { language: 'ar' } });
  await agency.call('upsert_agency', { body: { email: 'Old.Contact@sada.example' } });
  await ask(first, { email: 'thief@example.com' });
  const told = [agency.email, 'old.contact@sada.example'].toSorted();
  const mails = async () => {
    await product.settled();
    return outboxOf(product.server.dataDir).filter(({ to }) => told.includes(to));
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

test('IBAN requests are listed by page: waiting ones oldest first, ended ones newest first', async () => {
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

test("repeated IBAN requests are limited, so that the contact's mailbox is not flooded", async () => {
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

/** The account of a company. */
const own = saudiIban(1);
const refundAccount = () => company.call('read_refund_account');
const askForRefunds = (iban: string) => company.send('ask_for_refund_iban', { body: { iban } });
const waitingOfCompany = async () => {
  const { id } = await company.call('read_company');
  const { items } = await maha.call('list_iban_changes', { query: { list: 'pending' } });
  return items.filter((change) => change.company_id === id);
};

test("a company's IBAN for refunds waits for a day and for staff, like an agency's", async () => {
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  expect(await refundAccount()).toEqual({
    paid_to: null,
    pending: null,
    rejected: null,
    refunds: [],
  });
  expect(codeOf(await askForRefunds('SA04 8000'))).toEqual([422, 'validation_failed']);
  expect(codeOf(await askForRefunds('DE89370400440532013000'))).toEqual([422, 'validation_failed']);
  // The platform's own account.
  expect(codeOf(await askForRefunds(first))).toEqual([422, 'validation_failed']);
  expect((await askForRefunds(` ${own.toLowerCase()}`)).status).toBe(200);
  expect((await refundAccount()).pending).toMatchObject({ iban: 'SA94 … 0001' });
  const [change] = await waitingOfCompany();
  expect(change).toMatchObject({ agency_id: null, holder_name: 'Najd Coffee', iban: own });
  const approveIt = () => maha.send('approve_iban_change', { params: { id: change!.id } });
  expect(codeOf(await approveIt())).toEqual([409, 'iban_change_paused']);
  product.clock.moveDays(1);
  expect((await refundAccount()).paid_to).toBeNull();
  expect((await approveIt()).status).toBe(200);
  expect(await refundAccount()).toMatchObject({ paid_to: 'SA94 … 0001', pending: null });
  await expectInvariants();
});

test('a company can replace and withdraw an IBAN for refunds, or have it refused; the present one stays', async () => {
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  await askForRefunds(own);
  product.clock.moveDays(1);
  const [change] = await waitingOfCompany();
  await maha.call('approve_iban_change', { params: { id: change!.id } });
  await askForRefunds(second);
  await askForRefunds(third);
  expect(
    (await waitingOfCompany()).map(({ iban, previous_iban }) => [iban, previous_iban]),
  ).toEqual([[third, own]]);
  expect((await company.call('withdraw_refund_iban')).pending).toBeNull();
  expect(codeOf(await company.send('withdraw_refund_iban'))).toEqual([409, 'iban_change_ended']);
  await askForRefunds(second);
  const [other] = await waitingOfCompany();
  const body = { reason: 'Of another person' };
  await maha.call('reject_iban_change', { params: { id: other!.id }, body });
  expect(await refundAccount()).toMatchObject({
    paid_to: 'SA94 … 0001',
    rejected: { iban: 'SA44 … 1234', reason: 'Of another person' },
  });
});

test("taking over a company's account ends its waiting refund IBAN; its mailbox is told of each, ten a day", async () => {
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  await askForRefunds(own);
  await product.database.pools.accounts.query(
    'select auth.reset_unproven_account(u, $2) from auth.users u where id = $1',
    [company.user_id, product.clock.now()],
  );
  const ended = `select status from iban_changes where company_id = (select id from companies where user_id = $1)`;
  expect(await product.rows(ended, [company.user_id])).toEqual([{ status: 'Withdrawn' }]);
  company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: 'Gulf Dental' } });
  for (let n = 0; n < 5; n += 1) {
    await askForRefunds(own);
    await askForRefunds(second);
  }
  expect(codeOf(await askForRefunds(third))).toEqual([429, 'too_many_requests']);
  await product.settled();
  const told = outboxOf(product.server.dataDir).filter(({ to }) => to === company.email);
  expect(told).toHaveLength(10);
  expect(told[0]!.text).toContain('refunds');
  expect(told[0]!.text).toContain('/account-statement#refunds');
});
