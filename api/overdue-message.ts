import { groupedAmount } from '#domain/amount-format.ts';
import type { OverdueToPay } from '#domain/installments/lateness.ts';
import type { Language } from '#domain/languages.ts';

/** The message that requests are stopped: the overdue amount, and the ticket whose page says how to pay. */
export function overdueMessage({ amount_sar, ticket_number }: OverdueToPay, language: Language) {
  const amount = groupedAmount(amount_sar);
  return language === 'ar'
    ? `عليك أقساط متأخرة بقيمة ${amount} ر.س. سددها أولًا ليُفتح باب الطلبات الجديدة فورًا؛ وطريقة السداد في صفحة طلب التمويل ${ticket_number}.`
    : `SAR ${amount} is overdue. Pay it first, and new requests are open again at once: the page of ticket ${ticket_number} says how.`;
}
