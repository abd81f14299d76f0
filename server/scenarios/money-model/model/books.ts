import type { RefundDestination } from '#domain/servicing/refund.ts';
import type { RefundStatus } from '#domain/reference/refund-moves.ts';
import type { BudgetStatus } from '#domain/budget/budget-decision.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { acceptanceObstacle } from '#domain/documents/acceptance.ts';
import { stoppedDays, type Stop } from '#domain/reference/stopped-days.ts';
import { installmentMoves } from '#domain/reference/installment-status.ts';
import type { PromiseStatus } from '#domain/installments/payment-promise.ts';
import { type InstallmentStatus } from '#domain/installments/installment.ts';
import type { Account } from '#domain/ledger/accounts.ts';
import type { JournalLine } from '#domain/reference/postings.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { canMove } from '#domain/moves.ts';
import { payoutMoves, type PayoutStatus } from '#domain/payouts/payout.ts';
import type { IbanChangeStatus } from '#domain/profiles/iban-change.ts';
import type { ApprovalOutcome } from '#domain/servicing/approval-kinds.ts';
import type { BankStatementLine } from '#domain/servicing/bank-statement-line.ts';
import type { Proposal } from '#domain/servicing/bank-statement-matching.ts';
import { ticketMoves, type TicketMove, type TicketStatus } from '#domain/tickets/ticket.ts';

/**
 * The money of two companies and two agencies, kept in memory by the rules of domain/ alone: what the product is held
 * against. Amounts in halalas. The files beside this one are its operations, by subject; each says what the product
 * would answer.
 */

/** 'accepted', or the code of the refusal. */
export type Verdict = string;

export interface ModelCompany {
  id: string;
  /** As the database gave it. */
  payer_number: string;
  name: string;
  budget_status: BudgetStatus;
  total: number | null;
  proposed: number | null;
  /** When staff last decided about its budget; from then on an analysis only proposes. */
  decided_at: Date | null;
  /** Since when reported transfers have paused the stop of its requests, until nothing is overdue. */
  paused_from: IsoDate | null;
  /** Whose write-off suspended the budget: of a ticket, or of a refund that was owed back. */
  suspendedFor: ModelTicket | ModelPayment | null;
  /** When it owed something for the first time. */
  owed_since: IsoDate | null;
  /** To which its refunds may go. */
  refund_iban: string | null;
  /** The newest last. */
  promises: ModelPromise[];
}

export interface ModelPromise {
  amount: number;
  installments: { ticket: ModelTicket; installment: ModelInstallment }[];
  made_on: IsoDate;
  promised_for: IsoDate;
  status: PromiseStatus;
  /** Something has been overdue since. */
  isCurrent: boolean;
}

export interface ModelAgency {
  id: string;
  name: string;
  company_registration_file: string | null;
  isVerified: boolean;
  isSuspended: boolean;
  iban: string | null;
  paid_iban: string | null;
}

export interface ModelIbanChange {
  id: string;
  agency: ModelAgency;
  iban: string;
  requested_at: Date;
  status: IbanChangeStatus;
}

export interface ModelInstallment {
  seq: number;
  due_date: IsoDate;
  amount: number;
  paid: number;
  paid_on: IsoDate | null;
  status: InstallmentStatus;
}

export interface ModelTicket {
  id: string;
  number: string;
  company: ModelCompany;
  agency: ModelAgency;
  status: TicketStatus;
  created: IsoDate;
  amount: number;
  /** What was available when it was requested; null: no budget was set. */
  availableBefore: number | null;
  /** The last review: when, after how many acceptances, and whether by two people. */
  review: { at: Date; acceptances: number; byTwo: boolean } | null;
  /** How often its company has accepted documents. */
  acceptances: number;
  payout_id: string;
  payout: PayoutStatus | null;
  /** It stands although its payout came back: it was completed or written off then. */
  isReturned: boolean;
  /** Since when its payout is stopped. */
  stopped_on: IsoDate | null;
  /** Two people have decided to pay it anyway. */
  isStopLifted: boolean;
  accepted_on: IsoDate | null;
  /** When its payout was stopped, by whatever. */
  stops: Stop[];
  /** When it was financed the last time, whatever became of it. */
  financed_on: IsoDate | null;
  /** Of the newest version of its documents. */
  documents: { start: IsoDate; isAccepted: boolean } | null;
  /** What financing, fee and payout have posted, until it is undone. */
  posted: JournalLine[][];
  loss: { writtenOff: number; recovered: number; on: IsoDate | null };
  /** The entries of its write-offs, until they are undone. */
  writeOffs: JournalLine[][];
  financed_at: Date | null;
  /** What each payment had paid of it when its financing was undone last, and since when it had stood. */
  freed: Map<ModelPayment, { amount: number; financed_at: Date }>;
  installments: ModelInstallment[];
  /** Bank charges that are not undone, by entry. */
  charges: { at: Date; parts: { seq: number; amount: number }[] }[];
}

export interface ModelRun {
  id: string;
  status: 'Draft' | 'Released' | 'Completed' | 'Discarded';
  preparedBy: number;
  releasedAt: Date | null;
  lines: {
    ticket: ModelTicket;
    iban: string | null;
    outcome: 'Confirmed' | 'Failed' | 'Returned' | 'Discarded' | null;
    /** A file for the bank carries it. */
    isFiled: boolean;
    /** It failed before the bank was told. */
    isStopped: boolean;
    /** A line of the bank has shown that it was paid, which somebody had called failed or returned. */
    isDebitShown: boolean;
    /** A compared statement shows that it came back. */
    isReturnShown: boolean;
  }[];
}

/** A claim on an agency that was paid once more than it was owed. */
export interface ModelClaim {
  id: string;
  ticket: ModelTicket;
  run: ModelRun;
  line: ModelRun['lines'][number];
  amount: number;
  settled: number;
  writtenOff: number;
  /** The other attempt did not arrive, or came back. */
  isUndone: boolean;
}

export interface ModelPayment {
  id: string;
  company: ModelCompany | null;
  /** That the payer named. */
  ticket: ModelTicket | null;
  /** Or the payment request. */
  request: ModelPaymentRequest | null;
  amount: number;
  value_date: IsoDate;
  bank_reference: string | null;
  refunded: number;
  isReversed: boolean;
  /** From then on what was refunded is owed back. */
  reversed_on: IsoDate | null;
  /** The payment of the company that had paid it in truth. */
  movedTo: ModelPayment | null;
  parts: { ticket: ModelTicket; seq: number; amount: number; paid_on: IsoDate }[];
  /** Who of staff recorded it. */
  recordedBy: number;
  /** A line shows it, or another person has confirmed it. */
  isProven: boolean;
  proven_at: Date | null;
  isConfirmed: boolean;
  /** What it has given back of refunds that were owed. */
  recoveries: { of: ModelPayment; amount: number; entry: symbol }[];
  /** What it has paid of what was written off. */
  losses: { ticket: ModelTicket; amount: number }[];
  /** What was written off of its refunds once it was reversed. */
  loss: { writtenOff: number; recovered: number; on: IsoDate | null };
  /** What it has paid of such. */
  refundLosses: { of: ModelPayment; amount: number }[];
}

export interface ModelPaymentRequest {
  id: string;
  number: string;
  company: ModelCompany;
  /** What was chosen, by the keys of openItems. */
  chosen: ReadonlyMap<string, number>;
  expires_on: IsoDate;
  withdrawn_on: IsoDate | null;
}

export interface ModelRefund {
  id: string;
  payment: ModelPayment;
  /** Null: of a payer who was not known. */
  company: ModelCompany | null;
  amount: number;
  status: RefundStatus;
  /** A file for the bank carries it. */
  isFiled: boolean;
  /** It failed before the bank was told. */
  isStopped: boolean;
}

export interface ModelReport {
  id: string;
  ticket: ModelTicket;
  amount: number;
  transferred_on: IsoDate;
  bank_reference: string | null;
  status: 'Checking' | 'Matched' | 'TurnedDown' | 'Withdrawn';
  payment: ModelPayment | null;
}

export interface ModelLine {
  id: string;
  said: BankStatementLine & { occurrence: number };
  /** Its statement is compared. */
  isProven: boolean;
  status: 'Open' | 'Confirmed' | 'SetAside' | 'Settled' | 'Debit';
  /** Null of a debit that takes nothing back. */
  proposal: ModelProposal | null;
  payment: ModelPayment | null;
  /** Of a credit, the parts that the bank has taken back: its payment is of the rest. */
  takenBack: number;
  /** The payments that it was confirmed as, also those that were reversed since. */
  confirmedAs: ModelPayment[];
  /** Of a line that takes money back, the payment that it has reversed; of both lines, the other one. */
  reversed: ModelPayment | null;
  /** The line of an earlier statement that it may be. */
  told: ModelLine | null;
  counter: ModelLine | null;
}

/** Of a credit; or of what the bank takes back, with the credit that is no payment yet. */
export type ModelProposal = Proposal & { line?: ModelLine | null };

export interface ModelStatement {
  id: string;
  from_date: IsoDate;
  to_date: IsoDate;
  lines: ModelLine[];
  /** The lines of earlier statements that it tells again. */
  knownLines: ModelLine[];
  importedBy: number;
  isCompared: boolean;
  compared_at: Date | null;
  isRejected: boolean;
}

/** What somebody asks for, and what it is about. */
export type ModelAsked =
  | {
      kind:
        | 'write_off_ticket'
        | 'pay_stopped_payout'
        | 'pay_without_budget'
        | 'end_stopped_ticket'
        | 'end_returned_payout';
      about: ModelTicket;
    }
  | { kind: 'confirm_doubtful_payout'; about: ModelTicket; run: ModelRun }
  | {
      kind: 'settle_agency_claim';
      about: ModelTicket;
      run: ModelRun;
      claim: ModelClaim;
      /** The amount paid back, with the bank's reference; null: the rest is lost. */
      paidBack: { amount: number; reference: string } | null;
    }
  | { kind: 'refund_credit'; about: ModelPayment; amount: number; to: RefundDestination }
  | { kind: 'send_back_payment' | 'write_off_refund'; about: ModelPayment }
  | { kind: 'return_refund'; about: ModelPayment; refund: ModelRefund }
  | { kind: 'lift_suspension'; about: ModelCompany };

export type ModelApproval = ModelAsked & {
  id: string;
  /** What the requester saw, the amount first. */
  figures: readonly [amount: number | null, ...besides: (number | string | null)[]];
  askedBy: number;
  expires_at: Date;
  outcome: ApprovalOutcome | null;
};

export class Books {
  now: Date;
  today: IsoDate;
  readonly companies: ModelCompany[] = [];
  readonly agencies: ModelAgency[] = [];
  readonly ibanChanges: ModelIbanChange[] = [];
  readonly tickets: ModelTicket[] = [];
  /** Those that were ever approved, in that order: so runs take their payouts. */
  readonly approved: ModelTicket[] = [];
  readonly runs: ModelRun[] = [];
  readonly claims: ModelClaim[] = [];
  readonly payments: ModelPayment[] = [];
  readonly requests: ModelPaymentRequest[] = [];
  readonly refunds: ModelRefund[] = [];
  readonly reports: ModelReport[] = [];
  readonly statements: ModelStatement[] = [];
  readonly approvals: ModelApproval[] = [];
  readonly balances = new Map<Account, number>();
  /** For expected losses: one for all companies. */
  allowance = 0;
  /** Of a payer who is not known: when the first company came, by its id. */
  owed_since: IsoDate | null = null;
  /** How often each transition has been made. */
  readonly made = new Map<string, number>();

  constructor(now: Date, today: IsoDate) {
    this.now = now;
    this.today = today;
  }

  moveTicket(move: TicketMove, ticket: ModelTicket): void {
    this.count(`ticket ${move} from ${ticket.status}`);
    ticket.status = ticketMoves[move].to;
  }

  movePayout(move: keyof typeof payoutMoves, ticket: ModelTicket): void {
    this.count(`payout ${move} from ${ticket.payout}`);
    ticket.payout = payoutMoves[move].to;
    if (ticket.payout === 'Confirmed' || ticket.payout === 'Cancelled') ticket.isReturned = false;
  }

  /** By the one move that there is from what it is. */
  moveInstallment(one: ModelInstallment, to: InstallmentStatus): void {
    if (one.status === to) return;
    const [move] = Object.entries(installmentMoves).find(
      ([, way]) => way.to === to && canMove<InstallmentStatus>(way, one.status),
    )!;
    this.count(`installment ${move} from ${one.status}`);
    one.status = to;
  }

  moveReport(report: ModelReport, to: ModelReport['status'], payment: ModelPayment | null): void {
    this.count(`report ${report.status} → ${to}`);
    report.status = to;
    report.payment = payment;
  }

  moveLine(line: ModelLine, to: ModelLine['status'], payment: ModelPayment | null): void {
    this.count(`line ${line.status} → ${to}`);
    line.status = to;
    line.payment = payment;
  }

  post(lines: readonly JournalLine[]): void {
    for (const { account, amount_halalas } of lines) {
      this.balances.set(account, (this.balances.get(account) ?? 0) + amount_halalas);
      if (account === 'loss_allowance') this.allowance -= amount_halalas;
    }
  }

  count(what: string): void {
    this.made.set(what, (this.made.get(what) ?? 0) + 1);
  }
}

/** Whether its company accepted the documents too long ago, or never. */
export const acceptanceObstacleOf = (
  { today }: Books,
  { accepted_on, stops }: Pick<ModelTicket, 'accepted_on' | 'stops'>,
) =>
  acceptanceObstacle(
    accepted_on,
    accepted_on === null ? 0 : stoppedDays(stops, accepted_on, today),
    today,
  );

/** After each operation: a stop begins or ends for a ticket. */
export function noteStops({ tickets, today }: Books): void {
  for (const { status, company, agency, stopped_on, stops } of tickets) {
    const isStopped =
      company.budget_status === 'Suspended' ||
      agency.isSuspended ||
      (status === 'Approved' && stopped_on !== null);
    const last = stops.at(-1);
    const stands = last !== undefined && last.ended_on === null;
    if (isStopped && !stands) stops.push({ stopped_on: today, ended_on: null });
    if (!isStopped && stands) last.ended_on = today;
  }
}

/** Parts of a ticket's installments, as the posting rules take them; only sums are looked at. */
export const partsOf = (
  ticket: ModelTicket,
  amountOf: (one: ModelInstallment) => number = ({ amount }) => amount,
) =>
  ticket.installments.map((one) => ({
    installment_id: `${one.seq}`,
    amount_halalas: amountOf(one),
  }));

/** The amount of a line without what the bank has taken back of it. */
export const leftOf = ({ said, takenBack }: ModelLine): number =>
  halalasFromDecimal(said.amount) - takenBack;

/** What a ticket still owes, once it is Active; of one that was written off what has not come back. */
export const restOf = ({ status, installments, loss }: ModelTicket): number =>
  status === 'Active'
    ? installments.reduce((sum, one) => sum + one.amount - one.paid, 0)
    : loss.writtenOff - loss.recovered;
