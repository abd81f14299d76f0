import type { Halalas } from '../money.ts';
import type { InstallmentStatus } from './installment.ts';
import { restOf } from './owed.ts';

type Payable = { amount_halalas: Halalas; paid_halalas: Halalas };

/**
 * The installments of a ticket that was written off, with what has come back of its loss among what is paid of them, the
 * earliest first. The loss is owed as a whole: which installment a part of it pays is how it is shown, and no row says it.
 */
export function withRecovered<One extends Payable>(
  installments: readonly One[],
  recovered_halalas: Halalas,
): One[] {
  let left = recovered_halalas;
  return installments.map((one) => {
    const part = Math.min(left, restOf(one));
    left -= part;
    return { ...one, paid_halalas: one.paid_halalas + part };
  });
}

/**
 * How an installment of a ticket reads: its status, but where the ticket was written off. `rest_halalas` is what is left of
 * it after what has come back.
 */
export function shownStatus(
  status: InstallmentStatus,
  rest_halalas: Halalas,
  reader: 'company' | 'staff',
): InstallmentStatus | 'InDefault' | 'WrittenOff' | 'Recovered' {
  if (status === 'Paid') return status;
  if (reader === 'company') return rest_halalas > 0 ? 'InDefault' : 'Paid';
  return rest_halalas > 0 ? 'WrittenOff' : 'Recovered';
}
