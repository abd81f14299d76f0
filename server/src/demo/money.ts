import { addDays, addMonths, DAY_MS, daysBetween, riyadhDate } from '#domain/calendar.ts';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { newestPolicy } from '#domain/credit/policy.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { endToEndId } from '#domain/payouts/pain-001.ts';
import { latinName, needsTransliteration } from '#domain/payouts/transliteration.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import type { ReplyOf } from '#api/contract.ts';
import type { Payment } from '#api/payments.ts';
import type { Ticket } from '#api/tickets.ts';
import { importCompared, releaseRun } from '../product-client/financing.ts';
import { demoCompanies, type DemoCompany } from './people.ts';
import type { Visitor } from './visitor.ts';

/** Agencies are paid once a week; the last run of all is left for the reader to release. */
const RUN_DAYS = 7;

/** One thing that happens, at a moment before the present. */
export interface Step {
  before_ms: number;
  run: (now: Date) => Promise<unknown>;
}

/** Whoever prepares, and whoever releases. */
export interface StaffVisitors {
  maha: () => Visitor;
  faisal: () => Visitor;
}

/**
 * Weekly payout runs: all but the newest are answered; one payout is called failed and goes with the next run, and a statement
 * shows later that the bank had paid it at the first.
 */
export function payoutSteps(
  { maha, faisal }: StaffVisitors,
  first_days: number,
  /** The company accepts its ticket's documents again. */
  accept: (ticket_number: string) => Promise<void>,
): Step[] {
  let failed: ReplyOf<'read_payout_run'>['lines'][number] | undefined;
  /** Its payout failed: its acceptance has grown too old when the next run comes. */
  let again: string | null = null;
  const weeks = Math.floor((first_days - 5) / RUN_DAYS);
  const runs = Array.from({ length: weeks }, (_, week): Step => {
    const days = 5 + week * RUN_DAYS;
    return {
      before_ms: days * DAY_MS,
      run: async () => {
        if (again) await accept(again);
        again = null;
        const prepared = await releaseRun([maha(), faisal()]).catch(nothingToPay);
        if (!prepared) return;
        const { id } = prepared.run;
        await faisal().call('make_payout_file', { params: { id } });
        // The bank has not answered for two of the newest run.
        const answered = week === 0 ? prepared.lines.slice(2) : prepared.lines;
        for (const line of answered) {
          const { payout_id, ticket_number } = line;
          const params = { id, payout_id };
          if (!failed && week < 4) {
            failed = line;
            const body = { reason: 'The bank sent it back: the account is closed' };
            await maha().call('fail_payout_line', { params, body });
            again = ticket_number;
          } else {
            await maha().call('confirm_payout_line', { params });
          }
        }
      },
    };
  });
  const draft = (hours: number): Step => ({
    before_ms: hours * 3_600_000,
    run: async () => {
      const prepared = await maha().call('prepare_payout_run').catch(nothingToPay);
      // Two days early it was a mistake: only the last one waits for its release.
      if (!prepared || hours < 24) return;
      await maha().call('discard_payout_run', { params: { id: prepared.run.id } });
    },
  });
  const twice: Step = {
    before_ms: 4.5 * DAY_MS,
    run: async (now) => {
      if (failed) await claimPaidTwice({ maha, faisal }, failed, now);
    },
  };
  return [...runs, twice, draft(50), draft(2)];
}

/** The agency gives a part of what it was paid twice back, and the rest is written off. */
async function claimPaidTwice(
  { maha, faisal }: StaffVisitors,
  { payout_id, attempt, amount_sar, ticket_number }: ReplyOf<'read_payout_run'>['lines'][number],
  now: Date,
): Promise<void> {
  const row = `${riyadhDate(now)},${endToEndId(payout_id, attempt)},-${amount_sar}`;
  const text = `Date,Details,Amount\n${row}`;
  const { statement } = await importCompared([maha(), faisal()], text, 'payouts.csv');
  const { items } = await maha().call('list_bank_statement_lines', {
    params: { id: statement.id },
    query: { list: 'payouts' },
  });
  for (const { id } of items)
    await maha().call('confirm_bank_statement_line', { params: { id }, body: {} });
  const { payout } = await maha().call('read_financed_ticket', { params: { ticket_number } });
  const claim = payout?.claims[0];
  if (!claim) return;
  const reason = 'The agency gives a part back and has closed';
  for (const paid_back of [{ amount_sar: '100.00', bank_reference: 'FT90100' }, undefined]) {
    const body = { reason, ...(paid_back && { paid_back }) };
    const { id } = await maha().call('settle_agency_claim', { params: { id: claim.id }, body });
    await faisal().call('approve_request', { params: { id } });
  }
}

function nothingToPay(error: Error): null {
  if (error.message.includes('no_payouts_due')) return null;
  throw error;
}

/** A company promises to pay all that is overdue within so many days. Nothing while nothing is overdue. */
async function promise(company: Visitor, now: Date, days: number): Promise<void> {
  const { overdue_owed } = await company.call('company_dashboard');
  if (!overdue_owed) return;
  const { amount_sar } = overdue_owed;
  const promised_for = addDays(riyadhDate(now), days);
  await company.call('promise_payment', { body: { amount_sar, promised_for } });
}

/** Of the late companies one has just promised to pay, another has broken its promise. */
export function promiseSteps({ late }: DemoCompany, who: () => Visitor): Step[] {
  const step = (before: number, days: number): Step[] => [
    {
      before_ms: before * DAY_MS,
      run: async (now) => promise(who(), now, days),
    },
  ];
  // What was due yesterday is late since midnight.
  if (late === 'a little late') return step(0.002, 5);
  return late === 'too late' ? step(12, 7) : [];
}

/** How a company repays, by its ticket's place in the plan: most on the day, some early, in two parts or too much. */
const habits = [
  'on time',
  'on time',
  'early',
  'on time',
  'in parts',
  'on time',
  'on time',
  'on time',
  'too much',
  'on time',
] as const;
/** How long before its due date an installment's first part is paid, days. */
const FIRST_PART_DAYS = 20;

/** What a company pays for a ticket whose agency has been paid; `ticket` is known once it was requested. */
export function repaymentSteps(
  staff: StaffVisitors,
  plan: {
    created_ms: number;
    answered_ms: number;
    term_months: TermMonths;
    today: Date;
    place: number;
    /** What it shows takes that nobody repays it. */
    shows?: string | undefined;
    /** Its company never overpays, so that its balance ends at 0. */
    isExact: boolean;
    /** From so many days before the present on its company pays nothing. */
    stopsPayingDays?: number | undefined;
  },
  ticket: () => Ticket,
): Step[] {
  const { faisal, maha } = staff;
  // Accepted with the approval.
  const start = riyadhDate(new Date(plan.today.getTime() - plan.answered_ms));
  if (plan.shows) return [];
  const habit = habits[plan.place % habits.length]!;
  /** Recorded by one person; another confirms what no statement has shown since, but for the newest. */
  const pay = async (now: Date, halalas: number) => {
    const { id } = await faisal().call('record_payment', {
      body: {
        amount_sar: decimalFromHalalas(halalas),
        value_date: riyadhDate(now),
        // Two of its tickets may be due at one moment.
        bank_reference: `FT${now.getTime().toString(36).toUpperCase()}${ticket().ticket_number.slice(3)}`,
        ticket_number: ticket().ticket_number,
        // Two of one company's installments may be as large and due in one week.
        is_another: true,
      },
    });
    if (plan.today.getTime() - now.getTime() > 2 * DAY_MS || habit !== 'on time')
      await maha().call('confirm_payment', { params: { id } });
  };
  const parts = () =>
    installmentSchedule({
      amount_halalas: halalasFromDecimal(ticket().amount_sar),
      term_months: plan.term_months,
      start,
    }).map(({ amount_halalas }) => amount_halalas);
  const daysBefore = (date: string) => plan.today.getTime() - Date.parse(`${date}T08:00:00Z`);
  const onDueDates = Array.from({ length: plan.term_months }, (_, index): Step[] => {
    const before_ms = daysBefore(addMonths(start, index + 1));
    const isLast = index + 1 === plan.term_months;
    const first = () => Math.floor(parts()[index]! / 2);
    if (habit === 'in parts')
      return [
        { before_ms: before_ms + FIRST_PART_DAYS * DAY_MS, run: (now) => pay(now, first()) },
        { before_ms, run: (now) => pay(now, parts()[index]! - first()) },
      ];
    const more = habit === 'too much' && isLast && !plan.isExact ? 25_000 : 0;
    return [{ before_ms, run: (now) => pay(now, parts()[index]! + more) }];
  }).flat();
  const early: Step = {
    before_ms: plan.created_ms - 12 * DAY_MS,
    run: (now) => pay(now, halalasFromDecimal(ticket().amount_sar)),
  };
  const { stopsPayingDays = 0 } = plan;
  return (habit === 'early' ? [early] : onDueDates).filter(
    ({ before_ms }) => before_ms > stopsPayingDays * DAY_MS,
  );
}

/** Whose tickets are all repaid in the end; of `lost` a refund is written off. */
const repaid = demoCompanies.filter(({ situations }) => situations.includes('repaid'));
const lost = repaid.find(({ situations }) => situations.includes('refundLost'));

/** What else staff do: a transfer that nobody knows, one whose payer was found, a refund, one that is owed back, a reversal, requests to write off, a ticket that is closed. */
export function staffSteps(
  { maha, faisal }: StaffVisitors,
  tickets: { unpaid: () => Ticket | undefined; withoutIban: () => Ticket | undefined },
  companies: () => Visitor[],
  today: Date,
): Step[] {
  /** How many days ago it was this hour in Riyadh, so many calendar days back: steps of one morning stay on one day. */
  const atHour = (days: number, hour: number) =>
    (today.getTime() - Date.parse(`${addDays(riyadhDate(today), -days)}T00:00:00+03:00`)) / DAY_MS -
    hour / 24;
  const step = (days: number, run: (now: Date) => Promise<unknown>): Step => ({
    before_ms: Math.round(days * DAY_MS),
    run,
  });
  /** Companies whose IBAN for refunds was approved. */
  const refundable = new Set<string>();
  /** A company that owes nothing, and its payment that is recalled after a part of it was refunded. */
  let overpaid: { company_id: string; payment_id: string } | undefined;
  /** A payment of another one, recalled after it was refunded: it never gives that back. */
  let lost_payment_id: string | undefined;
  /** A payment that the bank took back by mistake. */
  let takenBack: Payment | undefined;
  const askToWriteOff = async () => {
    const ticket = tickets.unpaid();
    if (!ticket) return undefined;
    const body = { reason: 'The company has closed down' };
    return faisal().call('write_off_ticket', { params: { id: ticket.id }, body });
  };
  const refund = async (payment_id: string, amount_sar: string) => {
    const params = { id: payment_id };
    const { payment } = await faisal().call('read_payment', { params });
    if (payment.proven_at === null) await maha().call('confirm_payment', { params });
    const body = { amount_sar, to: 'company' as const, reason: 'The company has paid twice' };
    const { id } = await faisal().call('refund_credit', { params: { id: payment_id }, body });
    await maha().call('approve_request', { params: { id } });
  };
  /** What was approved goes to the bank, and arrives, but for what the bank does not answer. */
  const send = async (arrives: string) => {
    const waiting = await faisal().call('list_refunds', { query: { list: 'waiting' } });
    for (const { id, beneficiary, latin_name } of waiting.items) {
      if (latin_name !== null || !needsTransliteration(beneficiary ?? '')) continue;
      const body = { latin_name: latinName(beneficiary ?? '') };
      await faisal().call('correct_refund_name', { params: { id }, body });
    }
    await faisal().call('make_refund_file');
    const { items } = await faisal().call('list_refunds', { query: { list: 'sent' } });
    for (const { id, amount_sar } of items)
      if (amount_sar === arrives) await faisal().call('confirm_refund', { params: { id } });
  };
  /** The bank has sent a refund back, or could not send it. */
  const comeBack = async (list: 'sent' | 'answered', amount_sar: string) => {
    const { items } = await faisal().call('list_refunds', { query: { list } });
    const found = items.find((one) => one.amount_sar === amount_sar)!;
    const body = { reason: 'The account is closed' };
    const { id } = await faisal().call('return_refund', { params: { id: found.id }, body });
    await maha().call('approve_request', { params: { id } });
  };
  /** It was recorded with what the bank had kept of it. */
  const payAllButCharges = async (
    { id: wrong_id, amount_sar, value_date }: Payment,
    ticket_number: string,
  ) => {
    const reason = 'Recorded with what the bank had kept of it';
    await faisal().call('reverse_payment', { params: { id: wrong_id }, body: { reason } });
    const { id } = await faisal().call('record_payment', {
      body: {
        amount_sar: decimalFromHalalas(halalasFromDecimal(amount_sar) - 115),
        value_date,
        ticket_number,
        is_another: true,
        reason,
      },
    });
    await maha().call('confirm_payment', { params: { id } });
  };
  /** A company that owes nothing pays a ticket once more. */
  const receive = async (now: Date, company_id: string, amount_sar: string) => {
    const { items } = await faisal().call('list_payments', { query: { list: 'all', company_id } });
    const ticket_number = items.flatMap(
      ({ allocations }) => allocations[0]?.ticket_number ?? [],
    )[0];
    return faisal().call('record_payment', {
      body: {
        amount_sar,
        value_date: riyadhDate(now),
        ...(ticket_number ? { ticket_number } : { company_id }),
        is_another: true,
        reason: 'Its ticket is paid already',
      },
    });
  };
  /** Tickets that are completed, with the line of the run that paid their agency. */
  const completed = async (count: number) => {
    const { items } = await faisal().call('list_payments', { query: { list: 'all' } });
    const named = items.flatMap(({ allocations }) =>
      allocations.flatMap(({ ticket_number }) => ticket_number ?? []),
    );
    const found: { id: string; params: { id: string; payout_id: string } }[] = [];
    for (const ticket_number of new Set(named)) {
      if (found.length === count) break;
      const { ticket, payout } = await faisal().call('read_financed_ticket', {
        params: { ticket_number },
      });
      const run_id = payout?.run_id;
      if (ticket.status !== 'Completed' || payout?.status !== 'Confirmed' || !run_id) continue;
      const { lines } = await faisal().call('read_payout_run', { params: { id: run_id } });
      const line = lines.find((one) => one.ticket_number === ticket_number)!;
      found.push({ id: ticket.id, params: { id: run_id, payout_id: line.payout_id } });
    }
    return found;
  };
  return [
    // The bank sends back what had arrived: of one ticket it waits to be sent again, another one is ended.
    step(4, async () => {
      const [waits, ends] = await completed(2);
      const body = { reason: 'The bank sent it back: the account was closed' };
      for (const { params } of [waits, ends].filter((one) => one !== undefined))
        await faisal().call('return_payout_line', { params, body });
      if (!ends) return;
      const asked = await faisal().call('end_returned_payout', {
        params: { id: ends.id },
        body: { reason: 'The agency has closed down', despite_report: true },
      });
      await maha().call('approve_request', { params: { id: asked.id } });
    }),
    // Nobody approves the first request in time, the second is withdrawn, the third declined.
    step(17, askToWriteOff),
    step(9.4, async () => {
      const asked = await askToWriteOff();
      if (asked) await faisal().call('withdraw_request', { params: { id: asked.id } });
    }),
    step(9.2, async () => {
      const asked = await askToWriteOff();
      if (!asked) return;
      const body = { reason: 'Its owner has promised to pay this week' };
      await maha().call('decline_request', {
        params: { id: asked.id },
        body,
      });
    }),
    step(9, async () => {
      const asked = await askToWriteOff();
      if (!asked) return;
      await maha().call('approve_request', { params: { id: asked.id } });
    }),
    step(8, async () => {
      const ticket = tickets.withoutIban();
      if (!ticket) return;
      const body = { reason: 'The agency has given no account for two months' };
      await faisal().call('close_ticket', { params: { id: ticket.id }, body });
    }),
    step(7, async (now) => {
      const payer = tickets.unpaid();
      if (!payer) return;
      const body = {
        amount_sar: '1800.00',
        value_date: riyadhDate(now),
        bank_reference: 'INCOMING TRANSFER 7702',
      };
      const { id } = await faisal().call('record_payment', { body });
      const whose = { params: { id }, body: { company_id: payer.company_id } };
      await faisal().call('identify_payment', whose);
      await maha().call('confirm_payment', { params: { id } });
    }),
    // Each company gives an IBAN for refunds; a day later they are approved.
    step(5.5, async () => {
      const body = { iban: 'SA4420000001234567891234' };
      for (const company of companies()) await company.call('ask_for_refund_iban', { body });
    }),
    step(4.3, async () => {
      const { items } = await faisal().call('list_iban_changes', { query: { list: 'pending' } });
      for (const { id, company_id } of items) {
        if (!company_id) continue;
        await faisal().call('approve_iban_change', { params: { id } });
        refundable.add(company_id);
      }
    }),
    step(3, async (now) => {
      const { items } = await faisal().call('list_companies', { query: {} });
      const free = items.filter(({ id }) => refundable.has(id));
      const company = free.find(({ name }) =>
        repaid.some((one) => one.name === name && one !== lost),
      );
      const other = free.find(({ name }) => name === lost?.name);
      if (!company) return;
      const { id } = await receive(now, company.id, '900.00');
      overpaid = { company_id: company.id, payment_id: id };
      await refund(id, '400.00');
      await refund(id, '50.00');
      await send('400.00');
      if (!other) return;
      lost_payment_id = (await receive(now, other.id, '75.00')).id;
      await refund(lost_payment_id, '75.00');
      await send('75.00');
    }),
    step(2.4, async () => {
      if (!overpaid) return;
      const body = { reason: 'The bank took it back: the transfer was not authorised' };
      await faisal().call('reverse_payment', { params: { id: overpaid.payment_id }, body });
      if (!lost_payment_id) return;
      await faisal().call('reverse_payment', { params: { id: lost_payment_id }, body });
    }),
    step(0.7, async () => {
      if (!lost_payment_id) return;
      const body = { reason: 'The company has closed its account and does not answer' };
      const params = { id: lost_payment_id };
      const { id } = await faisal().call('write_off_refund', { params, body });
      await maha().call('approve_request', { params: { id } });
    }),
    // It gives the refunds back, and one of them comes back by itself. Of what is left a part is refunded, comes back too, and
    // a last one waits for a file.
    step(1.6, async (now) => {
      if (!overpaid) return;
      const { id } = await receive(now, overpaid.company_id, '650.00');
      await comeBack('sent', '50.00');
      await refund(id, '125.00');
      await send('125.00');
      await comeBack('answered', '125.00');
      await refund(id, '60.00');
    }),
    step(atHour(2, 9), async (now) => {
      const day = riyadhDate(now);
      const { items } = await faisal().call('list_payments', { query: { list: 'all' } });
      const full = items.find(
        ({ allocations, refunded_amount, reversed_at }) =>
          refunded_amount === '0.00' &&
          reversed_at === null &&
          allocations.length > 0 &&
          // Overdue once it is taken back, and until it is paid again not for so long that requests stop.
          allocations.every(
            ({ due_date }) =>
              due_date < day &&
              daysBetween(due_date, day) <= newestPolicy.limits.request_grace_days.default,
          ),
      );
      if (!full) return;
      const body = { reason: 'The bank took it back: sent twice by mistake' };
      await faisal().call('reverse_payment', { params: { id: full.id }, body });
      takenBack = full;
    }),
    // Its company promises to pay again, and does before anything of it is late for long.
    step(atHour(2, 10), async (now) => {
      for (const company of companies()) {
        const { id } = await company.call('read_company');
        if (id === takenBack?.company_id) await promise(company, now, 0);
      }
    }),
    step(atHour(2, 11), async (now) => {
      if (!takenBack) return;
      const { amount_sar, company_id, allocations } = takenBack;
      await faisal().call('record_payment', {
        body: {
          amount_sar,
          value_date: riyadhDate(now),
          ...(allocations[0]?.ticket_number
            ? { ticket_number: allocations[0].ticket_number }
            : { company_id }),
          is_another: true,
          reason: 'Paid again after the bank took it back',
        },
      });
    }),
    // A bank on the way has kept a charge of two payments: the rest of one is settled, the other waits.
    step(1.3, async () => {
      const { items } = await faisal().call('list_payments', { query: { list: 'all' } });
      const withCredit = new Set(
        items.flatMap((one) => (one.credit_amount === '0.00' ? [] : one.company_id)),
      );
      const isWhole = ({ allocations: [paid, other], ...one }: Payment) =>
        paid?.ticket_number &&
        !other &&
        paid.amount_sar === one.amount_sar &&
        one.reversed_at === null &&
        one.refunded_amount === '0.00' &&
        halalasFromDecimal(one.amount_sar) > 20_000 &&
        !withCredit.has(one.company_id) &&
        one.id !== takenBack?.id &&
        repaid.every(({ name }) => name !== one.company_name);
      const [settled, waits] = items.filter(isWhole);
      for (const one of [settled, waits])
        if (one) await payAllButCharges(one, one.allocations[0]!.ticket_number!);
      if (!settled) return;
      const { ticket, settleable_rest } = await faisal().call('read_financed_ticket', {
        params: { ticket_number: settled.allocations[0]!.ticket_number! },
      });
      if (!settleable_rest) return;
      await faisal().call('settle_bank_charges', {
        params: { id: ticket.id },
        body: { amount_sar: settleable_rest.amount_sar, reason: 'A bank on the way kept it' },
      });
    }),
    step(1, (now) =>
      faisal().call('record_payment', {
        body: {
          amount_sar: '4250.00',
          value_date: riyadhDate(now),
          bank_reference: 'INCOMING TRANSFER 7781',
        },
      }),
    ),
  ];
}
