import type { Language } from '../languages.ts';
import type { LedgerEvent } from '../ledger/accounts.ts';
import {
  accountStatementLineKind,
  type AccountStatementLineKind,
} from './account-statement-line.ts';

/** A payout is booked with its release: whether a file has sent it since, its line does not say. */
const words: Record<AccountStatementLineKind, Record<Language, string>> = {
  campaign_financed: { en: 'Campaign financed', ar: 'تمويل حملة' },
  payment: { en: 'Payment received', ar: 'استلام دفعة' },
  refund: { en: 'Credit refunded', ar: 'رد رصيد' },
  refund_undone: { en: 'Refund returned', ar: 'ارتداد رد رصيد' },
  payment_returned: { en: 'Payment reversed', ar: 'عكس دفعة' },
  payment_allocated: { en: 'Paid from a payment', ar: 'سداد من دفعة واردة' },
  allocation_undone: { en: 'No longer paid', ar: 'إلغاء السداد' },
  written_off: { en: 'In default, still owed', ar: 'متعثر السداد ولا يزال مستحقًا' },
  default_paid: { en: 'Paid towards the amount in default', ar: 'سداد من المبلغ المتعثر' },
  default_again: { en: 'In default again', ar: 'عودة المبلغ إلى التعثر' },
  bank_charges: { en: 'Settled as bank charges', ar: 'سُوّي كرسوم بنكية' },
  bank_charges_undone: {
    en: 'No longer settled as bank charges',
    ar: 'إلغاء التسوية كرسوم بنكية',
  },
  default_undone: { en: 'No longer in default', ar: 'إلغاء التعثر' },
  service_fee: { en: 'Service fee, VAT included', ar: 'رسوم الخدمة شاملة الضريبة' },
  payout: { en: 'Payout released', ar: 'اعتماد صرف المستحقات' },
  payout_undone: { en: 'Payout reversed', ar: 'إلغاء صرف المستحقات' },
  fee_undone: { en: 'Service fee reversed', ar: 'إلغاء رسوم الخدمة' },
  financing_undone: { en: 'Financing reversed', ar: 'إلغاء التمويل' },
};

/** What a line of a statement tells of, on screens, in files and on paper. Throws as `accountStatementLineKind`. */
export function accountStatementLineWords(line: {
  event: LedgerEvent;
  undoes: LedgerEvent | null;
}): Record<Language, string> {
  return words[accountStatementLineKind(line.event, line.undoes)];
}
