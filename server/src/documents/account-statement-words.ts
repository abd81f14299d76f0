import {
  accountStatementLineKind,
  type AccountStatementLineKind,
} from '#domain/documents/account-statement-line.ts';
import type { BalancePart } from '#domain/documents/balance-parts.ts';
import type { Language } from '#domain/languages.ts';
import type { AccountStatementLine } from '#api/documents.ts';

/** Labels of statement lines in documents and files. A test keeps them equal to the screen's. */
export const accountStatementWords: Record<AccountStatementLineKind, Record<Language, string>> = {
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
  payout: { en: 'Payout sent', ar: 'إرسال المستحقات' },
  payout_returned: { en: 'Payout returned', ar: 'ارتداد المستحقات' },
  fee_undone: { en: 'Service fee reversed', ar: 'إلغاء رسوم الخدمة' },
  financing_undone: { en: 'Financing reversed', ar: 'إلغاء التمويل' },
};

/** Labels of what a company's balance is made of, on paper. */
export const balancePartWords: Record<BalancePart, Record<Language, string>> = {
  overdue: { en: 'Overdue', ar: 'متأخر' },
  due_soon: { en: 'Due within 7 days', ar: 'يستحق خلال 7 أيام' },
  later: { en: 'Due later', ar: 'يستحق لاحقًا' },
  in_default: { en: 'In default', ar: 'متعثر السداد' },
  refund_due: { en: 'Refund that is owed back', ar: 'مبلغ مردود مستحق الاسترجاع' },
};

/** The label of a line, with its amount when it changes the amount in default and not the balance. */
export function lineWords(
  { event, undoes, in_default }: Pick<AccountStatementLine, 'event' | 'undoes' | 'in_default'>,
  language: Language,
): string {
  const words = accountStatementWords[accountStatementLineKind(event, undoes)][language];
  return in_default === '0.00' ? words : `${words}: ${in_default.replace('-', '')}`;
}
