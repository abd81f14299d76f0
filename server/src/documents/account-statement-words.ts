import { accountStatementLineWords } from '#domain/documents/account-statement-words.ts';
import type { BalancePart } from '#domain/documents/balance-parts.ts';
import type { Language } from '#domain/languages.ts';
import type { AccountStatementLine } from '#api/documents.ts';

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
  line: Pick<AccountStatementLine, 'event' | 'undoes' | 'in_default'>,
  language: Language,
): string {
  const words = accountStatementLineWords(line)[language];
  const { in_default } = line;
  return in_default === '0.00' ? words : `${words}: ${in_default.replace('-', '')}`;
}
