import type { Role } from '../accounts/roles.ts';
import type { IsoDate } from '../calendar.ts';
import { acceptanceObstacle, documentsState, type DocumentSet } from '../documents/acceptance.ts';
import { decidePayoutBy } from '../installments/lateness.ts';
import type { InstallmentStatus } from '../installments/installment.ts';
import { withoutChecked } from '../installments/owed.ts';
import { nextPayments } from '../installments/timeline.ts';
import { sumHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';
import { expectedPaymentDate } from '../payouts/expected-payment.ts';
import { allows, ticketMoves } from './ticket.ts';
import type { TicketMove, TicketStatus } from './ticket.ts';

type Payment = { due_date: IsoDate; amount_halalas: Halalas };

/** Whom a ticket waits for; nobody once it has ended. `platform` is us. */
type WaitsOn = Role | 'platform' | 'nobody';

/** What happens next with a ticket, as one of its two parties sees it. Dates are Riyadh's. */
export type NextStep = {
  waits_on: WaitsOn;
  /** The moves that the reader can make now. */
  moves: TicketMove[];
} & (
  | { kind: 'answer' | 'paid_out' | 'completed' | 'closed' | 'rejected' }
  /** Everything is paid, and we verify a payment at the bank. */
  | { kind: 'being_verified' }
  /** Only a rest is left that is too small to count as late: the next transfer pays it. */
  | { kind: 'small_rest'; amount_halalas: Halalas }
  /**
   * The company reads and accepts the documents; nobody is paid before. `state` is null for the agency; `isAgain`: an
   * acceptance has grown too old.
   */
  | {
      kind: 'documents';
      state: 'preparing' | 'ready' | 'outdated' | 'details_missing' | null;
      isAgain: boolean;
    }
  /** We pay the agency; only then the company repays, `first` first. Null for the agency. */
  | { kind: 'payout'; expected_date: IsoDate; is_late: boolean; first: Payment | null }
  /** What the company owes elsewhere stops the payment; by then it is paid anyway, or the ticket ends. */
  | { kind: 'payout_stopped'; decide_by: IsoDate }
  /** What is asked for leaves out what is being checked. */
  | { kind: 'installment'; next: Payment; being_checked_halalas: Halalas }
  /** `since` is the earliest day that has passed unpaid, `count` how many have; the amount leaves out what is being checked. */
  | {
      kind: 'overdue';
      count: number;
      amount_halalas: Halalas;
      since: IsoDate;
      being_checked_halalas: Halalas;
    }
  /** The ticket was written off: its company owes what is left of it as before. */
  | { kind: 'in_default'; amount_halalas: Halalas; being_checked_halalas: Halalas }
  /** Reported transfers cover all that is to be paid now. */
  | { kind: 'being_checked'; being_checked_halalas: Halalas }
);

type ReadTicket = {
  status: TicketStatus;
  created_local_date: IsoDate;
  /** The Riyadh date of the last acceptance of its documents. */
  documents_accepted_on: IsoDate | null;
  /** On how many days since then its payout was stopped. */
  acceptance_stopped_days?: number;
  /** The newest version of its documents; the agency has none. */
  documents?: DocumentSet | undefined;
  /** Whether none are prepared before the company gives its name or its commercial registration number. */
  awaits_details?: boolean;
  /** True where everything is paid and a payment is not proven yet. */
  settlement_awaits_proof?: boolean;
  /** The sum of the small rests where nothing else is left; else 0. */
  small_rest_halalas?: Halalas;
  /** Since when its payout is stopped (domain/installments/lateness.ts); null: it is not. */
  payout_stopped_on?: IsoDate | null | undefined;
  /** The unrecovered write-off; not shown to the agency. */
  unrecovered_halalas?: Halalas;
  /** Of the company's reported transfers what staff have not decided (domain/installments/position.ts). */
  being_checked_halalas?: Halalas;
};

/**
 * The next step of a ticket and whom it waits for. `installments` are the company's, each with what is
 * left of it to pay; the agency has none.
 * Nothing is overdue before the agency has been paid: what comes next then is the payment to it.
 */
export function nextStep(
  ticket: ReadTicket,
  role: Role,
  today: IsoDate,
  installments: readonly (Payment & { status: InstallmentStatus })[],
): NextStep {
  const moves = movesOf(role, ticket.status);
  // All that are unpaid: a ticket has no more installments than the list shows.
  const unpaid = nextPayments(installments);
  const [next = null] = unpaid;
  switch (ticket.status) {
    case 'PendingAgencyApproval':
      return { kind: 'answer', waits_on: 'agency', moves };
    case 'Approved': {
      if (ticket.payout_stopped_on) {
        const waits_on = role === 'company' ? 'company' : 'platform';
        const decide_by = decidePayoutBy(ticket.payout_stopped_on);
        return { kind: 'payout_stopped', waits_on, moves, decide_by };
      }
      const { documents_accepted_on, acceptance_stopped_days = 0 } = ticket;
      if (acceptanceObstacle(documents_accepted_on, acceptance_stopped_days, today)) {
        return { moves, ...documentsStep(ticket, role, today) };
      }
      const expected_date = expectedPaymentDate(ticket.created_local_date);
      const is_late = today > expected_date;
      const first = next && paymentOf(next);
      return { kind: 'payout', waits_on: 'platform', moves, expected_date, is_late, first };
    }
    case 'Active': {
      if (role === 'agency') return { kind: 'paid_out', waits_on: 'company', moves };
      if (!next && ticket.settlement_awaits_proof) {
        return { kind: 'being_verified', waits_on: 'platform', moves };
      }
      if (!next) return { kind: 'completed', waits_on: 'nobody', moves };
      if (ticket.small_rest_halalas) {
        const amount_halalas = ticket.small_rest_halalas;
        return { kind: 'small_rest', waits_on: 'nobody', moves, amount_halalas };
      }
      return { moves, ...repaymentStep(unpaid, next, today, ticket.being_checked_halalas) };
    }
    case 'Completed':
      return { kind: 'completed', waits_on: 'nobody', moves };
    case 'Closed':
      if (role === 'company' && ticket.unrecovered_halalas) {
        const { unrecovered_halalas, being_checked_halalas: reported = 0 } = ticket;
        const being_checked_halalas = Math.min(reported, unrecovered_halalas);
        const amount_halalas = unrecovered_halalas - being_checked_halalas;
        return amount_halalas === 0
          ? { kind: 'being_checked', waits_on: 'platform', moves, being_checked_halalas }
          : {
              kind: 'in_default',
              waits_on: 'company',
              moves,
              amount_halalas,
              being_checked_halalas,
            };
      }
      return { kind: 'closed', waits_on: 'nobody', moves };
    case 'Rejected':
      return { kind: 'rejected', waits_on: 'nobody', moves };
  }
}

/** What a company pays next of a ticket whose agency has been paid; `next` is the first of what is unpaid. */
function repaymentStep(unpaid: readonly Payment[], next: Payment, today: IsoDate, reported = 0) {
  const isOverdue = ({ due_date }: Payment) => due_date < today;
  const toPay = withoutChecked(unpaid, reported);
  const being_checked_halalas = sumOf(unpaid) - sumOf(toPay);
  const overdue = unpaid.filter(isOverdue);
  const [first] = toPay;
  if (!first) {
    return { kind: 'being_checked', waits_on: 'platform', being_checked_halalas } as const;
  }
  const overdueToPay = toPay.filter(isOverdue);
  // Nothing is overdue, or all that is overdue is being checked: the next installment is asked for.
  if (overdueToPay.length === 0) {
    const asked = paymentOf(first);
    return {
      kind: 'installment',
      waits_on: 'company',
      next: asked,
      being_checked_halalas,
    } as const;
  }
  return {
    kind: 'overdue',
    waits_on: 'company',
    count: overdue.length,
    amount_halalas: sumOf(overdueToPay),
    since: next.due_date,
    being_checked_halalas,
  } as const;
}

const sumOf = (payments: readonly Payment[]) =>
  sumHalalas(payments.map(({ amount_halalas }) => amount_halalas));

function documentsStep(ticket: ReadTicket, role: Role, today: IsoDate) {
  const { documents_accepted_on, acceptance_stopped_days = 0, documents, awaits_details } = ticket;
  const acceptance = { accepted_on: documents_accepted_on, stopped_days: acceptance_stopped_days };
  const found = documentsState(acceptance, documents, today, awaits_details);
  const state = role === 'agency' || found === 'accepted' ? null : found;
  const waits_on: WaitsOn = state === 'preparing' ? 'platform' : 'company';
  return { kind: 'documents' as const, waits_on, state, isAgain: documents_accepted_on !== null };
}

function movesOf(role: Role, status: TicketStatus): TicketMove[] {
  return (Object.keys(ticketMoves) as TicketMove[]).filter(
    (move) => ticketMoves[move].actor === role && allows(move, { status }),
  );
}

function paymentOf({ due_date, amount_halalas }: Payment): Payment {
  return { due_date, amount_halalas };
}
