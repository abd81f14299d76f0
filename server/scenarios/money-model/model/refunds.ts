import { postings, reversal } from '#domain/reference/postings.ts';
import type { RefundDestination } from '#domain/servicing/refund.ts';
import type { Books, ModelPayment, ModelRefund, Verdict } from './books.ts';
import { noteLateness } from './lateness.ts';
import { changeLoss } from './losses.ts';
import { applyCredit, payerIbanOf, recoveredOf, toRecover } from './payments.ts';

/** Where a refund of a payment goes; or why nowhere. */
export function destinationOf(
  books: Books,
  payment: ModelPayment,
  to: RefundDestination,
): { iban: string } | { refusal: Verdict } {
  const given = payment.company?.refund_iban ?? null;
  if (to === 'company')
    return given === null ? { refusal: 'refund_iban_missing' } : { iban: given };
  const payer = payerIbanOf(books, payment);
  if (payer !== null) return { iban: payer };
  return {
    refusal:
      payment.company !== null && given === null ? 'refund_iban_missing' : 'payer_iban_unknown',
  };
}

const holdingOf = ({ company }: ModelRefund) =>
  company === null ? 'unidentified_receipts' : 'company_credit';

/** What two people have agreed to send back leaves the credit, or what is of nobody known. */
export function release(books: Books, payment: ModelPayment, amount: number): void {
  const { company } = payment;
  const refund: ModelRefund = {
    id: '',
    payment,
    company,
    amount,
    status: 'Sent',
    isFiled: false,
    isStopped: false,
  };
  books.refunds.push(refund);
  payment.refunded += amount;
  books.post(postings.credit_refunded(amount, holdingOf(refund)));
  books.count(company === null ? 'payment sent back' : 'refund');
}

export const waits = ({ status, isFiled }: ModelRefund): boolean => status === 'Sent' && !isFiled;

/** A file of what waits; what must not be sent any more fails. */
export function makeFile(books: Books): Verdict {
  const waiting = books.refunds.filter(waits);
  if (waiting.length === 0) return 'refund_file_empty';
  const stopped = waiting.filter(({ payment }) => payment.isReversed);
  for (const refund of stopped) {
    refund.status = 'Failed';
    refund.isStopped = true;
    takeBack(books, refund);
    books.count('refund stopped');
  }
  for (const refund of waiting) if (!stopped.includes(refund)) refund.isFiled = true;
  return 'accepted';
}

/** The answers to a refund. No statement is rejected here: contradicting-statements.test.ts. */
export const answers = {
  confirm: { from: 'Sent', to: 'Confirmed' },
  fail: { from: 'Sent', to: 'Failed' },
  return: { from: 'Confirmed', to: 'Returned' },
} as const;

/** What one person says of it: that it arrived, once a file carries it; that it is not sent, before. */
export function decide(books: Books, refund: ModelRefund, move: 'confirm' | 'fail'): Verdict {
  if (move === 'confirm' && waits(refund)) return 'refund_not_in_file';
  if (move === 'fail' && refund.status === 'Sent' && refund.isFiled) return 'refund_in_file';
  return answer(books, refund, move);
}

/** What the bank, one person or two people say of it. */
export function answer(books: Books, refund: ModelRefund, move: keyof typeof answers): Verdict {
  if (refund.status !== answers[move].from) return 'refund_answered';
  refund.status = answers[move].to;
  books.count(`refund ${move}`);
  if (move !== 'confirm') takeBack(books, refund);
  return 'accepted';
}

/** It is what it was before, or so much less is owed back. */
function takeBack(books: Books, refund: ModelRefund): void {
  const { payment, company, amount } = refund;
  books.post(reversal(postings.credit_refunded(amount, holdingOf(refund))));
  if (payment.isReversed) {
    if (payment.loss.writtenOff > 0 || recoveredOf(books, payment) > payment.refunded - amount)
      releaseRecoveries(books, payment);
    undoWriteOff(books, payment);
    books.post(postings.recall_reduced(amount, holdingOf(refund)));
    books.count('recall reduced');
  }
  payment.refunded -= amount;
  if (company === null) return;
  applyCredit(books, company);
  noteLateness(books, company);
}

/** All that is owed back of it is given up. */
export function writeOff(books: Books, payment: ModelPayment): void {
  const amount = toRecover(books, payment);
  books.post(postings.refund_written_off(amount));
  changeLoss(books, payment, amount, 0);
  books.count(payment.company === null ? 'refund of nobody written off' : 'refund written off');
}

/** The refund came back after all. */
function undoWriteOff(books: Books, payment: ModelPayment): void {
  const { writtenOff, recovered } = payment.loss;
  if (writtenOff === 0) return;
  books.post(reversal(postings.refund_written_off(writtenOff)));
  changeLoss(books, payment, -writtenOff, -recovered);
  books.count('write-off of a refund undone');
}

/** What has come back of it is its payers' again, with what was paid by the same entries. */
function releaseRecoveries(books: Books, payment: ModelPayment): void {
  const entries = new Set(
    books.payments.flatMap(({ recoveries }) =>
      recoveries.filter(({ of }) => of === payment).map(({ entry }) => entry),
    ),
  );
  for (const payer of books.payments) {
    const taken = payer.recoveries.filter(({ entry }) => entries.has(entry));
    payer.recoveries = payer.recoveries.filter(({ entry }) => !entries.has(entry));
    for (const { amount } of taken) books.post(reversal(postings.refund_recovered(amount)));
    for (const { of, amount } of payer.refundLosses)
      if (of === payment) books.post(reversal(postings.loss_recovered(amount)));
    payer.refundLosses = payer.refundLosses.filter(({ of }) => of !== payment);
  }
  books.count('recoveries released');
}
