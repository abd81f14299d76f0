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
import { creditOf, payerIbanOf, toRecover } from '../model/payments.ts';
import { possible, type Life, type Step } from './life.ts';

/** What takes two people: asked for by one, approved, declined or withdrawn. */
export function approvalSteps(life: Life): Step[] {
  const { approvals, companies, payments, runs, tickets } = life.books;
  const isSuspendedForLoss = ({ suspendedFor }: ModelCompany) => suspendedFor !== null;
  const isLost = ({ status, payout }: ModelTicket) => status === 'Active' && payout === 'Confirmed';
  const isOpen = ({ outcome }: ModelApproval) => outcome === null;
  const isUnknown = ({ company, isReversed, refunded }: ModelPayment) =>
    company === null && !isReversed && refunded === 0;
  const hasIban = (payment: ModelPayment) =>
    isUnknown(payment) && (life.chance(0.1) || payerIbanOf(life.books, payment) !== null);
  const sendsBack = life.wants('payment sent back', 8);
  const hasCredit = (payment: ModelPayment) => creditOf(payment) > 0;
  const returnedOf = (status: ModelTicket['status']) =>
    life.pick(
      tickets.filter((one) => one.isReturned && one.payout === 'Pending' && one.status === status),
    );
  const endsCompleted = life.wants('ticket end from Completed', 100);
  const endsFailed = life.wants('ticket ended after its payout failed', 1);
  const doubtful = runs
    .filter(({ status }) => status === 'Released')
    .flatMap((run) => run.lines.map((line) => ({ run, line, about: line.ticket })))
    .filter(({ line }) => line.outcome === null && (isDoubtful(line) || life.chance(0.05)));
  const isOwedBack = (payment: ModelPayment) => toRecover(life.books, payment) > 0;
  const neverCameBack = payments.filter(isOwedBack);
  const givesUp = life.wants('refund written off', 16);
  const givesUpNobodys = life.wants('refund of nobody written off', 16);
  const doubts = life.wants('doubtful payout confirmed', 1.5);
  const writesOff = life.wants('ticket write_off from Active', 22);
  return [
    possible(doubts, life.pick(doubtful), async (line) => {
      await ask(life, { kind: 'confirm_doubtful_payout', ...line });
      await oftenApprove(life);
    }),
    possible(writesOff, life.among(tickets, isLost), async (ticket) => {
      await ask(life, { kind: 'write_off_ticket', about: ticket });
      await oftenApprove(life);
    }),
    possible(3, life.among(payments, hasCredit), async (payment) => {
      const amount = 1 + life.below(creditOf(payment) + 5);
      const to = life.chance(0.7) ? 'company' : 'payer';
      await ask(life, { kind: 'refund_credit', about: payment, amount, to });
      await oftenApprove(life);
    }),
    possible(400, life.pick(tickets.filter(isStopped)), async (ticket) => {
      const kind = life.seed % 4 < 2 ? 'pay_stopped_payout' : 'end_stopped_ticket';
      await ask(life, { kind, about: ticket });
      await oftenApprove(life);
    }),
    ...(
      [
        [endsCompleted, 'Completed'],
        [8, 'Closed'],
      ] as const
    ).flatMap(([weight, status]) =>
      possible(weight, returnedOf(status), async (ticket) => {
        await ask(life, { kind: 'end_returned_payout', about: ticket });
        await oftenApprove(life);
      }),
    ),
    possible(
      endsFailed,
      life.pick(tickets.filter((one) => isSaidToBeBack(life.books, one))),
      async (ticket) => {
        await ask(life, { kind: 'end_returned_payout', about: ticket });
        await oftenApprove(life);
      },
    ),
    possible(sendsBack, life.pick(payments.filter(hasIban)), async (payment) => {
      await ask(life, { kind: 'send_back_payment', about: payment });
      await oftenApprove(life);
    }),
    ...(
      [
        [givesUp, (one: ModelPayment) => one.company !== null],
        [givesUpNobodys, (one: ModelPayment) => one.company === null],
      ] as const
    ).flatMap(([weight, is]) =>
      possible(weight, life.pick(neverCameBack.filter(is)), async (payment) => {
        await ask(life, { kind: 'write_off_refund', about: payment });
        await oftenApprove(life);
      }),
    ),
    possible(0.3, life.pick(payments), (about) => ask(life, { kind: 'write_off_refund', about })),
    possible(6, companies.find(isSuspendedForLoss), async (company) => {
      await ask(life, { kind: 'lift_suspension', about: company });
      await oftenApprove(life);
    }),
    possible(4, life.among(approvals, isOpen), (request) => approve(life, request)),
    possible(1, life.among(approvals, isOpen), (request) => end(life, request)),
  ].flat();
}

async function ask(life: Life, asked: ModelAsked, who = life.below(2)): Promise<void> {
  const despite = life.chance(0.8);
  const real = callFor(life, asked, who, despite);
  const verdict = model.ask(life.books, asked, who, despite);
  const reply = await life.same(`ask ${asked.kind}`, verdict, real);
  if (reply !== null) life.books.approvals.at(-1)!.id = (JSON.parse(reply) as ApprovalRequest).id;
}

function callFor(life: Life, asked: ModelAsked, who: number, despite_report: boolean) {
  const { kind } = asked;
  const reason = 'Reason';
  switch (kind) {
    case 'confirm_doubtful_payout':
      return life.staff(kind, who, {
        run_id: asked.run.id,
        payout_id: asked.about.payout_id,
        reason,
      });
    case 'lift_suspension':
      return life.staff(kind, who, { company_id: asked.about.id, reason });
    case 'pay_stopped_payout':
      return life.staff(kind, who, { ticket_id: asked.about.id, reason });
    case 'send_back_payment':
      return life.staff(kind, who, { payment_id: asked.about.id, reason });
    case 'write_off_refund':
      return life.staff(kind, who, { payment_id: asked.about.id, reason, despite_report });
    case 'refund_credit':
      return life.staff(kind, who, {
        payment_id: asked.about.id,
        amount_sar: decimalFromHalalas(asked.amount),
        to: asked.to,
        reason,
        despite_report,
      });
    case 'write_off_ticket':
    case 'end_stopped_ticket':
    case 'end_returned_payout':
      return life.staff(kind, who, { ticket_id: asked.about.id, reason, despite_report });
  }
}

/** Often at once: later, what was asked for has mostly changed. */
async function oftenApprove(life: Life): Promise<void> {
  const request = life.books.approvals.at(-1);
  if (request && request.outcome === null && life.chance(0.7)) await approve(life, request);
}

async function approve(
  life: Life,
  request: ModelApproval,
  who = life.chance(0.1) ? request.askedBy : 1 - request.askedBy,
): Promise<void> {
  const { books } = life;
  const real = life.staff('approve_request', who, { today: books.today, request_id: request.id });
  const what = `approve ${request.kind} of a ${approvalKinds[request.kind].subject}`;
  const before = books.refunds.length;
  await life.same(what, model.approve(books, request, who), real);
  if (books.refunds.length === before) return;
  const [made] = await life.rows<{ id: string }>(
    'select id from payment_refunds where payment_id = $1 order by id desc limit 1',
    request.about.id,
  );
  books.refunds.at(-1)!.id = made!.id;
}

async function end(life: Life, request: ModelApproval, who = life.below(2)): Promise<void> {
  const outcome = life.chance(0.5) ? 'Declined' : 'Withdrawn';
  const real = life.staff('end_request', who, {
    request_id: request.id,
    reason: outcome === 'Declined' ? 'Not yet' : null,
  });
  await life.same(outcome, model.end(life.books, request, who, outcome), real);
}

/** Two people do what is asked for, whatever waits about the same. */
export async function decideTogether(life: Life, asked: ModelAsked): Promise<void> {
  const { approvals } = life.books;
  for (const request of approvals)
    if (
      request.about === asked.about &&
      request.outcome === null &&
      life.books.now < request.expires_at
    ) {
      const real = life.staff('end_request', request.askedBy, {
        request_id: request.id,
        reason: null,
      });
      await life.same(
        'withdraw',
        model.end(life.books, request, request.askedBy, 'Withdrawn'),
        real,
      );
    }
  await ask(life, asked, 0);
  await approve(life, approvals.at(-1)!, 1);
}
