import { groupedAmount } from '#domain/amount-format.ts';
import type { Language } from '#domain/languages.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { FinancedInvoice } from '#domain/tickets/invoice-amount.ts';

/** The message that names the tickets that already finance an invoice, and its remaining amount. */
export function invoiceMessage(
  { ticket_numbers, financed_sar, total_sar }: FinancedInvoice,
  language: Language,
): string {
  const tickets = new Intl.ListFormat(language).format(ticket_numbers);
  const financed = groupedAmount(financed_sar);
  const left =
    total_sar === null ? null : halalasFromDecimal(total_sar) - halalasFromDecimal(financed_sar);
  const known =
    language === 'ar'
      ? `سبق إرفاق هذه الفاتورة مع ${tickets} بمبلغ ${financed} ر.س`
      : `This invoice is with ${tickets} already, for SAR ${financed}`;
  if (left === null)
    return language === 'ar'
      ? `${known}، ولا رمز عليها نقرأ منه إجماليها. ألغ الطلب السابق ما دام بانتظار الموافقة واطلب المبلغ كاملًا، أو أرفق فاتورة أخرى.`
      : `${known}, and no code on it says its total. Cancel the earlier request while it waits and ask for the whole amount, or upload another invoice.`;
  const total = groupedAmount(total_sar!);
  if (left <= 0)
    return language === 'ar'
      ? `${known}، وإجماليها بحسب رمزها ${total} ر.س: لم يبق منها شيء. أرفق فاتورة أخرى.`
      : `${known}, and its code says SAR ${total} in all: nothing is left of it. Upload another invoice.`;
  const rest = groupedAmount(decimalFromHalalas(left));
  return language === 'ar'
    ? `${known}، وإجماليها بحسب رمزها ${total} ر.س. اطلب ${rest} ر.س على الأكثر، أو أرفق فاتورة أخرى.`
    : `${known}, and its code says SAR ${total} in all. Ask for at most SAR ${rest}, or upload another invoice.`;
}
