import { groupedAmount } from '#domain/amount-format.ts';
import type { OverdueToPay } from '#domain/installments/lateness.ts';
import type { Language } from '#domain/languages.ts';
import { groupedReference, paymentReference } from '#domain/servicing/payment-reference.ts';

/** The message that requests are stopped: what to pay, with which reference, and the page that says how. */
export function overdueMessage({ amount_sar, payer_number }: OverdueToPay, language: Language) {
  const amount = groupedAmount(amount_sar);
  const reference = groupedReference(paymentReference(payer_number));
  return language === 'ar'
    ? `عليك أقساط متأخرة. سدد ${amount} ر.س بمرجع السداد ${reference} ليُفتح باب الطلبات الجديدة فور وصولها؛ وطريقة السداد في صفحة الدفعات.`
    : `Installments are overdue. Pay SAR ${amount} with the reference ${reference}, and new requests are open again as soon as it has arrived: the Payments page says how.`;
}
