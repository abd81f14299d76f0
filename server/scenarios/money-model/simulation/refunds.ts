import type { ModelRefund } from '../model/books.ts';
import * as model from '../model/refunds.ts';
import { ask, oftenApprove } from './approvals.ts';
import { possible, type Simulation, type Step } from './simulation.ts';

/** Refunds are put into files, and answered. */
export function refundSteps(simulation: Simulation): Step[] {
  const { refunds } = simulation.books;
  const isSent = ({ status, isFiled }: ModelRefund) => status === 'Sent' && isFiled;
  const hasArrived = ({ status }: ModelRefund) => status === 'Confirmed';
  const canComeBack = ({ status }: ModelRefund) => status === 'Sent' || status === 'Confirmed';
  const isWrittenOff = (one: ModelRefund) => canComeBack(one) && one.payment.loss.writtenOff > 0;
  const isRecalled = (one: ModelRefund) => canComeBack(one) && one.payment.isReversed;
  const pays = simulation.weightOf('refund confirm', 2);
  const fails = simulation.weightOf('refund fail', 1.2);
  const comesBack = simulation.weightOf('refund return', 2);
  const undoes = simulation.weightOf('write-off of a refund undone', 2);
  return [
    possible(4, simulation.among(refunds, model.waits), () => makeFile(simulation)),
    possible(pays, simulation.among(refunds, isSent), (one) => answer(simulation, one, 'confirm')),
    possible(fails, simulation.among(refunds, isSent), (one) => askBack(simulation, one)),
    possible(1, simulation.among(refunds, model.waits), (one) => answer(simulation, one, 'fail')),
    possible(0.3, simulation.pick(refunds), (one) =>
      answer(simulation, one, simulation.chance(0.5) ? 'confirm' : 'fail'),
    ),
    possible(0.3, simulation.pick(refunds), (one) => askBack(simulation, one)),
    possible(comesBack, simulation.among(refunds, hasArrived), (one) => askBack(simulation, one)),
    possible(undoes, simulation.pick(refunds.filter(isWrittenOff)), (one) =>
      askBack(simulation, one),
    ),
    possible(6, simulation.pick(refunds.filter(isRecalled)), (one) => askBack(simulation, one)),
  ].flat();
}

export async function makeFile(simulation: Simulation): Promise<void> {
  const waiting = simulation.books.refunds.filter(model.waits);
  const details = {
    execution_date: simulation.books.today,
    purpose: 'REFU',
    lines: waiting.map(({ id }) => ({ id, latin_name: 'Najd', bic: null })),
  };
  const real = simulation.staff('make_refund_file', simulation.randomBelow(2), {
    debtor_name: null,
    debtor_iban: null,
    details,
  });
  await simulation.expectSame('refund file', model.makeFile(simulation.books), real);
}

export async function answer(
  simulation: Simulation,
  refund: ModelRefund,
  move: 'confirm' | 'fail',
): Promise<void> {
  const reason = move === 'confirm' ? null : 'Asked for by mistake';
  const real = simulation.staff('decide_refund', simulation.randomBelow(2), {
    refund_id: refund.id,
    move,
    reason,
  });
  await simulation.expectSame(`${move} refund`, model.decide(simulation.books, refund, move), real);
}

/** Two people say that it failed or came back. */
async function askBack(simulation: Simulation, refund: ModelRefund): Promise<void> {
  await ask(simulation, { kind: 'return_refund', about: refund.payment, refund });
  await oftenApprove(simulation);
}
