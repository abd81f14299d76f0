import { daysBetween, type IsoDate } from '#domain/calendar.ts';
import { allocate } from '#domain/installments/allocation.ts';
import { dueState } from '#domain/installments/installment.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { postings, reversal, type InstallmentPart } from '#domain/ledger/postings.ts';
import { changeLoss, lossOf } from './losses.ts';
import { referenceKey } from '#domain/servicing/bank-statement-line.ts';
import type { Books, ModelCompany, ModelPayment, ModelTicket, Verdict } from './books.ts';
import { noteLateness } from './lateness.ts';

export const allocatedOf = ({ parts, recoveries, losses }: ModelPayment): number =>
  [...parts, ...recoveries, ...losses].reduce((sum, { amount }) => sum + amount, 0);

export const creditOf = (payment: ModelPayment): number =>
  payment.company === null || payment.isReversed
    ? 0
    : payment.amount - payment.refunded - allocatedOf(payment);

/** What has come back of what was refunded of a payment that was reversed afterwards. */
export const recoveredOf = ({ payments }: Books, payment: ModelPayment): number =>
  payments
    .flatMap(({ recoveries }) => recoveries)
    .reduce((sum, { of, amount }) => (of === payment ? sum + amount : sum), 0);

const toRecover = (books: Books, payment: ModelPayment): number =>
  payment.isReversed ? payment.refunded - recoveredOf(books, payment) : 0;

/** The one way a payment begins. */
export function enter(
  books: Books,
  said: Pick<ModelPayment, 'amount' | 'value_date' | 'bank_reference' | 'company' | 'ticket'>,
): ModelPayment {
  const payment: ModelPayment = {
    ...said,
    id: '',
    refunded: 0,
    isReversed: false,
    reversed_on: null,
    parts: [],
    recoveries: [],
    losses: [],
  };
  books.payments.push(payment);
  books.post(postings.payment_received(said.amount, heldIn(payment)));
  if (said.company !== null) pay(books, payment, said.ticket);
  return payment;
}

const heldIn = ({ company }: ModelPayment) =>
  company === null ? 'unidentified_receipts' : 'company_credit';

/** Whose a payment is that waited to be identified. */
export function give(
  books: Books,
  payment: ModelPayment,
  company: ModelCompany,
  ticket: ModelTicket | null,
): void {
  payment.company = company;
  payment.ticket = ticket;
  books.post(postings.payment_identified(payment.amount));
  pay(books, payment, ticket);
}

export function identify(
  books: Books,
  payment: ModelPayment,
  company: ModelCompany,
  ticket: ModelTicket | null,
): Verdict {
  if (payment.isReversed) return 'payment_already_reversed';
  if (payment.company !== null) return 'payment_already_identified';
  give(books, payment, company, ticket);
  noteLateness(books, company);
  return 'accepted';
}

/** The reports of a company's transfers that are being checked. */
export const reportsOf = ({ reports }: Books, company: ModelCompany): string[] =>
  reports
    .filter(({ ticket, status }) => ticket.company === company && status === 'Checking')
    .map(({ id }) => id);

/** What two people have agreed to send back. */
export function refund(books: Books, payment: ModelPayment, amount: number): void {
  payment.refunded += amount;
  books.post(postings.credit_refunded(amount));
  books.count('refund');
}

export function reverse(books: Books, payment: ModelPayment): Verdict {
  if (payment.isReversed) return 'payment_already_reversed';
  undo(books, payment);
  askAgain(books, payment);
  if (payment.company !== null) applyCredit(books, payment.company);
  noteLateness(books, payment.company);
  return 'accepted';
}

const oldestFirst = (a: ModelTicket, b: ModelTicket) => (a.id < b.id ? -1 : 1);

/** Takes a payment back, and opens what it paid. */
export function undo(books: Books, payment: ModelPayment): void {
  for (const { amount } of payment.recoveries) {
    books.post(reversal(postings.refund_recovered(amount)));
    books.count('refund owed again');
  }
  payment.recoveries = [];
  // The oldest ticket first: its loss is what the budget is suspended for.
  const lost = payment.losses.toSorted((a, b) => oldestFirst(a.ticket, b.ticket));
  for (const { ticket, amount } of lost) {
    books.post(reversal(postings.loss_recovered(amount)));
    changeLoss(books, ticket, 0, -amount);
    books.count('loss lost again');
  }
  payment.losses = [];
  const unpaid = [...unallocate(books, payment, () => true)];
  for (const [ticket, parts] of unpaid.toSorted(([a], [b]) => oldestFirst(a, b))) {
    if (ticket.status === 'Closed') raiseLoss(books, ticket, parts);
    else settle(books, ticket);
  }
  // Received and, where its payer was told later, identified: both are undone.
  books.post(reversal(postings.payment_received(payment.amount, heldIn(payment))));
  if (payment.refunded > 0) {
    books.post(postings.refund_recalled(payment.refunded));
    books.count('refund recalled');
  }
  payment.isReversed = true;
  payment.reversed_on = books.today;
}

/** What a reversed payment had paid of a ticket before its write-off is lost too. */
function raiseLoss(books: Books, ticket: ModelTicket, parts: readonly InstallmentPart[]): void {
  books.post(postings.written_off(parts));
  changeLoss(
    books,
    ticket,
    parts.reduce((sum, { amount_halalas }) => sum + amount_halalas, 0),
    0,
  );
  books.count('loss raised');
}

/** What the payment was is looked for again: the report that told of it and the line that brought it are open. */
function askAgain(books: Books, payment: ModelPayment): void {
  const report = books.reports.find((one) => one.payment === payment);
  if (report) books.moveReport(report, 'Checking', null);
  const lines = books.statements.flatMap((statement) => statement.lines);
  const line = lines.find((one) => one.payment === payment);
  if (!line) return;
  books.moveLine(line, 'Open', null);
  line.proposal = {
    certainty: 'none',
    reason: 'payment_reversed',
    company_id: null,
    ticket_id: null,
    report_id: null,
    payment_id: null,
  };
}

/** Written down by hand: while money alike is known already, only as another; under its reference only with a reason. */
export function record(
  books: Books,
  said: Parameters<typeof enter>[1],
  isAnother: boolean,
  hasReason: boolean,
): Verdict {
  if (!isAnother && isMoneyAlike(books, said)) return 'payment_alike';
  if (!hasReason && isMovementKnown(books, said)) return 'validation_failed';
  enter(books, said);
  noteLateness(books, said.company);
  return 'accepted';
}

const isNamedAlike = (one: string | null, other: string | null) =>
  referenceKey(one) !== null && referenceKey(one) === referenceKey(other);

/** Under the bank's reference, as a payment or as a line. */
export function isMovementKnown(
  books: Books,
  { amount, bank_reference }: Pick<Money, 'amount' | 'bank_reference'>,
): boolean {
  const lines = books.statements.flatMap((statement) => statement.lines);
  return (
    books.payments.some(
      (one) =>
        !one.isReversed &&
        one.amount === amount &&
        isNamedAlike(one.bank_reference, bank_reference),
    ) ||
    lines.some(
      ({ status, said }) =>
        ['Open', 'Confirmed', 'Settled'].includes(status) &&
        said.direction === 'credit' &&
        said.amount === decimalFromHalalas(amount) &&
        isNamedAlike(said.bank_reference, bank_reference),
    )
  );
}

/** As a payment, as a line that nobody has decided, or as a transfer that a company has reported. */
function isMoneyAlike(books: Books, money: Money): boolean {
  const { company, amount, value_date } = money;
  const isNear = (day: IsoDate) => Math.abs(daysBetween(day, value_date)) <= 5;
  const lines = books.statements.flatMap((statement) => statement.lines);
  return (
    alike(books, money).length > 0 ||
    isMovementKnown(books, money) ||
    lines.some(({ status, said, proposal }) => {
      const payer = proposal?.company_id ?? null;
      return (
        status === 'Open' &&
        said.direction === 'credit' &&
        said.amount === decimalFromHalalas(amount) &&
        isNear(said.value_date) &&
        (company === null || payer === null || payer === company.id)
      );
    }) ||
    books.reports.some(
      ({ status, ticket, transferred_on, ...one }) =>
        status === 'Checking' &&
        one.amount === amount &&
        isNear(transferred_on) &&
        (company === null || ticket.company === company),
    )
  );
}

type Money = Pick<ModelPayment, 'company' | 'amount' | 'value_date' | 'bank_reference'>;

/** Payments that may be the same money: of its reference, or of these days. */
export const alike = (books: Books, money: Money): ModelPayment[] =>
  books.payments.filter(
    (one) =>
      !one.isReversed &&
      one.amount === money.amount &&
      (isNamedAlike(one.bank_reference, money.bank_reference) ||
        (Math.abs(daysBetween(one.value_date, money.value_date)) <= 5 &&
          (one.company === null || money.company === null || one.company === money.company))),
  );

/** What a company has left pays what it owes, the payment that was recorded first before the others. */
export function applyCredit(books: Books, company: ModelCompany): void {
  for (const payment of books.payments)
    if (payment.company === company && creditOf(payment) > 0) {
      const before = creditOf(payment);
      pay(books, payment, null);
      if (creditOf(payment) < before) books.count('credit applied');
    }
}

function pay(books: Books, payment: ModelPayment, named: ModelTicket | null): void {
  const installments = books.tickets
    .filter(({ company, status }) => company === payment.company && status === 'Active')
    .flatMap((ticket) =>
      ticket.installments
        .filter(({ status }) => status !== 'Paid')
        .map((one) => ({
          pays: (amount: number) =>
            payInstallment(books, payment, { ticket, seq: one.seq, amount }),
          ticket,
          due_date: one.due_date,
          ticket_number: ticket.number,
          seq: one.seq,
          open_halalas: one.amount - one.paid,
        })),
    );
  const refunds = books.payments.flatMap((of, seq) =>
    of.company === payment.company && toRecover(books, of) > 0
      ? [
          {
            pays: (amount: number) => {
              payment.recoveries.push({ of, amount });
              books.post(postings.refund_recovered(amount));
              books.count('refund recovered');
            },
            ticket: null,
            due_date: of.reversed_on!,
            ticket_number: null,
            seq,
            open_halalas: toRecover(books, of),
          },
        ]
      : [],
  );
  const losses = books.tickets
    .filter((ticket) => ticket.company === payment.company && lossOf(ticket) > 0)
    .map((ticket) => ({
      pays: (amount: number) => {
        payment.losses.push({ ticket, amount });
        books.post(postings.loss_recovered(amount));
        changeLoss(books, ticket, 0, amount);
        books.count(lossOf(ticket) === 0 ? 'loss recovered in full' : 'loss recovered in part');
      },
      ticket: null,
      due_date: ticket.loss.on!,
      ticket_number: ticket.number,
      seq: 0,
      open_halalas: lossOf(ticket),
      is_loss: true,
    }));
  const { parts } = allocate(creditOf(payment), [...installments, ...refunds, ...losses], {
    named_ticket: named?.number ?? null,
    value_date: payment.value_date,
    today: books.today,
  });
  for (const { item, amount_halalas } of parts) item.pays(amount_halalas);
  for (const ticket of new Set(parts.map(({ item }) => item.ticket)))
    if (ticket) settle(books, ticket);
  noteLateness(books, payment.company, false);
}

function payInstallment(books: Books, payment: ModelPayment, part: ModelPayment['parts'][number]) {
  const one = part.ticket.installments[part.seq - 1]!;
  one.paid += part.amount;
  if (one.paid === one.amount) {
    books.moveInstallment(one, 'Paid');
    one.paid_on = payment.value_date;
  }
  payment.parts.push(part);
  books.post(postings.payment_allocated([{ installment_id: '', amount_halalas: part.amount }]));
}

/** Takes parts of a payment back; which, by ticket. */
export function unallocate(
  books: Books,
  payment: ModelPayment,
  isTaken: (part: ModelPayment['parts'][number]) => boolean,
) {
  const taken = payment.parts.filter(isTaken);
  payment.parts = payment.parts.filter((part) => !taken.includes(part));
  for (const { ticket, seq, amount } of taken) {
    const one = ticket.installments[seq - 1]!;
    one.paid -= amount;
    one.paid_on = null;
    // A completed ticket is active again.
    const status = ticket.status === 'Completed' ? 'Active' : ticket.status;
    const { due_date, amount: amount_halalas, paid: paid_halalas } = one;
    const installment = { due_date, amount_halalas, paid_halalas };
    books.moveInstallment(one, dueState(installment, books.today, status));
    const part = { installment_id: '', amount_halalas: amount };
    books.post(reversal(postings.payment_allocated([part])));
  }
  const parts = taken.map(({ ticket, seq, amount }) => ({
    ticket,
    installment_id: `${seq}`,
    amount_halalas: amount,
  }));
  return Map.groupBy(parts, ({ ticket }) => ticket);
}

/** Completed when everything is paid and the payout has arrived; Active again when it is not any more. */
export function settle(books: Books, ticket: ModelTicket): void {
  const isDone =
    ticket.payout === 'Confirmed' && ticket.installments.every(({ status }) => status === 'Paid');
  if (ticket.status === 'Active' && isDone) books.moveTicket('complete', ticket);
  else if (ticket.status === 'Completed' && !isDone) books.moveTicket('reopen', ticket);
}
