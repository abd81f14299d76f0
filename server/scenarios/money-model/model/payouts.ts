import { budgetObstacle, isWithinBudget } from '#domain/reference/budget-review.ts';
import { postings, reversal, type JournalLine } from '#domain/reference/postings.ts';
import { reversedByReturn } from '#domain/reference/payout-return.ts';
import { shareObstacle } from '#domain/reference/share-obstacle.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { ibanObstacle } from '#domain/reference/iban-obstacle.ts';
import { allows, companyGroupOf } from '#domain/tickets/ticket.ts';
import {
  acceptanceObstacleOf,
  partsOf,
  restOf,
  type Books,
  type ModelClaim,
  type ModelRun,
  type ModelTicket,
  type Verdict,
} from './books.ts';
import { isOverdueObstacle, isStopped, noteLateness } from './lateness.ts';
import { postWriteOff } from './losses.ts';
import {
  applyCredit,
  budgetLoss,
  creditOf,
  replacePayment,
  reportsOf,
  settle,
  undoFinancing,
} from './payments.ts';
import { isReviewed, takesTwo } from './tickets.ts';

/** Why a payout cannot be released today, null when it can. */
const payoutObstacle = (books: Books, ticket: ModelTicket): string | null =>
  payoutStop(books, ticket) ??
  (isOverdueObstacle(books, ticket) ? 'company_overdue' : null) ??
  limitObstacle(books, ticket) ??
  (ticket.isReturned ? null : acceptanceObstacleOf(books, ticket));

/** Whether a limit keeps it from being paid, as long as no file carries it. */
function limitObstacle(books: Books, ticket: ModelTicket): string | null {
  if (ticket.isReturned) return null;
  return takesTwo(books, ticket) ? 'unset_budget_above_limit' : heldByShare(books, ticket);
}

/** In these simulations: few payouts are above them, too few to be counted on. */
export const SHARE_LIMITS = { company_halalas: 1_400_000, agency_halalas: 1_500_000 };

function heldByShare(books: Books, ticket: ModelTicket): string | null {
  const added = inRun(books, ticket) ? 0 : ticket.amount;
  const unpaid = (is: (one: ModelTicket) => boolean) =>
    books.tickets.filter(is).reduce((sum, one) => sum + exposureOf(books, one), added);
  return shareObstacle(
    {
      company_halalas: unpaid((one) => one.company === ticket.company),
      agency_halalas: unpaid((one) => one.agency === ticket.agency),
    },
    SHARE_LIMITS,
  );
}

/** What of a ticket is paid out and not repaid, or stands in an open run. */
const exposureOf = (books: Books, ticket: ModelTicket): number =>
  ticket.status === 'Active'
    ? restOf(ticket)
    : ticket.status === 'Approved' && inRun(books, ticket)
      ? ticket.amount
      : 0;

/** Why a payout must not be paid, however long ago its company accepted. */
function payoutStop(books: Books, ticket: ModelTicket): string | null {
  const { agency, company } = ticket;
  if (agency.isSuspended) return 'agency_suspended';
  // We owe it, and the company is asked for nothing.
  if (ticket.isReturned) return ibanObstacle(agency);
  const unreviewed_halalas = books.tickets
    .filter((one) => one.company === company && companyGroupOf(one.status) === 'current')
    .reduce((sum, one) => sum + (one.review ? 0 : one.amount), 0);
  const isWithin = isWithinBudget({
    available_budget_before_halalas: ticket.availableBefore,
    unreviewed_halalas,
    total_approval_budget_halalas: company.total,
    loss_halalas: budgetLoss(books, company),
  });
  return (
    ibanObstacle(agency) ??
    budgetObstacle(
      { status: company.budget_status, isSet: company.total !== null },
      { isReviewed: isReviewed(ticket), isWithinBudget: isWithin },
    )
  );
}

type ModelLineOfRun = ModelRun['lines'][number];

const waits = ({ status, payout, isReturned }: ModelTicket) =>
  payout === 'Pending' && (status === 'Approved' || isReturned);

/** What waits and cannot be paid, and why. */
export const leftOut = (books: Books) =>
  books.tickets
    .filter((ticket) => waits(ticket) && payoutObstacle(books, ticket) !== null)
    .map((ticket) => ({ ticket, reason: payoutObstacle(books, ticket) }));

export const inRun = (books: Books, ticket: ModelTicket): boolean =>
  books.runs.some(({ lines }) =>
    lines.some((line) => line.ticket === ticket && line.outcome === null),
  );

export const inDraft = (books: Books, ticket: ModelTicket): boolean =>
  books.runs.some(
    ({ status, lines }) => status === 'Draft' && lines.some((line) => line.ticket === ticket),
  );

export const payoutsDue = (books: Books): ModelTicket[] =>
  books.approved.filter(
    (ticket) => waits(ticket) && payoutObstacle(books, ticket) === null && !inRun(books, ticket),
  );

export function prepare(books: Books, preparedBy: number): Verdict {
  const run: ModelRun = { id: '', status: 'Draft', preparedBy, releasedAt: null, lines: [] };
  const due = payoutsDue(books);
  books.runs.push(run);
  for (const ticket of due) {
    // What is in the run counts for the shares of the next.
    if (!ticket.isReturned && heldByShare(books, ticket) !== null) continue;
    run.lines.push({
      ticket,
      iban: ticket.agency.paid_iban,
      outcome: null,
      isFiled: false,
      isStopped: false,
      isDebitShown: false,
      isReturnShown: false,
    });
  }
  for (const reason of new Set(leftOut(books).map((one) => one.reason)))
    if (reason?.endsWith('_share')) books.count(`payout held by ${reason}`);
  if (run.lines.length > 0) return 'accepted';
  books.runs.pop();
  return 'no_payouts_due';
}

export function release(books: Books, run: ModelRun, by: number): Verdict {
  if (run.status !== 'Draft') return 'payout_run_not_open';
  if (run.preparedBy === by) return 'same_person_refused';
  if (run.lines.some(({ ticket, iban }) => ticket.agency.paid_iban !== iban))
    return 'payout_iban_changed';
  if (run.lines.some(({ ticket }) => payoutObstacle(books, ticket) !== null))
    return 'payout_not_payable';
  for (const { ticket } of run.lines) send(books, ticket);
  for (const company of new Set(run.lines.map(({ ticket }) => ticket.company)))
    applyCredit(books, company);
  run.status = 'Released';
  run.releasedAt = books.now;
  return 'accepted';
}

function send(books: Books, ticket: ModelTicket): void {
  const fee = serviceFee(ticket.amount);
  if (!ticket.isReturned) {
    books.moveTicket('release', ticket);
    ticket.financed_on = books.today;
    ticket.financed_at = books.now;
    ticket.company.owed_since ??= books.today;
    post(books, ticket, postings.ticket_financed(partsOf(ticket)));
    post(books, ticket, postings.fee_earned(fee));
  } else books.count('returned payout sent again');
  books.movePayout('send', ticket);
  post(books, ticket, postings.payout_sent(fee.net_halalas));
}

function post(books: Books, ticket: ModelTicket, lines: JournalLine[]): void {
  ticket.posted.push(lines);
  books.post(lines);
}

export function discard(run: ModelRun): Verdict {
  if (run.status !== 'Draft') return 'payout_run_not_open';
  for (const line of run.lines) line.outcome = 'Discarded';
  run.status = 'Discarded';
  return 'accepted';
}

export const withoutFile = ({ lines }: ModelRun) =>
  lines.filter(({ outcome, isFiled }) => outcome === null && !isFiled);

/** Hands to the bank what no file has carried; what must not be paid any more fails instead. */
export function makeFile(books: Books, run: ModelRun): Verdict {
  if (run.status === 'Draft' || run.status === 'Discarded') return 'payout_run_not_released';
  const waiting = withoutFile(run);
  if (waiting.length === 0) return 'payout_file_empty';
  const mustFail = ({ ticket, iban }: (typeof waiting)[number]) =>
    ticket.agency.paid_iban !== iban ||
    payoutStop(books, ticket) !== null ||
    isOverdueObstacle(books, ticket) ||
    limitObstacle(books, ticket) !== null;
  const byId = (a: (typeof waiting)[number], b: (typeof waiting)[number]) =>
    a.ticket.payout_id < b.ticket.payout_id ? -1 : 1;
  for (const line of waiting.filter(mustFail).toSorted(byId)) {
    // What failed before it may have made room.
    if (!mustFail(line)) continue;
    line.isStopped = true;
    answerLine(books, run, line, 'Failed');
  }
  for (const line of withoutFile(run)) line.isFiled = true;
  return 'accepted';
}

export function decideLine(
  books: Books,
  run: ModelRun,
  ticket: ModelTicket,
  outcome: 'Confirmed' | 'Failed',
): Verdict {
  const line = run.lines.find((one) => one.ticket === ticket)!;
  if (run.status !== 'Released' || line.outcome !== null) return 'payout_run_not_open';
  if (outcome === 'Confirmed' && isDoubtful(line)) return 'payout_line_doubtful';
  answerLine(books, run, line, outcome);
  return 'accepted';
}

/** A person has called it failed or returned, after the bank was told to pay it, and nothing is claimed of it. */
export const isCalledFailed = ({ claims }: Books, line: ModelLineOfRun) =>
  (line.outcome === 'Failed' || line.outcome === 'Returned') &&
  line.isFiled &&
  !line.isReturnShown &&
  !claims.some((claim) => claim.line === line && !claim.isUndone);

/** One person alone does not say that it was paid. */
export const isDoubtful = ({ isFiled, iban, ticket }: ModelLineOfRun) =>
  !isFiled || ticket.agency.paid_iban !== iban;

export function answerLine(
  books: Books,
  run: ModelRun,
  line: ModelLineOfRun,
  outcome: 'Confirmed' | 'Failed',
): void {
  const { ticket } = line;
  line.outcome = outcome;
  if (outcome === 'Confirmed') {
    books.movePayout('confirm', ticket);
    settle(books, ticket);
  } else {
    takeBack(books, ticket, 'fail');
  }
  if (run.lines.every((one) => one.outcome !== null)) run.status = 'Completed';
}

/** What had arrived has come back. */
export function returnLine(books: Books, run: ModelRun, ticket: ModelTicket): Verdict {
  const line = run.lines.find((one) => one.ticket === ticket)!;
  if (line.outcome === null) return 'payout_not_confirmed';
  if (line.outcome !== 'Confirmed') return 'payout_run_not_open';
  line.outcome = 'Returned';
  takeBack(books, ticket, 'return');
  return 'accepted';
}

/** The bank has kept a part of a payout that came back, as a compared statement shows. */
export function returnLessCharges(
  books: Books,
  { run, line }: { run: ModelRun; line: ModelLineOfRun },
  charges: number,
): Verdict {
  books.post(postings.return_charged(charges));
  books.count('return less charges');
  line.isReturnShown = true;
  return returnLine(books, run, line.ticket);
}

/** A payout did not arrive or came back, and waits again. */
function takeBack(books: Books, ticket: ModelTicket, move: 'fail' | 'return'): void {
  books.movePayout(move, ticket);
  books.movePayout('retry', ticket);
  if (reversedByReturn(ticket.status) === 'sending') {
    // It was posted last.
    books.post(reversal(ticket.posted.pop()!));
    ticket.isReturned = true;
    books.count(`payout ${move} of a ${ticket.status} ticket`);
  } else {
    books.moveTicket('return', ticket);
    undoFinancing(books, ticket);
    applyCredit(books, ticket.company);
    noteLateness(books, ticket.company);
  }
  const claim = books.claims.find((one) => one.ticket === ticket && !one.isUndone && !one.settled);
  if (!claim) return;
  undoWriteOff(books, claim);
  books.post(reversal(postings.agency_claimed(claim.amount)));
  claim.isUndone = true;
  books.count('agency claim undone');
  turnRound(books, claim.run, claim.line);
}

/** The debit of a compared statement, or two people, say that an attempt was paid which somebody had called failed or returned. */
export function turnRound(books: Books, run: ModelRun, line: ModelLineOfRun): void {
  const { ticket } = line;
  for (const next of books.runs.filter(({ status }) => status === 'Released'))
    for (const one of withoutFile(next).filter((other) => other.ticket === ticket)) {
      one.isStopped = true;
      answerLine(books, next, one, 'Failed');
    }
  if (ticket.payout !== 'Pending') {
    const amount = serviceFee(ticket.amount).net_halalas;
    const claim = { id: '', ticket, run, line, amount, settled: 0, writtenOff: 0, isUndone: false };
    books.claims.push(claim);
    books.post(postings.agency_claimed(amount));
    books.count(`agency claimed of a ${ticket.status} ticket`);
    return;
  }
  line.outcome = 'Confirmed';
  const isAnew = ticket.status === 'Approved';
  send(books, ticket);
  books.movePayout('confirm', ticket);
  if (isAnew) payAnew(books, run, ticket);
  applyCredit(books, ticket.company);
  settle(books, ticket);
  noteLateness(books, ticket.company);
  books.count('payout turned round');
}

/** What had paid it before, and has been refunded or has paid something else since, pays anew. */
function payAnew(books: Books, run: ModelRun, ticket: ModelTicket): void {
  const spent = [...ticket.freed].filter(
    ([payment, { amount, financed_at }]) =>
      financed_at >= run.releasedAt! && !payment.isReversed && creditOf(payment) < amount,
  );
  for (const [payment] of spent.toSorted(([a], [b]) => (a.id < b.id ? -1 : 1))) {
    if (payment.refunded > 0) books.count('freed credit was refunded');
    replacePayment(books, payment, payment.amount);
    books.count('freed credit pays anew');
  }
}

function undoWriteOff(books: Books, claim: ModelClaim): void {
  if (claim.writtenOff === 0) return;
  books.post(reversal(postings.claim_written_off(claim.writtenOff)));
  claim.writtenOff = 0;
  books.count('write-off of a claim undone');
}

/** The agency has paid back so much of what it was paid twice; null: the rest is lost. */
export function settleClaim(books: Books, claim: ModelClaim, amount: number | null): void {
  const rest = claim.amount - claim.settled - claim.writtenOff;
  if (amount === null) {
    claim.writtenOff += rest;
    books.post(postings.claim_written_off(rest));
    books.count('agency claim written off');
    return;
  }
  if (amount > rest) undoWriteOff(books, claim);
  claim.settled += amount;
  books.post(postings.claim_settled(amount));
  books.count('agency claim settled');
}

/** Its payout came back and is not sent again: all of it is undone. */
export function endReturned(books: Books, ticket: ModelTicket): void {
  const { company, status } = ticket;
  if (status === 'Completed') books.moveTicket('end', ticket);
  else books.count('written-off ticket ended');
  books.movePayout('cancel', ticket);
  for (const payment of books.payments) {
    for (const { ticket: of, amount } of payment.losses)
      if (of === ticket) books.post(reversal(postings.loss_recovered(amount)));
    payment.losses = payment.losses.filter(({ ticket: of }) => of !== ticket);
  }
  undoFinancing(books, ticket);
  for (const lines of ticket.writeOffs) books.post(reversal(lines));
  ticket.writeOffs = [];
  ticket.loss = { writtenOff: 0, recovered: 0, on: null };
  applyCredit(books, company);
  noteLateness(books, company);
}

/** It is Approved again because one person has said that its payout failed or came back. */
export const isSaidToBeBack = ({ runs }: Books, ticket: ModelTicket): boolean =>
  ticket.status === 'Approved' &&
  runs.some(({ lines }) =>
    lines.some(
      (line) =>
        line.ticket === ticket &&
        (line.outcome === 'Failed' || line.outcome === 'Returned') &&
        !line.isStopped &&
        !line.isReturnShown,
    ),
  );

export function close(books: Books, ticket: ModelTicket, despiteReport: boolean): Verdict {
  if (isStopped(ticket)) return 'payout_stopped';
  if (isSaidToBeBack(books, ticket)) return 'close_takes_two';
  return endApproved(books, ticket, !despiteReport && reportsOf(books, ticket.company).length > 0);
}

/** Also what two people do of a ticket whose payout is stopped. */
export function endApproved(books: Books, ticket: ModelTicket, asksAboutReport = false): Verdict {
  if (!allows('close', ticket)) return 'ticket_state_changed';
  if (inRun(books, ticket)) return 'ticket_in_payout_run';
  if (asksAboutReport) return 'report_being_checked';
  books.moveTicket('close', ticket);
  books.movePayout('cancel', ticket);
  return 'accepted';
}

/** What another person has approved. */
export function writeOff(books: Books, ticket: ModelTicket): void {
  books.moveTicket('write_off', ticket);
  postWriteOff(books, ticket);
  noteLateness(books, ticket.company);
}
