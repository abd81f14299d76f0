import { addDays, type IsoDate } from '#domain/calendar.ts';
import { acceptanceObstacle } from '#domain/documents/acceptance.ts';
import { allocate } from '#domain/installments/allocation.ts';
import { dueState, type InstallmentStatus } from '#domain/installments/installment.ts';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import type { Account } from '#domain/ledger/accounts.ts';
import { postings, reversal, type JournalLine } from '#domain/ledger/postings.ts';
import { payoutMoves, type PayoutMove, type PayoutStatus } from '#domain/payouts/payout.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import {
  allows,
  isUnanswered,
  ticketMoves,
  type TicketMove,
  type TicketStatus,
} from '#domain/tickets/ticket.ts';

/** The money of a few companies, kept in memory by the rules of domain/ alone: what the product is held against. */

export interface ModelTicket {
  id: string;
  number: string;
  company: number;
  agency: number;
  status: TicketStatus;
  created: IsoDate;
  amount: number;
  payout_id: string;
  payout: PayoutStatus | null;
  accepted_on: IsoDate | null;
  /** Of the newest version of its documents. */
  documents: { start: IsoDate; isAccepted: boolean } | null;
  /** What financing, fee and payout have posted, until it is undone. */
  posted: JournalLine[][];
  installments: {
    seq: number;
    due_date: IsoDate;
    amount: number;
    paid: number;
    status: InstallmentStatus;
  }[];
}

export interface ModelPayment {
  id: string;
  company: number | null;
  amount: number;
  refunded: number;
  isReversed: boolean;
  wasIdentified: boolean;
  parts: { ticket: ModelTicket; seq: number; amount: number }[];
}

export interface ModelRun {
  id: string;
  status: 'Draft' | 'Released' | 'Completed' | 'Discarded';
  preparedBy: number;
  lines: { ticket: ModelTicket; outcome: 'Confirmed' | 'Failed' | 'Discarded' | null }[];
}

/** What the product would answer: 'accepted', or the code of its refusal. */
export type Verdict = string;

export class MoneyModel {
  today: IsoDate;
  tickets: ModelTicket[] = [];
  payments: ModelPayment[] = [];
  runs: ModelRun[] = [];
  balances = new Map<Account, number>();
  /** How often each move has been made. */
  readonly made = new Map<string, number>();

  constructor(today: IsoDate) {
    this.today = today;
  }

  request(
    ticket: Pick<ModelTicket, 'id' | 'number' | 'company' | 'agency' | 'amount'>,
    term: TermMonths,
  ) {
    this.tickets.push({
      ...ticket,
      status: 'PendingAgencyApproval',
      created: this.today,
      payout_id: '',
      payout: null,
      accepted_on: null,
      documents: null,
      posted: [],
      installments: installmentSchedule({
        amount_halalas: ticket.amount,
        term_months: term,
        start: this.today,
      }).map(({ seq, due_date, amount_halalas, status }) => ({
        seq,
        due_date,
        amount: amount_halalas,
        paid: 0,
        status,
      })),
    });
  }

  answer(move: 'approve' | 'reject' | 'cancel', ticket: ModelTicket): Verdict {
    if (!allows(move, ticket)) return 'ticket_not_pending';
    this.#move(move, ticket);
    if (move === 'approve') {
      ticket.payout = 'Pending';
      ticket.documents = { start: this.today, isAccepted: false };
    }
    return 'accepted';
  }

  /** `isRenewed`: after they have been prepared again where that is needed. */
  accept(ticket: ModelTicket, isRenewed: boolean): Verdict {
    if (ticket.status !== 'Approved' || !ticket.documents) return 'ticket_state_changed';
    if (acceptanceObstacle(ticket.accepted_on, this.today) === null)
      return 'documents_already_accepted';
    const isCurrent = !ticket.documents.isAccepted && ticket.documents.start === this.today;
    if (!isRenewed && !isCurrent) {
      ticket.documents = { start: this.today, isAccepted: false };
      return 'documents_outdated';
    }
    ticket.documents = { start: this.today, isAccepted: true };
    ticket.accepted_on = this.today;
    const again = installmentSchedule({
      amount_halalas: ticket.amount,
      term_months: ticket.installments.length as TermMonths,
      start: this.today,
    });
    for (const [index, { due_date }] of again.entries())
      ticket.installments[index]!.due_date = due_date;
    this.#count('documents accept');
    return 'accepted';
  }

  /** Approved tickets whose documents are accepted and whose payout waits in no open run, the earliest approval first. */
  due(): ModelTicket[] {
    return this.tickets.filter(
      (ticket) =>
        ticket.status === 'Approved' &&
        ticket.payout === 'Pending' &&
        acceptanceObstacle(ticket.accepted_on, this.today) === null &&
        !this.#inRun(ticket),
    );
  }

  prepare(id: string, preparedBy: number): Verdict {
    const due = this.due();
    if (due.length === 0) return 'no_payouts_due';
    this.runs.push({
      id,
      status: 'Draft',
      preparedBy,
      lines: due.map((ticket) => ({ ticket, outcome: null })),
    });
    return 'accepted';
  }

  release(run: ModelRun, by: number): Verdict {
    if (run.status !== 'Draft') return 'payout_run_not_open';
    if (run.preparedBy === by) return 'same_person_refused';
    if (run.lines.some(({ ticket }) => acceptanceObstacle(ticket.accepted_on, this.today)))
      return 'payout_not_payable';
    for (const { ticket } of run.lines) {
      this.#move('release', ticket);
      this.#payout('send', ticket);
      const fee = serviceFee(ticket.amount);
      ticket.posted = [
        postings.ticket_financed(partsOf(ticket, ({ amount }) => amount)),
        postings.fee_earned(fee),
        postings.payout_sent(fee.net_halalas),
      ];
      for (const entry of ticket.posted) this.#post(entry);
    }
    run.status = 'Released';
    return 'accepted';
  }

  discard(run: ModelRun): Verdict {
    if (run.status !== 'Draft') return 'payout_run_not_open';
    for (const line of run.lines) line.outcome = 'Discarded';
    run.status = 'Discarded';
    return 'accepted';
  }

  decide(run: ModelRun, ticket: ModelTicket, outcome: 'Confirmed' | 'Failed'): Verdict {
    const line = run.lines.find((one) => one.ticket === ticket)!;
    if (run.status !== 'Released' || line.outcome !== null) return 'payout_run_not_open';
    line.outcome = outcome;
    if (outcome === 'Confirmed') {
      this.#payout('confirm', ticket);
      this.#settle(ticket);
    } else {
      this.#payout('fail', ticket);
      this.#payout('retry', ticket);
      this.#move('return', ticket);
      for (const payment of this.payments)
        this.#unallocate(payment, (part) => part.ticket === ticket);
      for (const one of ticket.installments) one.status = 'Due';
      for (const entry of ticket.posted) this.#post(reversal(entry));
      ticket.posted = [];
    }
    if (run.lines.every((one) => one.outcome !== null)) run.status = 'Completed';
    return 'accepted';
  }

  record(id: string, amount: number, company: number | null, ticket: ModelTicket | null): Verdict {
    const payment: ModelPayment = {
      id,
      company,
      amount,
      refunded: 0,
      isReversed: false,
      wasIdentified: false,
      parts: [],
    };
    this.payments.push(payment);
    this.#post(
      postings.payment_received(
        amount,
        company === null ? 'unidentified_receipts' : 'company_credit',
      ),
    );
    if (company !== null) this.#allocate(payment, ticket);
    return 'accepted';
  }

  identify(payment: ModelPayment, company: number, ticket: ModelTicket | null): Verdict {
    if (payment.isReversed) return 'payment_already_reversed';
    if (payment.company !== null) return 'payment_already_identified';
    payment.company = company;
    payment.wasIdentified = true;
    this.#post(postings.payment_identified(payment.amount));
    this.#allocate(payment, ticket);
    return 'accepted';
  }

  applyCredit(payment: ModelPayment): Verdict {
    if (payment.isReversed) return 'payment_already_reversed';
    if (payment.company === null) return 'payment_not_identified';
    this.#allocate(payment, null);
    return 'accepted';
  }

  refund(payment: ModelPayment, amount: number): Verdict {
    if (payment.isReversed) return 'payment_already_reversed';
    if (payment.company === null) return 'payment_not_identified';
    if (amount > creditOf(payment)) return 'amount_above_credit';
    payment.refunded += amount;
    this.#post(postings.credit_refunded(amount));
    return 'accepted';
  }

  reverse(payment: ModelPayment): Verdict {
    if (payment.isReversed) return 'payment_already_reversed';
    if (payment.refunded > 0) return 'payment_refunded';
    for (const [ticket, parts] of this.#unallocate(payment, () => true)) {
      if (ticket.status === 'Closed') this.#post(postings.written_off(parts));
      else this.#settle(ticket);
    }
    // Received and, where its payer was told later, identified: both are undone.
    const held = payment.company === null ? 'unidentified_receipts' : 'company_credit';
    this.#post(reversal(postings.payment_received(payment.amount, held)));
    payment.isReversed = true;
    return 'accepted';
  }

  close(ticket: ModelTicket): Verdict {
    if (!allows('close', ticket)) return 'ticket_state_changed';
    if (this.#inRun(ticket)) return 'ticket_in_payout_run';
    this.#move('close', ticket);
    this.#payout('cancel', ticket);
    return 'accepted';
  }

  writeOff(ticket: ModelTicket): Verdict {
    if (ticket.payout === 'Sent') return 'payout_not_confirmed';
    if (!allows('write_off', ticket)) return 'ticket_state_changed';
    this.#move('write_off', ticket);
    this.#post(postings.written_off(partsOf(ticket, ({ amount, paid }) => amount - paid)));
    return 'accepted';
  }

  /** The days pass, and the last one that is over is closed. */
  advance(days: number): IsoDate {
    this.today = addDays(this.today, days);
    const closed = addDays(this.today, -1);
    for (const ticket of this.tickets) {
      if (allows('expire', ticket) && isUnanswered(ticket.created, closed))
        this.#move('expire', ticket);
      if (ticket.status !== 'Active') continue;
      for (const one of ticket.installments) {
        if (one.status === 'Due' && one.due_date <= closed) {
          one.status = 'Overdue';
          this.#count('installment falls overdue');
        }
      }
    }
    return closed;
  }

  #inRun(ticket: ModelTicket): boolean {
    return this.runs.some(({ lines }) =>
      lines.some((line) => line.ticket === ticket && line.outcome === null),
    );
  }

  #allocate(payment: ModelPayment, only: ModelTicket | null) {
    const open = this.tickets
      .filter((ticket) => ticket.company === payment.company && ticket.status === 'Active')
      .filter((ticket) => only === null || ticket === only)
      .flatMap((ticket) =>
        ticket.installments
          .filter(({ status }) => status !== 'Paid')
          .map((one) => ({
            ticket,
            one,
            due_date: one.due_date,
            ticket_number: ticket.number,
            seq: one.seq,
            open_halalas: one.amount - one.paid,
          })),
      );
    const { parts } = allocate(creditOf(payment), open);
    for (const { installment, amount_halalas } of parts) {
      const { ticket, one } = installment;
      one.paid += amount_halalas;
      if (one.paid === one.amount) {
        this.#count(`installment ${one.status} → Paid`);
        one.status = 'Paid';
      }
      payment.parts.push({ ticket, seq: one.seq, amount: amount_halalas });
      this.#post(postings.payment_allocated([{ installment_id: ticket.id, amount_halalas }]));
    }
    for (const ticket of new Set(parts.map(({ installment }) => installment.ticket)))
      this.#settle(ticket);
  }

  /** The parts that are taken back, by ticket. */
  #unallocate(payment: ModelPayment, isTaken: (part: ModelPayment['parts'][number]) => boolean) {
    const taken = payment.parts.filter(isTaken);
    payment.parts = payment.parts.filter((part) => !taken.includes(part));
    for (const { ticket, seq, amount } of taken) {
      const one = ticket.installments[seq - 1]!;
      one.paid -= amount;
      const status = ticket.status === 'Completed' ? 'Active' : ticket.status;
      const { due_date, amount: amount_halalas, paid: paid_halalas } = one;
      const reopened = dueState({ due_date, amount_halalas, paid_halalas }, this.today, status);
      if (one.status === 'Paid') this.#count(`installment Paid → ${reopened}`);
      one.status = reopened;
      this.#post(
        reversal(
          postings.payment_allocated([{ installment_id: ticket.id, amount_halalas: amount }]),
        ),
      );
    }
    const parts = taken.map((part) => ({
      ticket: part.ticket,
      installment_id: `${part.seq}`,
      amount_halalas: part.amount,
    }));
    return Map.groupBy(parts, ({ ticket }) => ticket);
  }

  #settle(ticket: ModelTicket) {
    const isDone =
      ticket.payout === 'Confirmed' && ticket.installments.every(({ status }) => status === 'Paid');
    if (ticket.status === 'Active' && isDone) this.#move('complete', ticket);
    else if (ticket.status === 'Completed' && !isDone) this.#move('reopen', ticket);
  }

  #move(move: TicketMove, ticket: ModelTicket) {
    ticket.status = ticketMoves[move].to;
    this.#count(`ticket ${move}`);
  }

  #payout(move: PayoutMove, ticket: ModelTicket) {
    ticket.payout = payoutMoves[move].to;
    this.#count(`payout ${move}`);
  }

  #post(lines: readonly JournalLine[]) {
    for (const { account, amount_halalas } of lines)
      this.balances.set(account, (this.balances.get(account) ?? 0) + amount_halalas);
  }

  #count(what: string) {
    this.made.set(what, (this.made.get(what) ?? 0) + 1);
  }
}

export const creditOf = ({ company, isReversed, amount, refunded, parts }: ModelPayment) =>
  company === null || isReversed
    ? 0
    : parts.reduce((rest, part) => rest - part.amount, amount - refunded);

const partsOf = (
  ticket: ModelTicket,
  amountOf: (one: ModelTicket['installments'][number]) => number,
) =>
  ticket.installments.map((one) => ({
    installment_id: `${one.seq}`,
    amount_halalas: amountOf(one),
  }));
