import { restOf, type ModelAsked, type ModelCompany, type ModelPayment } from '../model/books.ts';
import { lossOf, unrecoveredLoss } from '../model/losses.ts';
import { creditOf, payerIbanOf, provenCredit, reportsOf, toRecover } from '../model/payments.ts';
import { decideTogether } from './approvals.ts';
import { possible, type Simulation, type Step } from './simulation.ts';
import { confirm, recordMoney, reverse } from './payments.ts';
import { answer, makeFile } from './refunds.ts';

/**
 * In every third simulation money is refunded on purpose, arrives, and is taken back, so that it is owed back: by a company, and where
 * the payer is not known by nobody. By chance alone that is too seldom followed by a write-off, and by what follows from one.
 */
export function lostRefundSteps(simulation: Simulation): Step[] {
  if (simulation.seed % 3 !== 0) return [];
  const { books } = simulation;
  const { companies, made, payments } = books;
  const canRefund = (payment: ModelPayment) =>
    payment.company !== null &&
    payment.isProven &&
    creditOf(payment) > 0 &&
    provenCredit(books, payment.company) >= creditOf(payment) &&
    reportsOf(books, payment.company).length === 0;
  const canSendBack = (payment: ModelPayment) =>
    payment.company === null &&
    payment.isProven &&
    !payment.isReversed &&
    payment.refunded === 0 &&
    payerIbanOf(books, payment) !== null;
  const owesNothing = (company: ModelCompany) =>
    !books.tickets.some((one) => one.company === company && restOf(one) > 0) &&
    !payments.some((one) => one.company === company && toRecover(books, one) + lossOf(one) > 0) &&
    reportsOf(books, company).length === 0;
  const hasRefundLoss = (company: ModelCompany) =>
    payments.some((one) => one.company === company && lossOf(one) > 0);
  const recovers = simulation.weightOf('loss of a refund recovered', 24);
  const first = (what: string, weight: number) => (made.has(what) ? 0 : weight);
  const ofCompany = first('refund written off', 8);
  return [
    possible(ofCompany, simulation.pick(companies.filter(owesNothing)), (one) =>
      deposit(simulation, one),
    ),
    possible(ofCompany, simulation.pick(payments.filter(canRefund)), (about) =>
      lose(simulation, { kind: 'refund_credit', about, amount: creditOf(about), to: 'company' }),
    ),
    possible(
      first('refund of nobody written off', 8),
      simulation.pick(payments.filter(canSendBack)),
      (about) => lose(simulation, { kind: 'send_back_payment', about }),
    ),
    possible(recovers, simulation.pick(companies.filter(hasRefundLoss)), (one) =>
      recover(simulation, one),
    ),
  ].flat();
}

/** Money of a company that owes nothing, which another person has seen at the bank. */
async function deposit(simulation: Simulation, company: ModelCompany): Promise<void> {
  const { payments } = simulation.books;
  const before = payments.length;
  await recordMoney(simulation, {
    amount: 100 + simulation.randomBelow(100_000),
    company,
    named: null,
  });
  if (payments.length === before) return;
  const payment = payments.at(-1)!;
  await confirm(simulation, payment, 1 - payment.recordedBy);
}

/** Two people send it back, it arrives, and what it was of is taken back. */
async function lose(
  simulation: Simulation,
  asked: ModelAsked & { about: ModelPayment },
): Promise<void> {
  await decideTogether(simulation, asked);
  await makeFile(simulation);
  await answer(simulation, simulation.books.refunds.at(-1)!, 'confirm');
  await reverse(simulation, asked.about);
}

/** Pays what is due, and of what is lost all or a part. */
async function recover(simulation: Simulation, company: ModelCompany): Promise<void> {
  const { books } = simulation;
  const due = books.tickets
    .filter((one) => one.company === company && one.status === 'Active')
    .flatMap(({ installments }) => installments)
    .reduce((sum, one) => (one.due_date <= books.today ? sum + one.amount - one.paid : sum), 0);
  const owedBack = books.payments
    .filter((one) => one.company === company)
    .reduce((sum, one) => sum + toRecover(books, one), 0);
  const loss = unrecoveredLoss(books, company);
  const part = simulation.chance(0.5) ? loss : 1 + simulation.randomBelow(loss);
  await recordMoney(simulation, { amount: due + owedBack + part, company, named: null });
}
