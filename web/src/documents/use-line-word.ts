import { useLingui } from '@lingui/react/macro';
import type { AccountStatementLine } from '#api/documents.ts';
import {
  accountStatementLineKind,
  type AccountStatementLineKind,
} from '#domain/documents/account-statement-line.ts';

/** What a line of a statement tells of, in words. */
export function useLineWord(): (line: Pick<AccountStatementLine, 'event' | 'undoes'>) => string {
  const { t } = useLingui();
  const words: Record<AccountStatementLineKind, string> = {
    campaign_financed: t`Campaign financed`,
    payment: t`Payment received`,
    refund: t`Credit refunded`,
    refund_undone: t`Refund returned`,
    payment_returned: t`Payment reversed`,
    payment_allocated: t`Paid from a payment`,
    allocation_undone: t`No longer paid`,
    written_off: t`In default, still owed`,
    default_paid: t`Paid towards the amount in default`,
    default_again: t`In default again`,
    bank_charges: t`Settled as bank charges`,
    bank_charges_undone: t`No longer settled as bank charges`,
    default_undone: t`No longer in default`,
    service_fee: t`Service fee, VAT included`,
    payout: t`Payout sent`,
    payout_returned: t`Payout returned`,
    fee_undone: t`Service fee reversed`,
    financing_undone: t`Financing reversed`,
  };
  return ({ event, undoes }) => words[accountStatementLineKind(event, undoes)];
}
