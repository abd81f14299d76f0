import type { RefundMove } from '#domain/reference/refund-moves.ts';
import type { ModelRefund } from '../model/books.ts';
import * as model from '../model/refunds.ts';
import { possible, type Life, type Step } from './life.ts';

/** Refunds are put into files, and answered. */
export function refundSteps(life: Life): Step[] {
  const { refunds } = life.books;
  const isSent = ({ status, isFiled }: ModelRefund) => status === 'Sent' && isFiled;
  const hasArrived = ({ status }: ModelRefund) => status === 'Confirmed';
  const canComeBack = ({ status }: ModelRefund) => status === 'Sent' || status === 'Confirmed';
  const isWrittenOff = (one: ModelRefund) => canComeBack(one) && one.payment.loss.writtenOff > 0;
  const isRecalled = (one: ModelRefund) => canComeBack(one) && one.payment.isReversed;
  const pays = life.wants('refund confirm', 2);
  const fails = life.wants('refund fail', 1.2);
  const comesBack = life.wants('refund return', 2);
  const undoes = life.wants('write-off of a refund undone', 2);
  return [
    possible(4, life.among(refunds, model.waits), () => makeFile(life)),
    possible(pays, life.among(refunds, isSent), (one) => answer(life, one, 'confirm')),
    possible(fails, life.among(refunds, isSent), (one) => answer(life, one, 'fail')),
    possible(0.3, life.among(refunds, model.waits), (one) => answer(life, one, 'confirm')),
    possible(comesBack, life.among(refunds, hasArrived), (one) => answer(life, one, 'return')),
    possible(undoes, life.pick(refunds.filter(isWrittenOff)), (one) => answer(life, one, 'return')),
    possible(6, life.pick(refunds.filter(isRecalled)), (one) =>
      answer(life, one, one.status === 'Sent' ? 'fail' : 'return'),
    ),
  ].flat();
}

export async function makeFile(life: Life): Promise<void> {
  const waiting = life.books.refunds.filter(model.waits);
  const details = {
    execution_date: life.books.today,
    purpose: 'REFU',
    lines: waiting.map(({ id }) => ({ id, latin_name: 'Najd', bic: null })),
  };
  const real = life.staff('make_refund_file', life.below(2), {
    debtor_name: null,
    debtor_iban: null,
    details,
  });
  await life.same('refund file', model.makeFile(life.books), real);
}

export async function answer(life: Life, refund: ModelRefund, move: RefundMove): Promise<void> {
  const reason = move === 'confirm' ? null : 'Account closed';
  const real = life.staff('decide_refund', life.below(2), { refund_id: refund.id, move, reason });
  await life.same(`${move} refund`, model.answer(life.books, refund, move), real);
}
