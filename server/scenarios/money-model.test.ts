import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptanceObstacle } from '#domain/documents/acceptance.ts';
import type { Payment } from '#api/payments.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { renewDocuments } from '#server/documents/accept-documents.ts';
import { AppError } from '#server/platform/app-error.ts';
import { callOnceAs } from '#server/platform/call-as.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { actOnTicket } from '#server/tickets/act-on-ticket.ts';
import { createTicket } from '#server/tickets/create-ticket.ts';
import { acceptInDatabase } from '../testing/accepted.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { addAgency, addCompany, addStaff, type Person } from '../testing/people.ts';
import {
  creditOf,
  MoneyModel,
  type ModelPayment,
  type ModelRun,
  type ModelTicket,
  type Verdict,
} from './money-model.testing.ts';

/**
 * Random lives of all operations against a model in memory: the same answers, the same rows, the same balances.
 * 25 of them in `npm test`, 200 in `npm run test:model`, MODEL_SEEDS=10000 as many as it says; MODEL_SEED=17 replays one.
 */

const SEEDS = Number(process.env['MODEL_SEEDS'] ?? 25);
const OPERATIONS = 120;
const only = process.env['MODEL_SEED'];
const seeds = only === undefined ? Array.from({ length: SEEDS }, (_, n) => n + 1) : [Number(only)];

let database: TestDatabase;
let owner: Client;
let staff: [Caller, Caller];
let agencies: [Person, Person];
/** Lives follow each other in time, because a payout run collects what is due from everybody. */
let now = new Date('2026-01-01T09:00:00Z');
const made = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client(database.owner);
  await owner.connect();
  staff = [await addStaff(database, now), await addStaff(database, now)];
  agencies = [await addAgency(database), await addAgency(database)];
  await owner.query(`update agencies set paid_iban = 'SA0380000000608010167519'`);
  await owner.query(
    `insert into agency_iban_changes (agency_id, iban, requested_at, told_emails, told_language, status, ended_at, decided_by)
     select id, paid_iban, $1::timestamptz - interval '1 day', '{}', 'en', 'Approved', $1, $2 from agencies`,
    [now, staff[0].user_id],
  );
  await owner.query(`update auth.sessions set not_after = '2999-01-01'`);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const by = (caller: Caller): CallContext => ({
  caller,
  now,
  idempotency: { key: randomUUID(), request_hash: randomBytes(32) },
});

/** mulberry32: the same seed lives the same life. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const codeOf = (error: unknown): Verdict => {
  if (error instanceof AppError) return error.code;
  throw error;
};

/** One life: the model and the product, told the same. */
class Life {
  readonly model: MoneyModel;
  readonly #random: () => number;
  readonly #companies: Person[];

  constructor(seed: number, companies: Person[]) {
    this.#random = randomFrom(seed);
    this.#companies = companies;
    this.model = new MoneyModel(dayOf(now));
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #staff(operation: string, by_: number, ...args: unknown[]): Promise<string> {
    return callOnceAs(database.pools.staff, operation, by(staff[by_]!), ...args);
  }

  /** Does one thing to both; the verdicts must be the same. */
  async step(): Promise<void> {
    const { model } = this;
    const likely = this.#random() < 0.85;
    /** Mostly one of those that can, sometimes any. */
    const ticketOf = (can: (ticket: ModelTicket) => boolean) =>
      this.#pick(likely ? model.tickets.filter(can) : model.tickets);
    const paymentOf = (can: (payment: ModelPayment) => boolean) =>
      this.#pick(likely ? model.payments.filter(can) : model.payments);
    const waits = (ticket: ModelTicket) => ticket.status === 'PendingAgencyApproval';
    const isActive = ({ status }: ModelTicket) => status === 'Active';
    const has = (outcome: null) => (run: ModelRun) =>
      run.status === 'Released' && run.lines.some((line) => line.outcome === outcome);

    const draft = this.#pick(likely ? model.runs.filter(isDraft) : model.runs);
    const sent = this.#pick(likely ? model.runs.filter(has(null)) : model.runs);
    const steps = [
      possible(8, model, () => this.#request()),
      possible(14, ticketOf(waits), (ticket) => this.#answer('approve', ticket)),
      possible(3, ticketOf(waits), (ticket) => this.#answer('reject', ticket)),
      possible(2, ticketOf(waits), (ticket) => this.#answer('cancel', ticket)),
      possible(
        16,
        ticketOf(
          ({ status, accepted_on }) =>
            status === 'Approved' && acceptanceObstacle(accepted_on, model.today) !== null,
        ),
        (ticket) => this.#accept(ticket),
      ),
      possible(9, model, () => this.#prepare()),
      possible(14, draft, (run) => this.#release(run)),
      possible(2, draft, (run) => this.#discard(run)),
      possible(9, sent, (run) => this.#decide(run, 'Confirmed')),
      possible(5, sent, (run) => this.#decide(run, 'Failed')),
      possible(13, ticketOf(isActive), (ticket) => this.#record(ticket)),
      possible(
        3,
        paymentOf(({ company, isReversed }) => company === null && !isReversed),
        (payment) => this.#identify(payment),
      ),
      possible(
        3,
        paymentOf((payment) => creditOf(payment) > 0),
        (payment) => this.#applyCredit(payment),
      ),
      possible(
        3,
        paymentOf((payment) => creditOf(payment) > 0),
        (payment) => this.#refund(payment),
      ),
      possible(
        11,
        paymentOf(
          ({ isReversed, refunded, parts }) => !isReversed && refunded === 0 && parts.length > 0,
        ),
        (payment) => this.#reverse(payment),
      ),
      possible(
        2,
        ticketOf(({ status }) => status === 'Approved'),
        (ticket) => this.#close(ticket),
      ),
      possible(6, ticketOf(isActive), (ticket) => this.#writeOff(ticket)),
      possible(10, model, () => this.#advance()),
    ].flat();
    const total = steps.reduce((sum, { weight }) => sum + weight, 0);
    let place = this.#random() * total;
    await steps.find(({ weight }) => (place -= weight) < 0)!.run();
  }

  async #same(what: string, expected: Verdict, real: Promise<unknown>): Promise<void> {
    const found = await real.then(() => 'accepted', codeOf);
    assert.deepEqual([what, found], [what, expected]);
  }

  async #request(): Promise<void> {
    const company = this.#below(this.#companies.length);
    const agency = this.#below(2);
    const amount = 100 + this.#below(this.#random() < 0.5 ? 1_000 : 1_000_000);
    const term = (1 + this.#below(3)) as TermMonths;
    const caller = this.#companies[company]!;
    const path = `${caller.user_id}/${randomUUID()}.pdf`;
    await owner.query(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
         created_at, stored_at)
       values ($1, 'invoice', 'ticket-invoices', $2, 'i.pdf', 1, 'application/pdf', '', $2, $3, $3)`,
      [caller.user_id, path, now],
    );
    const reply = await createTicket(database.pools.app, by(caller), {
      p_agency_id: agencies[agency]!.id,
      p_amount_sar: decimalFromHalalas(amount),
      p_term_months: term,
      p_invoice_url: path,
    });
    const { id, ticket_number } = JSON.parse(reply);
    this.model.request({ id, number: ticket_number, company, agency, amount }, term);
  }

  async #answer(move: 'approve' | 'reject' | 'cancel', ticket: ModelTicket) {
    const caller = move === 'cancel' ? this.#companies[ticket.company]! : agencies[ticket.agency]!;
    // The order of approvals is the order of payouts.
    now = new Date(now.getTime() + 1000);
    const real = actOnTicket(database.pools.app, by(caller), move, ticket.id);
    await this.#same(move, this.model.answer(move, ticket), real);
    if (move !== 'approve' || ticket.payout_id !== '' || ticket.payout === null) return;
    const { rows } = await owner.query('select id from agency_payouts where ticket_id = $1', [
      ticket.id,
    ]);
    ticket.payout_id = rows[0].id;
    await this.#staff('review_ticket', 0, ticket.id);
  }

  async #accept(ticket: ModelTicket) {
    const isRenewed = this.#random() < 0.8;
    const caller = by(this.#companies[ticket.company]!);
    const { app, jobs } = database.pools;
    const accept = async () => {
      if (isRenewed) await renewDocuments(app, caller, ticket.id);
      // A ticket that was never approved has nothing to accept.
      await acceptInDatabase({ app, jobs }, caller, ticket.id);
    };
    await this.#same('accept', this.model.accept(ticket, isRenewed), accept());
  }

  async #prepare() {
    const who = this.#below(2);
    const real = this.#staff('prepare_payout_run', who, this.model.today);
    const id = await real.then(
      (text) => (JSON.parse(text) as PayoutRunDetails).run.id,
      () => '',
    );
    await this.#same('prepare', this.model.prepare(id, who), real);
    if (id === '') return;
    const { lines } = JSON.parse(await real) as PayoutRunDetails;
    const expected = this.model.runs.at(-1)!.lines.map(({ ticket }) => ticket.number);
    assert.deepEqual(
      lines.map(({ ticket_number }) => ticket_number).toSorted(),
      expected.toSorted(),
    );
  }

  async #release(run: ModelRun) {
    const who = this.#random() < 0.2 ? run.preparedBy : 1 - run.preparedBy;
    const real = this.#staff('release_payout_run', who, this.model.today, run.id);
    await this.#same('release', this.model.release(run, who), real);
  }

  async #discard(run: ModelRun) {
    await this.#same(
      'discard',
      this.model.discard(run),
      this.#staff('discard_payout_run', 0, run.id),
    );
  }

  async #decide(run: ModelRun, outcome: 'Confirmed' | 'Failed') {
    const open = run.lines.filter((line) => line.outcome === null);
    const line = this.#pick(open.length > 0 ? open : run.lines)!;
    const reason = outcome === 'Failed' ? 'Account closed' : null;
    const args = [this.model.today, run.id, line.ticket.payout_id, reason];
    const real = this.#staff('decide_payout_line', 0, ...args);
    await this.#same(outcome, this.model.decide(run, line.ticket, outcome), real);
  }

  async #record(ticket: ModelTicket) {
    const rest = ticket.installments.reduce((sum, one) => sum + one.amount - one.paid, 0);
    const first = ticket.installments.find(({ status }) => status !== 'Paid');
    const amount = Math.max(
      1,
      this.#pick([
        rest,
        rest,
        rest,
        first ? first.amount - first.paid : 1,
        this.#below(rest + 500),
      ])!,
    );
    const kind = this.#random();
    const company = kind < 0.15 ? null : ticket.company;
    const named = kind < 0.6 && company !== null ? ticket : null;
    const real = this.#staff(
      'record_payment',
      this.#below(2),
      this.model.today,
      decimalFromHalalas(amount),
      this.model.today,
      null,
      company === null ? null : this.#companies[company]!.id,
      named?.number ?? null,
      true,
    );
    const { id } = JSON.parse(await real) as Payment;
    await this.#same('record', this.model.record(id, amount, company, named), real);
  }

  async #identify(payment: ModelPayment) {
    const ticket = this.#random() < 0.5 ? (this.#pick(this.model.tickets) ?? null) : null;
    const company = ticket?.company ?? this.#below(this.#companies.length);
    const args = [payment.id, this.#companies[company]!.id, ticket?.number ?? null];
    const real = this.#staff('identify_payment', 0, ...args);
    await this.#same('identify', this.model.identify(payment, company, ticket), real);
  }

  async #applyCredit(payment: ModelPayment) {
    const real = this.#staff('apply_credit', 0, payment.id, null);
    await this.#same('apply', this.model.applyCredit(payment), real);
  }

  async #refund(payment: ModelPayment) {
    const amount = 1 + this.#below(creditOf(payment) + 5);
    const real = this.#staff('refund_credit', 0, payment.id, decimalFromHalalas(amount), null);
    await this.#same('refund', this.model.refund(payment, amount), real);
  }

  async #reverse(payment: ModelPayment) {
    const real = this.#staff('reverse_payment', 0, this.model.today, payment.id, 'Recalled');
    await this.#same('reverse', this.model.reverse(payment), real);
  }

  async #close(ticket: ModelTicket) {
    const real = this.#staff('close_ticket', 0, ticket.id, 'Reason');
    await this.#same('close', this.model.close(ticket), real);
  }

  async #writeOff(ticket: ModelTicket) {
    const real = this.#staff('write_off_ticket', 0, ticket.id, 'Reason');
    await this.#same('write off', this.model.writeOff(ticket), real);
  }

  async #advance() {
    const days = this.#pick([1, 2, 3, 16, 30, 31, 31])!;
    now = new Date(now.getTime() + days * 86_400_000);
    await closeDay(database.pools.jobs, this.model.advance(days), now);
  }

  /** Nothing of this life is left for the next one's payout runs and closes. */
  async end(): Promise<void> {
    for (const run of this.model.runs.filter(isDraft)) await this.#discard(run);
    for (const ticket of this.model.tickets) {
      if (ticket.status === 'Approved') await this.#close(ticket);
      if (ticket.status === 'PendingAgencyApproval') await this.#answer('cancel', ticket);
    }
  }

  /** Every row of this life is what the model says it is. */
  async compare(before: Map<string, number>): Promise<void> {
    const { rows: tickets } = await owner.query(
      `select t.id, t.status, p.status as payout,
              (select json_agg(json_build_array(i.seq, i.due_date, i.amount_sar::text, i.paid_amount::text, i.status)
                               order by i.seq) from ticket_installments i where i.ticket_id = t.id) as installments
         from tickets t left join agency_payouts p on p.ticket_id = t.id where t.id = any ($1::uuid[]) order by t.id`,
      [this.model.tickets.map(({ id }) => id)],
    );
    assert.deepEqual(
      tickets,
      this.model.tickets
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, status, payout, installments }) => ({
          id,
          status,
          payout,
          installments: installments.map((one) => [
            one.seq,
            one.due_date,
            decimalFromHalalas(one.amount),
            decimalFromHalalas(one.paid),
            one.status,
          ]),
        })),
    );
    const { rows: payments } = await owner.query(
      `select id, credit_amount::text as credit, allocated_amount::text as allocated, reversed_at is not null as reversed
         from payments where id = any ($1::uuid[]) order by id`,
      [this.model.payments.map(({ id }) => id)],
    );
    assert.deepEqual(
      payments,
      this.model.payments
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map((payment) => ({
          id: payment.id,
          credit: decimalFromHalalas(creditOf(payment)),
          allocated: decimalFromHalalas(payment.parts.reduce((sum, { amount }) => sum + amount, 0)),
          reversed: payment.isReversed,
        })),
    );
    const moved = await balances();
    for (const [account, sum] of before) moved.set(account, (moved.get(account) ?? 0) - sum);
    const notNought = (sums: Map<string, number>) =>
      Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted());
    assert.deepEqual(notNought(moved), notNought(this.model.balances));
  }
}

/** A step that has something to act on; none where it has not. */
const possible = <T>(weight: number, on: T | undefined, run: (on: T) => Promise<void>) =>
  on === undefined ? [] : [{ weight, run: () => run(on) }];

const isDraft = ({ status }: ModelRun) => status === 'Draft';
const dayOf = (moment: Date) =>
  new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);

async function balances(): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ account: string; sum: string }>(
    'select account, sum(amount_sar)::text as sum from journal_lines group by account',
  );
  return new Map(
    rows.map(({ account, sum }) => [
      account,
      sum.startsWith('-') ? -halalasFromDecimal(sum.slice(1)) : halalasFromDecimal(sum),
    ]),
  );
}

async function live(seed: number): Promise<void> {
  const before = await balances();
  const companies = [await addCompany(database), await addCompany(database)];
  await owner.query(
    `update auth.sessions set not_after = '2999-01-01' where not_after < '2999-01-01'`,
  );
  const life = new Life(seed, companies);
  for (let n = 0; n < OPERATIONS; n += 1) await life.step();
  await life.compare(before);
  await life.end();
  await life.compare(before);
  for (const [what, count] of life.model.made) made.set(what, (made.get(what) ?? 0) + count);
}

test.each(seeds)('a random life (seed %i) goes as the model says', async (seed) => {
  await expect(live(seed)).resolves.toBeUndefined();
});

// A handful of lives is too few to have met everything.
test.runIf(seeds.length >= 25)(
  'every move is tried often enough, and every invariant holds afterwards',
  async () => {
    const steps = seeds.length * OPERATIONS;
    const moves = [
      ...[
        'approve',
        'reject',
        'cancel',
        'expire',
        'close',
        'release',
        'return',
        'complete',
        'reopen',
        'write_off',
      ].map((move) => `ticket ${move}`),
      'documents accept',
      ...['send', 'confirm', 'fail', 'retry', 'cancel'].map((move) => `payout ${move}`),
      ...['Due → Paid', 'Overdue → Paid', 'Paid → Due', 'Paid → Overdue', 'falls overdue'].map(
        (move) => `installment ${move}`,
      ),
    ];
    const rare = moves.filter((move) => (made.get(move) ?? 0) < steps / 100);
    expect(rare.map((move) => [move, made.get(move)])).toEqual([]);
    expect(await brokenInvariants(owner)).toEqual([]);
  },
);

test('a planted mistake is noticed', async () => {
  const { rows } = await owner.query<{ text: string }>(
    `select pg_get_functiondef('allocate_payment(uuid, uuid, timestamptz)'::regprocedure) as text`,
  );
  const right = rows[0]!.text;
  // The last due is paid first.
  const wrong = right.replace('order by i.due_date,', 'order by i.due_date desc,');
  expect(wrong).not.toBe(right);
  await owner.query(wrong);
  try {
    const lives = async () => {
      for (const seed of [1, 2, 3]) await live(seed);
    };
    await expect(lives()).rejects.toThrow('Expected values to be strictly deep-equal');
  } finally {
    await owner.query(right);
  }
});
