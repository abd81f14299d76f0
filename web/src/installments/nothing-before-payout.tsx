import { Trans } from '@lingui/react/macro';

/** Said wherever installments of an Approved ticket stand: they are "Due" (SPEC section 4), and no money is asked for yet. */
export function NothingBeforePayout() {
  return <Trans>Nothing is to be paid before the payment to the agency is released.</Trans>;
}
