import type { ApprovalRequest } from '#api/approvals.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { approvalKinds } from '#domain/servicing/approval-kinds.ts';
import type {
  ModelApproval,
  ModelAsked,
  ModelCompany,
  ModelPayment,
  ModelTicket,
} from '../model/books.ts';
import * as model from '../model/approvals.ts';
import { isStopped } from '../model/lateness.ts';
import { isDoubtful, isSaidToBeBack } from '../model/payouts.ts';
import { takesTwo } from '../model/tickets.ts';
import { creditOf, payerIbanOf, toRecover } from '../model/payments.ts';
import { possible, type Simulation, type Step } from './simulation.ts';

/** What takes two people: asked for by one, approved, declined or withdrawn. */
export function approvalSteps(simulation: Simulation): Step[] {
  const { approvals, companies, payments, runs, tickets } = simulation.books;
  const isSuspendedForLoss = ({ suspendedFor }: ModelCompany) => suspendedFor !== null;
  const isLost = ({ status, payout }: ModelTicket) => status === 'Active' && payout === 'Confirmed';
  const isOpen = ({ outcome }: ModelApproval) => outcome === null;
  const isUnknown = ({ company, isReversed, refunded }: ModelPayment) =>
    company === null && !isReversed && refunded === 0;
  const hasIban = (payment: ModelPayment) =>
    isUnknown(payment) &&
    (simulation.chance(0.1) || payerIbanOf(simulation.books, payment) !== null);
  const sendsBack = simulation.weightOf('payment sent back', 8);
  const hasCredit = (payment: ModelPayment) => creditOf(payment) > 0;
  const returnedOf = (status: ModelTicket['status']) =>
    simulation.pick(
      tickets.filter((one) => one.isReturned && one.payout === 'Pending' && one.status === status),
    );
  const isAboveLimit = (one: ModelTicket) =>
    one.status === 'Approved' && one.acceptances > 0 && takesTwo(simulation.books, one);
  const takesTwoNow = simulation.weightOf('ticket without a budget reviewed by two', 20);
  const endsCompleted = simulation.weightOf('ticket end from Completed', 100);
  const endsFailed = simulation.weightOf('ticket ended after its payout failed', 1);
  const doubtful = runs
    .filter(({ status }) => status === 'Released')
    .flatMap((run) => run.lines.map((line) => ({ run, line, about: line.ticket })))
    .filter(({ line }) => line.outcome === null && (isDoubtful(line) || simulation.chance(0.05)));
  const isOwedBack = (payment: ModelPayment) => toRecover(simulation.books, payment) > 0;
  const neverCameBack = payments.filter(isOwedBack);
  const givesUp = simulation.weightOf('refund written off', 16);
  const givesUpNobodys = simulation.weightOf('refund of nobody written off', 16);
  const doubts = simulation.weightOf('doubtful payout confirmed', 1.5);
  const writesOff = simulation.weightOf('ticket write_off from Active', 60);
  return [
    possible(doubts, simulation.pick(doubtful), async (line) => {
      await ask(simulation, { kind: 'confirm_doubtful_payout', ...line });
      await oftenApprove(simulation);
    }),
    possible(writesOff, simulation.among(tickets, isLost), async (ticket) => {
      await ask(simulation, { kind: 'write_off_ticket', about: ticket });
      await oftenApprove(simulation);
    }),
    possible(3, simulation.among(payments, hasCredit), async (payment) => {
      const amount = 1 + simulation.randomBelow(creditOf(payment) + 5);
      const to = simulation.chance(0.7) ? 'company' : 'payer';
      await ask(simulation, { kind: 'refund_credit', about: payment, amount, to });
      await oftenApprove(simulation);
    }),
    possible(400, simulation.pick(tickets.filter(isStopped)), async (ticket) => {
      const kind = simulation.seed % 4 < 2 ? 'pay_stopped_payout' : 'end_stopped_ticket';
      await ask(simulation, { kind, about: ticket });
      await oftenApprove(simulation);
    }),
    possible(takesTwoNow, simulation.pick(tickets.filter(isAboveLimit)), async (ticket) => {
      await ask(simulation, { kind: 'pay_without_budget', about: ticket });
      await oftenApprove(simulation);
    }),
    possible(0.5, simulation.pick(tickets), (about) =>
      ask(simulation, { kind: 'pay_without_budget', about }),
    ),
    ...(
      [
        [endsCompleted, 'Completed'],
        [8, 'Closed'],
      ] as const
    ).flatMap(([weight, status]) =>
      possible(weight, returnedOf(status), async (ticket) => {
        await ask(simulation, { kind: 'end_returned_payout', about: ticket });
        await oftenApprove(simulation);
      }),
    ),
    possible(
      endsFailed,
      simulation.pick(tickets.filter((one) => isSaidToBeBack(simulation.books, one))),
      async (ticket) => {
        await ask(simulation, { kind: 'end_returned_payout', about: ticket });
        await oftenApprove(simulation);
      },
    ),
    possible(sendsBack, simulation.pick(payments.filter(hasIban)), async (payment) => {
      await ask(simulation, { kind: 'send_back_payment', about: payment });
      await oftenApprove(simulation);
    }),
    ...(
      [
        [givesUp, (one: ModelPayment) => one.company !== null],
        [givesUpNobodys, (one: ModelPayment) => one.company === null],
      ] as const
    ).flatMap(([weight, is]) =>
      possible(weight, simulation.pick(neverCameBack.filter(is)), async (payment) => {
        await ask(simulation, { kind: 'write_off_refund', about: payment });
        await oftenApprove(simulation);
      }),
    ),
    possible(0.3, simulation.pick(payments), (about) =>
      ask(simulation, { kind: 'write_off_refund', about }),
    ),
    possible(6, companies.find(isSuspendedForLoss), async (company) => {
      await ask(simulation, { kind: 'lift_suspension', about: company });
      await oftenApprove(simulation);
    }),
    possible(4, simulation.among(approvals, isOpen), (request) => approve(simulation, request)),
    possible(1, simulation.among(approvals, isOpen), (request) => end(simulation, request)),
  ].flat();
}

export async function ask(
  simulation: Simulation,
  asked: ModelAsked,
  who = simulation.randomBelow(2),
): Promise<void> {
  const despite = simulation.chance(0.8);
  const real = callFor(simulation, asked, who, despite);
  const verdict = model.ask(simulation.books, asked, who, despite);
  const reply = await simulation.expectSame(`ask ${asked.kind}`, verdict, real);
  if (reply !== null)
    simulation.books.approvals.at(-1)!.id = (JSON.parse(reply) as ApprovalRequest).id;
}

function callFor(simulation: Simulation, asked: ModelAsked, who: number, despite_report: boolean) {
  const { kind } = asked;
  const reason = 'Reason';
  switch (kind) {
    case 'confirm_doubtful_payout':
      return simulation.staff(kind, who, {
        run_id: asked.run.id,
        payout_id: asked.about.payout_id,
        reason,
      });
    case 'settle_agency_claim':
      return simulation.staff(kind, who, {
        claim_id: asked.claim.id,
        amount_sar: asked.paidBack && decimalFromHalalas(asked.paidBack.amount),
        bank_reference: asked.paidBack?.reference,
        reason,
      });
    case 'return_refund':
      return simulation.staff(kind, who, { refund_id: asked.refund.id, reason });
    case 'refund_credit':
      return simulation.staff(kind, who, {
        payment_id: asked.about.id,
        amount_sar: decimalFromHalalas(asked.amount),
        to: asked.to,
        reason,
        despite_report,
      });
    default:
      return simulation.staff('request_approval', who, {
        kind,
        subject_id: asked.about.id,
        details: {},
        reason,
        despite_report,
      });
  }
}

/** Often at once: later, what was asked for has mostly changed. */
export async function oftenApprove(simulation: Simulation): Promise<void> {
  const request = simulation.books.approvals.at(-1);
  if (request && request.outcome === null && simulation.chance(0.7))
    await approve(simulation, request);
}

async function approve(
  simulation: Simulation,
  request: ModelApproval,
  who = simulation.chance(0.1) ? request.askedBy : 1 - request.askedBy,
): Promise<void> {
  const { books } = simulation;
  const real = simulation.staff('approve_request', who, {
    today: books.today,
    request_id: request.id,
  });
  const what = `approve ${request.kind} of a ${approvalKinds[request.kind].subject}`;
  const before = books.refunds.length;
  const claimsBefore = books.claims.length;
  await simulation.expectSame(what, model.approve(books, request, who), real);
  if (books.claims.length > claimsBefore) await readClaimId(simulation);
  if (books.refunds.length === before) return;
  const [made] = await simulation.rows<{ id: string }>(
    'select id from payment_refunds where payment_id = $1 order by id desc limit 1',
    request.about.id,
  );
  books.refunds.at(-1)!.id = made!.id;
}

/** Reads the id of the claim that was booked last. */
export async function readClaimId(simulation: Simulation): Promise<void> {
  const claim = simulation.books.claims.at(-1)!;
  const [booked] = await simulation.rows<{ id: string }>(
    'select id from agency_claims where payout_run_id = $1 and payout_id = $2 order by id desc limit 1',
    claim.run.id,
    claim.ticket.payout_id,
  );
  claim.id = booked!.id;
}

async function end(
  simulation: Simulation,
  request: ModelApproval,
  who = simulation.randomBelow(2),
): Promise<void> {
  const outcome = simulation.chance(0.5) ? 'Declined' : 'Withdrawn';
  const real = simulation.staff('end_request', who, {
    request_id: request.id,
    reason: outcome === 'Declined' ? 'Not yet' : null,
  });
  await simulation.expectSame(outcome, model.end(simulation.books, request, who, outcome), real);
}

/** Two people do what is asked for, whatever waits about the same. */
export async function decideTogether(simulation: Simulation, asked: ModelAsked): Promise<void> {
  const { approvals } = simulation.books;
  for (const request of approvals)
    if (
      request.about === asked.about &&
      request.outcome === null &&
      simulation.books.now < request.expires_at
    ) {
      const real = simulation.staff('end_request', request.askedBy, {
        request_id: request.id,
        reason: null,
      });
      await simulation.expectSame(
        'withdraw',
        model.end(simulation.books, request, request.askedBy, 'Withdrawn'),
        real,
      );
    }
  await ask(simulation, asked, 0);
  await approve(simulation, approvals.at(-1)!, 1);
}
