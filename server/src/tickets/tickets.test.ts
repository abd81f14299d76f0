import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { agencyPayoutPage } from '#api/payouts.ts';
import type { Ticket } from '#api/tickets.ts';
import { readTicket, ticket as ticketSchema } from '#api/tickets.ts';
import type { PartyMove } from '#domain/tickets/ticket.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import { callFunctionAs, callIdempotent } from '#server/platform/database/call-function.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, addInvoice, asOwner, type Person } from '../../testing/people.ts';
import { decideTicket } from './decide-ticket.ts';
import { createTicket } from './create-ticket.ts';
import { readTicket as readOne } from './read-ticket.ts';

const database = await createTestDatabase();
const agency = await addAgency(database);
afterAll(() => database.drop());

const now = new Date('2026-01-31T09:00:00Z');

const by = (
  caller: Caller,
  key: string = randomUUID(),
  request_hash = randomBytes(32),
): CallContext => ({
  caller,
  now,
  idempotency: { key, request_hash },
});

async function request(
  company: Person,
  amount: string,
  options: { agency_id?: string; invoice?: string } = {},
) {
  return {
    p_agency_id: options.agency_id ?? agency.id,
    p_amount_sar: amount,
    p_term_months: 3 as const,
    p_description: 'Ramadan campaign',
    p_invoice_url: options.invoice ?? (await addInvoice(database, company)),
  };
}

const create = async (company: Person, amount: string): Promise<Ticket> =>
  JSON.parse(await createTicket(database.pools.app, by(company), await request(company, amount)));

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

/** As PostgreSQL writes an instant into JSON, in the session's time zone. */
const isoTime = (instant: Date) =>
  expect.toSatisfy((text: string) => new Date(text).getTime() === instant.getTime());

const rowsOf = (sql: string, values: unknown[]) =>
  asOwner(database, async (client) => (await client.query(sql, values)).rows);

describe('requesting financing', () => {
  test('a new ticket is pending, with one installment a month that sums to the amount, clamped to month ends', async () => {
    const company = await addCompany(database, { total_approval_budget: '50000.00' });
    const ticket = await create(company, '1000.00');
    expect(ticketSchema.parse(ticket)).toMatchObject({
      status: 'PendingAgencyApproval',
      amount_sar: '1000.00',
      repayment_term: 'ThreeMonths',
      created_local_date: '2026-01-31',
      agency_name: 'Sada Creative',
      company_name: 'Najd Coffee Roasters',
    });
    const installments = await rowsOf(
      `select seq, to_char(due_date, 'YYYY-MM-DD') as due, amount_sar::text as amount, status
         from ticket_installments where ticket_id = $1 order by seq`,
      [ticket.id],
    );
    expect(installments).toEqual([
      { seq: 1, due: '2026-02-28', amount: '333.33', status: 'Due' },
      { seq: 2, due: '2026-03-31', amount: '333.33', status: 'Due' },
      { seq: 3, due: '2026-04-30', amount: '333.34', status: 'Due' },
    ]);
  });

  test.each([
    ['  Ramadan\ncampaign ', 'Ramadan\ncampaign'],
    ['حملة رمضان', 'حملة رمضان'],
    [' ', null],
    [null, null],
    [undefined, null],
  ])('the description %j is kept as %j', async (p_description, kept) => {
    const company = await addCompany(database);
    const body = { ...(await request(company, '10.00')), p_description };
    const ticket = JSON.parse(await createTicket(database.pools.app, by(company), body));
    expect(ticketSchema.parse(ticket).description).toBe(kept);
  });

  test('the four checks are made again on the server, in their order', async () => {
    const company = await addCompany(database, { total_approval_budget: '100.00' });
    const none = {
      p_agency_id: null,
      p_amount_sar: '0.99',
      p_term_months: 1 as const,
      p_invoice_url: null,
    };
    const attempt = (fields: object) =>
      code(createTicket(database.pools.app, by(company), { ...none, ...fields }));
    expect(await attempt({})).toBe('agency_required');
    await expect(createTicket(database.pools.app, by(company), none)).rejects.toMatchObject({
      fields: [{ field: 'p_agency_id', message: 'Please select an agency.' }],
    });
    expect(await attempt({ p_agency_id: agency.id })).toBe('amount_below_minimum');
    expect(await attempt({ p_agency_id: agency.id, p_amount_sar: '100.01' })).toBe(
      'invoice_required',
    );
    const invoice = await addInvoice(database, company);
    const full = { p_agency_id: agency.id, p_amount_sar: '100.01', p_invoice_url: invoice };
    expect(await attempt(full)).toBe('not_enough_available_budget');
    expect(await attempt({ ...full, p_amount_sar: '100.00' })).toBe('accepted');
  });

  test('an amount above the maximum is above every budget, and is answered by its own words where none is set', async () => {
    const huge = '1000000000000.00';
    const limited = await addCompany(database, { total_approval_budget: '100.00' });
    expect(await code(create(limited, huge))).toBe('not_enough_available_budget');
    expect(await code(create(await addCompany(database), huge))).toBe('amount_above_maximum');
  });

  test('without a budget any amount may be asked for; a budget of zero is set and refuses', async () => {
    const unset = await addCompany(database);
    expect((await create(unset, '900000.00')).status).toBe('PendingAgencyApproval');
    const zero = await addCompany(database, { total_approval_budget: '0.00' });
    expect(await code(create(zero, '1.00'))).toBe('not_enough_available_budget');
  });

  test("an invoice must be the caller's own, uploaded and unused", async () => {
    const company = await addCompany(database);
    const other = await addCompany(database);
    const foreign = await request(company, '10.00', { invoice: await addInvoice(database, other) });
    expect(await code(createTicket(database.pools.app, by(company), foreign))).toBe(
      'invoice_not_found',
    );
    const once = await request(company, '10.00');
    expect(await code(createTicket(database.pools.app, by(company), once))).toBe('accepted');
    expect(await code(createTicket(database.pools.app, by(company), once))).toBe(
      'invoice_not_found',
    );
  });

  test('a refused request leaves nothing behind', async () => {
    const company = await addCompany(database, { total_approval_budget: '5.00' });
    await code(create(company, '6.00'));
    expect(await rowsOf('select id from tickets where company_id = $1', [company.id])).toEqual([]);
    expect(
      await rowsOf('select key from idempotency_keys where user_id = $1', [company.user_id]),
    ).toEqual([]);
    expect(await rowsOf('select id from events where company_id = $1', [company.id])).toEqual([]);
  });

  test('a repeated key answers with the first ticket, even when the budget is used up', async () => {
    const company = await addCompany(database, { total_approval_budget: '100.00' });
    const body = await request(company, '100.00');
    const call = by(company, 'the-same-key', Buffer.alloc(32, 1));
    expect(await createTicket(database.pools.app, call, body)).toBe(
      await createTicket(database.pools.app, call, body),
    );
  });

  test('the SQL function refuses a schedule that does not make up its ticket', async () => {
    const company = await addCompany(database);
    const invoice_url = await addInvoice(database, company);
    const make = (due_dates: string[], installments: string[]) =>
      callIdempotent(database.pools.app, 'create_ticket_with_installments', by(company), {
        refusal: null,
        agency_id: agency.id,
        amount_sar: '10.00',
        repayment_term: 'TwoMonths',
        description: null,
        invoice_url,
        despite_code: false,
        today: '2026-01-31',
        due_dates,
        installments,
        tickets_to_agency: null,
        tickets: null,
      });
    const [first, second] = ['2026-02-28', '2026-03-31'] as const;
    const wrong: [string[], string[]][] = [
      [[], []],
      [[first], ['10.00']],
      [
        [first, second],
        ['5.00', '4.99'],
      ],
      [
        [second, first],
        ['5.00', '5.00'],
      ],
      [
        [first, first],
        ['5.00', '5.00'],
      ],
      [
        [first, second],
        ['4.995', '5.005'],
      ],
    ];
    for (const [due_dates, installments] of wrong)
      await expect(make(due_dates, installments)).rejects.toThrow('does not make up');
    expect(JSON.parse(await make([first, second], ['5.00', '5.00'])).amount_sar).toBe('10.00');
  });

  test('a ticket keeps what was available of the budget when it was requested', async () => {
    const company = await addCompany(database, { total_approval_budget: '1000.00' });
    for (const amount of ['300.00', '700.00']) await create(company, amount);
    const kept = await rowsOf(
      'select available_budget_before::text as available from tickets where company_id = $1 order by id',
      [company.id],
    );
    expect(kept).toEqual([{ available: '1000.00' }, { available: '700.00' }]);
  });

  test('a ticket bears the day that it is in Riyadh, and its first installment is due a month later', async () => {
    const company = await addCompany(database);
    const night = { ...by(company), now: new Date('2026-05-04T21:30:00Z') };
    const ticket: Ticket = JSON.parse(
      await createTicket(database.pools.app, night, await request(company, '3.00')),
    );
    expect(ticket).toMatchObject({ created_local_date: '2026-05-05' });
    const due = await rowsOf(
      'select due_date::text from ticket_installments where ticket_id = $1 order by seq',
      [ticket.id],
    );
    expect(due[0]).toEqual({ due_date: '2026-06-05' });
  });

  test('a repeated key with other content is refused, and another company may use the same key', async () => {
    const company = await addCompany(database);
    const call = by(company, 'k', Buffer.alloc(32, 1));
    await createTicket(database.pools.app, call, await request(company, '1.00'));
    const changed = by(company, 'k', Buffer.alloc(32, 2));
    expect(
      await code(createTicket(database.pools.app, changed, await request(company, '2.00'))),
    ).toBe('idempotency_key_reused');
    const other = await addCompany(database);
    const same = by(other, 'k', Buffer.alloc(32, 1));
    const ticket: Ticket = JSON.parse(
      await createTicket(database.pools.app, same, await request(other, '1.00')),
    );
    expect(ticket.company_id).toBe(other.id);
  });
});

describe('answering a ticket', () => {
  const approve = (caller: Caller, id: string) =>
    decideTicket(database.pools.app, by(caller), 'approve', id);
  const reject = (caller: Caller, id: string, reason: string | null = null) =>
    decideTicket(database.pools.app, by(caller), 'reject', id, reason);
  const cancel = (caller: Caller, id: string) =>
    decideTicket(database.pools.app, by(caller), 'cancel', id);

  test('approval makes one pending payout of 95%', async () => {
    const company = await addCompany(database);
    const ticket = await create(company, '1000.10');
    expect(JSON.parse(await approve(agency, ticket.id)).status).toBe('Approved');
    // 5% of 1,000.10 is 50.005, half-up 50.01; net 950.09.
    expect(
      await rowsOf(
        'select status, gross_amount, fee_amount, net_amount from agency_payouts where ticket_id = $1',
        [ticket.id],
      ),
    ).toEqual([
      { status: 'Pending', gross_amount: '1000.10', fee_amount: '50.01', net_amount: '950.09' },
    ]);
  });

  test('payouts come newest first, by the moment of their approval', async () => {
    const [company, newcomer] = [await addCompany(database), await addAgency(database)];
    const tickets: string[] = [];
    for (const amount of ['10.00', '20.00', '30.00']) {
      const body = await request(company, amount, { agency_id: newcomer.id });
      tickets.push(JSON.parse(await createTicket(database.pools.app, by(company), body)).id);
    }
    const [first, second, third] = tickets as [string, string, string];
    for (const [minutes, id] of [second, third, first].entries()) {
      const later = { ...by(newcomer), now: new Date(now.getTime() + minutes * 60_000) };
      await decideTicket(database.pools.app, later, 'approve', id);
    }
    const page = await callFunctionAs(
      database.pools.app,
      'list_agency_payouts',
      { caller: newcomer, now },
      { window: 'expected', cursor: null },
    );
    const { items } = agencyPayoutPage.parse(JSON.parse(page));
    expect(items.map((payout) => payout.ticket_id)).toEqual([first, third, second]);
  });

  test('a rejection keeps its reason, and a reason is optional', async () => {
    const company = await addCompany(database);
    const [first, second] = [await create(company, '10.00'), await create(company, '10.00')];
    expect(JSON.parse(await reject(agency, first.id, '  Invoice is unreadable '))).toMatchObject({
      status: 'Rejected',
      rejection_reason: 'Invoice is unreadable',
    });
    expect(JSON.parse(await reject(agency, second.id, ' '))).toMatchObject({
      rejection_reason: null,
    });
  });

  test('only the agency it is addressed to answers, only its company cancels; others do not learn that it exists', async () => {
    const company = await addCompany(database);
    const ticket = await create(company, '10.00');
    const [otherAgency, otherCompany] = [await addAgency(database), await addCompany(database)];
    expect(await code(approve(otherAgency, ticket.id))).toBe('not_found');
    expect(await code(reject(otherAgency, ticket.id))).toBe('not_found');
    expect(await code(cancel(otherCompany, ticket.id))).toBe('not_found');
    expect(await code(approve(company, ticket.id))).toBe('wrong_role');
    expect(await code(cancel(agency, ticket.id))).toBe('wrong_role');
    expect(await code(approve(agency, randomUUID()))).toBe('not_found');
  });
});

describe('reading one ticket', () => {
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const moveLater = (caller: Caller, move: PartyMove, id: string, days: number) =>
    decideTicket(database.pools.app, { ...by(caller), now: at(days) }, move, id, 'Too late for us');
  const read = async (caller: Caller, ticket_number: string, days = 0) =>
    readTicket.reply.parse(
      JSON.parse(
        await readOne(
          database.pools.app,
          { caller, now: at(days) },
          { name: 'Hamla', iban: 'SA0380000000608010167519' },
          ticket_number,
        ),
      ),
    );

  test('its company sees the history, the invoice and the schedule; its agency the payout instead of the schedule', async () => {
    const company = await addCompany(database);
    const ticket = await create(company, '1000.00');
    const waiting = await read(company, ticket.ticket_number);
    expect(waiting).toMatchObject({
      today: '2026-01-31',
      role: 'company',
      ticket: { id: ticket.id, status: 'PendingAgencyApproval' },
      invoice: { name: 'invoice.pdf', content_type: 'application/pdf', size_bytes: 1000 },
      payout: null,
    });
    expect(waiting.story).toEqual([
      { kind: 'submitted', occurred_at: isoTime(at(0)), amount_sar: null },
    ]);
    expect(
      waiting.installments?.map(({ due_date, amount_sar, status }) => [
        due_date,
        amount_sar,
        status,
      ]),
    ).toEqual([
      ['2026-02-28', '333.33', 'Due'],
      ['2026-03-31', '333.33', 'Due'],
      ['2026-04-30', '333.34', 'Due'],
    ]);
    expect(await read(agency, ticket.ticket_number)).toMatchObject({
      role: 'agency',
      installments: null,
      payout: null,
    });
    await moveLater(agency, 'approve', ticket.id, 2);
    const approved = await read(agency, ticket.ticket_number, 3);
    expect(approved.story).toEqual([
      { kind: 'submitted', occurred_at: isoTime(at(0)), amount_sar: null },
      { kind: 'approved', occurred_at: isoTime(at(2)), amount_sar: null },
    ]);
    expect(approved.payout).toMatchObject({
      status: 'Pending',
      gross_amount: '1000.00',
      fee_amount: '50.00',
      net_amount: '950.00',
      expected_date: '2026-02-07',
    });
    const { story } = approved;
    expect(await read(company, ticket.ticket_number, 3)).toMatchObject({ payout: null, story });
  });

  test.each([
    ['reject', 'rejected'],
    ['cancel', 'cancelled'],
  ] as const)(
    'after %s the history ends with it, and the planned installments never become overdue',
    async (move, kind) => {
      const company = await addCompany(database);
      const ticket = await create(company, '90.00');
      await moveLater(move === 'cancel' ? company : agency, move, ticket.id, 1);
      const ended = await read(company, ticket.ticket_number, 200);
      expect(ended.story.map((event) => event.kind)).toEqual(['submitted', kind]);
      expect(ended.installments?.map(({ status }) => status)).toEqual(['Due', 'Due', 'Due']);
      expect(ended.ticket.rejection_reason).toBe(move === 'reject' ? 'Too late for us' : null);
    },
  );

  test('nothing is overdue before the agency has been paid; then from the day after its due date', async () => {
    const company = await addCompany(database);
    const ticket = await create(company, '90.00');
    await moveLater(agency, 'approve', ticket.id, 0);
    const statuses = async (days: number) =>
      (await read(company, ticket.ticket_number, days)).installments?.map(({ status }) => status);
    expect(await statuses(29)).toEqual(['Due', 'Due', 'Due']);
    await rowsOf("update tickets set status = 'Active' where id = $1", [ticket.id]);
    // Due on 28 February, 28 days after 31 January.
    expect(await statuses(28)).toEqual(['Due', 'Due', 'Due']);
    expect(await statuses(29)).toEqual(['Overdue', 'Due', 'Due']);
  });
});
